"""Templates with functions, looked at through exact evaluation at small numbers."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from random import Random

from mwplab.equations.assign import assign
from mwplab.equations.evaluate import Value
from mwplab.equations.modular import CannotTell
from mwplab.equations.nodes import Equation, Expr, Leaf, Slot, Unknown, map_system
from mwplab.equations.patterns import FIRST, FUNCTIONS, SYMBOLS, Outcome, Pattern, Probe
from mwplab.equations.templates import Template, unknowns
from mwplab.errors import EquationError

ROUNDS = 24
"""Tables of values that each pattern is evaluated with."""

DIGITS = 20
"""Significant digits in which irrational values are compared."""

# Steps of floor, remainder and choice show at small numbers and fractions, bounds of min and max at large.
_RANGES = ((12, 1), (100, 1), (10_000, 1), (200, 4), (700, 7), (9_000, 100))


def _tables(name: str) -> list[list[Fraction]]:
    random = Random(name)
    ranges = [_RANGES[each % len(_RANGES)] for each in range(ROUNDS)]
    return [[Fraction(random.randint(1, top), below) for _ in range(SYMBOLS)] for top, below in ranges]


_VALUES, _CHECKS = _tables("values"), _tables("check")


class FunctionsProbe(Probe):
    """A template whose unknowns are assigned one after the other, functions and choices included."""

    proved = False

    def __init__(self, template: Template, slots: int) -> None:
        self.template = template
        self.slots = slots
        self.names = unknowns(template.system)
        self.family = (FUNCTIONS, slots, len(self.names))
        equations = map_system(template.system, _slot_as_unknown).statements
        self.equations = [each for each in equations if isinstance(each, Equation)]
        if len(self.equations) < len(equations):
            raise CannotTell("it has both functions and side conditions")
        if all(outcome is None for outcome in self.check(range(FIRST, FIRST + slots))):
            raise CannotTell("its functions have no value for any of the numbers tried")

    def outcomes(self, patterns: Sequence[Pattern]) -> list[Outcome]:
        """Return the values of the unknowns without order, for each pattern and each round."""
        return [tuple(self._values(pattern, table) for table in _VALUES) for pattern in patterns]

    def check(self, pattern: Pattern) -> Outcome:
        """Return the values of the unknowns for a pattern in another set of rounds."""
        return tuple(self._values(pattern, table) for table in _CHECKS)

    def _values(self, pattern: Pattern, table: list[Fraction]) -> Hashable | None:
        values: dict[str, Value] = {_name(slot): table[symbol] for slot, symbol in enumerate(pattern)}
        try:
            pending, inexact = assign(self.equations, values)
        except EquationError:
            return None
        if pending:
            raise CannotTell("it has functions, and its unknowns cannot be computed one after the other")
        found = (values[name] for name in self.names)
        return tuple(sorted((_rounded(value) if inexact else value for value in found), key=repr))


def _name(slot: int) -> str:
    # No unknown that was read has such a name.
    return f"slot {slot}"


def _slot_as_unknown(leaf: Leaf) -> Expr:
    return Unknown(_name(leaf.index)) if isinstance(leaf, Slot) else leaf


def _rounded(value: Value) -> Value:
    if not isinstance(value, Fraction) or not value:
        return value
    magnitude = (value.numerator.bit_length() - value.denominator.bit_length()) * 30103 // 100000
    return round(value, DIGITS - magnitude)
