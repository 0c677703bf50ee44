"""Which expressions answer an ASDiv problem with unknowns: the source gives both sides, not the link."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import permutations, product
from operator import add, mul, sub, truediv

from mwplab.equations.evaluate import Value, approximate
from mwplab.equations.nodes import (
    Binary,
    Call,
    EquationSystem,
    Expr,
    Negate,
    Number,
    Unknown,
    walk,
)
from mwplab.equations.solve import solve
from mwplab.errors import EquationError, EvaluationError

SECONDS = 0.3
"""How long the equations may take to be solved."""

MAX_UNKNOWNS = 4
"""Unknowns of a system that is solved; a school book has no more."""

MAX_ANSWERS = 8
"""Answers that expressions are sought for."""

MAX_SOLUTIONS = 4
"""Solutions that are compared with the answers."""

MAX_PARTS = 30
"""Parts of the equations that are tried in pairs."""

LARGEST = 10**12
"""Values beyond this are not sought; below it a float is exact to far less than answers may differ."""

_TEN = Number(Fraction(10))
_CLOSE = 0.01
_CLOSE_IN_A_THOUSAND = 0.001
_ROUNDING = 1e-9
_JOINS: dict[str, Callable[[float, float], float]] = {"/": truediv, "*": mul, "+": add, "-": sub}


def find_asked(
    system: EquationSystem, legend: Sequence[str], answers: Sequence[Fraction]
) -> tuple[Expr, ...]:
    """Return for each answer the simplest expression that has its value; the unknowns where none is found.

    Tried are the unknowns, parts of the equations, and two-digit numbers made of unknowns. Two parts joined
    are tried for a single answer, or for the rest where other answers were found: they explain, but excuse
    no equations that contradict every answer.

    >>> from mwplab.equations.grammar import parse
    >>> from mwplab.equations.render import render
    >>> asked = find_asked(parse("x + (x + 2) = 20"), ["x"], [Fraction(9), Fraction(11), Fraction(99)])
    >>> [render(expr) for expr in asked]
    ['x', 'x + 2', 'x * (x + 2)']
    """
    names = dict.fromkeys([*legend, *(part.name for part in walk(system) if isinstance(part, Unknown))])
    unknowns = [Unknown(name) for name in names]
    plain = [*unknowns, *_parts(system), *_two_digits(unknowns)]
    numbers = [part for part in walk(system) if isinstance(part, Number)][:MAX_PARTS]
    small = 0 < len(answers) <= MAX_ANSWERS and len(unknowns) <= MAX_UNKNOWNS
    small = small and all(abs(answer) <= LARGEST for answer in answers)
    for values in _solutions(system) if small else ():
        known = _floats((expr, _value(expr, values, system)) for expr in plain)
        match = _Match(answers)
        match.take(known)
        if match.found or len(answers) == 1:
            match.take(_joined([*known, *_floats((one, one.value) for one in numbers)], match.open))
        if not match.open:
            return tuple(match.found[place] for place in range(len(answers)))
    return tuple(unknowns)


def _solutions(system: EquationSystem) -> Iterator[dict[str, Value]]:
    try:
        solutions = solve(system, (), seconds=SECONDS, use_sympy=False)
    except EquationError:
        return
    for solution in solutions[:MAX_SOLUTIONS]:
        yield dict(solution.values)


class _Match:
    """Gives each answer an expression of its own."""

    def __init__(self, answers: Sequence[Fraction]) -> None:
        self.open = dict(enumerate(map(float, answers)))
        self.found: dict[int, Expr] = {}

    def take(self, candidates: Iterable[tuple[Expr, float]]) -> None:
        for candidate, value in candidates:
            if not self.open:
                return
            place = next((place for place, answer in self.open.items() if _same(value, answer)), None)
            if place is not None and candidate not in self.found.values():
                self.found[place] = candidate
                del self.open[place]


def _same(value: float, answer: float) -> bool:
    return abs(value - answer) <= max(_CLOSE, abs(answer) * _CLOSE_IN_A_THOUSAND) + _ROUNDING


def _floats(known: Iterable[tuple[Expr, Fraction | None]]) -> list[tuple[Expr, float]]:
    """Return the values as floats: there are tens of thousands of pairs, and exact ones take seconds."""
    return [(expr, float(value)) for expr, value in known if value is not None and abs(value) <= LARGEST]


def _value(expr: Expr, values: Mapping[str, Value], system: EquationSystem) -> Fraction | None:
    """Return the value of an expression; a side set to a number has one even if unknowns stay open."""
    for statement in system.statements:
        if statement.left == expr and isinstance(statement.right, Number):
            return statement.right.value
    try:
        value = approximate(expr, values)
    except EvaluationError:
        return None
    return value if isinstance(value, Fraction) else None


def _two_digits(unknowns: Sequence[Unknown]) -> Iterator[Expr]:
    for tens, ones in permutations(unknowns, 2):
        yield Binary("+", Binary("*", _TEN, tens), ones)


def _joined(base: Sequence[tuple[Expr, float]], answers: Mapping[int, float]) -> Iterator[tuple[Expr, float]]:
    """Yield pairs that an operator joins to an answer, quotients and products of unknowns first."""
    for (left, first), sign, (right, second) in product(base, _JOINS, base):
        if not second and sign == "/":
            continue
        value = _JOINS[sign](first, second)
        if any(_same(value, answer) for answer in answers.values()):
            yield Binary(sign, left, right), value


def _parts(system: EquationSystem) -> Sequence[Expr]:
    """Return what stands in the equations with an unknown in it, small parts first."""
    found = dict.fromkeys(part for part in walk(system) if isinstance(part, Binary | Negate | Call))
    with_unknown = [part for part in found if any(isinstance(each, Unknown) for each in walk(part))]
    return sorted(with_unknown, key=lambda part: sum(1 for _ in walk(part)))[:MAX_PARTS]
