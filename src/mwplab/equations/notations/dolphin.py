"""Dolphin1878: lines that name what is asked and lines with equations.

unkn: 2*k,2*k+2          the expressions asked for, one or several
equ: 3(2*k)=x+5          products without a sign, of letters too: xy is x * y
equ: 25<x+y<45           inequalities, chains of them, remainders as n%7=0
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar

from mwplab.equations.bounds import check_depth, check_length
from mwplab.equations.grammar import BINDING, Parser
from mwplab.equations.lexer import Token, shorten
from mwplab.equations.nodes import (
    RELATIONS,
    Binary,
    Call,
    Choice,
    Comparison,
    Equation,
    EquationSystem,
    Expr,
    Node,
    Number,
    QuantityRef,
    Slot,
    Statement,
    Unknown,
    walk,
)
from mwplab.equations.notations.infix import beyond
from mwplab.equations.notations.mawps import MAX_EQUATIONS
from mwplab.equations.numbers import write_decimal
from mwplab.equations.render import render
from mwplab.errors import ParseError

_BRACKETS = str.maketrans("[]{}", "()()")


def read(lines: Sequence[str]) -> tuple[EquationSystem, tuple[Expr, ...]]:
    """Read the equations, and the expressions whose values answer the question, if any line names them.

    >>> system, asked = read(["unkn: 2*k,2*k+2", "equ: 3(2*k) = 2*k+2 + 10", "equ: k > 0"])
    >>> str(system), len(asked)
    ('3 * (2 * k) = 2 * k + 2 + 10; k > 0', 2)
    >>> read(["unkn: n", "equ: is_odd(n)"])
    Traceback (most recent call last):
    mwplab.errors.ParseError: 'is_odd' in 'is_odd(n)' is neither a function nor a product of unknowns
    """
    if len(lines) > MAX_EQUATIONS:
        raise ParseError(f"expected at most {MAX_EQUATIONS} lines, found {len(lines)}")
    asked: list[Expr] = []
    statements: list[Statement] = []
    for line in lines:
        check_length(line)
        kind, _, text = line.partition(":")
        parser = _DolphinParser(text.strip().translate(_BRACKETS))
        if kind.strip() == "unkn":
            asked += parser.listed()
        elif kind.strip() == "equ":
            statements += parser.chain()
        else:
            raise ParseError(f"expected a line that begins with 'unkn:' or 'equ:', found {shorten(line)}")
    if not statements:
        raise ParseError(f"expected lines with 'unkn:' and 'equ:', found {shorten(' | '.join(lines))}")
    return check_depth(EquationSystem(tuple(statements))), tuple(check_depth(expr) for expr in asked)


class _DolphinParser(Parser):
    binding: ClassVar[dict[str, int]] = {**BINDING, "%": BINDING["*"]}

    def listed(self) -> list[Expr]:
        found = [self.expression()]
        while self.accept(","):
            found.append(self.expression())
        self.expect("end")
        return found

    def chain(self) -> list[Statement]:
        """Read two or more sides with relations between them, as one statement for each relation."""
        sides, found = [self.expression()], list[Statement]()
        while self.here.kind != "end" or not found:
            sign = self.here.text
            if not self.accept("=", *RELATIONS):
                raise self.refuse("'=', '<' or an operator")
            sides.append(self.expression())
            found.append(Equation(*sides[-2:]) if sign == "=" else Comparison(sign, *sides[-2:]))
        return found

    def join(self, operator: str, left: Expr, strength: int) -> Expr:
        if operator == "%":
            return Call("remainder", (left, self.expression(strength)))
        return super().join(operator, left, strength)

    def leaf(self, token: Token) -> Expr:
        """Return an unknown, or the product that several letters stand for."""
        letters = token.text.lower()
        if not letters.isalpha() or (len(letters) > 1 and self.here.text in ("(", "^")):
            place = f"{shorten(token.text)} in {shorten(self.text)}"
            raise ParseError(f"{place} is neither a function nor a product of unknowns")
        if self.applies_function():
            raise ParseError(
                f"{shorten(self.text)} applies {letters!r} to a number, which no equation can do"
            )
        product: Expr = Unknown(letters[0])
        for letter in letters[1:]:
            product = Binary("*", product, Unknown(letter))
        return product

    def applies_function(self) -> bool:
        """Tell whether nothing but a number stands in the brackets that follow."""
        ahead = "".join(token.text for token in self.tokens[self.position : self.position + 8])
        return re.match(r"\(-?[0-9./]+\)", ahead) is not None


def write(system: EquationSystem, asked: Sequence[Expr]) -> list[str]:
    """Return the lines of a system; unknowns are single letters and numbers plain decimals.

    >>> from mwplab.equations.grammar import parse
    >>> write(parse("x + y = 7; x > y"), [Unknown("x"), Unknown("y")])
    ['unkn: x, y', 'equ: x + y = 7', 'equ: x > y']
    """
    for part in (part for node in (system, *asked) for part in walk(node)):
        if not _expressible(part):
            raise beyond(part)
    shown = [f"unkn: {', '.join(render(expr) for expr in asked)}"] if asked else []
    return [*shown, *(f"equ: {render(statement)}" for statement in system.statements)]


def _expressible(part: Node) -> bool:
    match part:
        case Number(value):
            return value >= 0 and write_decimal(value) is not None
        case Unknown(name):
            return len(name) == 1 and name.isalpha()
        case _:
            return not isinstance(part, QuantityRef | Slot | Choice)
