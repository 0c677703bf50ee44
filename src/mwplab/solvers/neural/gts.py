"""GTS, the goal-driven tree-structured solver: an LSTM reads the words both ways, goals write the tree.

Notable: the root goal is the sum of the last real states of both directions. Published code takes it from
the last position of the padded batch, so that in training a short problem loses half of its summary;
``padded_root`` does the same, for comparisons.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from mwplab.solvers.neural.batch import Batch, Decoded, Embedder, ModelConfig, Reader, mean_loss
from mwplab.solvers.neural.goal_decoder import GoalDecoder
from mwplab.solvers.neural.recurrent import Recurrent
from mwplab.solvers.neural.tree_search import search_trees


@dataclass(frozen=True, kw_only=True)
class GtsConfig(ModelConfig):
    """The sizes of a GTS."""

    hidden: int = 512
    """Width of states and goals."""

    dropout: float = 0.5
    """Share of the inputs of a layer that training leaves out."""

    symbol_embedding: int = 128
    """Width of the vectors of operators."""


class Gts(Recurrent):
    """BiLSTM encoder, goal-driven tree decoder."""

    padded_root = False
    """Whether training takes the root goal from where the longest text of a batch ends."""

    def __init__(self, config: GtsConfig, embedder: Embedder) -> None:
        super().__init__(config, embedder)
        self.write = GoalDecoder(config.symbols, config.hidden, config.symbol_embedding, config.dropout)

    def encode(self, batch: Batch, reader: Reader | None = None) -> tuple[Tensor, Tensor]:
        """Return the root goal (batch, hidden) and the words (batch, time, hidden)."""
        words, lasts = (reader or self.read_words)(batch)
        return lasts[:, -1], words

    def loss(self, batch: Batch) -> Tensor:
        """Return the mean loss of the problems that count."""
        reader = self.read_padded if self.padded_root else None
        return mean_loss(self.write.losses(batch, *self.encode(batch, reader)), batch)

    def read_padded(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """Return what `read_words` does, the last states without the forward direction in shorter texts.

        Published code looks for it behind them, where a packed sequence has zeros.
        """
        states, lasts = self.read_both_ways(batch)
        ahead, behind = lasts.unbind(2)  # (batch, layers, hidden)
        longest = (batch.lengths == batch.lengths.amax())[:, None, None]
        return states.sum(2), torch.where(longest, ahead, 0.0) + behind

    def lay_out(self, targets: Tensor, lengths: Tensor) -> Tensor:
        """Return how the trees of targets are computed."""
        return self.write.lay_out(targets, lengths)

    def decode(self, batch: Batch, beam: int = 1, limit: int = 25, reader: Reader | None = None) -> Decoded:
        """Return the best well-formed expressions."""
        return search_trees(self.write, batch, *self.encode(batch, reader), beam=beam, limit=limit)
