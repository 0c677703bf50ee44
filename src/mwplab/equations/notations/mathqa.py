"""MathQA: programs of named operations, as a chain of steps or nested.

add(n1,const_100)|divide(#0,n0)|       linear: n<i> is the i-th number of the text, #<i> an earlier step
divide(add(8, const_100), 2.5)         nested: numbers as they stand in the text
const_100, const_0_2778, const_pi      constants; an underscore among digits is a decimal point
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from mwplab.equations.bounds import check_depth, check_length
from mwplab.equations.grammar import parse_expression
from mwplab.equations.lexer import shorten
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
from mwplab.equations.notations.infix import beyond
from mwplab.equations.notations.mathqa_operations import CONSTANTS, OPERATIONS, PI, VARIADIC
from mwplab.equations.numbers import read_number, write_decimal
from mwplab.errors import EquationError, ParseError, TooLarge

MAX_NODES = 2_000
"""Nodes of a program's tree; a step that is used twice stands in it twice, so it can double at every step."""

_STEP = re.compile(r"\s*([a-z_]+)\s*\(([^()|]*)\)\s*")
_PIECE = re.compile(r"([a-z_]+)\s*\(|([-a-z_#0-9.]+(?:,[0-9]{3}(?![0-9]))*)|[,)]|\s+")
_SYMBOLS = {"+": "add", "-": "subtract", "*": "multiply", "/": "divide", "^": "power"}
_WRITTEN = {
    "remainder": "reminder",
    "permute": "permutation",
    "sin": "sine",
    "cos": "cosine",
    "tan": "tangent",
    "cbrt": "cube_edge_by_volume",
    **{name: name for name in ("sqrt", "log", "factorial", "floor", "round", "choose", *VARIADIC)},
}


class _Sized(NamedTuple):
    """A tree and the number of its nodes."""

    expr: Expr
    size: int


def read_linear(program: str) -> EquationSystem:
    """Read a chain of steps as ``x = ...``, the last step being the result.

    >>> str(read_linear("add(n1,const_100)|divide(#0,n0)|"))
    'x = (q1 + 100) / q0'
    """
    check_length(program)
    steps: list[_Sized] = []
    for text in program.strip().removesuffix("|").split("|"):
        step = _STEP.fullmatch(text)
        if step is None:
            raise ParseError(
                f"expected a step such as add(n0,n1), found {shorten(text)} in {shorten(program)}"
            )
        arguments = [_linear_operand(argument.strip(), steps, program) for argument in step[2].split(",")]
        steps.append(_apply(step[1], arguments, program))
    return _asked(steps[-1])


def read_nested(program: str) -> EquationSystem:
    """Read a nested program as ``x = ...``; behind a comma, three digits without a space are thousands.

    >>> str(read_nested("divide(add(8, const_100), 2,500)"))
    'x = (8 + 100) / 2500'
    """
    check_length(program)
    open_calls: list[tuple[str, list[_Sized]]] = [("", [])]
    position, ready = 0, True  # ready: an operand may stand here
    while position < len(program):
        piece = _PIECE.match(program, position)
        if piece is None or (not piece[0].isspace() and (piece[0] in (",", ")")) == ready):
            raise ParseError(
                f"unexpected {program[position]!r} at column {position + 1} of {shorten(program)}"
            )
        position = piece.end()
        if piece[1]:
            open_calls.append((piece[1], []))
        elif piece[2]:
            open_calls[-1][1].append(_nested_operand(piece[2], program))
            ready = False
        elif piece[0] == ")":
            if len(open_calls) < 2:
                raise ParseError(f"unexpected ')' at column {position} of {shorten(program)}")
            name, arguments = open_calls.pop()
            open_calls[-1][1].append(_apply(name, arguments, program))
        elif piece[0] == ",":
            ready = True
    if len(open_calls) > 1 or len(open_calls[0][1]) != 1:
        raise ParseError(f"expected one operation with its brackets closed, found {shorten(program)}")
    return _asked(open_calls[0][1][0])


def _asked(result: _Sized) -> EquationSystem:
    return check_depth(EquationSystem((Equation(Unknown("x"), result.expr),)))


def _linear_operand(text: str, steps: Sequence[_Sized], program: str) -> _Sized:
    if found := re.fullmatch(r"n([0-9]{1,4})", text):
        return _Sized(QuantityRef(int(found[1])), 1)
    if (found := re.fullmatch(r"#([0-9]{1,4})", text)) and int(found[1]) < len(steps):
        return steps[int(found[1])]
    return _constant(text, program)


def _nested_operand(text: str, program: str) -> _Sized:
    if re.fullmatch(r"-?[0-9.,]+", text):
        return _Sized(Number(read_number(text)), 1)
    return _constant(text, program)


def _constant(text: str, program: str) -> _Sized:
    name = text.removeprefix("const_")
    if text.startswith("const_") and name in CONSTANTS:
        return _Sized(Number(CONSTANTS[name]), 1)
    if not re.fullmatch(r"const_[0-9]+(?:[_.][0-9]+)?", text):
        raise ParseError(f"{shorten(text)} is no operand in {shorten(program)}; write n0, #0 or const_100")
    return _Sized(Number(read_number(name.replace("_", "."))), 1)


def _apply(name: str, arguments: Sequence[_Sized], program: str) -> _Sized:
    """Return the tree of an operation with its arguments in place, unless it grows beyond the bound."""
    exprs = [argument.expr for argument in arguments]
    if name in VARIADIC and exprs:
        made = _Sized(Call(name, tuple(exprs)), 1 + sum(argument.size for argument in arguments))
    elif name in OPERATIONS:
        made = _expand(name, arguments)
    else:
        raise ParseError(f"no operation named {name!r} is known, met in {shorten(program)}")
    if made.size > MAX_NODES:
        raise TooLarge(f"the tree of {shorten(program)} has more than {MAX_NODES} nodes")
    return made


def _expand(name: str, arguments: Sequence[_Sized]) -> _Sized:
    formula, uses = _formula(name)
    if len(arguments) != len(uses):
        raise ParseError(f"{name!r} has {len(uses)} arguments, found {len(arguments)}")
    filled = dict(zip(sorted(uses), arguments, strict=True))
    own = sum(1 for _ in walk(formula)) - uses.total()
    size = own + sum(uses[letter] * argument.size for letter, argument in filled.items())

    def fill(leaf: Leaf) -> Expr:
        return filled[leaf.name].expr if isinstance(leaf, Unknown) else leaf

    return _Sized(map_expr(formula, fill) if size <= MAX_NODES else formula, size)


@cache
def _formula(name: str) -> tuple[Expr, Counter[str]]:
    """Return the tree of an operation and how often it uses each argument."""

    def settle(leaf: Leaf) -> Expr:
        return Number(PI) if leaf == Unknown("pi") else leaf

    formula = map_expr(parse_expression(OPERATIONS[name]), settle)
    return formula, Counter(part.name for part in walk(formula) if isinstance(part, Unknown))


def write_linear(system: EquationSystem) -> str:
    """Return ``x = ...`` as a chain of steps, for operators and those functions that MathQA has.

    >>> from mwplab.equations.grammar import parse
    >>> write_linear(parse("x = (q1 + 0.5) * gcd(q0, 12)"))
    'add(n1,const_0_5)|gcd(n0,const_12)|multiply(#0,#1)|'
    """
    steps: list[str] = []

    def write(expr: Expr) -> str:
        name, operands = _operation(expr)
        if not name:
            return _write_operand(expr)
        step = f"{name}({','.join([write(operand) for operand in operands])})"
        if step not in steps:
            steps.append(step)
        return f"#{steps.index(step)}"

    match system:
        case EquationSystem((Equation(Unknown("x"), Binary() | Negate() | Call() as expr),)):
            write(expr)
            return "".join(f"{step}|" for step in steps)
        case _:
            raise EquationError(f"expected one equation such as 'x = 3 + 4', found {shorten(str(system))}")


def _operation(expr: Expr) -> tuple[str, tuple[Expr, ...]]:
    match expr:
        case Binary(operator, left, right):
            return _SYMBOLS[operator], (left, right)
        case Negate(operand):
            return "negate", (operand,)
        case Call(function, arguments) if function in _WRITTEN:
            return _WRITTEN[function], arguments
        case _:
            return "", ()


def _write_operand(expr: Expr) -> str:
    match expr:
        case QuantityRef(index):
            return f"n{index}"
        case Number(value) if value >= 0 and (decimal := write_decimal(value)) is not None:
            return f"const_{decimal.replace('.', '_')}"
        case _:
            raise beyond(expr)
