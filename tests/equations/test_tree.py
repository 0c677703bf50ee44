"""Drawn trees: shapes that people read, and lines that hang together."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from mwplab.equations.grammar import parse, parse_expression
from mwplab.equations.nodes import Expr, Leaf, Number, QuantityRef, children, walk
from mwplab.equations.render import render_leaf
from mwplab.equations.tree import draw_tree
from tests.equations.strategies import arithmetic, expressions, quantities

EQUATION = """\
     =
┌────┴─────┐
x          −
       ┌───┴───┐
       ×      q2
     ┌─┴──┐
    q0   q1"""

FUNCTION = """\
     gcd
 ┌────┼────┐
12   18   30"""

CHOICE = """\
 largest
 ┌──┴───┐
"A"   "B c"
 │      │
 1      ÷
      ┌─┴─┐
      2   3"""

LIST = """\
=
├── x
└── +
    ├── −
    │   └── y
    └── 2"""


def test_operators_stand_over_their_operands() -> None:
    assert draw_tree(parse("x = q0 * q1 - q2")) == EQUATION


def test_middle_of_three_children_joins_the_rail() -> None:
    assert draw_tree(parse_expression("gcd(12, 18, 30)")) == FUNCTION


def test_labels_of_a_choice_stand_over_their_expressions() -> None:
    assert draw_tree(parse_expression('largest("A": 1, "B c": 2 / 3)')) == CHOICE


def test_wide_tree_becomes_a_list() -> None:
    assert draw_tree(parse("x = -y + 2"), width=5) == LIST


def test_names_decide_how_leaves_are_shown() -> None:
    def name(leaf: Leaf) -> str:
        return "7 (q0)" if isinstance(leaf, QuantityRef) else render_leaf(leaf)

    assert draw_tree(parse_expression("q0 + 1"), name).splitlines()[-1] == "7 (q0)   1"


def test_system_is_one_tree_for_each_statement() -> None:
    assert draw_tree(parse("x = 1; y < 2")).split("\n\n") == [
        draw_tree(parse("x = 1")),
        draw_tree(parse("y < 2")),
    ]


def test_wide_characters_keep_the_columns() -> None:
    drawn = draw_tree(parse_expression("q0 + 1"), lambda leaf: "七" if isinstance(leaf, QuantityRef) else "1")
    assert drawn.splitlines() == ["   +", " ┌─┴─┐", "七   1"]


def test_line_breaks_in_names_do_not_tear_the_tree() -> None:
    assert draw_tree(Number(Fraction(1)), lambda _: "a\nb") == "a b"


@given(arithmetic(quantities, max_leaves=6))
def test_every_line_downwards_ends_at_a_label(expr: Expr) -> None:
    rows = draw_tree(expr, width=500).splitlines()
    wide = max(map(len, rows))
    rows = [row.ljust(wide) for row in rows]
    for above, below in pairwise(rows):
        for column, mark in enumerate(above):
            if mark in "┌┐│┬┼":
                assert not below[column].isspace(), "\n".join(rows)


@given(expressions, st.sampled_from([0, 40, 200]))
def test_every_leaf_is_shown_once(expr: Expr, width: int) -> None:
    count = sum(not children(part) for part in walk(expr))
    assert draw_tree(expr, lambda _: "⁂", width=width).count("⁂") >= count
