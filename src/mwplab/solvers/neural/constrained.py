"""The constrained model: no word order at all, to see how far single words carry.

A feed-forward network looks at each word by itself; the decoder begins from the average of what it makes of
them and attends to the words one by one. What it attends to is a word and nothing of its neighbours.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn.functional import dropout

from mwplab.solvers.neural.attention_decoder import AttentionDecoder
from mwplab.solvers.neural.batch import Batch, Decoded, Embedder, Model, ModelConfig, Reader
from mwplab.solvers.neural.search import States
from mwplab.solvers.neural.settings import Precision


@dataclass(frozen=True, kw_only=True)
class ConstrainedConfig(ModelConfig):
    """The sizes of a constrained model."""

    symbol_embedding: int = 128
    """Width of the vectors of symbols that the decoder reads."""


class Constrained(Model):
    """Feed-forward encoder, LSTM decoder over the average, with attention."""

    def __init__(self, config: ConstrainedConfig, embedder: Embedder) -> None:
        super().__init__()
        self.embedder = embedder
        self.share = config.dropout
        widths = [embedder.width] + [config.hidden] * config.layers
        self.read = nn.ModuleList(map(nn.Linear, widths, widths[1:]))
        self.layers = config.layers
        self.write = AttentionDecoder(config, config.symbol_embedding)

    def read_words(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """Return words (batch, time, hidden) and their average (batch, hidden)."""
        return self._averaged(batch, self._think(self.embedder(batch)))

    def encode(self, batch: Batch, reader: Reader | None = None) -> tuple[States, Tensor]:
        """Return states to begin with, (batch, layers, hidden) twice, and words (batch, time, hidden)."""
        words, average = (reader or self.read_words)(batch)
        begin = average[:, None].expand(-1, self.layers, -1)
        return (begin, torch.zeros_like(begin)), words

    def make_reader(self, precision: Precision) -> Reader | None:
        """Return what looks up what was made of each word of the vocabulary."""
        vectors = self.embedder.by_word
        if vectors is None:
            return None
        table = self._think(vectors)
        return lambda batch: self._averaged(batch, table[batch.words])

    def loss(self, batch: Batch) -> Tensor:
        """Return the mean loss of the problems that count."""
        return self.write.loss(batch, *self.encode(batch))

    def decode(self, batch: Batch, beam: int = 1, limit: int = 25, reader: Reader | None = None) -> Decoded:
        """Return the best well-formed expressions."""
        return self.write.decode(batch, *self.encode(batch, reader), beam, limit)

    def _think(self, words: Tensor) -> Tensor:
        """Return what the layers make of each word, (..., width) to (..., hidden)."""
        for layer in self.read:
            words = torch.relu(layer(dropout(words, self.share, self.training)))
        return words

    def _averaged(self, batch: Batch, words: Tensor) -> tuple[Tensor, Tensor]:
        mask = batch.word_mask[:, :, None]  # (batch, time, 1)
        return words, torch.where(mask, words, 0.0).sum(1) / batch.lengths[:, None]
