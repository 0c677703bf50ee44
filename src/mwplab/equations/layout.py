"""The statements of a template as plain equations between unknowns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from mwplab.equations.modular import MAX_POWER
from mwplab.equations.nodes import (
    Binary,
    Comparison,
    Equation,
    EquationSystem,
    Expr,
    Number,
    Ratio,
    Slot,
    Statement,
    Unknown,
    children,
    walk,
)

_TURNED = {">": "<", ">=": "<="}


@dataclass(frozen=True, slots=True)
class Layout:
    """The unknowns of a template, and its statements as plain equations between them."""

    names: Mapping[str, int]
    """The position of each unknown."""

    kinds: tuple[str, ...]
    """What each unknown is: empty for one that was written, else a part of a ratio or a side condition."""

    equations: tuple[Equation, ...]
    """The statements; those that are no plain equations define unknowns of their own."""


def degree(expr: Expr) -> int:
    """Return a bound on the degree of an expression as a quotient of polynomials.

    >>> from mwplab.equations.grammar import parse_expression
    >>> degree(parse_expression("(A + 1)^3 / B - 2A"))
    5
    """
    if isinstance(expr, Binary) and expr.operator == "^":
        times = abs(int(expr.right.value)) if isinstance(expr.right, Number) else MAX_POWER
        return degree(expr.left) * times
    if isinstance(expr, Slot | Unknown):
        return 1
    return sum(degree(part) for part in children(expr) if not isinstance(part, Statement | EquationSystem))


def lay_out(system: EquationSystem) -> Layout:
    """Return the statements as equations between unknowns.

    A ratio that an unknown stands for becomes the quotients of its parts by the first, a condition becomes
    the difference of its sides: both are values that equal templates share.

    >>> from mwplab.equations.grammar import parse
    >>> lay_out(parse("x = A : B; y > x + 1")).kinds
    ('', 'part 2 of 2', '<')
    """
    ratios = {name: parts for statement in system.statements for name, parts in _ratio_value(statement)}
    written = dict.fromkeys(part.name for part in walk(system) if isinstance(part, Unknown))
    kinds = {name: "" for name in written if name not in ratios}
    equations: list[Equation] = []
    for statement in system.statements:
        new: Iterable[tuple[str, Expr]] = ()
        if isinstance(statement, Comparison):
            new = [_condition(statement)]
        elif list(_ratio_value(statement)):
            ((_, parts),) = _ratio_value(statement)
            new = [
                (f"part {place} of {len(parts)}", Binary("/", part, parts[0]))
                for place, part in enumerate(parts[1:], start=2)
            ]
        else:
            equations.append(statement)
        for kind, value in new:
            # No unknown that was read has such a name.
            name = f"{kind} {len(kinds)}"
            kinds[name] = kind
            equations.append(Equation(Unknown(name), value))
    return Layout({name: place for place, name in enumerate(kinds)}, tuple(kinds.values()), tuple(equations))


def _ratio_value(statement: Statement) -> Iterable[tuple[str, tuple[Expr, ...]]]:
    if isinstance(statement, Equation):
        for one, other in ((statement.left, statement.right), (statement.right, statement.left)):
            if isinstance(one, Unknown) and isinstance(other, Ratio):
                yield one.name, other.parts


def _condition(statement: Comparison) -> tuple[str, Expr]:
    left, right = statement.left, statement.right
    if statement.relation in _TURNED:
        left, right = right, left
    difference = Binary("-", left, right)
    relation = _TURNED.get(statement.relation, statement.relation)
    # Sides that merely differ may be exchanged.
    return relation, difference if relation != "!=" else Binary("^", difference, Number(Fraction(2)))
