"""Forms by which templates are told apart."""

from __future__ import annotations

import pytest
from hypothesis import given

from mwplab.equations import parse
from mwplab.equations.nodes import (
    Binary,
    Equation,
    EquationSystem,
    Expr,
    QuantityRef,
    Unknown,
    map_system,
)
from mwplab.equations.shapes import masked_prefix, operator_shape, unranked_shape
from mwplab.errors import TooLarge
from tests.equations.strategies import expressions

SAME = [
    ("x = q0 + q1", "7 + x = q0"),
    ("x = q0 * (q1 - 3)", "(x - q0) * 5 = q1"),
    ("x + y = q0; x - y = q1", "b - a = 1; 9 = a + b"),
    ("q0 / q1 = x", "x = q1 / 2"),
]

DIFFERENT = [
    ("x = q0 - q1 - q2", "x = q0 - (q1 - q2)"),
    ("x = q0 / q1", "x = q0 * q1"),
    ("x = (q0 + q1) * q2", "x = q0 + q1 * q2"),
    ("x = q0", "x = q0; y = q1"),
    ("x = floor(q0 / q1)", "x = ceil(q0 / q1)"),
    ("x = gcd(q0, q1)", "x = gcd(q0, q1, q2)"),
    ("x = -q0", "x = q0"),
    ("x < q0", "x > q0"),
]

UNRANKED = [
    (["X=(9.0-4.0)"], "(= (- _ _) _)"),
    (["a*b+c=x"], "(= (* (+ _ _) _) _)"),
    (["a+b*c=x"], "(= (+ (* _ _) _) _)"),
    (["(a+b)*c=x"], "(= (* (+ _ _) _) _)"),
    (["(a+b)-(c+d)=x"], "(= (+ (+ _ _) _) _)"),  # the outer brackets are of two pairs
    (["a-b-c=x"], "(= (- _ (- _ _)) _)"),
    (["-3+x=5"], "(= _ _)"),
    (["x=1", "x+y=2"], "(= (+ _ _) _) (= _ _)"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_order_and_names_do_not_make_another_shape(one: str, other: str) -> None:
    assert operator_shape(parse(one)) == operator_shape(parse(other))


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_other_operators_make_another_shape(one: str, other: str) -> None:
    assert operator_shape(parse(one)) != operator_shape(parse(other))


@pytest.mark.parametrize(("texts", "shape"), UNRANKED)
def test_unranked_reading_splits_at_the_first_operator(texts: list[str], shape: str) -> None:
    assert unranked_shape(texts) == shape


def test_unranked_reading_refuses_what_is_too_deep() -> None:
    with pytest.raises(TooLarge, match="nested more than 100 deep"):
        unranked_shape(["+".join("a" * 200)])


def _mirrored(expr: Expr) -> Expr:
    if not isinstance(expr, Binary):
        return expr
    left, right = _mirrored(expr.left), _mirrored(expr.right)
    return Binary(expr.operator, right, left) if expr.operator in "+*" else Binary(expr.operator, left, right)


@given(expressions)
def test_turning_sums_products_and_sides_around_keeps_the_shape(expr: Expr) -> None:
    one = EquationSystem((Equation(Unknown("x"), expr),))
    other = EquationSystem((Equation(_mirrored(expr), Unknown("x")),))
    assert operator_shape(one) == operator_shape(other)


@given(expressions)
def test_the_masked_prefix_knows_no_number(expr: Expr) -> None:
    system = EquationSystem((Equation(Unknown("x"), expr),))
    renamed = map_system(system, lambda leaf: leaf if isinstance(leaf, Unknown) else QuantityRef(7))
    assert masked_prefix(system) == masked_prefix(renamed)
