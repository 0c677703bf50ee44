"""Recurrent layers that read padded texts both ways, with the numbers that packed ones would give."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn.functional import dropout

from mwplab.solvers.neural.batch import Batch, Embedder, Model, ModelConfig, Reader
from mwplab.solvers.neural.halves import run_layer
from mwplab.solvers.neural.packed_reader import PackedReader
from mwplab.solvers.neural.settings import Precision


class Bidirectional(nn.Module):
    """LSTM layers, forward and backward; padding changes nothing.

    Packed sequences would need their lengths on the processor, and are slower there. Here the texts of a
    batch are reversed each within its own length, so that no state that is looked at has seen padding.
    """

    def __init__(self, width: int, hidden: int, layers: int, share: float) -> None:
        super().__init__()
        widths = [width] + [2 * hidden] * (layers - 1)
        self.forth = nn.ModuleList(nn.LSTM(each, hidden, batch_first=True) for each in widths)
        self.back = nn.ModuleList(nn.LSTM(each, hidden, batch_first=True) for each in widths)
        self.share = share  # left out between layers

    def forward(self, vectors: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor]:
        """Return states (batch, time, directions, hidden) and last ones (batch, layers, directions, hidden).

        The last state of the forward direction is that of the last word, of the backward one of the first.
        """
        steps = torch.arange(vectors.shape[1], device=vectors.device)  # (time,)
        turned = torch.where(steps < lengths[:, None], lengths[:, None] - 1 - steps, steps)  # (batch, time)
        final = (lengths - 1)[:, None, None]
        lasts = []
        states = vectors
        for number, (forth, back) in enumerate(zip(self.forth, self.back, strict=True)):
            if number:
                states = dropout(states, self.share, self.training)
            ahead, _ = run_layer(forth, states)  # (batch, time, hidden)
            behind, _ = run_layer(back, _reorder(states, turned))
            ends = torch.cat([ahead, behind], 2)
            lasts.append(ends.gather(1, final.expand(-1, 1, ends.shape[2])))  # (batch, 1, 2 * hidden)
            states = torch.cat([ahead, _reorder(behind, turned)], 2)  # (batch, time, 2 * hidden)
        last = torch.cat(lasts, 1)
        return states.view(*states.shape[:2], 2, -1), last.view(*last.shape[:2], 2, -1)


class Recurrent(Model):
    """A model whose words are read both ways."""

    def __init__(self, config: ModelConfig, embedder: Embedder) -> None:
        super().__init__()
        self.embedder = embedder
        self.share = config.dropout
        self.read = Bidirectional(embedder.width, config.hidden, config.layers, config.dropout)

    def read_both_ways(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """Return states (batch, time, directions, hidden), last ones (batch, layers, directions, hidden)."""
        vectors = dropout(self.embedder(batch), self.share, self.training)  # (batch, time, width)
        states, lasts = self.read(vectors, batch.lengths)
        return states, lasts

    def read_words(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """Return words (batch, time, hidden) and last states (batch, layers, hidden), directions added up."""
        states, lasts = self.read_both_ways(batch)
        return states.sum(2), lasts.sum(2)

    def make_reader(self, precision: Precision) -> Reader:
        """Return what reads words on a processor as long as no weight changes."""
        layers = zip(self.read.forth, self.read.back, strict=True)
        return PackedReader(self.embedder, list(layers), precision)


def _reorder(states: Tensor, places: Tensor) -> Tensor:
    """Return the states (batch, time, width) of each text in another order, (batch, time)."""
    size, time, width = states.shape
    if states.is_cuda:
        return states.gather(1, places[:, :, None].expand(-1, -1, width))
    # A processor copies whole rows ten times as fast as number by number, and half as fast again backwards.
    first = torch.arange(0, size * time, time)[:, None]
    return states.reshape(-1, width).index_select(0, (first + places).view(-1)).view(size, time, width)
