"""The text of an ASDiv formula: units, labels and legends taken off, expressions read."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from mwplab.equations.bounds import check_depth, check_length
from mwplab.equations.grammar import Parser
from mwplab.equations.lexer import Token, shorten
from mwplab.equations.nodes import Binary, Call, Expr, Number, Unknown
from mwplab.equations.numbers import read_number
from mwplab.errors import EquationError, ParseError

_LEGEND = re.compile(r"([A-Za-z])\s*:\s*[^\s=]")
_COMMON = re.compile(r"\b(GCD|LCM)\s*[\[(]([^\[\]()]*)[\])]", re.IGNORECASE)
_BRACKETS = re.compile(r"\(([^()]*)\)")
_UNIT = re.compile(r"\s*(?![xyzn]\s*$)[A-Za-z][A-Za-z. ]*(?:/[A-Za-z. ]+)?")
_UNIT_WORDS = re.compile(r"(?<=[0-9)%])\s+[A-Za-z][A-Za-z. ]*$")
_ROOTS = {Fraction(1, 2): "sqrt", Fraction(1, 3): "cbrt"}
_VALUE = re.compile(r"-?\(?[0-9][0-9,]*(?:\.[0-9]+)?(?:/[0-9]+)?")


@dataclass(frozen=True, slots=True)
class Text:
    """A formula in pieces."""

    formula: str
    """The whole, for messages."""

    steps: tuple[str, ...]
    """What stands between semicolons, without legends and sentences."""

    legend: tuple[str, ...]
    """The letters of the unknowns that the formula explains, in lower case."""


def split(formula: str) -> Text:
    """Return the steps of a formula.

    >>> split("x:Tom's age; x+(x+2)=20")
    Text(formula="x:Tom's age; x+(x+2)=20", steps=('x+(x+2)=20',), legend=('x',))
    """
    check_length(formula)
    steps, legend = [], []
    for piece in formula.split(";"):
        named = _LEGEND.match(piece.strip())
        if named and "=" not in piece:
            legend.append(named[1].lower())
        elif piece.strip() and not _is_sentence(piece):
            steps.append(piece.strip())
    if not steps:
        raise ParseError(f"expected a formula such as '7+2=9', found {shorten(formula)}")
    return Text(formula, tuple(steps), tuple(legend))


def _is_sentence(piece: str) -> bool:
    return (
        not re.search(r"[=<>]|\bequals\b", piece) and re.search(r"[A-Za-z]{2}\s+[A-Za-z]", piece) is not None
    )


def split_label(side: str) -> tuple[str, str]:
    """Return a side of a comparison and the label in brackets at its end, if there is one.

    >>> split_label("4*3=12 cm(Tim's card)")
    ('4*3=12 cm', "Tim's card")
    """
    side = side.rstrip()
    start = side.rfind("(")
    label = side[start + 1 : -1]
    if start < 0 or not side.endswith(")") or not re.search(r"[A-Za-z]", label):
        return side, ""
    return side[:start], label.strip()


def strip_units(text: str) -> str:
    """Return a side without units.

    >>> strip_units("3 (dime)*10 (cent/dime)"), strip_units("198 cents")
    ('3  *10  ', '198')
    """
    return _UNIT_WORDS.sub("", _BRACKETS.sub(_drop_words, text))


def _drop_words(found: re.Match[str]) -> str:
    return " " if _UNIT.fullmatch(found[1]) or re.search(r"[A-Za-z]{3}", found[1]) else found[0]


def read_sides(step: str, text: Text) -> list[Expr]:
    """Return the expressions between the equals signs of a step."""
    sides = [_COMMON.sub(_write_call, side) for side in step.split("=")]
    if not text.legend:
        sides = [strip_units(side) for side in sides]
    return [read_side(side, text) for side in sides]


def read_side(side: str, text: Text) -> Expr:
    """Return one expression, or refuse it with the whole formula named."""
    try:
        parser = _FormulaParser(side)
        expr = parser.expression()
        parser.expect("end")
    except ParseError as error:
        raise ParseError(f"the formula {shorten(text.formula)} cannot be read: {error}") from error
    return check_depth(expr)


def _write_call(found: re.Match[str]) -> str:
    return f"{found[1].lower()}({found[2]})"


class _FormulaParser(Parser):
    """Reads products of letters, percentages and roots written as powers."""

    def atom(self) -> Expr:
        found = super().atom()
        if isinstance(found, Number) and self.accept("%"):
            return Number(found.value / 100)
        return found

    def join(self, operator: str, left: Expr, strength: int) -> Expr:
        match super().join(operator, left, strength):
            case Binary("^", base, Binary("/", Number(one), Number(root))) if root and one / root in _ROOTS:
                return Call(_ROOTS[one / root], (base,))
            case joined:
                return joined

    def leaf(self, token: Token) -> Expr:
        if not re.fullmatch(r"[A-Za-z]{1,2}", token.text):
            raise ParseError(f"{shorten(token.text)} is neither a number nor a product of unknowns")
        letters = token.text.lower()
        product: Expr = Unknown(letters[0])
        for letter in letters[1:]:
            product = Binary("*", product, Unknown(letter))
        return product


def answer_values(answer: str) -> list[Fraction]:
    """Return the numbers of an answer, one for each part between semicolons that begins with one or has one.

    >>> [str(value) for value in answer_values("5 (km); -(1/3); The 60th caller.; Online")]
    ['5', '-1/3', '60']
    """
    found = []
    for part in answer.split(";"):
        number = _VALUE.search(part)
        if number is not None:
            try:
                found.append(read_number(number[0].replace("(", "").rstrip(",")))
            except EquationError:
                continue
    return found
