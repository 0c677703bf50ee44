"""Recurrent layers that read padded texts both ways, with the numbers that packed ones would give."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn.functional import dropout


class Bidirectional(nn.Module):
    """LSTM or GRU layers, forward and backward; padding changes nothing.

    Packed sequences would need their lengths on the processor, and are slower there. Here the texts of a
    batch are reversed each within its own length, so that no state that is looked at has seen padding.
    """

    def __init__(self, kind: str, width: int, hidden: int, layers: int, share: float) -> None:
        super().__init__()
        make = nn.LSTM if kind == "lstm" else nn.GRU
        widths = [width] + [2 * hidden] * (layers - 1)
        self.forth = nn.ModuleList(make(each, hidden, batch_first=True) for each in widths)
        self.back = nn.ModuleList(make(each, hidden, batch_first=True) for each in widths)
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
            ahead, _ = forth(states)  # (batch, time, hidden)
            behind, _ = back(_reorder(states, turned))
            ends = torch.cat([ahead, behind], 2)
            lasts.append(ends.gather(1, final.expand(-1, 1, ends.shape[2])))  # (batch, 1, 2 * hidden)
            states = torch.cat([ahead, _reorder(behind, turned)], 2)  # (batch, time, 2 * hidden)
        last = torch.cat(lasts, 1)
        return states.view(*states.shape[:2], 2, -1), last.view(*last.shape[:2], 2, -1)


def _reorder(states: Tensor, places: Tensor) -> Tensor:
    """Return the states (batch, time, width) of each text in another order, (batch, time)."""
    size, time, width = states.shape
    if states.is_cuda:
        return states.gather(1, places[:, :, None].expand(-1, -1, width))
    # A processor copies whole rows ten times as fast as number by number, and half as fast again backwards.
    first = torch.arange(0, size * time, time)[:, None]
    return states.reshape(-1, width).index_select(0, (first + places).view(-1)).view(size, time, width)
