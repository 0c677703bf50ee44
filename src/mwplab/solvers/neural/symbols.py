"""What a neural solver writes: operators, constants and the quantities of the text, as whole numbers.

The ids are laid out in three blocks, so that a test of an id's kind is a comparison:

    0 ... operators | ... constants | ... slots, the quantities of the text in reading order
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from mwplab.equations.nodes import (
    OPERATORS,
    Binary,
    Call,
    Equation,
    EquationSystem,
    Expr,
    Number,
    QuantityRef,
    Unknown,
)
from mwplab.equations.numbers import write_number
from mwplab.equations.render import render
from mwplab.errors import EquationError

ROUNDED = {"floor/": "floor", "ceil/": "ceil"}
"""Operators that stand for a rounded quotient, by the function that rounds."""

FUNCTIONS = ("remainder", "gcd", "lcm", "min", "max")
"""Functions of two arguments that serve as operators."""

KNOWN = (*OPERATORS, *ROUNDED, *FUNCTIONS)
"""All operators there can be; each takes two operands."""

DIVIDING = ("/", *ROUNDED, "remainder")
"""The operators whose second operand must not be zero."""


@dataclass(frozen=True, slots=True)
class Symbols:
    """The symbols of a solver and their ids; padding is no symbol, masks and lengths tell it.

    >>> symbols = Symbols(("+", "-", "*", "/"), (Fraction(100),), 3)
    >>> from mwplab.equations import parse_expression
    >>> ids = symbols.to_prefix(parse_expression("q2 * (q0 / 100)"))
    >>> ids, [symbols.name(id) for id in ids]
    ((2, 7, 3, 5, 4), ['*', 'q2', '/', 'q0', '100'])
    >>> str(symbols.to_equations(ids))
    'x = q2 * (q0 / 100)'
    """

    operators: tuple[str, ...]
    """The operators, some of `KNOWN`."""

    constants: tuple[Fraction, ...]
    """The numbers that may stand in an equation without standing in the text: those seen in training."""

    slots: int
    """How many quantities of a text can be referred to."""

    @classmethod
    def seen(cls, targets: Iterable[Expr], slots: int) -> Symbols:
        """Return the symbols that training expressions have, constants by size.

        >>> from mwplab.equations import parse_expression
        >>> Symbols.seen([parse_expression("q0 + ceil(q1 / 2)")], 2)
        Symbols(operators=('+', 'ceil/'), constants=(Fraction(2, 1),), slots=2)
        """
        operators: set[str] = set()
        constants: set[Fraction] = set()
        for expr in targets:
            for part in in_prefix_order(expr):
                if isinstance(part, str):
                    operators.add(part)
                elif isinstance(part, Number):
                    constants.add(part.value)
        known = tuple(one for one in KNOWN if one in operators)
        # One operator at least: trees are computed with room for some, whether or not there are any.
        return cls(known or KNOWN[:1], tuple(sorted(constants)), slots)

    @property
    def first_constant(self) -> int:
        """Return the id of the first constant; below it are operators."""
        return len(self.operators)

    @property
    def first_slot(self) -> int:
        """Return the id of the first quantity slot; from here on ids are quantities."""
        return len(self.operators) + len(self.constants)

    @property
    def size(self) -> int:
        """Return how many symbols there are."""
        return self.first_slot + self.slots

    def name(self, id: int) -> str:
        """Return a symbol as people write it."""
        if id < self.first_constant:
            return self.operators[id]
        if id < self.first_slot:
            return write_number(self.constants[id - self.first_constant])
        return f"q{id - self.first_slot}"

    def to_prefix(self, expr: Expr) -> tuple[int, ...]:
        """Return the ids of an expression, operators before their operands."""
        return tuple(self._id(part) for part in in_prefix_order(expr))

    def _id(self, part: Expr | str) -> int:
        match part:
            case str() if part in self.operators:
                return self.operators.index(part)
            case Number(value) if value in self.constants:
                return self.first_constant + self.constants.index(value)
            case QuantityRef(index) if index < self.slots:
                return self.first_slot + index
            case _:
                shown = part if isinstance(part, str) else render(part)
                raise EquationError(
                    f"{shown!r} is not among the symbols of this solver; train it on equations that have it"
                )

    def to_expression(self, ids: Sequence[int]) -> Expr:
        """Return the expression that ids in prefix order stand for."""
        stack: list[Expr] = []
        for id in reversed(ids):
            if id >= self.first_slot:
                stack.append(QuantityRef(id - self.first_slot))
            elif id >= self.first_constant:
                stack.append(Number(self.constants[id - self.first_constant]))
            elif len(stack) > 1:
                stack.append(operation(self.operators[id], stack.pop(), stack.pop()))
            else:
                stack.clear()
                break
        if len(stack) != 1:
            raise EquationError(f"{[self.name(id) for id in ids]} is not one expression in prefix order")
        return stack[0]

    def to_equations(self, ids: Sequence[int]) -> EquationSystem:
        """Return the equation ``x = ...`` that ids in prefix order stand for."""
        return EquationSystem((Equation(Unknown("x"), self.to_expression(ids)),))


def in_prefix_order(expr: Expr) -> Iterator[Expr | str]:
    """Yield operators by name and leaves as they are, each operator before its operands."""
    stack = [expr]
    while stack:
        current = stack.pop()
        parts = operands(current)
        if parts is None:
            yield current
        else:
            yield parts[0]
            stack += [parts[2], parts[1]]


def operands(expr: Expr) -> tuple[str, Expr, Expr] | None:
    """Return operator and operands of an expression; none where it is not an operation on two things.

    >>> operands(Call("floor", (Binary("/", Unknown("x"), Unknown("y")),)))
    ('floor/', Unknown(name='x'), Unknown(name='y'))
    """
    match expr:
        case Binary(operator, left, right):
            return operator, left, right
        case Call("floor" | "ceil" as rounding, (Binary("/", left, right),)):
            return f"{rounding}/", left, right
        case Call(function, (left, right)) if function in FUNCTIONS:
            return function, left, right
        case _:
            return None


def operation(operator: str, left: Expr, right: Expr) -> Expr:
    """Return the expression of an operator and its operands, the opposite of `operands`."""
    if operator in ROUNDED:
        return Call(ROUNDED[operator], (Binary("/", left, right),))
    if operator in FUNCTIONS:
        return Call(operator, (left, right))
    return Binary(operator, left, right)
