"""MathQA: programs of named operations, as a chain of steps or nested.

add(n1,const_100)|divide(#0,n0)|       linear: n<i> is the i-th number of the text, #<i> an earlier step
divide(add(8, const_100), 2.5)         nested: numbers as they stand in the text
const_100, const_0_2778, const_pi      constants; the first underscore behind the name is a decimal point
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from mwplab.equations.bounds import check_depth, check_length
from mwplab.equations.grammar import checked_call, parse_expression
from mwplab.equations.lexer import shorten
from mwplab.equations.nodes import (
    FUNCTIONS,
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
from mwplab.equations.notations.mathqa_operations import CONSTANTS, OPERATIONS, RENAMED
from mwplab.equations.numbers import read_number, write_decimal
from mwplab.errors import EquationError, ParseError, TooLarge

MAX_NODES = 2_000
"""Nodes of a whole program's tree: a step that is used twice is written twice, so trees can double at every step."""

_STEP = re.compile(r"\s*([a-z_]+)\s*\(([^()|]*)\)\s*")
_PIECE = re.compile(r"\s*(?:([a-z_]+)\s*\(|([^\s(),]+(?:,[0-9]{3}(?![0-9]))*)|([,)]))")
_WRITTEN = {ours: theirs for theirs, ours in RENAMED.items()}
_SYMBOLS = {"+": "add", "-": "subtract", "*": "multiply", "/": "divide", "^": "power"}


def read_linear(program: str) -> EquationSystem:
    """Read a chain of steps as ``x = ...``, the last step being the result.

    >>> str(read_linear("add(n1,const_100)|divide(#0,n0)|"))
    'x = (q1 + 100) / q0'
    """
    check_length(program)
    steps: list[Expr] = []
    sizes: list[int] = []

    def operand(text: str) -> Expr:
        if found := re.fullmatch(r"n([0-9]{1,4})", text):
            return QuantityRef(int(found[1]))
        if (found := re.fullmatch(r"#([0-9]{1,4})", text)) and int(found[1]) < len(steps):
            return steps[int(found[1])]
        return _constant(text, program)
