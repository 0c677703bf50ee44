"""Derivations listed: all that a template has over a text, and all that yield given equations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, permutations, product
from math import prod
from random import Random

from mwplab.equations.matching import SCALE
from mwplab.equations.nodes import (
    Binary,
    EquationSystem,
    Expr,
    Leaf,
    Negate,
    Number,
    QuantityRef,
    map_system,
    walk,
)
from mwplab.equations.numbers import snap
from mwplab.equations.templates import Derivation, Template, induce
from mwplab.errors import EquationError

LIMIT = 10_000
"""Derivations that are listed at most."""


def enumerate_derivations(
    template: Template, quantities: int, *, repeated: bool = False, limit: int | None = LIMIT
) -> Iterator[Derivation]:
    """Yield the derivations of a template over so many quantities, in the order of their alignments.

    A quantity fills one slot, or several where ``repeated`` says so.

    >>> from mwplab.equations import parse
    >>> [found.alignment for found in enumerate_derivations(Template(parse("x = A - B")), 3)]
    [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]
    """
    places, slots = range(quantities), template.slots
    alignments: Iterator[tuple[int, ...]] = (
        product(places, repeat=slots) if repeated else permutations(places, slots)
    )
    for alignment in islice(alignments, limit):
        yield Derivation(template, alignment)


@dataclass(frozen=True, slots=True)
class Groundings:
    """All derivations that yield the same equations: each number may be any quantity with its value."""

    system: EquationSystem
    """The equations, over numbers."""

    choices: tuple[tuple[Expr, ...], ...]
    """For each number in reading order what it may be; one that is in no quantity stays a constant."""

    equivalent: tuple[tuple[int, ...], ...] = ()
    """Classes of quantities that mean the same thing, for all derivations."""

    @property
    def count(self) -> int:
        """Return how many derivations there are."""
        return prod(map(len, self.choices))

    @property
    def ambiguous(self) -> tuple[tuple[Expr, ...], ...]:
        """Return what the numbers with several choices may be."""
        return tuple(choice for choice in self.choices if len(choice) > 1)

    def __iter__(self) -> Iterator[Derivation]:
        return map(self._ground, product(*self.choices))

    def choose(self, random: Random) -> Derivation:
        """Return one of the derivations, each with the same chance."""
        return self._ground([random.choice(choice) for choice in self.choices])

    def _ground(self, chosen: Sequence[Expr]) -> Derivation:
        left = iter(chosen)
        grounded = map_system(self.system, lambda leaf: next(left) if isinstance(leaf, Number) else leaf)
        return induce(grounded, self.equivalent)


def groundings(
    system: EquationSystem,
    values: Sequence[Fraction],
    hundredths: Sequence[bool] = (),
    equivalent: tuple[tuple[int, ...], ...] = (),
) -> Groundings:
    """Return the derivations that yield equations over numbers, or over quantities in place of their values.

    A quantity marked in ``hundredths`` also stands for a hundredth of its value, and any quantity for the
    opposite of its value where no other fits.

    >>> from mwplab.equations import parse
    >>> found = groundings(parse("5m = 15n; 5m + n = 7"), [Fraction(5), Fraction(15), Fraction(5)])
    >>> found.count, [f"{one.template} {one.alignment}" for one in islice(found, 2)]
    (4, ['A * m = B * n; A * m + n = 7 (0, 1)', 'A * m = B * n; C * m + n = 7 (0, 1, 2)'])
    """
    known = [snap(value) for value in values]
    marked = [index for index, mark in enumerate(hundredths) if mark]
    numbers = map_system(system, lambda leaf: _number(leaf, known))
    choices = (_choices(part, known, marked) for part in walk(numbers) if isinstance(part, Number))
    return Groundings(numbers, tuple(choices), equivalent)


def derivations_yielding(
    system: EquationSystem,
    values: Sequence[Fraction],
    hundredths: Sequence[bool] = (),
    *,
    limit: int = LIMIT,
) -> list[Derivation]:
    """Return the derivations that yield equations, at most as many as the limit says.

    >>> from mwplab.equations import parse
    >>> [one.alignment for one in derivations_yielding(parse("x = 5 + 5"), [Fraction(5), Fraction(5)])]
    [(0,), (0, 1), (1, 0), (1,)]
    """
    return list(islice(groundings(system, values, hundredths), limit))


def _number(leaf: Leaf, values: list[Fraction]) -> Expr:
    if not isinstance(leaf, QuantityRef):
        return leaf
    if leaf.index >= len(values):
        raise EquationError(f"the equations refer to quantity q{leaf.index}, but there are {len(values)}")
    return Number(values[leaf.index])


def _choices(number: Number, values: list[Fraction], hundredths: list[int]) -> tuple[Expr, ...]:
    value = snap(number.value)
    whole = [QuantityRef(place) for place, each in enumerate(values) if each == value]
    shares = [
        Binary("/", QuantityRef(place), Number(1 / SCALE))
        for place in hundredths
        if values[place] * SCALE == value
    ]
    opposite = [Negate(QuantityRef(place)) for place, each in enumerate(values) if each == -value]
    return (*whole, *shares) or tuple(opposite) or (number,)
