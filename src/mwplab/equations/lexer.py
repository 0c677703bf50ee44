"""Pieces of an equation's text: numbers, names, labels and symbols, each with its column."""

from __future__ import annotations

import re
from typing import NamedTuple

from mwplab.equations.bounds import check_length
from mwplab.equations.nodes import FUNCTIONS, PICKS
from mwplab.errors import ParseError

_TOKEN = re.compile(
    r"""(?P<space>[^\S\n]+)
    |(?P<number>[0-9]+(?:,[0-9]{3}(?![0-9]))+(?:\.[0-9]*)?|[0-9]+\.?[0-9]*|\.[0-9]+)
    |(?P<fraction>\[\s*-?[0-9]+(?:\.[0-9]+)?\s*(?:/\s*[0-9]+\s*)?\])
    |(?P<name>[A-Za-z_][A-Za-z_0-9]*)
    |(?P<label>"(?:[^"\\\n]|\\.)*")
    |(?P<symbol><=|>=|!=|[-+*/^%()=<>:;,\n])""",
    re.VERBOSE,
)

_ARGUMENT = re.compile(r"(?P<number>[0-9]+\.?[0-9]*|\.[0-9]+)")
_TAKES_ARGUMENTS = {*FUNCTIONS, *PICKS}


class Token(NamedTuple):
    """A piece of an equation's text."""

    kind: str
    """``number``, ``fraction``, ``name``, ``label``, ``symbol`` or ``end``."""

    text: str
    """The piece as written; a new line counts as ``;``."""

    column: int
    """Where it begins, from 1."""


def scan(text: str) -> list[Token]:
    """Return the pieces of a text, the last one an empty ``end``.

    >>> [token.text for token in scan("x = 1,200 + q0")]
    ['x', '=', '1,200', '+', 'q0', '']
    >>> [token.text for token in scan("gcd(1,200)")]
    ['gcd', '(', '1', ',', '200', ')', '']
    >>> scan("3 ? 4")
    Traceback (most recent call last):
    mwplab.errors.ParseError: unexpected '?' at column 3 of '3 ? 4'
    """
    check_length(text)
    found: list[Token] = []
    position = 0
    calls: list[bool] = []  # one for each open bracket: whether it holds the arguments of a function
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match and match.lastgroup == "number" and calls and calls[-1]:
            match = _ARGUMENT.match(text, position)
        if match is None:
            raise ParseError(f"unexpected {text[position]!r} at column {position + 1} of {shorten(text)}")
        if match.lastgroup != "space":
            piece = ";" if match[0] == "\n" else match[0]
            if piece == "(":
                calls.append(bool(found) and found[-1].text in _TAKES_ARGUMENTS)
            elif piece == ")" and calls:
                calls.pop()
            found.append(Token(str(match.lastgroup), piece, position + 1))
        position = match.end()
    found.append(Token("end", "", len(text) + 1))
    return found


def shorten(text: str) -> str:
    """Return a text as an error message quotes it.

    >>> shorten("1+" * 100)[-9:]
    "1+1+1...'"
    """
    return repr(text if len(text) <= 80 else text[:77] + "...")
