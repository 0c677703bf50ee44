"""LSTM layers that read both ways while their weights stay as they are, for many texts on a processor.

The first layer looks up what a word gives to its gates, where vectors are by word. Texts are read in order
of length, at each step those that are long enough, so nothing is padded; the backward direction begins at
the last word. Matrices are laid out for their products once. A sigmoid does what tanh does, since
tanh(x) = 2 sigmoid(2 x) - 1, and torch's is six times as fast.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

import torch
from torch import Tensor, nn
from torch.nn.functional import linear

from mwplab.solvers.neural.batch import Batch, Embedder
from mwplab.solvers.neural.products import Product, make_product
from mwplab.solvers.neural.settings import Precision

Pair = tuple[nn.Module, nn.Module]
"""The forward and the backward direction of a layer."""

MOST_WORDS = 8192
"""Words of a vocabulary that is looked up; of a larger one the words that are met are multiplied."""


@dataclass(frozen=True, slots=True)
class Steps:
    """Where the words of texts stand when those of one step stand together, the longest text first."""

    starts: tuple[int, ...]
    """Where the words of each step begin, and where the last ones end."""

    places: tuple[Tensor, Tensor]
    """(words,) where each word is in the padded batch, (batch * time), forward and backward."""

    turned: Tensor
    """(words,) where the other direction has the same word."""

    ends: Tensor
    """(batch,) the last step of each text, in the order of the batch."""

    @classmethod
    def of(cls, lengths: Tensor, time: int) -> Steps:
        """Return the steps of texts that are padded to a length.

        >>> steps = Steps.of(torch.tensor([1, 3]), 4)
        >>> steps.starts, [place.tolist() for place in steps.places]
        ((0, 2, 3, 4), [[4, 0, 5, 6], [6, 0, 5, 4]])
        >>> steps.turned.tolist(), steps.ends.tolist()
        ([3, 1, 2, 0], [1, 3])
        """
        sizes, order = lengths.sort(descending=True, stable=True)
        there = torch.arange(int(sizes[0]))[:, None] < sizes  # (steps, batch)
        begins = torch.cat([torch.zeros(1, dtype=torch.long), there.sum(1).cumsum(0)])
        step, row = there.nonzero().unbind(1)  # (words,)
        back = sizes[row] - 1 - step
        first = order[row] * time
        ends = (begins[sizes - 1] + torch.arange(len(sizes)))[order.argsort()]
        return cls(tuple(begins.tolist()), (first + step, first + back), begins[back] + row, ends)


class PackedReader:
    """Reads batches as a model's embedder and LSTM layers do when nothing is left out."""

    def __init__(self, embedder: Embedder, layers: Sequence[Pair], precision: Precision) -> None:
        self.embedder = embedder
        first, *others = ([_Weights.of(layer) for layer in pair] for pair in layers)
        self.first = [(weights.inputs, weights.bias) for weights in first]
        self.states = [make_product(-weights.states, None, precision) for weights in first]
        later = _Together if precision is Precision.INT8 else _Apart
        self.others = [[later.of(weights, precision) for weights in pair] for pair in others]
        vectors = embedder.by_word
        self.tables: list[Tensor] | None = None
        if vectors is not None and len(vectors) <= MOST_WORDS:
            self.tables = [linear(vectors, *given).to(self.states[0].sums) for given in self.first]

    def __call__(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """Return words (batch, time, hidden) and last states (batch, layers, hidden), directions added up."""
        size, time = batch.words.shape
        steps = Steps.of(batch.lengths, time)
        both = [
            _run(_Given(product, *given), steps.starts, product)
            for product, given in zip(self.states, self._given(batch, steps), strict=True)
        ]
        lasts = [_last(both, steps)]
        for pair in self.others:
            both = [
                _run(layer.gates(below), steps.starts, layer.product)
                for layer, below in zip(pair, _joined(both, steps), strict=True)
            ]
            lasts.append(_last(both, steps))
        words = lasts[0].new_zeros(size * time, lasts[0].shape[1])
        for place, one in zip(steps.places, both, strict=True):
            words.index_add_(0, place, one.exact, alpha=-1)
        return words.to(self.states[0].sums).view(size, time, -1), torch.stack(lasts, 1)

    def _given(self, batch: Batch, steps: Steps) -> list[tuple[Tensor, Tensor | None]]:
        """Return what words give to the gates of the first layer, and the row of each, by direction."""
        if self.tables is not None:
            ids = batch.words.flatten()
            return [(table, ids[at]) for table, at in zip(self.tables, steps.places, strict=True)]
        vectors, kind = self.embedder(batch).flatten(0, 1), self.states[0].sums
        both = zip(self.first, steps.places, strict=True)
        return [(linear(vectors[at], *given).to(kind), None) for given, at in both]


class _Gates(Protocol):
    """What the gates of a layer are set by."""

    def __call__(self, start: int, end: int, before: Tensor | None) -> Tensor:
        """Return (words, 4 * hidden) for the words of one step and rounded states before it, if any."""
        ...


@dataclass(frozen=True, slots=True)
class _Given:
    """Gates to which inputs give what is known, and states their product."""

    product: Product
    table: Tensor  # (many, 4 * hidden)
    places: Tensor | None = None  # (words,) the row of each word; none: they stand in order

    def __call__(self, start: int, end: int, before: Tensor | None) -> Tensor:
        places = self.places
        given = self.table[start:end] if places is None else self.table.index_select(0, places[start:end])
        return given if before is None else self.product.plus(before, given)


@dataclass(frozen=True, slots=True)
class _Joint:
    """Gates set by the states of the layer below and those of the step before, in one product."""

    product: Product
    states: Tensor  # (words, 3 * hidden) those before are the last third

    def __call__(self, start: int, end: int, before: Tensor | None) -> Tensor:
        states = self.states[start:end]
        if before is not None:
            states[:, -before.shape[1] :] = before
        return self.product(states)


@dataclass(frozen=True, slots=True)
class _Apart:
    """A layer above the first: a product for all that is below, and one in each step for states before it.

    Matrices of wide numbers stay in the cache better than as one.
    """

    below: Product
    product: Product

    @classmethod
    def of(cls, weights: _Weights, precision: Precision) -> _Apart:
        below = make_product(-weights.inputs, weights.bias, precision)
        return cls(below, make_product(-weights.states, None, precision))

    def gates(self, below: list[Tensor]) -> _Gates:
        return _Given(self.product, self.below(torch.cat(below, 1)))


@dataclass(frozen=True, slots=True)
class _Together:
    """A layer above the first: one product in each step for what is below and states before it."""

    product: Product

    @classmethod
    def of(cls, weights: _Weights, precision: Precision) -> _Together:
        joined = -torch.cat([weights.inputs, weights.states], 1)
        return cls(make_product(joined, weights.bias, precision))

    def gates(self, below: list[Tensor]) -> _Gates:
        none = self.product.round(torch.zeros(1, 1)).expand_as(below[0])
        return _Joint(self.product, torch.cat([*below, none], 1))


@dataclass(frozen=True, slots=True)
class _States:
    """The states of one direction of a layer with the opposite sign, step by step: (words, hidden)."""

    exact: Tensor
    rounded: Tensor  # as products take them


def _run(gates: _Gates, starts: tuple[int, ...], product: Product) -> _States:
    """Return the states that follow from gates."""
    words, size, hidden = starts[-1], starts[1], product.outputs // 4
    states = torch.empty(words, hidden)
    rounded = torch.empty(words, hidden, dtype=product.rounded)
    cells = torch.zeros(size, hidden)  # twice as large as they are
    before = None
    for start, end in pairwise(starts):
        now = gates(start, end, None if before is None else before[: end - start])
        keep_in, keep, keep_out, new = now.float().sigmoid_().chunk(4, 1)
        cell = cells[: end - start]  # texts that have ended were the last ones
        cell.mul_(keep).addcmul_(keep_in, new, value=4).sub_(keep_in, alpha=2)
        # With the opposite sign, which weights make up for, a state takes one pass: out * (1 - 2 * sigmoid).
        torch.addcmul(keep_out, keep_out, cell.sigmoid(), value=-2, out=states[start:end])
        before = rounded[start:end]
        before.copy_(product.round(states[start:end]))
    return _States(states, rounded)


def _joined(both: list[_States], steps: Steps) -> list[list[Tensor]]:
    """Return the states of both directions at each word, (words, hidden), as each of them meets words."""
    ahead, behind = (one.rounded for one in both)
    other_ahead, other_behind = (one.index_select(0, steps.turned) for one in (ahead, behind))
    return [[ahead, other_behind], [other_ahead, behind]]


def _last(both: list[_States], steps: Steps) -> Tensor:
    """Return the states behind each text, (batch, hidden), directions added up."""
    ahead, behind = (one.exact[steps.ends] for one in both)
    return -(ahead + behind)


@dataclass(frozen=True, slots=True)
class _Weights:
    """The weights of one direction of a layer, the gates in the order input, forget, output, new.

    What would pass through tanh is doubled, as a sigmoid in its place needs it.
    """

    inputs: Tensor  # (4 * hidden, inputs)
    bias: Tensor
    states: Tensor  # (4 * hidden, hidden)

    @classmethod
    def of(cls, layer: nn.Module) -> _Weights:
        def arrange(rows: Tensor) -> Tensor:
            one, two, new, three = rows.detach().float().chunk(4)
            return torch.cat([one, two, three, 2 * new])

        weights = dict(layer.named_parameters())
        bias = weights["bias_ih_l0"] + weights["bias_hh_l0"]
        return cls(*map(arrange, (weights["weight_ih_l0"], bias, weights["weight_hh_l0"])))
