"""Equations that a completion gives besides its answer; read by the bounded parser, never run."""

from __future__ import annotations

import re

from mwplab.equations import EquationSystem, parse
from mwplab.equations.nodes import Binary, Call, Number, QuantityRef, Slot, walk
from mwplab.errors import EquationError
from mwplab.reading.plain import plain

_NAMED = re.compile(
    r"\bequations?\b[^\n:=]{0,40}?(?:\b(?:is|are)\b:?|:)[ \t*`$\\(\[]{0,8}([^\n]{3,200})", re.IGNORECASE
)
_END = re.compile(r"[.?!](?:\s|$)|,\s|\b(?:so|which|where|and solve)\b")
_FORMULA = re.compile(r"(?:[-+*/^().,;=\d\s]|(?<![A-Za-z])[a-z](?![A-Za-z])|q\d+|\band\b)+")


def read_equations(text: str, answer: str) -> EquationSystem | None:
    """Return the equation that a text names, or that stands where its answer does.

    >>> str(read_equations("Equation: x = 3 * (4 + 5), so 27", "27")), str(read_equations("", "5 + 7 = 12"))
    ('x = 3 * (4 + 5)', 'x = 5 + 7')
    >>> read_equations("The answer is 12 apples", "12 apples") is None
    True
    """
    for match in list(_NAMED.finditer(text))[-1:]:
        end = _END.search(match[1])
        if (system := read_formula(match[1][: end.start() if end else None])) is not None:
            return system
    return read_formula(answer[:200]) if "=" in answer else None


def read_formula(raw: str) -> EquationSystem | None:
    """Return the equations that a short text is, and nothing but; none where it is something else.

    >>> str(read_formula("$x = 3 * 4$")), read_formula("three times four")
    ('x = 3 * 4', None)
    """
    text = plain(raw).strip(" .,;:`").replace("$", "")
    if not _FORMULA.fullmatch(text):
        return None
    text = text.replace(" and ", "; ")
    left, sign, right = text.rpartition("=")
    if not re.search("[a-z]", text):
        # What was worked out is behind the last sign: 5 + 7 = 12.
        text = f"x = {left.rpartition('=')[2] if sign else right}"
    try:
        system = parse(text)
    except EquationError:
        return None
    kinds = {type(part) for part in walk(system)}
    works = Number in kinds and bool(kinds & {Binary, Call})
    return system if (works or QuantityRef in kinds) and Slot not in kinds else None
