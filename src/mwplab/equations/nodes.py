"""The tree of an equation: frozen nodes over exact fractions, as written (``3 + 2`` stays ``3 + 2``)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

OPERATORS = ("+", "-", "*", "/", "^")
"""The binary operators, each also its own spelling in every notation that has symbols."""

FUNCTIONS: dict[str, tuple[int, int | None]] = {
    "gcd": (1, None),
    "lcm": (1, None),
    "min": (1, None),
    "max": (1, None),
    "mean": (1, None),
    "floor": (1, 1),
    "ceil": (1, 1),
    "round": (1, 1),
    "remainder": (2, 2),
    "sqrt": (1, 1),
    "cbrt": (1, 1),
    "log": (1, 1),
    "factorial": (1, 1),
    "choose": (2, 2),
    "permute": (2, 2),
    "sin": (1, 1),
    "cos": (1, 1),
    "tan": (1, 1),
}
"""Function names with the smallest and the largest number of arguments (``None``: any)."""

RELATIONS = ("<", ">", "<=", ">=", "!=")
"""What may stand between the sides of a comparison."""

PICKS = ("largest", "smallest")
"""What a choice may pick."""


@dataclass(frozen=True, slots=True)
class Number:
    """A constant that stands in the equation itself."""

    value: Fraction
    """The exact value; negative only where no minus sign was written."""


@dataclass(frozen=True, slots=True)
class QuantityRef:
    """A reference to the i-th quantity of the problem's text, written ``q0``, ``q1``, ..."""

    index: int
    """Position among the quantities of the text, from 0."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A place of a template that a quantity fills, written ``A``, ``B``, ..., ``Z``, ``AA``, ..."""

    index: int
    """Position among the slots, from 0."""

    @property
    def name(self) -> str:
        """Return the slot's letters.

        >>> Slot(0).name, Slot(25).name, Slot(26).name, Slot(39).name
        ('A', 'Z', 'AA', 'AN')
        """
        letters, rest = "", self.index
        while True:
            letters = chr(ord("A") + rest % 26) + letters
            rest = rest // 26 - 1
            if rest < 0:
                return letters

    @classmethod
    def named(cls, letters: str) -> Slot:
        """Return the slot with these letters.

        >>> Slot.named("AN")
        Slot(index=39)
        """
        index = 0
        for letter in letters:
            index = index * 26 + ord(letter) - ord("A") + 1
        return cls(index - 1)


@dataclass(frozen=True, slots=True)
class Unknown:
    """A value that is sought, written as a lower-case name such as ``x``."""

    name: str
    """Lower-case letters, digits and underscores; never ``q`` and digits alone."""


@dataclass(frozen=True, slots=True)
class Negate:
    """A minus sign before an expression."""

    operand: Expr
    """What is negated."""


@dataclass(frozen=True, slots=True)
class Binary:
    """Two expressions joined by one of ``+ - * / ^``."""

    operator: str
    """One of `OPERATORS`."""

    left: Expr
    """The first operand."""

    right: Expr
    """The second operand."""


@dataclass(frozen=True, slots=True)
class Call:
    """A named function such as ``gcd(12, 18)`` or ``remainder(7, 2)``."""

    function: str
    """A key of `FUNCTIONS`."""

    arguments: tuple[Expr, ...]
    """The operands, as many as the function takes."""


@dataclass(frozen=True, slots=True)
class Ratio:
    """Two or more expressions set in proportion, written ``3 : 5``."""

    parts: tuple[Expr, ...]
    """The members, at least two."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The label of the largest or smallest of several expressions."""

    pick: str
    """One of `PICKS`."""

    options: tuple[tuple[str, Expr], ...]
    """Label and expression of each candidate, at least two."""


Expr = Number | QuantityRef | Slot | Unknown | Negate | Binary | Call | Ratio | Choice
Leaf = Number | QuantityRef | Slot | Unknown


@dataclass(frozen=True, slots=True)
class Equation:
    """Two sides that are equal."""

    left: Expr
    """The side before the sign."""

    right: Expr
    """The side behind the sign."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two sides of which one is larger, or that differ."""

    relation: str
    """One of `RELATIONS`."""

    left: Expr
    """The side before the sign."""

    right: Expr
    """The side behind the sign."""


Statement = Equation | Comparison


@dataclass(frozen=True, slots=True)
class EquationSystem:
    """One or more statements that hold together."""

    statements: tuple[Statement, ...]
    """Equations and side conditions, in the order in which they were written."""

    def __str__(self) -> str:
        from mwplab.equations.render import render

        return render(self)


Node = Expr | Equation | Comparison | EquationSystem


def children(node: Node) -> tuple[Node, ...]:
    """Return the direct parts of a node.

    >>> children(Binary("+", Unknown("x"), Number(Fraction(2))))
    (Unknown(name='x'), Number(value=Fraction(2, 1)))
    """
    match node:
        case Binary(_, left, right) | Equation(left, right) | Comparison(_, left, right):
            return (left, right)
        case Negate(operand):
            return (operand,)
        case Call(_, arguments):
            return arguments
        case Ratio(parts):
            return parts
        case Choice(_, options):
            return tuple(expression for _, expression in options)
        case EquationSystem(statements):
            return statements
        case _:
            return ()


def walk(node: Node) -> Iterator[Node]:
    """Yield a node and everything below it, in reading order, without recursion.

    >>> [type(part).__name__ for part in walk(Negate(Unknown("x")))]
    ['Negate', 'Unknown']
    """
    stack = [node]
    while stack:
        current = stack.pop()
        yield current
        stack.extend(reversed(children(current)))


def depth(node: Node) -> int:
    """Return the number of nodes on the longest way down.

    >>> depth(Negate(Negate(Unknown("x"))))
    3
    """
    deepest, level = 0, [node]
    while level:
        deepest += 1
        level = [child for parent in level for child in children(parent)]
    return deepest


def map_expr(expr: Expr, change: Callable[[Leaf], Expr]) -> Expr:
    """Return the expression with every leaf replaced by what the function makes of it.

    >>> map_expr(Negate(Unknown("x")), lambda leaf: Unknown("y"))
    Negate(operand=Unknown(name='y'))
    """
    match expr:
        case Binary(operator, left, right):
            return Binary(operator, map_expr(left, change), map_expr(right, change))
        case Negate(operand):
            return Negate(map_expr(operand, change))
        case Call(function, arguments):
            return Call(function, tuple(map_expr(argument, change) for argument in arguments))
        case Ratio(parts):
            return Ratio(tuple(map_expr(part, change) for part in parts))
        case Choice(pick, options):
            return Choice(pick, tuple((label, map_expr(option, change)) for label, option in options))
        case _:
            return change(expr)


def map_system(system: EquationSystem, change: Callable[[Leaf], Expr]) -> EquationSystem:
    """Return the system with every leaf replaced by what the function makes of it."""
    return EquationSystem(tuple(_map_statement(statement, change) for statement in system.statements))


def _map_statement(statement: Statement, change: Callable[[Leaf], Expr]) -> Statement:
    left, right = map_expr(statement.left, change), map_expr(statement.right, change)
    if isinstance(statement, Comparison):
        return Comparison(statement.relation, left, right)
    return Equation(left, right)
