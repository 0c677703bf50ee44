"""Neural solvers as `solvers` knows them; torch is imported when one learns or answers."""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mwplab.errors import LostWay, MissingDependency, ModelError
from mwplab.records import Prediction, Problem, Question
from mwplab.solvers.baselines.pattern import not_fitted
from mwplab.solvers.neural.settings import make_settings

if TYPE_CHECKING:
    from mwplab.models import Encoder
    from mwplab.solvers.neural.learning import Begun
    from mwplab.solvers.neural.trained import Trained

FULL = {
    "out of memory": "the GPU",
    "can't allocate memory": "this machine",
    "not enough memory": "this machine",  # the same on Windows
}
"""What torch and CUDA say, each in its own way, when memory is full, and whose memory it is."""


class Neural:
    """A neural network that writes the equation; options that are not given are as tuned for its kind.

    >>> Neural("seq2seq", hidden=64).settings.hidden
    64
    """

    def __init__(
        self,
        kind: str,
        *,
        hidden: int | None = None,
        layers: int | None = None,
        dropout: float | None = None,
        embedding: int | None = None,
        epochs: int | None = None,
        batch: int | None = None,
        learning_rate: float | None = None,
        schedule: str | None = None,
        warmup: float | None = None,
        weight_decay: float | None = None,
        clip: float | None = None,
        minimum_count: int | None = None,
        held_out: float | None = None,
        patience: int | None = None,
        encoder: str | None = None,
        freeze: bool | None = None,
        encoder_learning_rate: float | None = None,
        padded_root: bool | None = None,
        beam: int | None = None,
        alternatives: int | None = None,
        attention: bool | None = None,
        precision: str | None = None,
        device: str | None = None,
        seed: int | None = None,
    ) -> None:
        options = {name: given for name, given in locals().items() if name not in ("self", "kind")}
        self.kind = kind
        self.settings = make_settings(kind, options)
        self.sizes = {name: options[name] for name in ("hidden", "layers", "embedding") if options[name]}
        self.folder: Path | None = None
        self.trained: Trained | None = None
        self._encoder: Encoder | None = None

    @property
    def batch(self) -> int:
        """Return how many questions are best asked at once."""
        return 64

    @property
    def is_trained(self) -> bool:
        """Tell whether it can answer."""
        return self.trained is not None

    @property
    def on_gpu(self) -> bool:
        """Tell whether it learns on a GPU."""
        _need_torch(self.kind)
        from mwplab.models.pretrained import choose_device

        return choose_device(self.settings.device or None).startswith("cuda")

    @property
    def encoder_label(self) -> str:
        """Return exactly which pretrained encoder is used; empty where words are learnt from scratch."""
        if self.trained is not None:
            return self.trained.learnt.encoder
        encoder = self._opened_encoder()
        return "" if encoder is None else encoder.label

    def resume_in(self, folder: Path) -> None:
        """Keep training in a folder, so that one that was stopped is taken up there."""
        self.folder = folder

    def forget_progress(self) -> None:
        """Remove what was kept of the training, and nothing else that lies in its folder."""
        if self.folder is not None:
            from mwplab.solvers.neural.resuming import FILE

            (self.folder / FILE).unlink(missing_ok=True)
            with suppress(OSError):  # something of somebody else's is in it, or it was never made
                self.folder.rmdir()

    def fit(self, train: Sequence[Problem], valid: Sequence[Problem] | None = None) -> None:
        """Train; ``valid`` chooses the best epoch, in place of a part of the training problems."""
        fit_together([self], [train], [valid])

    def solve(self, questions: Sequence[Question]) -> list[Prediction]:
        """Return one prediction per question, in order."""
        if self.trained is None:
            raise not_fitted(self.kind)
        return self.trained.solve(questions)

    def save(self, folder: Path) -> None:
        """Write weights, vocabulary and symbols."""
        if self.trained is None:
            raise not_fitted(self.kind)
        self.trained.save(folder)

    def load(self, folder: Path) -> None:
        """Read weights, vocabulary and symbols."""
        _need_torch(self.kind)
        from mwplab.solvers.neural.trained import load_trained

        self.trained = load_trained(folder, self.kind, self.settings, self._opened_encoder(), self.sizes)
        self.forget()

    def begin(self, train: Sequence[Problem], valid: Sequence[Problem] | None) -> Begun:
        """Return this solver's training, ready to run."""
        _need_torch(self.kind)
        from mwplab.solvers.neural.learning import begin

        return begin(
            self.kind, self.settings, train, valid, encoder=self._opened_encoder(), folder=self.folder
        )

    def end(self, begun: Begun) -> None:
        """Take what came of the training."""
        from mwplab.solvers.neural.trained import Trained

        training = begun.training
        learnt = replace(
            begun.learnt,
            history=tuple(training.history),
            chosen=training.best[1] if training.best else len(training.history),
            notes=tuple(filter(None, [training.note])),
        )
        self.trained = Trained(learnt, training.model, self.settings, self._encoder)

    def forget(self) -> None:
        """Let go of the encoder: its model has it now, and who learns anew begins with a fresh one."""
        self._encoder = None

    def _opened_encoder(self) -> Encoder | None:
        if not self.settings.encoder:
            return None
        _need_torch(self.kind)
        from mwplab.solvers.neural.learning import open_encoder

        if self._encoder is None:
            self._encoder = open_encoder(self.settings)
        return self._encoder


def fit_together(
    solvers: Sequence[Neural],
    trains: Sequence[Sequence[Problem]],
    valids: Sequence[Sequence[Problem] | None],
    *,
    progress: bool | None = None,
) -> None:
    """Train several solvers side by side, which on one GPU takes little longer than one of them.

    Where memory does not hold them all, one half is trained after the other. One that loses its way does not
    keep the others from learning; what it says is raised at the end.
    """
    try:
        _fit_at_once(solvers, trains, valids, progress)
        return
    except (RuntimeError, MemoryError) as error:
        if not (full := _whose_memory_is_full(error)):
            raise
        if len(solvers) == 1:
            other = " or device=cpu" if full == "the GPU" else ""
            raise ModelError(
                f"the memory of {full} does not hold {solvers[0].kind!r} while it learns; "
                f"smaller batches (batch=8) or a smaller network (hidden=256){other} would do"
            ) from error
    give_back_memory()
    half = len(solvers) // 2
    for part in (slice(half), slice(half, None)):
        fit_together(solvers[part], trains[part], valids[part], progress=progress)


def _whose_memory_is_full(error: Exception) -> str:
    """Return whose, or nothing where something else went wrong."""
    if isinstance(error, MemoryError):
        return "this machine"
    return next((whose for said, whose in FULL.items() if said in str(error)), "")


def _fit_at_once(
    solvers: Sequence[Neural],
    trains: Sequence[Sequence[Problem]],
    valids: Sequence[Sequence[Problem] | None],
    progress: bool | None,
) -> None:
    try:
        lessons = zip(solvers, trains, valids, strict=True)
        begun = [solver.begin(train, valid) for solver, train, valid in lessons]
        from mwplab.solvers.neural.training import train_many

        names = ", ".join(dict.fromkeys(solver.kind for solver in solvers))
        train_many([one.training for one in begun], description=f"training {names}", progress=progress)
        for solver, one in zip(solvers, begun, strict=True):
            if not one.training.failure:
                solver.end(one)
    finally:
        for solver in solvers:
            solver.forget()
    if failures := [one.training.failure for one in begun if one.training.failure]:
        raise LostWay(failures[0])


def give_back_memory() -> None:
    """Let go of models that nobody holds any more, on a GPU too."""
    gc.collect()  # models and what was captured of them refer to each other
    if "torch" in sys.modules:
        with suppress(RuntimeError):  # a GPU that failed says so again
            sys.modules["torch"].cuda.empty_cache()


def fit_apart(
    solver: Neural, train: Sequence[Problem], valid: Sequence[Problem] | None, folder: Path
) -> None:
    """Train a solver in a process that is one of several, and write it to a folder."""
    _need_torch(solver.kind)
    import torch

    torch.set_num_threads(1)  # on a busy machine two threads of one process wait for each other
    solver.fit(train, valid)
    folder.mkdir()
    solver.save(folder)


def _need_torch(kind: str) -> None:
    for package in ("torch", "safetensors"):
        try:
            _import(package)
        except ImportError as error:
            raise MissingDependency.of(package, extra="neural", purpose=f"the solver {kind!r}") from error


def _import(package: str) -> Any:
    return __import__(package)
