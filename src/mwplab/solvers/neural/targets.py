"""What a neural solver learns to write: one expression over quantities whose value is the answer."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache, partial, reduce

from mwplab.equations.nodes import (
    Binary,
    Call,
    Equation,
    EquationSystem,
    Expr,
    Leaf,
    Negate,
    Number,
    QuantityRef,
    Unknown,
    map_expr,
    walk,
)
from mwplab.records import Problem
from mwplab.solvers.neural.symbols import FUNCTIONS, operation

ROUNDS = 8
"""Substitutions that are tried before a system counts as not easy."""

_ZERO, _ONE = Number(Fraction(0)), Number(Fraction(1))
_INVERSE = {"+": "-", "-": "+", "*": "/", "/": "*"}


def target(problem: Problem) -> Expr | None:
    """Return the expression that gives a problem's one answer; none where its equations have no such form.

    Unknowns are isolated by undoing one operation after another, or where linear terms can be collected.

    >>> from mwplab.equations import parse, render
    >>> def shown(text: str) -> str:
    ...     return render(target(Problem(id="a/1", equations=parse(text))))
    >>> shown("q1 - x = q0"), shown("x = (q0 + q1) / 2"), shown("q0 * x + x = q1")
    ('q1 - q0', '(q0 + q1) / 2', 'q1 / (q0 + 1)')
    >>> target(Problem(id="a/1", equations=parse("x + y = q0; x - y = q1"))) is None
    True
    """
    asked = problem.asked_expressions
    if problem.equations is None or len(asked) != 1:
        return None
    plain = _solved(asked[0], problem.equations)
    if plain is None or any(
        isinstance(part, QuantityRef) and part.index >= len(problem.quantities) > 0 for part in walk(plain)
    ):
        return None
    return plain


@lru_cache(maxsize=4096)  # few equations stand behind many problems, and each is learnt from many times
def _solved(asked: Expr, system: EquationSystem) -> Expr | None:
    found = _without_unknowns(asked, system)
    return None if found is None else _plain(found)


def _without_unknowns(asked: Expr, system: EquationSystem) -> Expr | None:
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
    return None if factor == _ZERO else _over(rest, factor)


def _linear(expr: Expr, name: str) -> tuple[Expr, Expr] | None:
    """Return factor and rest of an expression that is linear in an unknown."""
    if name not in _names(expr):
        return _ZERO, expr
    match expr:
        case Unknown():
            return _ONE, _ZERO
        case Negate(operand):
            part = _linear(operand, name)
            return None if part is None else (_minus(_ZERO, part[0]), _minus(_ZERO, part[1]))
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
    if operator == "*" and first[0] == _ZERO:
        return _times(first[1], second[0]), _times(first[1], second[1])
    if operator == "*" and second[0] == _ZERO:
        return _times(first[0], second[1]), _times(first[1], second[1])
    if operator == "/" and second[0] == _ZERO:
        return _over(first[0], second[1]), _over(first[1], second[1])
    return None


def _plus(left: Expr, right: Expr) -> Expr:
    if isinstance(left, Number) and isinstance(right, Number):
        return Number(left.value + right.value)
    return right if left == _ZERO else left if right == _ZERO else Binary("+", left, right)


def _minus(left: Expr, right: Expr) -> Expr:
    if isinstance(left, Number) and isinstance(right, Number):
        return Number(left.value - right.value)
    if isinstance(right, Binary) and right.operator == "-" and right.left == _ZERO:
        return _plus(left, right.right)
    return left if right == _ZERO else Binary("-", left, right)


def _times(left: Expr, right: Expr) -> Expr:
    if isinstance(left, Number) and isinstance(right, Number):
        return Number(left.value * right.value)
    if _ZERO in (left, right):
        return _ZERO
    return right if left == _ONE else left if right == _ONE else Binary("*", left, right)


def _over(left: Expr, right: Expr) -> Expr:
    return left if right == _ONE or left == _ZERO else Binary("/", left, right)


def _plain(expr: Expr) -> Expr | None:
    """Return an expression of operations on two things only: no signs, no functions of more or fewer.

    None where a function has no such form.
    """
    match expr:
        case Binary("+", left, Negate(right)):
            return _plain(Binary("-", left, right))
        case Binary(operator, left, right):
            first, second = _plain(left), _plain(right)
            return None if first is None or second is None else Binary(operator, first, second)
        case Negate(Number(value)):
            return Number(-value)
        case Negate(Negate(inner)):
            return _plain(inner)
        case Negate(Binary("-", left, right)):
            return _plain(Binary("-", right, left))
        case Negate(operand):
            return _plain(Binary("-", _ZERO, operand))
        case Call("mean", arguments):
            total = reduce(lambda left, right: Binary("+", left, right), arguments)
            return _plain(Binary("/", total, Number(Fraction(len(arguments)))))
        case Call("floor" | "ceil" as rounding, (Binary("/", left, right),)):
            first, second = _plain(left), _plain(right)
            return None if first is None or second is None else operation(f"{rounding}/", first, second)
        case Call("floor" | "ceil" as rounding, (argument,)):
            return _plain(Call(rounding, (Binary("/", argument, _ONE),)))
        case Call(function, arguments) if function in FUNCTIONS and len(arguments) > 1:
            parts = [part for part in map(_plain, arguments) if part is not None]
            if len(parts) < len(arguments):
                return None
            return reduce(partial(operation, function), parts)
        case Call("sqrt", (argument,)):
            return _plain(Binary("^", argument, Number(Fraction(1, 2))))
        case Number() | QuantityRef():
            return expr
        case _:
            return None
