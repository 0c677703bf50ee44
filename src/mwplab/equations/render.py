"""Equations for people: infix with as few brackets as the reader needs to get the same tree."""

from __future__ import annotations

import json

from mwplab.equations.grammar import BINDING, UNARY
from mwplab.equations.nodes import (
    Binary,
    Call,
    Choice,
    Comparison,
    Equation,
    EquationSystem,
    Expr,
    Negate,
    Node,
    Number,
    QuantityRef,
    Ratio,
    Slot,
    Unknown,
)
from mwplab.equations.numbers import write_decimal

_ATOM = 9


def render(node: Node) -> str:
    """Return a node in the notation for people, which reads back as the same node.

    >>> from mwplab.equations.grammar import parse
    >>> render(parse("x=((q0-(q1+2))*3);y<2x"))
    'x = (q0 - (q1 + 2)) * 3; y < 2 * x'
    """
    match node:
        case EquationSystem(statements):
            return "; ".join(render(statement) for statement in statements)
        case Equation(left, right):
            return f"{render(left)} = {render(right)}"
        case Comparison(relation, left, right):
            return f"{render(left)} {relation} {render(right)}"
        case _:
            return _render(node)[0]


def render_leaf(leaf: Number | QuantityRef | Slot | Unknown) -> str:
    """Return a leaf; a number that is no plain decimal stands in square brackets.

    >>> from fractions import Fraction
    >>> render_leaf(Number(Fraction(5, 2))), render_leaf(Number(Fraction(1, 3))), render_leaf(Slot(0))
    ('2.5', '[1/3]', 'A')
    """
    match leaf:
        case Number(value):
            decimal = write_decimal(value)
            return decimal if decimal is not None and value >= 0 else f"[{value}]"
        case QuantityRef(index):
            return f"q{index}"
        case _:
            return leaf.name


def _render(expr: Expr) -> tuple[str, int]:
    """Return an expression and how tightly its outermost operator binds."""
    match expr:
        case Binary(operator, left, right):
            strength = BINDING[operator]
            text = (
                f"{_bracket(left, strength + 1)}^{_bracket(right, UNARY)}"
                if operator == "^"
                else f"{_bracket(left, strength)} {operator} {_bracket(right, strength + 1)}"
            )
            return text, strength
        case Negate(operand):
            return f"-{_bracket(operand, UNARY)}", UNARY
        case Ratio(parts):
            return " : ".join(_bracket(part, BINDING[":"] + 1) for part in parts), BINDING[":"]
        case Call(function, arguments):
            return f"{function}({', '.join(_render(argument)[0] for argument in arguments)})", _ATOM
        case Choice(pick, options):
            shown = (
                f"{json.dumps(label, ensure_ascii=False)}: {_bracket(option, BINDING[':'] + 1)}"
                for label, option in options
            )
            return f"{pick}({', '.join(shown)})", _ATOM
        case _:
            return render_leaf(expr), _ATOM


def _bracket(expr: Expr, weakest: int) -> str:
    text, strength = _render(expr)
    return text if strength >= weakest else f"({text})"
