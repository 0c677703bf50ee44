"""Problems as tensors: all of them on the device once, and batches cut from them by index."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from random import Random
from typing import Protocol

import torch
from torch import Tensor

from mwplab.equations.nodes import Expr
from mwplab.records import Problem, Question
from mwplab.solvers.neural.batch import Batch
from mwplab.solvers.neural.symbols import Symbols
from mwplab.solvers.neural.words import UNKNOWN, Reading, Vocabulary, read


@dataclass(frozen=True, slots=True)
class Padding:
    """The lengths that texts and targets are padded to."""

    times: tuple[int, ...]
    """Words, or word pieces."""

    steps: tuple[int, ...]
    """Symbols."""


STEPS = (5, 9, 17, 33, 49)
"""Problems of one operator share batches with those of two: apart, what is learnt is less."""

FINE = Padding((*range(8, 97, 4), 112, 128, 160, 192, 256, 400), STEPS)
"""Little is computed for nothing."""

EXACT = Padding((), ())
"""Nothing but up to the longest of a batch; for decoding, which has no need to mix its batches."""

COARSE = Padding((32, 48, 64, 96, 128, 256, 400), STEPS)
"""Some of the fine ones: every shape is captured by itself on a GPU, so there are few."""

GraphMaker = Callable[[Sequence[Problem | Question], Sequence[Reading], int], Tensor]
"""Graphs (problems, kinds, time, time) of texts padded to a length."""


class PieceMaker(Protocol):
    """What cuts texts into the word pieces of a pretrained encoder."""

    def fit(self, reading: Reading) -> Reading:
        """Return as much of the end of a reading as the encoder takes."""
        ...

    def __call__(self, readings: Sequence[Reading]) -> tuple[Tensor, Tensor]:
        """Return word pieces and the words that own them, (problems, pieces) each."""
        ...


@dataclass(frozen=True, slots=True)
class Language:
    """What a solver reads and writes: how texts and expressions become numbers."""

    vocabulary: Vocabulary
    """The words it tells apart."""

    symbols: Symbols
    """What it writes."""

    numbered: bool
    """Whether its words for quantities have numbers."""

    pieces: PieceMaker | None = None
    """What makes word pieces, where a pretrained encoder reads such."""

    def read(self, question: Problem | Question) -> Reading:
        """Return a text as this solver reads it."""
        fit = None if self.pieces is None else self.pieces.fit
        return read(question.text, question.quantities, numbered=self.numbered, fit=fit)


def encode(
    language: Language,
    questions: Sequence[Problem | Question],
    targets: Sequence[Expr] | None = None,
    *,
    graphs: GraphMaker | None = None,
) -> Batch:
    """Return problems as one large batch, with one blank problem of weight 0 at the end to fill others up."""
    readings = [language.read(question) for question in questions]
    wanted = [()] * len(questions) if targets is None else list(map(language.symbols.to_prefix, targets))
    time = fitting(COARSE.times, max((len(reading.words) for reading in readings), default=1))
    steps = fitting(COARSE.steps, max(map(len, wanted), default=1))
    slots = language.symbols.slots
    words = _below_each_other([language.vocabulary.ids(one.words) for one in readings], time)
    words[:, 0].clamp_(min=UNKNOWN)  # a text without words has one that is unknown
    places = [[*[0] * one.first, *one.places][:slots] for one in readings]
    seen = [[*[0] * one.first, *[1] * len(one.places)][:slots] for one in readings]
    present = _below_each_other(seen, slots).bool()
    not_zero = [[quantity.value != 0 for quantity in question.quantities[:slots]] for question in questions]
    present[:, 0] |= ~present.any(1)  # so that there is always something to choose from
    owned = (None, None) if language.pieces is None else tuple(map(_blank_below, language.pieces(readings)))
    return Batch(
        words=words,
        lengths=torch.tensor([max(1, len(reading.words)) for reading in readings] + [1]),
        places=_below_each_other(places, slots),
        present=present,
        divisors=_below_each_other(not_zero, slots).bool() & present,
        targets=_below_each_other(wanted, steps),
        target_lengths=torch.tensor([max(1, len(ids)) for ids in wanted] + [1]),
        weights=torch.tensor([1.0] * len(questions) + [0.0]),
        graphs=None if graphs is None else _blank_below(graphs(questions, readings, time)),
        pieces=owned[0],
        owners=owned[1],
    )


def _below_each_other(rows: Sequence[Sequence[int]], width: int) -> Tensor:
    """Return rows filled up with zeros to a width, and the blank problem's row of zeros below them."""
    lengths = torch.tensor([*map(len, rows), 0])
    filled = torch.zeros(len(lengths), width, dtype=torch.long)
    filled[torch.arange(width) < lengths[:, None]] = torch.tensor(
        [*chain.from_iterable(rows)], dtype=torch.long
    )
    return filled


def _blank_below(rows: Tensor) -> Tensor:
    """Return the rows and a copy of the last one, for the blank problem."""
    return torch.cat([rows, rows[-1:]])


def fitting(sizes: Sequence[int], wanted: int) -> int:
    """Return the smallest size that something fits into, or its own where none is large enough.

    >>> fitting((16, 24), 17), fitting((16, 24), 30)
    (24, 30)
    """
    return next((size for size in sizes if size >= wanted), wanted)


@lru_cache(maxsize=256)  # the same in every epoch, and for every seed
def _fitted(sizes: tuple[int, ...], wanted: tuple[int, ...]) -> tuple[int, ...]:
    """Return what each fits into; nothing fits into nothing."""
    return tuple(fitting(sizes, each) if each else 0 for each in wanted)


@dataclass(frozen=True, slots=True)
class Cut:
    """A batch that is to be cut from many problems."""

    rows: tuple[int, ...]
    """Which problems, all batches the same number; the blank one fills the last batch up."""

    time: int
    """How many words its texts are padded to."""

    steps: int
    """How many symbols its targets are padded to."""

    pieces: int
    """How many word pieces its texts are padded to; 0 where there are none."""

    def of(self, everything: Batch, index: Tensor | None = None) -> Batch:
        """Return the batch; ``index`` holds the rows where they are on the device already."""
        if index is None:
            index = torch.tensor(self.rows, device=everything.words.device)
        chosen = everything.rows(index)
        return Batch(
            words=chosen.words[:, : self.time],
            lengths=chosen.lengths,
            places=chosen.places,
            present=chosen.present,
            divisors=chosen.divisors,
            targets=chosen.targets[:, : self.steps],
            target_lengths=chosen.target_lengths,
            weights=chosen.weights,
            graphs=None if chosen.graphs is None else chosen.graphs[:, :, : self.time, : -(-self.time // 8)],
            pieces=None if chosen.pieces is None else chosen.pieces[:, : self.pieces],
            owners=None if chosen.owners is None else chosen.owners[:, : self.pieces],
        )

    @property
    def shape(self) -> tuple[int, int, int, int]:
        """Return what all batches that one captured step serves have in common."""
        return len(self.rows), self.time, self.steps, self.pieces


@dataclass(frozen=True, slots=True)
class Sizes:
    """How long each problem is, so that problems of like length share a batch."""

    words: tuple[int, ...]
    """Words of each text."""

    symbols: tuple[int, ...]
    """Symbols of each target."""

    pieces: tuple[int, ...]
    """Word pieces of each text; 0 where there are none."""

    @classmethod
    def of(cls, everything: Batch) -> Sizes:
        """Return the sizes of problems, the blank one left out."""
        owners = everything.owners
        pieces = torch.zeros_like(everything.lengths) if owners is None else (owners > -2).sum(1)
        found = (everything.lengths, everything.target_lengths, pieces)
        return cls(*(tuple(part.tolist()[:-1]) for part in found))

    def cuts(self, size: int, chance: Random | None = None, padding: Padding = FINE) -> list[Cut]:
        """Return batches of problems of like length; with chance, who meets whom and in which order varies.

        All batches have ``size`` rows.
        """
        count = len(self.words)
        order = list(range(count))
        if chance is not None:
            chance.shuffle(order)
        times = _fitted(padding.times, self.words)
        steps = _fitted(padding.steps, self.symbols)
        pieces = _fitted(padding.times, self.pieces)
        ranks = list(zip(steps, times, strict=True))
        order.sort(key=ranks.__getitem__)
        groups = [order[start : start + size] for start in range(0, count, size)]
        cuts = [
            Cut(
                tuple(rows + [count] * (size - len(rows))),
                max(map(times.__getitem__, rows)),
                max(map(steps.__getitem__, rows)),
                max(map(pieces.__getitem__, rows)),
            )
            for rows in groups
        ]
        if chance is not None:
            chance.shuffle(cuts)
        return cuts
