"""What the infix notations of the datasets share: names given from outside, and a writer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from mwplab.equations.grammar import BINDING, UNARY, Parser
from mwplab.equations.lexer import Token, shorten
from mwplab.equations.nodes import Binary, Equation, Expr, Negate, Node, Statement
from mwplab.equations.numbers import write_decimal
from mwplab.equations.render import render
from mwplab.errors import EquationError, ParseError


class NamedParser(Parser):
    """Reads infix text in which each name stands for a given leaf and none is a function."""

    def __init__(self, text: str, leaves: Mapping[str, Expr]) -> None:
        super().__init__(text)
        self.leaves = leaves

    def atom(self) -> Expr:
        """Read a number, a name or something in brackets."""
        return self.leaf(self.advance()) if self.here.kind == "name" else super().atom()

    def leaf(self, token: Token) -> Expr:
        """Return what a name stands for."""
        if token.text not in self.leaves:
            raise ParseError(f"{shorten(token.text)} is no name that {shorten(self.text)} may use")
        return self.leaves[token.text]

    def whole_expression(self) -> Expr:
        """Read one expression up to the end of the text."""
        expr = self.expression()
        self.expect("end")
        return expr

    def whole_statement(self) -> Statement:
        """Read one statement up to the end of the text."""
        statement = self.statement()
        self.expect("end")
        return statement


def write_statement(statement: Statement, atom: Callable[[Expr], str], space: str = "") -> str:
    """Return an equation in infix; what is no operator is written by the function."""
    if not isinstance(statement, Equation):
        raise beyond(statement)
    sides = (write_expression(side, atom, space) for side in (statement.left, statement.right))
    return f"{space}={space}".join(sides)


def write_expression(expr: Expr, atom: Callable[[Expr], str], space: str = "") -> str:
    """Return an expression over ``+ - * /`` in infix; what is no operator is written by the function.

    >>> from mwplab.equations.grammar import parse_expression
    >>> write_expression(parse_expression("2 * (3 + -x)"), render)
    '2*(3+(-x))'
    """
    match expr:
        case Binary("+" | "-" | "*" | "/" as operator, left, right):
            strength = BINDING[operator]
            first, second = _bracket(left, strength, atom, space), _bracket(right, strength + 1, atom, space)
            return f"{first}{space}{operator}{space}{second}"
        case Negate(operand):
            return f"-{_bracket(operand, UNARY, atom, space)}"
        case Binary():
            raise beyond(expr)
        case _:
            return atom(expr)


def _bracket(expr: Expr, weakest: int, atom: Callable[[Expr], str], space: str) -> str:
    text = write_expression(expr, atom, space)
    # A minus sign is bracketed as well: the sources have none right behind an operator.
    loose = isinstance(expr, Negate) or (isinstance(expr, Binary) and BINDING[expr.operator] < weakest)
    return f"({text})" if loose else text


def write_float(value: Fraction) -> str:
    """Return a number as a program prints it, or refuse one that is no plain decimal.

    >>> write_float(Fraction(7)), write_float(Fraction(1, 4))
    ('7.0', '0.25')
    """
    decimal = write_decimal(value)
    if decimal is None or value < 0:
        raise EquationError(f"{value} is no plain decimal, which is all that this notation can write")
    return decimal if "." in decimal else f"{decimal}.0"


def beyond(node: Node) -> EquationError:
    """Return the error that says what a notation cannot express."""
    return EquationError(f"this notation has no way to write {shorten(render(node))}")
