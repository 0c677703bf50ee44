"""MAWPS: lists of infix equations, as in its six sets, AllArith, ParaMAWPS and the equations of DRAW.

["X=(5.0+3.0)"]                                     one unknown, numbers as floats
["40-x=12"]                                         the unknown anywhere
["apple+pear=9.0", "(2.0*apple)+pear=.5*60"]        named unknowns, systems, decimals without a zero
["9=3+6"], ["0.8 - 0.1"]                            no unknown; no equals sign, which reads as x = ...
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from mwplab.equations.bounds import check_depth, check_length
from mwplab.equations.nodes import Equation, EquationSystem, Expr, Number, Unknown
from mwplab.equations.notations.infix import NamedParser, beyond, write_float, write_statement
from mwplab.errors import ParseError

MAX_EQUATIONS = 100
"""Equations in one list."""

_NAME = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")
_LED_BY_DIGIT = re.compile(r"(?<![A-Za-z_0-9.])([0-9]{1,9}_[A-Za-z_0-9]+)")


def read(equations: Sequence[str]) -> EquationSystem:
    """Read a list of equations as a system.

    >>> str(read(["X=(5.0+3.0)"])), str(read(["Red+blue = 9", "2(Red)=blue"]))
    ('x = 5 + 3', 'red + blue = 9; 2 * red = blue')
    >>> read(["X = 0.3 = 0.2"])
    Traceback (most recent call last):
    mwplab.errors.ParseError: expected the end or an operator at column 9 of 'X = 0.3 = 0.2', found '='
    """
    leaves = {_readable(raw): Unknown(name) for raw, name in unknown_names(equations).items()}
    parsers = [NamedParser(_readable(text), leaves) for text in equations]
    if len(equations) == 1 and "=" not in equations[0]:
        return check_depth(EquationSystem((Equation(Unknown("x"), parsers[0].whole_expression()),)))
    return check_depth(EquationSystem(tuple(parser.whole_statement() for parser in parsers)))


def unknown_names(equations: Sequence[str]) -> dict[str, str]:
    """Return the name that each unknown of the source has in the tree: lower case, underscored if taken.

    >>> unknown_names(["X + q1 = 2*x", "3_cups=x"])
    {'X': 'x', 'q1': 'q1_', 'x': 'x_', '3_cups': '_3_cups'}
    """
    if not 0 < len(equations) <= MAX_EQUATIONS:
        raise ParseError(
            f"expected 1 to {MAX_EQUATIONS} equations such as 'X=5.0+3.0', found {len(equations)}"
        )
    names: dict[str, str] = {}
    for text in equations:
        check_length(text)
        led_by_digit = set(_LED_BY_DIGIT.findall(text))
        for readable in _NAME.findall(_readable(text)):
            raw = readable[1:] if readable[1:] in led_by_digit else readable
            names.setdefault(raw, _free_name(readable.lower(), set(names.values())))
    return names


def _readable(text: str) -> str:
    """Return a text in which names that begin with digits have an underscore before them."""
    return _LED_BY_DIGIT.sub(r"_\1", text)


def _free_name(name: str, taken: set[str]) -> str:
    while name in taken or re.fullmatch(r"q[0-9]+", name):
        name += "_"
    return name


def write(system: EquationSystem) -> list[str]:
    """Return a system as MAWPS writes it; only unknowns, decimals and ``+ - * /`` can be said.

    >>> from mwplab.equations.grammar import parse
    >>> write(parse("x = 2 * (3 + 0.5); x - y = -1"))
    ['x=2.0*(3.0+0.5)', 'x-y=-1.0']
    """
    return [write_statement(statement, _write_atom) for statement in system.statements]


def _write_atom(expr: Expr) -> str:
    match expr:
        case Number(value):
            return write_float(value)
        case Unknown(name):
            return name
        case _:
            raise beyond(expr)
