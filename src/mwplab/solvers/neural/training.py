"""Training: epochs of steps, an accuracy after each, the best weights kept; several models at once.

Chance is told anew before every step, from the seed and the number of the step. So nothing of it needs to be
kept, a training that was stopped goes on as if it had not been, and trainings side by side do not mix.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from random import Random

import torch
from torch import Tensor

from mwplab.parallel import progress_bar
from mwplab.solvers.neural.averaging import EVERY, Average
from mwplab.solvers.neural.batch import Batch, Model
from mwplab.solvers.neural.decoding import Decoder
from mwplab.solvers.neural.encoding import COARSE, FINE, Sizes
from mwplab.solvers.neural.optimising import (
    all_finite,
    learning_rate_share,
    make_optimiser,
    set_learning_rate,
)
from mwplab.solvers.neural.resuming import Progress, Saved
from mwplab.solvers.neural.settings import Precision, Settings
from mwplab.solvers.neural.steps import CapturedStep, Step, in_halves
from mwplab.solvers.neural.transfers import on_device, on_processor, reached
from mwplab.solvers.neural.validation import Validation

TURN = 4
"""Steps that a training takes before it is the next one's turn: to change streams takes time too."""

LOST = 10_000.0
"""A mean loss that no training comes to which learns anything: whoever guesses blindly pays some hundreds."""

ENDED = object()
"""What is read from a training that has come to its end."""


@dataclass(frozen=True, slots=True)
class Epoch:
    """What one pass through the training problems came to."""

    epoch: int
    """Its number, from 1."""

    loss: float
    """Mean loss of the training problems, each as it was met."""

    accuracy: float | None
    """Share of the validation problems answered rightly; none where there are no such problems."""


class Training:
    """A model on its way; `train_many` takes several along together."""

    def __init__(
        self,
        model: Model,
        data: Batch,
        settings: Settings,
        *,
        limit: int,
        validation: Validation | None = None,
        folder: Path | None = None,
        fingerprint: str = "",
    ) -> None:
        self.model = model
        self.data = data
        self.settings = settings
        self.validation = validation
        self.history: list[Epoch] = []
        self.best: tuple[float, int] | None = None
        self.weights: dict[str, Tensor] = {}
        self.lost = ""
        self.skipped = 0
        self.device = data.words.device
        self.sizes = Sizes.of(data)
        cuda = self.device.type == "cuda"
        self.stream = torch.cuda.Stream(self.device) if cuda else None  # type: ignore[no-untyped-call]
        self.padding = COARSE if cuda else FINE
        self.optimiser = make_optimiser(model, settings, cuda=cuda)
        kind = CapturedStep if cuda else Step
        self.step = kind(
            model,
            data,
            self.optimiser,
            clip=settings.clip,
            precision=settings.precision,
            word_dropout=settings.word_dropout,
        )
        self.average = Average(model, settings.averaging) if settings.averaging else None
        self.asked = model if self.average is None else self.average.model
        self.decoder = Decoder(self.asked, limit=limit, precision=settings.precision)
        self.saved = None if folder is None else Saved(folder, fingerprint)

    @property
    def models(self) -> dict[str, Model]:
        """Return all that learns, by a name."""
        return {"model": self.model} if self.average is None else {"model": self.model, "mean": self.asked}

    @property
    def note(self) -> str:
        """Return what did not go as it should, though it went."""
        skipped = f"steps left out for gradients that are no numbers: {self.skipped}" if self.skipped else ""
        whole = self.settings.precision is Precision.BF16 and not in_halves(self.device, Precision.BF16)
        width = "this processor has no products of half the width: trained in fp32" if whole else ""
        notes = [width, getattr(self.step, "note", ""), self.decoder.note, skipped, self.lost]
        return "; ".join(filter(None, notes))

    @property
    def failure(self) -> str:
        """Return why there are no weights to keep; empty where there are."""
        return "" if self.best else self.lost

    @property
    def context(self) -> AbstractContextManager[object]:
        """Return what this training's work is done in: on a GPU a stream of its own."""
        return nullcontext() if self.stream is None else torch.cuda.stream(self.stream)

    def run(self) -> Generator[None, None, None]:
        """Train to the end, and give others their turn after every step."""
        self._resume()
        while len(self.history) < self.settings.epochs and not self._stalled() and not self.lost:
            yield from self._epoch()
        self.model.load_state_dict(self.weights or self.asked.state_dict())

    def _epoch(self) -> Generator[None, None, None]:
        number = len(self.history)
        chance = Random(f"{self.settings.seed}:{number}")
        size = min(self.settings.batch, len(self.sizes.words))  # places that nobody fills cost as much
        cuts = self.sizes.cuts(size, chance, self.padding)
        rows = on_device(torch.tensor([cut.rows for cut in cuts]), self.device)  # (steps, batch)
        steps, every = len(cuts) * self.settings.epochs, min(EVERY, len(cuts))
        self.model.train()
        self.step.total.zero_()
        self.step.skipped.zero_()
        for place, (cut, index) in enumerate(zip(cuts, rows.unbind(), strict=True)):
            done = number * len(cuts) + place
            set_learning_rate(self.optimiser, learning_rate_share(self.settings, done / steps))
            self.step(cut, index, Random(f"{self.settings.seed}:{number}:{place}").getrandbits(62))
            if self.average is not None and (len(cuts) - place - 1) % every == 0:
                self.average.follow(done / every)
            yield
        told = (self.step.total, self.step.skipped, all_finite(self.step.weights))
        total, skipped, sound = map(on_processor, told)
        accuracy = None
        if self.validation is not None:
            accuracy = yield from self.validation.accuracy(self.decoder)
        yield from reached(self.device)
        loss = float(total) / len(self.sizes.words)
        if trouble := self._trouble(loss, sound=bool(sound), stood_still=int(skipped) == len(cuts)):
            self._lose_way(number + 1, trouble)
            return
        self.skipped += int(skipped)
        self.history.append(Epoch(number + 1, loss, accuracy))
        # Of equally good epochs the last, since the steps have become smaller by then.
        if accuracy is not None and (self.best is None or accuracy >= self.best[0]):
            self.best = accuracy, number + 1
            self._keep_weights()
        self._save()

    def _trouble(self, loss: float, *, sound: bool, stood_still: bool) -> str:
        """Return what an epoch came to that nothing can be learnt from."""
        if not loss < LOST:
            return f"the loss is {loss:.4g}"
        if not sound:  # the loss was computed before the last step, which may have spoilt the weights
            spoilt = sum(not all_finite([weight]) for weight in self.step.weights)
            return f"no finite numbers in {spoilt} of {len(self.step.weights)} weights"
        return "no gradient was a finite number" if stood_still else ""

    def _lose_way(self, epoch: int, trouble: str) -> None:
        """Stop with the best weights before, where there are such; trainings beside this one go on."""
        self.lost = f"training lost its way in epoch {epoch} ({trouble})"
        if self.best is None:
            self.lost += "; lower the learning rate, or clip gradients more"
        else:
            self.lost += f"; its weights are those of epoch {self.best[1]}"

    def _keep_weights(self) -> None:
        state = self.asked.state_dict()
        if not self.weights:
            self.weights = {name: torch.empty_like(value) for name, value in state.items()}
        torch._foreach_copy_([self.weights[name] for name in state], list(state.values()))

    def _stalled(self) -> bool:
        patience = self.settings.patience
        return bool(patience and self.best and len(self.history) - self.best[1] >= patience)

    def _resume(self) -> None:
        if self.saved is None or (found := self.saved.load(self.models, self.optimiser)) is None:
            return
        self.history = [Epoch(*epoch) for epoch in found.history]
        self.skipped = found.skipped
        self.best = found.best
        self.weights = found.weights

    def _save(self) -> None:
        if self.saved is not None:
            history = [(one.epoch, one.loss, one.accuracy) for one in self.history]
            progress = Progress(history, self.skipped, self.best, self.weights)
            self.saved.save(self.models, self.optimiser, progress)


def train_many(
    trainings: Sequence[Training], *, description: str = "training", progress: bool | None = None
) -> None:
    """Train several models to the end, a few steps of each in turn; on a GPU each has a stream of its own."""
    running = {number: training.run() for number, training in enumerate(trainings)}
    done = [0] * len(trainings)
    total = sum(training.settings.epochs for training in trainings)
    gpu = any(training.stream for training in trainings)
    for training in trainings:
        if isinstance(training.step, CapturedStep):
            training.step.in_company = len(trainings) > 1
    if gpu:
        torch.cuda.synchronize()  # models and data were put there by another stream
    try:
        with progress_bar(total, description, shown=progress) as show, torch.random.fork_rng(devices=[]):
            while running:
                for number in list(running):
                    training = trainings[number]
                    with training.context:
                        ended = any(next(running[number], ENDED) is ENDED for _ in range(TURN))
                    if ended:
                        del running[number]
                    epochs = training.settings.epochs if ended else len(training.history)
                    if epochs > done[number]:
                        done[number] = epochs
                        show(sum(done))
    finally:
        if gpu:  # also where one failed: the others still write to weights that may be let go of
            torch.cuda.synchronize()
