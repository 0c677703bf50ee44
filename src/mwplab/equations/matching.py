"""Numbers of an equation referred to the quantities of the text, and where that cannot be done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from mwplab.equations.nodes import Binary, EquationSystem, Expr, Leaf, Negate, Number, QuantityRef, map_system
from mwplab.equations.numbers import snap

_WHOLE = (0, 1, 2, 3, 4, 5, 7, 10, 12, 16, 24, 25, 30, 36, 52, 60, 90, 100, 180, 360, 365, 1000)
_LARGE = (1760, 2000, 3600, 5280, 10_000, 1_000_000)
_SHARES = ("1/2", "1/3", "1/4", "3/4", "0.1", "0.01", "0.05", "0.001")
_FACTORS = ("3.14", "3.1416", "22/7", "1.6", "0.6", "2.54", "3.6", "5/18", "0.2778")

CONSTANTS: frozenset[Fraction] = frozenset(
    Fraction(value) for value in (*_WHOLE, *_LARGE, *_SHARES, *_FACTORS)
)
"""Values that common knowledge supplies: counts, units of time, length, money and weight, percent, pi."""

SCALE = Fraction(1, 100)
"""What turns a percentage into a share and cents into dollars."""


@dataclass(frozen=True, slots=True)
class Matched:
    """Equations that refer to quantities, with what could not be settled."""

    system: EquationSystem
    """The equations with quantity references in place of the numbers found in the text."""

    ambiguous: tuple[Fraction, ...] = ()
    """Values that several quantities of the text have, so that the reference is a guess."""

    constants: tuple[Fraction, ...] = ()
    """Numbers that are not in the text but are common knowledge."""

    unmatched: tuple[Fraction, ...] = ()
    """Numbers that are neither in the text nor common knowledge."""


def match_numbers(
    system: EquationSystem, values: Sequence[Fraction], hundredths: Sequence[bool] = ()
) -> Matched:
    """Return the equations with each number referred to the quantity that has its value.

    Of several quantities with one value, the first that is not used yet is taken. A quantity marked in
    ``hundredths`` (percent, cents) also stands for a hundredth of its value. A number that no quantity
    has may be the opposite of one: ``-q0``.

    >>> from mwplab.equations import parse
    >>> found = match_numbers(parse("x = 3 * 0.25 + 2"), [Fraction(25), Fraction(3)], [True, False])
    >>> str(found.system), found.constants
    ('x = q1 * (q0 / 100) + 2', (Fraction(2, 1),))
    """
    matcher = _Matcher(values, hundredths or [False] * len(values))
    matched = map_system(system, matcher.refer)
    return Matched(matched, tuple(matcher.ambiguous), tuple(matcher.constants), tuple(matcher.unmatched))


class _Matcher:
    def __init__(self, values: Sequence[Fraction], hundredths: Sequence[bool]) -> None:
        self.whole = _positions(values)
        self.parts = _positions([value * SCALE for value in values], hundredths)
        self.used: set[int] = set()
        self.ambiguous: list[Fraction] = []
        self.constants: list[Fraction] = []
        self.unmatched: list[Fraction] = []

    def refer(self, leaf: Leaf) -> Expr:
        if not isinstance(leaf, Number):
            return leaf
        value = snap(leaf.value)
        if places := self.whole.get(value):
            return QuantityRef(self.choose(value, places))
        if places := self.whole.get(-value):
            return Negate(QuantityRef(self.choose(value, places)))
        if places := self.parts.get(value):
            return Binary("/", QuantityRef(self.choose(value, places)), Number(1 / SCALE))
        (self.constants if value in CONSTANTS else self.unmatched).append(value)
        return leaf

    def choose(self, value: Fraction, places: list[int]) -> int:
        if len(places) > 1:
            self.ambiguous.append(value)
        chosen = next((place for place in places if place not in self.used), places[0])
        self.used.add(chosen)
        return chosen


def _positions(values: Sequence[Fraction], wanted: Sequence[bool] | None = None) -> dict[Fraction, list[int]]:
    found: dict[Fraction, list[int]] = {}
    for index, value in enumerate(values):
        if wanted is None or wanted[index]:
            found.setdefault(snap(value), []).append(index)
    return found
