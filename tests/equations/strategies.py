"""Random trees for property tests, of every node and small enough to stay within all bounds."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from mwplab.equations.nodes import (
    FUNCTIONS,
    OPERATORS,
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

names = st.one_of(
    st.sampled_from(["x", "y", "m", "q", "neg", "gcd", "largest", "x_1", "_", "__", "number0"]),
    st.from_regex(r"[a-z_][a-z_0-9]{0,8}", fullmatch=True).filter(
        lambda name: not (name[0] == "q" and name[1:].isdigit())
    ),
)
"""Names of unknowns, those of functions and markers included."""

decimals = st.builds(
    lambda digits, places: Fraction(digits, 10**places), st.integers(0, 10**9), st.integers(0, 6)
)
"""Numbers that every notation can write: not negative and with few places."""

fractions = st.fractions(min_value=-(10**6), max_value=10**6, max_denominator=10**6)
"""Any exact numbers."""

numbers = st.builds(Number, decimals | fractions)
unknowns = st.builds(Unknown, names)
quantities = st.builds(QuantityRef, st.integers(0, 9999))
slots = st.builds(Slot, st.integers(0, 701))
leaves: SearchStrategy[Expr] = numbers | unknowns | quantities | slots

labels = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
"""Labels of any characters that can be stored as UTF-8."""


def binaries(operands: SearchStrategy[Expr], operators: tuple[str, ...] = OPERATORS) -> SearchStrategy[Expr]:
    """Return trees of binary operators over operands."""
    return st.builds(Binary, st.sampled_from(operators), operands, operands)


def calls(
    operands: SearchStrategy[Expr], functions: tuple[str, ...] = tuple(FUNCTIONS)
) -> SearchStrategy[Expr]:
    """Return calls with as many operands as each function takes."""

    def call(function: str) -> SearchStrategy[Expr]:
        low, high = FUNCTIONS[function]
        arguments = st.lists(operands, min_size=low, max_size=3 if high is None else high)
        return st.builds(Call, st.just(function), arguments.map(tuple))

    return st.sampled_from(functions).flatmap(call)


def _compounds(operands: SearchStrategy[Expr]) -> SearchStrategy[Expr]:
    several = st.lists(operands, min_size=2, max_size=3).map(tuple)
    options = st.lists(st.tuples(labels, operands), min_size=2, max_size=3).map(tuple)
    return st.one_of(
        binaries(operands),
        st.builds(Negate, operands),
        calls(operands),
        st.builds(Ratio, several),
        st.builds(Choice, st.sampled_from(PICKS), options),
    )


def arithmetic(
    operands: SearchStrategy[Expr], *, negate: bool = True, max_leaves: int = 10
) -> SearchStrategy[Expr]:
    """Return trees of ``+ - * /`` and minus signs, which most notations can write."""

    def extend(below: SearchStrategy[Expr]) -> SearchStrategy[Expr]:
        four = binaries(below, ("+", "-", "*", "/"))
        return four | st.builds(Negate, below) if negate else four

    return st.recursive(operands, extend, max_leaves=max_leaves)


expressions: SearchStrategy[Expr] = st.recursive(leaves, _compounds, max_leaves=12)
"""Expressions of every node."""


def statements(sides: SearchStrategy[Expr] = expressions) -> SearchStrategy[Statement]:
    """Return equations and comparisons between sides."""
    return st.builds(Equation, sides, sides) | st.builds(Comparison, st.sampled_from(RELATIONS), sides, sides)


def systems(
    statement: SearchStrategy[Statement] | None = None, *, max_size: int = 3
) -> SearchStrategy[EquationSystem]:
    """Return systems of a few statements."""
    several = st.lists(statements() if statement is None else statement, min_size=1, max_size=max_size)
    return several.map(lambda found: EquationSystem(tuple(found)))
