"""Prefix notation for every node: ``= x + q0 * 2 q1``, operators before their operands and no brackets.

operators    ``+ - * / ^`` take two operands, ``neg`` one: ``- q0 neg q1``
functions    carry the number of their operands: ``gcd#2 12 18``, ``mean#3 q0 q1 q2``, a ratio is ``:#2 3 5``
choice       labels stand before their expressions: ``largest#2 "Monday" q0 "Sunday" q1``
statements   begin with their relation; a system has ``;`` between them
"""

from __future__ import annotations

import json
import re

from mwplab.equations.bounds import check_depth, check_length
from mwplab.equations.grammar import checked_call, name_to_leaf, read_label
from mwplab.equations.lexer import shorten
from mwplab.equations.nodes import (
    FUNCTIONS,
    OPERATORS,
    PICKS,
    RELATIONS,
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
    Ratio,
    Statement,
    Unknown,
)
from mwplab.equations.numbers import read_number
from mwplab.equations.render import render_leaf
from mwplab.errors import ParseError

_PIECE = re.compile(r'"(?:[^"\\\n]|\\.)*"|\[[^\[\]]*\]|;|[^\s;"\[\]]+')
_COUNTED = re.compile(r"([a-z]+|:)#([0-9]{1,4})")

# An unknown may bear the name of the minus sign; with no operands it cannot be mistaken.
_UNKNOWN_NEG = "neg#0"


def write_prefix(node: Node) -> str:
    """Return a node in prefix notation, which reads back as the same node.

    >>> from mwplab.equations.grammar import parse
    >>> write_prefix(parse("x = (q0 + q1) * gcd(12, -q2); y > 1"))
    '= x * + q0 q1 gcd#2 12 neg q2 ; > y 1'
    """
    match node:
        case EquationSystem(statements):
            return " ; ".join(write_prefix(statement) for statement in statements)
        case Equation(left, right):
            return f"= {write_prefix(left)} {write_prefix(right)}"
        case Comparison(sign, left, right) | Binary(sign, left, right):
            return f"{sign} {write_prefix(left)} {write_prefix(right)}"
        case Negate(operand):
            return f"neg {write_prefix(operand)}"
        case Call(function, parts):
            return _write_counted(function, parts)
        case Ratio(parts):
            return _write_counted(":", parts)
        case Choice(pick, options):
            shown = (
                f"{json.dumps(label, ensure_ascii=False)} {write_prefix(expr)}" for label, expr in options
            )
            return f"{pick}#{len(options)} {' '.join(shown)}"
        case Unknown("neg"):
            return _UNKNOWN_NEG
        case _:
            return render_leaf(node)


def _write_counted(name: str, parts: tuple[Expr, ...]) -> str:
    return " ".join([f"{name}#{len(parts)}", *map(write_prefix, parts)])


def read_prefix(text: str) -> EquationSystem | Expr:
    """Read prefix notation: a system where the text begins with a relation, else an expression.

    >>> str(read_prefix("= x / + q0 q1 2"))
    'x = (q0 + q1) / 2'
    >>> read_prefix("+ q0")
    Traceback (most recent call last):
    mwplab.errors.ParseError: '+' takes 2 operands, found 1 in '+ q0'
    """
    check_length(text)
    pieces = _split(text)
    if pieces and pieces[0] in ("=", *RELATIONS):
        return check_depth(EquationSystem(_read_statements(pieces, text)))
    return check_depth(_read_expression(pieces, text))


def _split(text: str) -> list[str]:
    found, position = [], 0
    while position < len(text):
        piece = _PIECE.match(text, position)
        if piece is None and not text[position].isspace():
            raise ParseError(f"unexpected {text[position]!r} at column {position + 1} of {shorten(text)}")
        if piece is not None:
            found.append(piece[0])
        position = piece.end() if piece else position + 1
    return found


def _read_statements(pieces: list[str], text: str) -> tuple[Statement, ...]:
    found: list[Statement] = []
    while pieces:
        end = pieces.index(";") if ";" in pieces else len(pieces)
        sign, stack = pieces[0], _reduce(pieces[1:end], text)
        if sign not in ("=", *RELATIONS) or len(stack) != 2:
            raise ParseError(f"expected a relation and two sides, found {shorten(' '.join(pieces[:end]))}")
        left, right = _operands(sign, stack, 2, text)
        found.append(Equation(left, right) if sign == "=" else Comparison(sign, left, right))
        pieces = pieces[end + 1 :]
    return tuple(found)


def _read_expression(pieces: list[str], text: str) -> Expr:
    stack = _reduce(pieces, text)
    if len(stack) != 1:
        raise ParseError(f"expected one expression, found {len(stack)} in {shorten(text)}")
    return _operands("the expression", stack, 1, text)[0]


def _reduce(pieces: list[str], text: str) -> list[Expr | str]:
    """Read from the last piece to the first, so that operands wait on a stack and nothing recurs."""
    stack: list[Expr | str] = []
    for piece in reversed(pieces):
        stack.append(piece if piece.startswith('"') else _build(piece, stack, text))
    return stack


def _build(piece: str, stack: list[Expr | str], text: str) -> Expr:
    if piece in OPERATORS:
        return Binary(piece, *_operands(piece, stack, 2, text))
    if piece == "neg":
        return Negate(_operands(piece, stack, 1, text)[0])
    if piece == _UNKNOWN_NEG:
        return Unknown("neg")
    if counted := _COUNTED.fullmatch(piece):
        return _build_counted(counted[1], int(counted[2]), stack, text)
    if re.fullmatch(r"[A-Za-z_][A-Za-z_0-9]*", piece):
        return name_to_leaf(piece)
    if piece.startswith("["):
        return Number(read_number(piece[1:-1]))
    if not re.fullmatch(r"[0-9.]+", piece):
        raise ParseError(f"{shorten(piece)} is no operator, number or name in {shorten(text)}")
    return Number(read_number(piece))


def _build_counted(name: str, count: int, stack: list[Expr | str], text: str) -> Expr:
    if name in PICKS:
        if count < 2:
            raise ParseError(
                f"{name!r} takes at least two labelled candidates, found {count} in {shorten(text)}"
            )
        return Choice(name, tuple(_option(name, stack, text) for _ in range(count)))
    if name == ":" and count > 1:
        return Ratio(tuple(_operands(name, stack, count, text)))
    if name not in FUNCTIONS:
        raise ParseError(f"{name}#{count} is no function in {shorten(text)}; write for example gcd#2")
    return checked_call(name, tuple(_operands(name, stack, count, text)))


def _option(name: str, stack: list[Expr | str], text: str) -> tuple[str, Expr]:
    label = stack.pop() if stack else None
    if not isinstance(label, str):
        raise ParseError(f"{name!r} takes a label in double quotes before each candidate in {shorten(text)}")
    return read_label(label), _operands(name, stack, 1, text)[0]


def _operands(name: str, stack: list[Expr | str], count: int, text: str) -> list[Expr]:
    if len(stack) < count:
        raise ParseError(f"{name!r} takes {count} operands, found {len(stack)} in {shorten(text)}")
    found = [stack.pop() for _ in range(count)]
    exprs = [operand for operand in found if not isinstance(operand, str)]
    if len(exprs) < count:
        raise ParseError(f"{name!r} takes expressions, found a label in {shorten(text)}")
    return exprs
