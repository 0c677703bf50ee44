"""Walking and mapping the tree."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwplab.equations import parse
from mwplab.equations.nodes import (
    Binary,
    EquationSystem,
    Expr,
    Leaf,
    Negate,
    Number,
    QuantityRef,
    Slot,
    Unknown,
    children,
    depth,
    map_expr,
    map_system,
    walk,
)
from tests.equations.strategies import expressions, systems

SLOT_NAMES = [(0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (52, "BA"), (701, "ZZ"), (702, "AAA")]


@pytest.mark.parametrize(("index", "name"), SLOT_NAMES)
def test_slots_are_named_as_columns_of_a_table(index: int, name: str) -> None:
    assert Slot(index).name == name
    assert Slot.named(name) == Slot(index)


@given(st.integers(0, 10**6))
def test_a_slot_comes_back_from_its_name(index: int) -> None:
    assert Slot.named(Slot(index).name) == Slot(index)


@given(expressions)
def test_walking_meets_every_node_once_parents_first(expr: Expr) -> None:
    def recursive(node: Expr) -> list[object]:
        return [node, *(below for child in children(node) for below in recursive(child))]  # type: ignore[arg-type]

    assert list(walk(expr)) == recursive(expr)


@given(expressions)
def test_depth_is_one_more_than_that_of_the_deepest_child(expr: Expr) -> None:
    assert depth(expr) == 1 + max((depth(child) for child in children(expr)), default=0)


def test_walking_and_measuring_a_very_deep_tree_does_not_recur() -> None:
    expr: Expr = Unknown("x")
    for _ in range(50_000):
        expr = Negate(expr)
    assert depth(expr) == 50_001
    assert sum(1 for _ in walk(expr)) == 50_001


@given(systems())
def test_mapping_with_no_change_gives_an_equal_tree(system: EquationSystem) -> None:
    assert map_system(system, lambda leaf: leaf) == system


@given(expressions)
def test_mapping_reaches_every_leaf_in_reading_order(expr: Expr) -> None:
    seen: list[Leaf] = []

    def note(leaf: Leaf) -> Expr:
        seen.append(leaf)
        return Number(Fraction(0))

    mapped = map_expr(expr, note)
    leaves = [node for node in walk(expr) if isinstance(node, Number | QuantityRef | Slot | Unknown)]
    assert seen == leaves
    assert all(node == Number(Fraction(0)) for node in walk(mapped) if not children(node))


def test_a_leaf_may_become_a_tree() -> None:
    negated = map_system(parse("x = q0 + 1"), Negate)
    assert str(negated) == "-x = -q0 + -1"
    assert map_expr(Number(Fraction(2)), lambda leaf: Binary("+", leaf, leaf)) == Binary(
        "+", Number(Fraction(2)), Number(Fraction(2))
    )


def test_a_comparison_keeps_its_relation() -> None:
    assert str(map_system(parse("x <= 3"), lambda leaf: leaf)) == "x <= 3"
