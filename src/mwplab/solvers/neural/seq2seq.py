"""Sequence to sequence: an LSTM reads the words both ways, another writes the expression and attends.

Notable: the decoder begins from the last real states of the reader through one layer each for state and cell,
where the published code hands over the cells of the forward direction.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from mwplab.solvers.neural.attention_decoder import AttentionDecoder
from mwplab.solvers.neural.batch import Batch, Decoded, Embedder, ModelConfig, Reader
from mwplab.solvers.neural.recurrent import Recurrent
from mwplab.solvers.neural.search import States


@dataclass(frozen=True, kw_only=True)
class Seq2SeqConfig(ModelConfig):
    """The sizes of a sequence-to-sequence model."""

    symbol_embedding: int = 128
    """Width of the vectors of symbols that the decoder reads."""


class Seq2Seq(Recurrent):
    """BiLSTM encoder, LSTM decoder with Luong attention."""

    def __init__(self, config: Seq2SeqConfig, embedder: Embedder) -> None:
        super().__init__(config, embedder)
        self.begin_state = nn.Linear(config.hidden, config.hidden)
        self.begin_cell = nn.Linear(config.hidden, config.hidden)
        self.write = AttentionDecoder(config, config.symbol_embedding)

    def encode(self, batch: Batch, reader: Reader | None = None) -> tuple[States, Tensor]:
        """Return states to begin with, (batch, layers, hidden) twice, and words (batch, time, hidden)."""
        words, lasts = (reader or self.read_words)(batch)
        return (torch.tanh(self.begin_state(lasts)), torch.tanh(self.begin_cell(lasts))), words

    def loss(self, batch: Batch) -> Tensor:
        """Return the mean loss of the problems that count."""
        return self.write.loss(batch, *self.encode(batch))

    def decode(self, batch: Batch, beam: int = 1, limit: int = 25, reader: Reader | None = None) -> Decoded:
        """Return the best well-formed expressions."""
        return self.write.decode(batch, *self.encode(batch, reader), beam, limit)
