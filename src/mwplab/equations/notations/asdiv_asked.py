"""Which expressions answer an ASDiv problem with unknowns: the source gives equations and answers, not the link."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import permutations, product

from mwplab.equations.evaluate import Value, approximate
from mwplab.equations.nodes import (
    Binary,
    Call,
    Equation,
    EquationSystem,
    Expr,
    Negate,
    Number,
    Unknown,
    walk,
)
from mwplab.equations.solve import solve
from mwplab.errors import EquationError, EvaluationError

SECONDS = 0.5
"""How long the equations may take to be solved."""

MAX_SOLUTIONS = 4
"""Solutions that are compared with the answers."""

MAX_PARTS = 30
"""Parts of the equations that are tried in pairs."""

_TEN = Number(Fraction(10))
_CLOSE = Fraction(1, 100)


def find_asked(
    system: EquationSystem, legend: Sequence[str], answers: Sequence[Fraction]
) -> tuple[Expr, ...]:
    """Return for each answer the simplest expression that has its value; the unknowns where none is found.

    Tried are the unknowns, parts of the equations, and two-digit numbers made of unknowns. Two parts joined are
    tried for a single answer, or for the rest where other answers were found: so they explain, but excuse nothing.

    >>> from mwplab.equations.grammar import parse
    >>> from mwplab.equations.render import render
    >>> asked = find_asked(parse("x + (x + 2) = 20"), ["x"], [Fraction(9), Fraction(11), Fraction(99)])
    >>> [render(expr) for expr in asked]
    ['x', 'x + 2', 'x * (x + 2)']
    """
    names = dict.fromkeys([*legend, *(part.name for part in walk(system) if isinstance(part, Unknown))])
    unknowns = [Unknown(name) for name in names]
    for values in _solutions(system) if answers else ():
        match = _Match(answers, values, _settled(system))
        match.take(_plain_candidates(system, unknowns))
        if match.found or len(answers) == 1:
            match.take(_joined_candidates(system, unknowns))
        if not match.open:
            return tuple(match.found[place] for place in range(len(answers)))
    return tuple(unknowns)


def _solutions(system: EquationSystem) -> Iterator[dict[str, Value]]:
    try:
        solutions = solve(system, (), seconds=SECONDS)
    except EquationError:
        return
    for solution in solutions[:MAX_SOLUTIONS]:
        yield dict(solution.values)


def _settled(system: EquationSystem) -> dict[Expr, Fraction]:
    """Return the sides that an equation sets to a number, which have a value though their unknowns may have none."""
    pairs = [(each.left, each.right) for each in system.statements if isinstance(each, Equation)]
    return {
        side: other.value for pair in pairs for side, other in (pair, pair[::-1]) if isinstance(other, Number)
    }


class _Match:
    """Gives each answer an expression of its own."""

    def __init__(
        self, answers: Sequence[Fraction], values: Mapping[str, Value], settled: Mapping[Expr, Fraction]
    ) -> None:
        self.open = dict(enumerate(answers))
        self.found: dict[int, Expr] = {}
        self.values = values
        self.settled = settled

    def take(self, candidates: Iterable[Expr]) -> None:
        for candidate in candidates:
            if not self.open:
                return
            value = self.settled.get(candidate) or _value(candidate, self.values)
            place = next((place for place, answer in self.open.items() if _same(value, answer)), None)
            if place is not None and candidate not in self.found.values():
                self.found[place] = candidate
                del self.open[place]


def _value(expr: Expr, values: Mapping[str, Value]) -> Value | None:
    try:
        return approximate(expr, values)
    except EvaluationError:
        return None


def _same(value: Value | None, answer: Fraction) -> bool:
    return isinstance(value, Fraction) and abs(value - answer) <= max(_CLOSE, abs(answer) / 1000)


def _plain_candidates(system: EquationSystem, unknowns: Sequence[Unknown]) -> Iterator[Expr]:
    yield from unknowns
    yield from _parts(system)
    for tens, ones in permutations(unknowns, 2):
        yield Binary("+", Binary("*", _TEN, tens), ones)


def _joined_candidates(system: EquationSystem, unknowns: Sequence[Unknown]) -> Iterator[Expr]:
    numbers = [part for part in walk(system) if isinstance(part, Number)]
    base: list[Expr] = [*unknowns, *_parts(system), *numbers[:MAX_PARTS]]
    for left, operator, right in product(base, "/*+-", base):
        yield Binary(operator, left, right)


def _parts(system: EquationSystem) -> list[Expr]:
    """Return what stands in the equations with an unknown in it, small parts first."""
    found = dict.fromkeys(part for part in walk(system) if isinstance(part, Binary | Negate | Call))
    with_unknown = [part for part in found if any(isinstance(each, Unknown) for each in walk(part))]
    return sorted(with_unknown, key=lambda part: sum(1 for _ in walk(part)))[:MAX_PARTS]
