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
        self.precision = precision
        pairs = [tuple(map(_arranged, pair)) for pair in layers]
        self.first = pairs[0]
        vectors = embedder.by_word
        self.states = [[make_product(states, None, precision) for _, states in pair] for pair in pairs]
        self.sums = self.states[0][0].sums
        self.tables: list[Tensor] | None = None
        if vectors is not None and len(vectors) <= MOST_WORDS:
            self.tables = [linear(vectors, *inputs).to(self.sums) for inputs, _ in self.first]
        self.inputs = [[make_product(*inputs, precision) for inputs, _ in pair] for pair in pairs[1:]]

    def __call__(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """Return words (batch, time, hidden) and last states (batch, layers, hidden), directions added up."""
        size, time = batch.words.shape
        steps = Steps.of(batch.lengths, time)
        both = self._run(self._first_gates(batch, steps), steps, 0)
        lasts = [_last(both, steps)]
        for number, products in enumerate(self.inputs, 1):
            gates = [product(states) for product, states in zip(products, _joined(both, steps), strict=True)]
            both = self._run(gates, steps, number)
            lasts.append(_last(both, steps))
        words = lasts[0].new_zeros(size * time, lasts[0].shape[1])
        for place, one in zip(steps.places, both, strict=True):
            words.index_add_(0, place, one.exact)
        if self.precision is Precision.BF16:
            words = words.bfloat16()
        return words.view(size, time, -1), torch.stack(lasts, 1)

    def _first_gates(self, batch: Batch, steps: Steps) -> list[Tensor]:
        """Return what the words give to the gates of the first layer, (words, 4 * hidden) by direction."""
        if self.tables is not None:
            ids = batch.words.flatten()
            return [
                table.index_select(0, ids[at]) for table, at in zip(self.tables, steps.places, strict=True)
            ]
        vectors = self.embedder(batch).flatten(0, 1)
        return [
            linear(vectors[at], *inputs).to(self.sums)
            for (inputs, _), at in zip(self.first, steps.places, strict=True)
        ]

    def _run(self, gates: list[Tensor], steps: Steps, layer: int) -> list[_States]:
        """Return the states of both directions of a layer."""
        return [
            _run(gate, steps.starts, product) for gate, product in zip(gates, self.states[layer], strict=True)
        ]


@dataclass(frozen=True, slots=True)
class _States:
    """The states of one direction of a layer, step by step: (words, hidden)."""

    exact: Tensor
    rounded: Tensor  # as products take them


def _run(gates: Tensor, starts: tuple[int, ...], product: Product) -> _States:
    """Return the states that follow from what the inputs give to the gates, (words, 4 * hidden)."""
    hidden = gates.shape[1] // 4
    states = torch.empty(len(gates), hidden)
    rounded = product.round(states)
    cells = torch.zeros(starts[1], hidden)
    for number, (start, end) in enumerate(pairwise(starts)):
        now = gates[start:end]
        if number:
            before = starts[number - 1]
            product.add(rounded[before : before + end - start], now)
        keep_in, keep, keep_out, new = now.float().sigmoid_().chunk(4, 1)
        cell = cells[: end - start]  # texts that have ended were the last ones
        cell.mul_(keep).addcmul_(keep_in, new, value=2).sub_(keep_in)
        told = torch.mul(cell, 2).sigmoid_().mul_(2).sub_(1)
        torch.mul(told, keep_out, out=states[start:end])
        rounded[start:end] = product.round(states[start:end])
    return _States(states, rounded)


def _joined(both: list[_States], steps: Steps) -> tuple[Tensor, Tensor]:
    """Return the states of both directions at each word, (words, 2 * hidden), as each of them meets words."""
    ahead, behind = (one.rounded for one in both)
    other_ahead, other_behind = (one.index_select(0, steps.turned) for one in (ahead, behind))
    return torch.cat([ahead, other_behind], 1), torch.cat([other_ahead, behind], 1)


def _last(both: list[_States], steps: Steps) -> Tensor:
    """Return the states behind each text, (batch, hidden), directions added up."""
    ahead, behind = (one.exact[steps.ends] for one in both)
    return ahead + behind


def _arranged(layer: nn.Module) -> tuple[tuple[Tensor, Tensor], Tensor]:
    """Return the weights of inputs, the bias and the weights of states, the gates input, forget, output, new.

    What would pass through tanh is doubled, as a sigmoid in its place needs it.
    """

    def arrange(rows: Tensor) -> Tensor:
        one, two, new, three = rows.detach().float().chunk(4)
        return torch.cat([one, two, three, 2 * new])

    weights = dict(layer.named_parameters())
    bias = weights["bias_ih_l0"] + weights["bias_hh_l0"]
    return (arrange(weights["weight_ih_l0"]), arrange(bias)), arrange(weights["weight_hh_l0"])
