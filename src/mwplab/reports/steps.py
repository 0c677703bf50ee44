"""An expression carried out step by step, in words."""

from __future__ import annotations

from fractions import Fraction

from mwplab.equations import approximate, write_number
from mwplab.equations.nodes import Binary, Call, Expr, Negate, Number
from mwplab.equations.render import render
from mwplab.errors import EvaluationError

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
    shown = [write_number(one.value) for one in operands]
    phrase = PHRASES.get(name, "")
    if phrase.count("{") != len(operands):
        phrase = f"Take the {name} of {', '.join(shown)}"
    steps.append(f"{phrase.format(*shown)}: {render(done)} = {write_number(value)}")
    return Number(value)
