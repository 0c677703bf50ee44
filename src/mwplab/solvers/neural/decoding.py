"""Many problems decoded batch by batch; on a GPU each shape is captured when it comes again, and replayed."""

from __future__ import annotations

from dataclasses import dataclass, fields

import torch
from torch import Tensor

from mwplab.models.pretrained import reason
from mwplab.solvers.neural.batch import Batch, Decoded, Model, Reader
from mwplab.solvers.neural.encoding import COARSE, EXACT, Cut, Sizes
from mwplab.solvers.neural.halves import make_twin
from mwplab.solvers.neural.laid_out import lay_out
from mwplab.solvers.neural.settings import Precision
from mwplab.solvers.neural.steps import Pool, autocast, capturing


class Decoder:
    """A model that answers; made once, since what is captured or laid out for products is kept with it.

    When weights change, `renew` tells it so; a captured graph reads them where they are. Where
    decoding cannot be captured, it is done step by step, and ``note`` says why.
    """

    def __init__(self, model: Model, *, limit: int, precision: Precision) -> None:
        self.twin = make_twin(model, precision)
        self.model = model if self.twin is None else self.twin.narrow.eval()
        self.limit = limit
        self.precision = precision
        self.captures: dict[tuple[int, ...], _Capture] = {}
        self.met: set[tuple[int, ...]] = set()
        self.pool: Pool = None
        self.last: torch.cuda.CUDAGraph | None = None
        self.note = ""
        self.reader: Reader | None = None
        self.laid_out: Model | None = None

    @torch.no_grad()
    def __call__(self, batch: Batch, beam: int) -> Decoded:
        """Return what is decoded for one batch; on a GPU the next of its shape overwrites the tensors."""
        training = self.model.training
        if training:
            self.model.eval()
        try:
            return self._replayed(batch, beam) if batch.words.is_cuda else self._decode(batch, beam)
        finally:
            if training:
                self.model.train()

    def _decode(self, batch: Batch, beam: int) -> Decoded:
        if self.laid_out is None and not batch.words.is_cuda:
            self.reader = self.model.make_reader(self.precision)
            self.laid_out = lay_out(self.model, self.precision)
        with autocast(batch.words.device, Precision.FP32 if self.twin else self.precision):
            return (self.laid_out or self.model).decode(batch, beam, self.limit, self.reader)

    def renew(self) -> None:
        """Take note that weights have changed."""
        self.reader = self.laid_out = None
        if self.twin is not None:
            self.twin.renew()

    def _replayed(self, batch: Batch, beam: int) -> Decoded:
        pieces = () if batch.pieces is None else batch.pieces.shape[1:]
        key = (beam, *batch.words.shape, *pieces)
        if key not in self.met:  # most shapes come once; besides, libraries choose their ways here
            self.met.add(key)
            return self._decode(batch, beam)
        if not self.note and key not in self.captures:
            try:
                self.captures[key] = self._captured(batch, beam)
            except RuntimeError as error:
                self.note = f"decoding is not captured: {reason(error)}"
                torch.cuda.synchronize()
        if self.note:
            return self._decode(batch, beam)
        capture = self.captures[key]
        for place, value in zip(_tensors(capture.batch), _tensors(batch), strict=True):
            place.copy_(value)
        capture.graph.replay()
        return capture.decoded

    def _captured(self, batch: Batch, beam: int) -> _Capture:
        place = batch.map(lambda tensor: tensor.clone())
        self.pool = self.pool or torch.cuda.graph_pool_handle()
        with capturing(self.pool) as graph:
            self.last = graph  # where it fails too: once let go of, it takes workspaces of others along
            decoded = self._decode(place, beam)
        return _Capture(graph, place, decoded)


@dataclass(frozen=True, slots=True)
class _Capture:
    graph: torch.cuda.CUDAGraph
    batch: Batch
    decoded: Decoded


def batches(data: Batch, size: int, device: torch.device) -> list[tuple[Cut, Batch]]:
    """Return encoded problems in batches of like length, on a device."""
    padding = COARSE if device.type == "cuda" else EXACT
    return [(cut, cut.of(data).to(device)) for cut in Sizes.of(data).cuts(size, padding=padding)]


def _tensors(batch: Batch) -> list[Tensor]:
    """Return the tensors that decoding reads; targets and weights are not among them."""
    apart = ("targets", "target_lengths", "weights")
    found = (getattr(batch, part.name) for part in fields(batch) if part.name not in apart)
    return [tensor for tensor in found if tensor is not None]
