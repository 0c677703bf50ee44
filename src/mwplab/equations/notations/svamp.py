"""SVAMP: one expression, in infix over floats (JSON) or in prefix over the numbers of the text (CSV folds).

( 8.0 - ( 2.0 + 3.0 ) )          infix, fully bracketed; reads as x = 8 - (2 + 3)
- number0 + number1 2.0          prefix, number<i> is the i-th number of the text, others are constants
"""

from __future__ import annotations

import re

from mwplab.equations.bounds import check_depth, check_length
from mwplab.equations.lexer import shorten
from mwplab.equations.nodes import (
    OPERATORS,
    Binary,
    Equation,
    EquationSystem,
    Expr,
    Number,
    QuantityRef,
    Unknown,
)
from mwplab.equations.notations.infix import NamedParser, beyond, write_float
from mwplab.equations.numbers import read_number
from mwplab.errors import EquationError, ParseError

_ASKED = Unknown("x")


def read(text: str) -> EquationSystem:
    """Read an infix expression as the equation that it answers.

    >>> str(read("( ( 8.0 - 2.0 ) * 3.0 )"))
    'x = (8 - 2) * 3'
    """
    return check_depth(_asked(NamedParser(text, {}).whole_expression()))


def read_prefix(text: str) -> EquationSystem:
    """Read a prefix expression as the equation that it answers.

    >>> str(read_prefix("* number1 - number0 2.0"))
    'x = q1 * (q0 - 2)'
    """
    check_length(text)
    stack: list[Expr] = []
    for piece in reversed(text.split()):
        if piece in OPERATORS and len(stack) < 2:
            raise ParseError(f"{piece!r} takes 2 operands, found {len(stack)} in {shorten(text)}")
        stack.append(Binary(piece, stack.pop(), stack.pop()) if piece in OPERATORS else _operand(piece))
    if len(stack) != 1:
        raise ParseError(f"expected one expression, found {len(stack)} in {shorten(text)}")
    return check_depth(_asked(stack[0]))


def _asked(expr: Expr) -> EquationSystem:
    return EquationSystem((Equation(_ASKED, expr),))


def _operand(piece: str) -> Expr:
    if quantity := re.fullmatch(r"number([0-9]{1,4})", piece):
        return QuantityRef(int(quantity[1]))
    if not re.fullmatch(r"[0-9.]+", piece):
        raise ParseError(f"expected an operator, number<i> or a constant, found {shorten(piece)}")
    return Number(read_number(piece))


def write(system: EquationSystem) -> str:
    """Return ``x = ...`` as infix; only decimals and ``+ - * /`` can be said.

    >>> from mwplab.equations.grammar import parse
    >>> write(parse("x = (8 - 2) * 3"))
    '( ( 8.0 - 2.0 ) * 3.0 )'
    """
    return _write_infix(_expression(system))


def write_prefix(system: EquationSystem) -> str:
    """Return ``x = ...`` as prefix; only quantities, decimals and ``+ - * /`` can be said.

    >>> from mwplab.equations.grammar import parse
    >>> write_prefix(parse("x = q1 * (q0 - 2)"))
    '* number1 - number0 2.0'
    """
    return _write_prefix(_expression(system))


def _expression(system: EquationSystem) -> Expr:
    match system:
        case EquationSystem((Equation(Unknown("x"), expr),)):
            return expr
        case _:
            raise EquationError(f"expected one equation such as 'x = 3 + 4', found {shorten(str(system))}")


def _write_infix(expr: Expr) -> str:
    match expr:
        case Binary("+" | "-" | "*" | "/" as operator, left, right):
            return f"( {_write_infix(left)} {operator} {_write_infix(right)} )"
        case Number(value):
            return write_float(value)
        case _:
            raise beyond(expr)


def _write_prefix(expr: Expr) -> str:
    match expr:
        case Binary("+" | "-" | "*" | "/" as operator, left, right):
            return f"{operator} {_write_prefix(left)} {_write_prefix(right)}"
        case QuantityRef(index):
            return f"number{index}"
        case Number(value):
            return write_float(value)
        case _:
            raise beyond(expr)
