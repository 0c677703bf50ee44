"""The grammar for people: ``x = (q0 + q1) / 2; y = 3x``, read by a bounded descent.

statements   an equation, or a comparison with < > <= >= !=, separated by ``;`` or a new line
operators    + - * / ^, unary minus, ``3x`` and ``2(x + 1)`` as products, ``3 : 5`` as a ratio
names        ``q0`` quantities, ``A`` slots in capitals, other lower-case names are unknowns
functions    those of `mwplab.equations.nodes.FUNCTIONS`, such as ``gcd(12, q0)``
choice       ``largest("Monday": q0 / q1, "Sunday": q2 / q3)``, ``smallest(...)``
fractions    ``[1/3]`` is one number, ``1/3`` is a division
"""

from __future__ import annotations

import json
import re
from typing import ClassVar

from mwplab.equations.bounds import MAX_DEPTH, check_depth
from mwplab.equations.lexer import Token, scan, shorten
from mwplab.equations.nodes import (
    FUNCTIONS,
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
    Number,
    QuantityRef,
    Ratio,
    Slot,
    Statement,
    Unknown,
)
from mwplab.equations.numbers import read_number
from mwplab.errors import ParseError, TooLarge

BINDING = {":": 1, "+": 2, "-": 2, "*": 3, "/": 3, "^": 5}
"""How tightly an operator holds its operands."""

UNARY = 4
"""How tightly a minus sign holds its operand: ``-x^2`` is ``-(x^2)``, ``-x * y`` is ``(-x) * y``."""


def parse(text: str) -> EquationSystem:
    """Read a system of equations in the notation for people.

    >>> str(parse("x = ((q0 + 2)) * 3"))
    'x = (q0 + 2) * 3'
    >>> parse("3 + ) 2 = x")
    Traceback (most recent call last):
    mwplab.errors.ParseError: expected a number, a name or '(' at column 5 of '3 + ) 2 = x', found ')'
    """
    return check_depth(EquationSystem(Parser(text).statements()))


def parse_expression(text: str) -> Expr:
    """Read one expression in the notation for people.

    >>> parse_expression("2x")
    Binary(operator='*', left=Number(value=Fraction(2, 1)), right=Unknown(name='x'))
    """
    parser = Parser(text)
    expr = parser.expression()
    parser.expect("end")
    return check_depth(expr)


def name_to_leaf(name: str) -> QuantityRef | Slot | Unknown:
    """Return what a name stands for.

    >>> name_to_leaf("q3"), name_to_leaf("B"), name_to_leaf("y")
    (QuantityRef(index=3), Slot(index=1), Unknown(name='y'))
    """
    if re.fullmatch(r"q[0-9]{1,4}", name):
        return QuantityRef(int(name[1:]))
    if re.fullmatch(r"[A-Z]{1,2}", name):
        return Slot.named(name)
    if name != name.lower() or re.fullmatch(r"q[0-9]+", name):
        raise ParseError(
            f"{name!r} is no name; write unknowns in lower case, slots as A or AB, quantities as q0"
        )
    return Unknown(name)


class Parser:
    """Reads statements and expressions from left to right, never deeper than the bound."""

    binding: ClassVar[dict[str, int]] = BINDING
    """The operators of the notation, each with how tightly it holds its operands."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = scan(text)
        self.position = 0
        self.nesting = 0

    @property
    def here(self) -> Token:
        """Return the next piece."""
        return self.tokens[self.position]

    def advance(self) -> Token:
        """Return the next piece and step behind it."""
        token = self.here
        self.position += token.kind != "end"
        return token

    def accept(self, *symbols: str) -> bool:
        """Step behind the next piece if it is one of these symbols."""
        found = self.here.kind == "symbol" and self.here.text in symbols
        self.position += found
        return found

    def expect(self, what: str) -> None:
        """Step behind a symbol, or refuse whatever else stands there."""
        if what == "end" and self.here.kind == "end":
            return
        if what == "end" or not self.accept(what):
            raise self.refuse("the end or an operator" if what == "end" else repr(what))

    def refuse(self, wanted: str) -> ParseError:
        """Return the error that says what was wanted here."""
        found = repr(self.here.text) if self.here.text else "the end"
        return ParseError(
            f"expected {wanted} at column {self.here.column} of {shorten(self.text)}, found {found}"
        )

    def statements(self) -> tuple[Statement, ...]:
        """Read statements up to the end of the text."""
        found = []
        while True:
            while self.accept(";"):
                pass
            if self.here.kind == "end":
                break
            found.append(self.statement())
            if self.here.kind != "end":
                self.expect(";")
        if not found:
            raise ParseError(f"expected an equation such as 'x = 3 + 4', found {shorten(self.text)}")
        return tuple(found)

    def statement(self) -> Statement:
        """Read two sides with a relation between them."""
        left = self.expression()
        relation = self.here.text
        if self.accept("="):
            return Equation(left, self.expression())
        if self.accept(*RELATIONS):
            return Comparison(relation, left, self.expression())
        raise self.refuse("'=' or an operator")

    def expression(self, loosest: int = 0) -> Expr:
        """Read an expression whose operators all bind tighter than the given strength."""
        self.nesting += 1
        if self.nesting > MAX_DEPTH:
            raise TooLarge(f"the equation {shorten(self.text)} is nested deeper than {MAX_DEPTH}")
        left = Negate(self.expression(UNARY - 1)) if self.accept("-") else self.atom()
        while True:
            operator, product = (
                self.here.text,
                self.here.kind in ("name", "fraction") or self.here.text == "(",
            )
            strength = BINDING["*"] if product else self.binding.get(operator, 0)
            if strength <= loosest:
                break
            if not product:
                self.advance()
            left = self.join("*" if product else operator, left, strength)
        self.nesting -= 1
        return left

    def join(self, operator: str, left: Expr, strength: int) -> Expr:
        """Read what stands behind an operator and return the two joined."""
        if operator == "^":
            return Binary("^", left, self.expression(strength - 1))
        if operator == ":":
            parts = [left, self.expression(strength)]
            while self.accept(":"):
                parts.append(self.expression(strength))
            return Ratio(tuple(parts))
        return Binary(operator, left, self.expression(strength))

    def atom(self) -> Expr:
        """Read a number, a name, a function or something in brackets."""
        token = self.here
        if token.kind == "number":
            return Number(read_number(self.advance().text))
        if token.kind == "fraction":
            return Number(read_number(self.advance().text[1:-1]))
        if token.kind == "name":
            self.advance()
            if self.here.text == "(" and token.text in PICKS:
                return self.choice(token.text)
            if self.here.text == "(" and token.text in FUNCTIONS:
                return self.call(token)
            return self.leaf(token)
        if self.accept("("):
            inner = self.expression()
            self.expect(")")
            return inner
        raise self.refuse("a number, a name or '('")

    def leaf(self, token: Token) -> Expr:
        """Return what a name stands for."""
        return name_to_leaf(token.text)

    def call(self, token: Token) -> Call:
        """Read the arguments of a function."""
        self.expect("(")
        arguments = [self.expression()]
        while self.accept(","):
            arguments.append(self.expression())
        self.expect(")")
        return checked_call(token.text, tuple(arguments))

    def choice(self, pick: str) -> Choice:
        """Read the labelled candidates of a choice."""
        self.expect("(")
        options = [self.option()]
        while self.accept(","):
            options.append(self.option())
        self.expect(")")
        if len(options) < 2:
            raise ParseError(
                f"{pick!r} takes at least two labelled candidates, found one in {shorten(self.text)}"
            )
        return Choice(pick, tuple(options))

    def option(self) -> tuple[str, Expr]:
        """Read a quoted label, a colon and an expression."""
        if self.here.kind != "label":
            raise self.refuse("a label in double quotes")
        token = self.advance()
        self.expect(":")
        return read_label(token.text), self.expression(BINDING[":"])


def checked_call(function: str, arguments: tuple[Expr, ...]) -> Call:
    """Return the call, or refuse a number of arguments that the function does not take."""
    low, high = FUNCTIONS[function]
    if len(arguments) < low or (high is not None and len(arguments) > high):
        wanted = f"{low}" if low == high else f"at least {low}"
        raise ParseError(f"{function!r} takes {wanted} arguments, found {len(arguments)}")
    return Call(function, arguments)


def read_label(quoted: str) -> str:
    """Return a label without its quotes.

    >>> read_label('"Mia\\'s class"')
    "Mia's class"
    """
    try:
        label = str(json.loads(quoted))
        label.encode()
    except ValueError as error:
        raise ParseError(f"the label {shorten(quoted)} is not well quoted") from error
    return label
