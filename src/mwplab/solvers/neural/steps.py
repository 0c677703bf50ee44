"""One step of training: forward, backward, clip, apply; on a GPU captured once per shape and replayed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import torch
from torch import Tensor

from mwplab.solvers.neural.batch import Batch, Model
from mwplab.solvers.neural.encoding import Cut
from mwplab.solvers.neural.settings import Precision

Pool = Any
"""The memory that captured graphs share; torch gives its type no name."""

WARM = 3
"""Steps that a GPU takes before it captures one, so that libraries have chosen their ways."""


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
    ) -> None:
        self.model = model
        self.data = data
        self.optimiser = optimiser
        self.clip = clip
        self.precision = precision
        self.total = torch.zeros((), device=data.words.device)
        self.weights = [one for group in optimiser.param_groups for one in group["params"]]

    def __call__(self, cut: Cut, index: Tensor, seed: int) -> None:
        """Take one step, chance starting at the seed; ``index`` holds the rows of the cut on the device."""
        torch.manual_seed(seed)
        self._take(cut, index)

    def _take(self, cut: Cut, index: Tensor) -> None:
        """Take one step; the loss, times the problems that count, is added to the total."""
        batch = cut.of(self.data, index)
        self.optimiser.zero_grad(set_to_none=True)
        with autocast(self.data.words.device, self.precision):
            loss = self.model.loss(batch)
        loss.backward()  # type: ignore[no-untyped-call]
        if self.clip:
            torch.nn.utils.clip_grad_norm_(self.weights, self.clip)
        self.optimiser.step()
        self.total += loss.detach() * batch.weights.sum()


class CapturedStep(Step):
    """The same on a GPU: the first batch of each shape is captured as a graph, the others replay it.

    Where a model cannot be captured, steps are taken one by one, and ``note`` says why.
    """

    def __init__(
        self,
        model: Model,
        data: Batch,
        optimiser: torch.optim.Optimizer,
        *,
        clip: float,
        precision: Precision,
    ) -> None:
        super().__init__(model, data, optimiser, clip=clip, precision=precision)
        self.graphs: dict[tuple[int, ...], tuple[torch.cuda.CUDAGraph, Tensor]] = {}
        self.pool: Pool = None
        self.note = ""

    def __call__(self, cut: Cut, index: Tensor, seed: int) -> None:
        """Take one step, chance starting at the seed."""
        if not self.note and cut.shape not in self.graphs:
            try:
                self.graphs[cut.shape] = self._captured(cut, index)
            except RuntimeError as error:
                self.note = f"steps are not captured: {str(error).splitlines()[0]}"
                torch.cuda.synchronize()
        if self.note:
            super().__call__(cut, index, seed)
            return
        graph, place = self.graphs[cut.shape]
        place.copy_(index)
        torch.manual_seed(seed)  # a replayed graph asks the generator where it stands
        graph.replay()

    def _captured(self, cut: Cut, index: Tensor) -> tuple[torch.cuda.CUDAGraph, Tensor]:
        """Return the graph of a step and where it reads the rows; nothing is changed by the capture."""
        place = index.clone()
        kept = {name: tensor.clone() for name, tensor in self._changing().items()}
        for _ in range(WARM):
            self._take(cut, place)
        for name, tensor in self._changing().items():
            if name in kept:
                tensor.copy_(kept[name])
            else:
                tensor.zero_()  # what Adam remembers comes into being at the first step, and begins at zero
        self.optimiser.zero_grad(set_to_none=True)
        self.pool = self.pool or torch.cuda.graph_pool_handle()
        with capturing(self.pool) as graph:
            self._take(cut, place)
        self.optimiser.zero_grad(set_to_none=True)
        return graph, place

    def _changing(self) -> dict[str, Tensor]:
        """Return everything that a step writes to."""
        weights = {f"weight.{number}": weight.data for number, weight in enumerate(self.weights)}
        return {"total": self.total, **weights, **moments(self.optimiser)}


@contextmanager
def capturing(pool: Pool) -> Iterator[torch.cuda.CUDAGraph]:
    """Capture what is done on the current stream, which is not the default one, without doing it.

    torch's own context collects garbage and empties its cache first, which takes longer than the capture.
    """
    graph = torch.cuda.CUDAGraph()
    torch.cuda.synchronize()
    # Other work goes on in streams of its own, so only this thread is watched.
    graph.capture_begin(pool=pool, capture_error_mode="thread_local")
    try:
        yield graph
    except BaseException:
        with suppress(RuntimeError):  # the capture is broken already, and why is on its way up
            graph.capture_end()
        raise
    graph.capture_end()


def moments(optimiser: torch.optim.Optimizer) -> dict[str, Tensor]:
    """Return what Adam remembers of each weight; nothing before the first step."""
    weights = [one for group in optimiser.param_groups for one in group["params"]]
    return {
        f"{number}.{name}": tensor
        for number, weight in enumerate(weights)
        for name, tensor in optimiser.state.get(weight, {}).items()
    }


def autocast(device: torch.device, precision: Precision) -> torch.autocast:
    """Return the context in which a model computes."""
    return torch.autocast(device.type, torch.bfloat16, enabled=precision is Precision.BF16)
