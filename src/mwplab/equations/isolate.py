"""What is asked as one expression: operations undone one after another, or linear terms collected."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from mwplab.equations.nodes import (
    Binary,
    Equation,
    EquationSystem,
    Expr,
    Leaf,
    Negate,
    Number,
    Unknown,
    map_expr,
    walk,
)

ROUNDS = 8
"""Substitutions that are tried before a system counts as not easy."""

LARGEST = 2000
"""Parts of an expression at most: what is put in place of an unknown can stand there many times."""

ZERO, ONE = Number(Fraction(0)), Number(Fraction(1))

_INVERSE = {"+": "-", "-": "+", "*": "/", "/": "*"}


def isolate(asked: Expr, system: EquationSystem) -> Expr | None:
    """Return what is asked for without unknowns; none where undoing and collecting do not lead there.

    >>> from mwplab.equations import parse, render
    >>> x = Unknown("x")
    >>> [render(isolate(x, parse(text))) for text in ("q1 - x = q0", "q0 * x + x = q1")]
    ['q1 - q0', 'q1 / (q0 + 1)']
    >>> isolate(x, parse("x * x = q0")) is None
    True
    """
    equations = [one for one in system.statements if isinstance(one, Equation)]
    if len(equations) != len(system.statements):
        return None
    for _ in range(ROUNDS):
        wanted = _names(asked)
        if not wanted:
            return asked
        solved = next(filter(None, (_settled(equation, wanted) for equation in equations)), None)
        if solved is None:
            return None
        used, name, value = solved
        equations.remove(used)
        if any(_grown(side, name, value) > LARGEST for side in (asked, *_sides(equations))):
            return None
        asked = _substitute(asked, name, value)
        equations = [
            Equation(_substitute(one.left, name, value), _substitute(one.right, name, value))
            for one in equations
        ]
    return None


def _settled(equation: Equation, wanted: set[str]) -> tuple[Equation, str, Expr] | None:
    """Return an unknown with what one equation says it is; one that is wanted before others."""
    names = sorted(
        _names(equation.left) | _names(equation.right), key=lambda name: (name not in wanted, name)
    )
    found = ((equation, name, _isolate(name, equation)) for name in names)
    return next(((used, name, value) for used, name, value in found if value is not None), None)


def _names(expr: Expr) -> set[str]:
    return {part.name for part in walk(expr) if isinstance(part, Unknown)}


def _sides(equations: Iterable[Equation]) -> Iterator[Expr]:
    for equation in equations:
        yield from (equation.left, equation.right)


def _grown(expr: Expr, name: str, value: Expr) -> int:
    """Return how many parts an expression has with a value in place of an unknown."""
    parts = list(walk(expr))
    times = parts.count(Unknown(name))
    return len(parts) + times * sum(1 for _ in walk(value)) if times else 0


def _substitute(expr: Expr, name: str, value: Expr) -> Expr:
    def change(leaf: Leaf) -> Expr:
        return value if leaf == Unknown(name) else leaf

    return map_expr(expr, change)


def _isolate(name: str, equation: Equation) -> Expr | None:
    """Return what an unknown is equal to by one equation."""
    left, right = equation.left, equation.right
    if Unknown(name) in set(walk(right)):
        left, right = right, left
    count = sum(part == Unknown(name) for part in (*walk(left), *walk(right)))
    return _undo(left, right, name) if count == 1 else _collected(left, right, name)


def _undo(side: Expr, other: Expr, name: str) -> Expr | None:
    """Move everything but the one occurrence of an unknown to the other side."""
    while side != Unknown(name):
        match side:
            case Negate(operand):
                side, other = operand, Negate(other)
            case Binary("*", left, right) if ZERO in (left, right):
                return None
            case Binary(operator, left, right) if operator in _INVERSE:
                if name in _names(left):
                    side, other = left, Binary(_INVERSE[operator], other, right)
                elif operator in "+*":
                    side, other = right, Binary(_INVERSE[operator], other, left)
                else:
                    side, other = right, Binary(operator, left, other)
            case _:
                return None
    return other


def _collected(left: Expr, right: Expr, name: str) -> Expr | None:
    """Solve ``a x + b = c x + d`` where the unknown occurs more than once, linearly."""
    first, second = _linear(left, name), _linear(right, name)
    if first is None or second is None:
        return None
    factor = _minus(first[0], second[0])
    rest = _minus(second[1], first[1])
    return None if factor == ZERO else _over(rest, factor)


def _linear(expr: Expr, name: str) -> tuple[Expr, Expr] | None:
    """Return factor and rest of an expression that is linear in an unknown."""
    if name not in _names(expr):
        return ZERO, expr
    match expr:
        case Unknown():
            return ONE, ZERO
        case Negate(operand):
            part = _linear(operand, name)
            return None if part is None else (_minus(ZERO, part[0]), _minus(ZERO, part[1]))
        case Binary(operator, left, right):
            first, second = _linear(left, name), _linear(right, name)
            if first is None or second is None:
                return None
            return _combined(operator, first, second)
        case _:
            return None


def _combined(operator: str, first: tuple[Expr, Expr], second: tuple[Expr, Expr]) -> tuple[Expr, Expr] | None:
    if operator == "+":
        return _plus(first[0], second[0]), _plus(first[1], second[1])
    if operator == "-":
        return _minus(first[0], second[0]), _minus(first[1], second[1])
    if operator == "*" and first[0] == ZERO:
        return _times(first[1], second[0]), _times(first[1], second[1])
    if operator == "*" and second[0] == ZERO:
        return _times(first[0], second[1]), _times(first[1], second[1])
    if operator == "/" and second[0] == ZERO:
        return _over(first[0], second[1]), _over(first[1], second[1])
    return None


def _plus(left: Expr, right: Expr) -> Expr:
    if isinstance(left, Number) and isinstance(right, Number):
        return Number(left.value + right.value)
    return right if left == ZERO else left if right == ZERO else Binary("+", left, right)


def _minus(left: Expr, right: Expr) -> Expr:
    if isinstance(left, Number) and isinstance(right, Number):
        return Number(left.value - right.value)
    if isinstance(right, Binary) and right.operator == "-" and right.left == ZERO:
        return _plus(left, right.right)
    return left if right == ZERO else Binary("-", left, right)


def _times(left: Expr, right: Expr) -> Expr:
    if isinstance(left, Number) and isinstance(right, Number):
        return Number(left.value * right.value)
    if ZERO in (left, right):
        return ZERO
    return right if left == ONE else left if right == ONE else Binary("*", left, right)


def _over(left: Expr, right: Expr) -> Expr:
    return left if right == ONE or left == ZERO else Binary("/", left, right)
