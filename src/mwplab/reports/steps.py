"""An expression carried out step by step, in words."""

from __future__ import annotations

from decimal import Context, Decimal
from fractions import Fraction

from mwplab.equations import approximate, write_number
from mwplab.equations.nodes import Binary, Call, Expr, Negate, Number, map_expr
from mwplab.equations.render import render
from mwplab.errors import EvaluationError

DIGITS, LEGIBLE = 10, 10**12
"""Digits of a number that is shown shortened; the largest denominator of one that is not."""

PHRASES = {
    "+": "Add {0} and {1}",
    "-": "Take {1} away from {0}",
    "*": "Multiply {0} by {1}",
    "/": "Divide {0} by {1}",
    "^": "Raise {0} to the power {1}",
    "neg": "Turn the sign of {0}",
    "floor": "Round {0} down",
    "ceil": "Round {0} up",
    "remainder": "See what remains when {0} is divided by {1}",
    "gcd": "Find the greatest divisor that {0} and {1} share",
    "lcm": "Find the least multiple that {0} and {1} share",
    "min": "Take the smaller of {0} and {1}",
    "max": "Take the larger of {0} and {1}",
}
"""What an operator does to its operands."""


def solution_steps(expr: Expr) -> list[str]:
    """Return each operation of an expression over numbers in words, innermost first, with its value.

    >>> from mwplab.equations import parse_expression
    >>> for step in solution_steps(parse_expression("(12 - 4) * 3")):
    ...     print(step)
    Take 4 away from 12: 12 - 4 = 8
    Multiply 8 by 3: 8 * 3 = 24
    """
    steps: list[str] = []
    _carried_out(expr, steps)
    return steps


def _carried_out(expr: Expr, steps: list[str]) -> Number:
    """Return the value of an expression, and add how it came about."""
    operands: tuple[Number, ...]
    done: Expr
    match expr:
        case Number():
            return expr
        case Binary(operator, left, right):
            name, operands = operator, (_carried_out(left, steps), _carried_out(right, steps))
            done = Binary(operator, *operands)
        case Call(function, arguments):
            name, operands = function, tuple(_carried_out(argument, steps) for argument in arguments)
            done = Call(function, operands)
        case Negate(operand):
            name, operands = "neg", (_carried_out(operand, steps),)
            done = Negate(*operands)
        case _:
            raise EvaluationError(
                f"{render(expr)} is not carried out step by step; it is no operation on numbers"
            )
    value = approximate(done)
    if not isinstance(value, Fraction):
        raise EvaluationError(f"{render(done)} is not a number, so there is no next step")
    shown = [write_number(rounded(one.value)) for one in operands]
    phrase = PHRASES.get(name, "")
    if phrase.count("{") != len(operands):
        phrase = f"Take the {name} of {', '.join(shown)}"
    equals = "=" if rounded(value) == value else "≈"
    written = map_expr(done, lambda leaf: Number(rounded(leaf.value)) if isinstance(leaf, Number) else leaf)
    steps.append(f"{phrase.format(*shown)}: {render(written)} {equals} {write_number(rounded(value))}")
    return Number(value)


def rounded(value: Fraction) -> Fraction:
    """Return a number for people: one that is longer than they read, such as a root, has ten digits.

    >>> from mwplab.equations import parse_expression
    >>> root = approximate(parse_expression("2^0.5"))
    >>> write_number(rounded(root)), rounded(Fraction(1, 3))
    ('1.414213562', Fraction(1, 3))
    """
    if value.denominator <= LEGIBLE:
        return value
    return Fraction(Context(prec=DIGITS).divide(Decimal(value.numerator), Decimal(value.denominator)))
