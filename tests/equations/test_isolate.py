"""Unknowns isolated: sympy finds the same values."""

from __future__ import annotations

import pytest
import sympy

from mwplab.equations import parse, render
from mwplab.equations.isolate import ONE, isolate
from mwplab.equations.nodes import Unknown

SYSTEMS = [
    "x + q0 = q1",
    "q1 - x = q0",
    "q0 / x = q1",
    "q0 * x + x = q1",
    "-(x) + 3 = q0",
    "(x - q0) / 2 = q1 + x",
    "x + y = q0; x - y = q1",
    "y = 2 * x; x + y = q0",
    "x = y + 1; y = z * 2; z + q0 = q1",
]


@pytest.mark.parametrize("text", SYSTEMS)
def test_what_is_isolated_is_the_solution(text: str) -> None:
    found = isolate(Unknown("x"), parse(text))
    assert found is not None
    values = {"q0": sympy.Rational(7, 2), "q1": sympy.Rational(-5, 3)}
    sides = [one.split("=") for one in text.split(";")]
    equations = [sympy.sympify(left) - sympy.sympify(right) for left, right in sides]
    (solution,) = sympy.solve([one.subs(values) for one in equations], dict=True)
    written = render(found).replace("[", "(").replace("]", ")")
    assert sympy.sympify(written).subs(values) == solution[sympy.Symbol("x")]


@pytest.mark.parametrize("text", ["x * x = q0", "x * y = q0", "0 * x = q0", "x ^ 2 + x = q1"])
def test_what_is_not_one_linear_step_after_another_is_left(text: str) -> None:
    assert isolate(Unknown("x"), parse(text)) is None


@pytest.mark.parametrize("terms", [12, 60, 90])
def test_what_would_grow_without_end_is_left(terms: int) -> None:
    pairs = zip("xyzwv", ["y", "z", "w", "v", "q0"], strict=True)
    text = "; ".join(f"{one} = {' + '.join([other] * terms)}" for one, other in pairs)
    assert isolate(Unknown("x"), parse(text)) is None


def test_what_has_no_unknown_stays() -> None:
    assert isolate(ONE, parse("x = q0")) == ONE
