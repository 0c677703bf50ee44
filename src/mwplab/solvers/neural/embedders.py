"""Words to vectors: learnt from scratch, or by a pretrained encoder whose word pieces are pooled to words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor, nn

from mwplab.errors import RecordError
from mwplab.models import Encoder
from mwplab.solvers.neural.batch import Batch, Embedder
from mwplab.solvers.neural.encoding import COARSE, fitting
from mwplab.solvers.neural.words import Reading


class Scratch(Embedder):
    """One vector per word of the vocabulary, learnt with the model."""

    def __init__(self, words: int, width: int) -> None:
        super().__init__()
        self.width = width
        self.table = nn.Embedding(words, width, padding_idx=0)

    @property
    def by_word(self) -> Tensor:
        """Return (words, width)."""
        return self.table.weight

    def forward(self, batch: Batch) -> Tensor:
        """Return (batch, time, width)."""
        vectors: Tensor = self.table(batch.words)
        return vectors


class Pretrained(Embedder):
    """What a pretrained encoder makes of each word where it stands: the mean of its pieces."""

    def __init__(self, encoder: Encoder, *, freeze: bool) -> None:
        super().__init__()
        self.encoder = encoder.model.requires_grad_(not freeze)
        self.width = int(encoder.model.config.hidden_size)
        self.freeze = freeze

    def train(self, mode: bool = True) -> Pretrained:
        """Set the mode; an encoder that stays as it came leaves nothing out."""
        super().train(mode)
        if self.freeze:
            self.encoder.train(False)
        return self

    def forward(self, batch: Batch) -> Tensor:
        """Return (batch, time, width)."""
        pieces, owners = _pieces(batch)
        mask = (owners > PADDING).long()
        with torch.set_grad_enabled(torch.is_grad_enabled() and not self.freeze):
            states = self.encoder(input_ids=pieces, attention_mask=mask).last_hidden_state
        return pool(states, owners, batch.words.shape[1])  # (batch, pieces, width) -> (batch, time, width)


class PretrainedTable(Embedder):
    """The table of vectors that a pretrained encoder begins with: each word by itself."""

    def __init__(self, encoder: Encoder, *, freeze: bool) -> None:
        super().__init__()
        table: Any = encoder.model.get_input_embeddings()
        words, self.width = table.weight.shape
        self.table = nn.Embedding(words, self.width, _weight=table.weight.detach().clone(), _freeze=freeze)

    def forward(self, batch: Batch) -> Tensor:
        """Return (batch, time, width)."""
        pieces, owners = _pieces(batch)
        return pool(self.table(pieces), owners, batch.words.shape[1])


MARK, PADDING = -1, -2
"""The owners of pieces that are no part of a word: marks such as the one at the beginning, and padding."""


def pool(states: Tensor, owners: Tensor, time: int) -> Tensor:
    """Return the mean over the pieces of each word, (batch, pieces, width) to (batch, time, width).

    >>> states = torch.tensor([[[1.0], [2.0], [4.0], [9.0]]])
    >>> pool(states, torch.tensor([[-1, 0, 0, 1]]), 3)[0, :, 0].tolist()
    [3.0, 9.0, 0.0]
    """
    places = torch.arange(time, device=owners.device)[:, None]  # (time, 1)
    share = (owners[:, None] == places).to(states.dtype)  # (batch, time, pieces)
    share = share / share.sum(2, keepdim=True).clamp_min(1.0)
    return share @ states


def _pieces(batch: Batch) -> tuple[Tensor, Tensor]:
    if batch.pieces is None or batch.owners is None:
        raise RecordError(
            "a pretrained encoder reads word pieces, and the batch has none; encode it with them"
        )
    return batch.pieces, batch.owners


class Pieces:
    """Cuts readings into the word pieces of a pretrained encoder."""

    def __init__(self, encoder: Encoder, *, numbered: bool) -> None:
        if not encoder.tokenizer.is_fast:
            raise RecordError(
                f"the tokenizer of {encoder.label} does not say which piece comes from where; "
                "take an encoder with a tokenizer.json"
            )
        self.encoder = encoder
        self.numbered = numbered

    def fit(self, reading: Reading) -> Reading:
        """Return the last words of a reading, as many as the encoder has room for."""
        text = " ".join(self._words(reading))
        marks = self.encoder.tokenizer.num_special_tokens_to_add()
        if text.isascii() and len(text) + marks <= self.encoder.max_tokens:
            return reading  # a piece has one letter at least, so nothing needs to be cut to know
        owners = self._cut(reading)[1]
        while reading.words and (over := len(owners) - self.encoder.max_tokens) > 0:
            left_out = max(1, 1 + max(owners[: over + 1]))  # the mark at the beginning stays
            reading = reading.last(len(reading.words) - left_out)
            owners = self._cut(reading)[1]  # once more, since a word at the beginning may be cut otherwise
        return reading

    def __call__(self, readings: Sequence[Reading]) -> tuple[Tensor, Tensor]:
        """Return pieces and owners, (problems, pieces) each, of readings that `fit`."""
        rows = [self._cut(reading) for reading in readings]
        longest = fitting(COARSE.times, max((len(ids) for ids, _ in rows), default=1))
        filler = self.encoder.tokenizer.pad_token_id or 0
        pieces = torch.full((len(rows), longest), int(filler))
        owners = torch.full((len(rows), longest), PADDING)
        for row, (ids, places) in enumerate(rows):
            pieces[row, : len(ids)] = torch.tensor(ids)
            owners[row, : len(ids)] = torch.tensor(places)
        return pieces, owners

    def _words(self, reading: Reading) -> list[str]:
        # Numbered quantities stand as their words, so that the encoder sees which is which.
        words = list(reading.surfaces)
        if self.numbered:
            for place in reading.places:
                words[place] = reading.words[place]
        return words

    def _cut(self, reading: Reading) -> tuple[list[int], list[int]]:
        words = self._words(reading)
        ends: list[int] = []
        for word in words:
            ends.append((ends[-1] + 1 if ends else 0) + len(word))
        read = self.encoder.tokenizer(" ".join(words), return_offsets_mapping=True, verbose=False)
        owners: list[int] = []
        place = 0
        for start, end in read["offset_mapping"]:
            while place < len(ends) - 1 and end > ends[place]:
                place += 1
            owners.append(MARK if start == end else place)
        return read["input_ids"], owners
