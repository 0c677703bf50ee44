"""One step of training: forward, backward, clip, apply; on a GPU captured once per shape and replayed."""

from __future__ import annotations

import gc
import math
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any, ClassVar
from warnings import catch_warnings, simplefilter

import torch
from torch import Tensor

from mwplab.models.pretrained import reason
from mwplab.solvers.neural.batch import Batch, Model
from mwplab.solvers.neural.encoding import Cut
from mwplab.solvers.neural.halves import make_twin
from mwplab.solvers.neural.products import has_halves
from mwplab.solvers.neural.rare_words import chances, leave_out
from mwplab.solvers.neural.settings import Precision

Pool = Any
"""The memory that captured graphs share; torch gives its type no name."""

WARM = 3
"""Steps that a GPU takes before a process captures its first, so that libraries have chosen their ways."""


class Step:
    """Takes steps on batches cut from the training problems."""

    def __init__(
        self,
        model: Model,
        data: Batch,
        optimiser: torch.optim.Optimizer,
        *,
        clip: float,
        precision: Precision,
        word_dropout: float = 0.0,
    ) -> None:
        self.model = model
        self.data = data
        self.optimiser = optimiser
        self.clip = clip
        self.precision = precision
        self.total, self.skipped = (torch.zeros((), device=data.words.device) for _ in range(2))
        self.weights = [one for group in optimiser.param_groups for one in group["params"]]
        self.chance = default_generator(data.words.device)
        self.twin = make_twin(model, precision)
        self.layouts: dict[int, Tensor | None] = {}
        self.left_out = chances(data, word_dropout) if word_dropout else None

    def __call__(self, cut: Cut, index: Tensor, seed: int) -> None:
        """Take one step, chance starting at the seed; ``index`` holds the rows of the cut on the device."""
        self.chance.manual_seed(seed)  # torch's own function seeds every device, which takes 90 us
        self._take(cut, index)

    def _take(self, cut: Cut, index: Tensor) -> None:
        """Take one step; the loss, times the problems that count, is added to the total.

        Where a gradient is no finite number, which half precision can come to, weights stay as they are.
        """
        batch = cut.of(self.data, index)
        if self.left_out is not None:
            batch = replace(batch, words=leave_out(batch.words, self.left_out))
        layout = self._layout(cut.steps)
        if layout is not None:
            batch = replace(batch, layout=layout[index])
        self.optimiser.zero_grad(set_to_none=True)
        loss = self._loss(batch) if self.twin is None else self.twin.loss(batch)
        norm = torch.nn.utils.clip_grad_norm_(self.weights, self.clip or math.inf)
        spoilt = (~norm.isfinite()).float()
        self.optimiser.found_inf = spoilt  # type: ignore[attr-defined]  # what Adam calls it and looks for
        self.optimiser.step()
        self.total += loss * batch.weights.sum()
        self.skipped += spoilt

    def _loss(self, batch: Batch) -> Tensor:
        with autocast(self.data.words.device, self.precision):
            loss = self.model.loss(batch)
        loss.backward()  # type: ignore[no-untyped-call]
        return loss.detach()

    def _layout(self, steps: int) -> Tensor | None:
        """Return what the model works out of all targets when they are padded to so many symbols."""
        if steps not in self.layouts:
            lengths = self.data.target_lengths
            fits = lengths <= steps  # the others are never in a batch of that size: blank ones stand for them
            targets = self.data.targets[:, :steps].where(fits[:, None], 0)
            self.layouts[steps] = self.model.lay_out(targets, lengths.where(fits, 1))
        return self.layouts[steps]


class CapturedStep(Step):
    """The same on a GPU: the first batch of each shape is captured as a graph, the others replay it.

    Where a model cannot be captured, steps are taken one by one, and ``note`` says why.
    """

    warm: ClassVar[int] = WARM
    """Steps taken before the next capture: once libraries are there, one loads all that a new shape needs."""

    in_company = False
    """Whether other trainings share the memory."""

    def __init__(
        self,
        model: Model,
        data: Batch,
        optimiser: torch.optim.Optimizer,
        *,
        clip: float,
        precision: Precision,
        word_dropout: float = 0.0,
    ) -> None:
        super().__init__(model, data, optimiser, clip=clip, precision=precision, word_dropout=word_dropout)
        self.graphs: dict[tuple[int, ...], tuple[torch.cuda.CUDAGraph, Tensor]] = {}
        self.pool: Pool = None
        self.last: torch.cuda.CUDAGraph | None = None
        self.note = ""
        # Graphs captured with one generator may read their seeds in one place; trainings must not share it.
        self.own_chance = torch.Generator(data.words.device)

    def __call__(self, cut: Cut, index: Tensor, seed: int) -> None:
        """Take one step, chance starting at the seed."""
        if not self.note and cut.shape not in self.graphs:
            try:
                self.graphs[cut.shape] = self._captured(cut, index)
            except RuntimeError as error:
                if self.in_company and isinstance(error, torch.OutOfMemoryError):
                    raise  # fewer trainings at once have room for their graphs
                self.note = f"steps are not captured: {reason(error)}"
                torch.cuda.synchronize()
        if self.note:
            super().__call__(cut, index, seed)
            return
        graph, place = self.graphs[cut.shape]
        place.copy_(index)
        self.own_chance.manual_seed(seed)  # a replayed graph asks its generator where it stands
        graph.replay()

    def _captured(self, cut: Cut, index: Tensor) -> tuple[torch.cuda.CUDAGraph, Tensor]:
        """Return the graph of a step and where it reads the rows; nothing is changed by the capture."""
        place = index.clone()
        self.warm_up(cut, place, CapturedStep.warm)
        CapturedStep.warm = 1
        self.pool = self.pool or torch.cuda.graph_pool_handle()
        outer = self.chance.graphsafe_get_state()
        self.chance.graphsafe_set_state(self.own_chance)
        try:
            with capturing(self.pool) as graph:
                self.last = graph  # where it fails too: once let go of, it takes workspaces of others along
                self._take(cut, place)
        finally:
            self.chance.graphsafe_set_state(outer)
        self.optimiser.zero_grad(set_to_none=True)
        return graph, place

    def warm_up(self, cut: Cut, index: Tensor, count: int) -> None:
        """Take steps and undo them."""
        before = self._changing()
        kept = [tensor.clone() for tensor in before.values()]
        try:
            for _ in range(count):
                self._take(cut, index)
        finally:  # also where memory was full in the middle of a step
            torch._foreach_copy_(list(before.values()), kept)
            for name, tensor in self._changing().items():
                if name not in before:
                    tensor.zero_()  # what Adam remembers comes into being at the first step, as zero
            self.optimiser.zero_grad(set_to_none=True)

    def _changing(self) -> dict[str, Tensor]:
        """Return everything that a step writes to."""
        weights = {f"weight.{number}": weight.data for number, weight in enumerate(self.weights)}
        return {"total": self.total, "skipped": self.skipped, **weights, **moments(self.optimiser)}


def default_generator(device: torch.device) -> torch.Generator:
    """Return what chance comes from on a device where nothing else is named."""
    return torch.cuda.default_generators[device.index] if device.type == "cuda" else torch.default_generator


@contextmanager
def capturing(pool: Pool) -> Iterator[torch.cuda.CUDAGraph]:
    """Capture what is done on the current stream, which is not the default one, without doing it.

    torch's own context waits for the whole GPU, collects garbage and empties its cache first, which takes
    longer than the capture and stops other trainings; what the capture builds on is in the same stream.
    """
    if torch.cuda.current_stream() == torch.cuda.default_stream():
        # Begun there, a capture fails and leaves torch's generator behind unusable.
        raise RuntimeError("the default stream cannot be captured")
    graph = torch.cuda.CUDAGraph()
    collecting = gc.isenabled()
    gc.disable()  # to let go of another graph meanwhile would break this one
    try:
        # Other work goes on in streams of its own, so only this thread is watched.
        graph.capture_begin(pool=pool, capture_error_mode="thread_local")
        yield graph
    except BaseException:
        with suppress(RuntimeError), catch_warnings():  # it is broken already, and why is on its way up
            simplefilter("ignore")
            graph.capture_end()
        raise
    else:
        graph.capture_end()
    finally:
        if collecting:
            gc.enable()


def moments(optimiser: torch.optim.Optimizer) -> dict[str, Tensor]:
    """Return what Adam remembers of each weight; nothing before the first step."""
    weights = [one for group in optimiser.param_groups for one in group["params"]]
    return {
        f"{number}.{name}": tensor
        for number, weight in enumerate(weights)
        for name, tensor in optimiser.state.get(weight, {}).items()
    }


def in_halves(device: torch.device, precision: Precision) -> bool:
    """Tell whether a model computes with numbers of half the width, which not every processor can."""
    return precision is Precision.BF16 and (device.type != "cpu" or has_halves())


def autocast(device: torch.device, precision: Precision) -> torch.autocast:
    """Return the context in which a model computes."""
    return torch.autocast(device.type, torch.bfloat16, enabled=in_halves(device, precision))
