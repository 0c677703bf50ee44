"""Values of expressions: exact numbers, ratios, labels, thirty digits, and every way to have no value."""

from __future__ import annotations

import math
import time
from fractions import Fraction

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from mwplab.equations.evaluate import approximate, evaluate, lowest_terms
from mwplab.equations.functions import EXACT
from mwplab.equations.grammar import parse_expression
from mwplab.equations.nodes import FUNCTIONS, Binary, Expr, Negate, Number
from mwplab.errors import EquationError, EvaluationError, TooLarge

NUMBERS = [
    ("3 + 2 * 4", "11"),
    ("(7 + 2) / 4", "9/4"),
    ("-2^2", "-4"),
    ("2^-3", "1/8"),
    ("0^0", "1"),
    ("(-1)^(10^50)", "1"),
    ("(-1)^(10^50 + 1)", "-1"),
    ("(4/9)^(-3/2)", "27/8"),
    ("(-8)^(1/3)", "-2"),
    ("(-8)^(2/3)", "4"),
    ("1^0.3", "1"),
    ("sqrt(8 / 18)", "2/3"),
    ("cbrt(-0.125)", "-1/2"),
    ("gcd(12, 18)", "6"),
    ("gcd(1/2, 3/4)", "1/4"),
    ("gcd(0, 0)", "0"),
    ("lcm(4, 6, 10)", "60"),
    ("lcm(1/2, 3/4)", "3/2"),
    ("lcm(5, 0)", "0"),
    ("min(3, 1/2, 2)", "1/2"),
    ("max(3, 1/2, 2)", "3"),
    ("mean(1, 2, 4)", "7/3"),
    ("floor(-1.5)", "-2"),
    ("ceil(-1.5)", "-1"),
    ("round(2.5)", "3"),
    ("round(-2.5)", "-3"),
    ("round(2.4)", "2"),
    ("remainder(17, 5)", "2"),
    ("remainder(-7, 2)", "1"),
    ("remainder(7, -2)", "-1"),
    ("remainder(7.5, 2)", "3/2"),
    ("factorial(5)", "120"),
    ("factorial(0)", "1"),
    ("choose(10, 3)", "120"),
    ("choose(3, 5)", "0"),
    ("permute(5, 2)", "20"),
    ("permute(5, 7)", "0"),
    ("log(1) + sin(0) + tan(0) + cos(0)", "1"),
]

WITHOUT_VALUE = [
    ("5 / (2 - 2)", r"'5 / \(2 - 2\)' divides by zero"),
    ("0^-1", r"'0\^-1' has no value: it divides by zero"),
    ("(-4)^(1/2)", "no real root of even degree"),
    ("sqrt(-1)", r"'sqrt\(-1\)' has no value"),
    ("remainder(3, 0)", "divides by zero"),
    ("factorial(2.5)", "5/2 is not a whole number"),
    ("factorial(-1)", "negative number of things"),
    ("choose(4, -1)", "negative number of things"),
    ("log(0)", "only positive numbers have a logarithm"),
    ("sqrt(2)", r"'sqrt\(2\)' is irrational; use approximate"),
    ("2^0.5", "is irrational; use approximate"),
    ("sin(1)", "is irrational; use approximate"),
    ("1 + (3 : 4)", "'3 : 4' is no number"),
    ('2 * largest("a": 1, "b": 2)', "is no number"),
    ("0 : 0", "every part of '0 : 0' is zero"),
    ("q0 + 1", "the quantity 'q0' has no value; fill it"),
    ("A + 1", "the slot 'A' has no value; fill it"),
    ("x + 1", "the unknown 'x' in 'x \\+ 1' has no value"),
]

TOO_LARGE = [
    "9^9^9^9",
    "2^-5000",
    "factorial(10^100)",
    "choose(10^100, 10^50)",
    "permute(10^100, 10^50)",
    "10^1000 * 10^1000",
    "2^(10^30 + 1/2) + 0",
]


@pytest.mark.parametrize(("text", "expected"), NUMBERS)
def test_numbers_are_exact(text: str, expected: str) -> None:
    value = evaluate(parse_expression(text))
    assert value == Fraction(expected)
    assert isinstance(value, Fraction)


@pytest.mark.parametrize(("text", "message"), WITHOUT_VALUE)
def test_what_has_no_value_is_named(text: str, message: str) -> None:
    with pytest.raises(EvaluationError, match=message):
        evaluate(parse_expression(text))


@pytest.mark.parametrize("text", TOO_LARGE)
def test_large_results_are_refused_at_once(text: str) -> None:
    start = time.perf_counter()
    with pytest.raises(TooLarge):
        approximate(parse_expression(text))
    assert time.perf_counter() - start < 0.5


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("6 : 4", (3, 2)),
        ("1/2 : 3/4 : 1", (2, 3, 4)),
        ("0 : 5", (0, 1)),
        ("-2 : 4", (1, -2)),
        ("sqrt(8) : sqrt(2)", (2, 1)),
    ],
)
def test_a_ratio_has_lowest_whole_terms(text: str, expected: tuple[int, ...]) -> None:
    assert approximate(parse_expression(text)) == tuple(map(Fraction, expected))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('largest("Ann": 3, "Bea": 7/2)', "Bea"),
        ('smallest("Ann": 3, "Bea": 7/2)', "Ann"),
        ('largest("Ann": 3, "Bea": 6/2, "Cem": 1)', "equal"),
        ('largest("Ann": 3, "Bea": 1, "Cem": 1)', "Ann"),
        ('largest("Ann": sqrt(2)^2, "Bea": 2)', "equal"),
    ],
)
def test_a_choice_is_the_best_label(text: str, expected: str) -> None:
    assert approximate(parse_expression(text)) == expected


def test_unknowns_are_looked_up() -> None:
    assert evaluate(parse_expression("2x + y"), {"x": Fraction(3), "y": Fraction(1, 2)}) == Fraction(13, 2)
    with pytest.raises(EvaluationError, match="'x' stands for 'Ann', which cannot be computed with"):
        evaluate(parse_expression("x + 1"), {"x": "Ann"})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sqrt(2)", sympy.sqrt(2)),
        ("cbrt(10)", sympy.cbrt(10)),
        ("log(7)", sympy.log(7)),
        ("sin(1)", sympy.sin(1)),
        ("cos(100)", sympy.cos(100)),
        ("tan(2)", sympy.tan(2)),
        ("2^(2/3) - sqrt(3) / 7", 2 ** sympy.Rational(2, 3) - sympy.sqrt(3) / 7),
        ("sin(2^300)", sympy.sin(2**300)),
    ],
)
def test_irrational_values_are_right_to_about_thirty_digits(text: str, expected: sympy.Expr) -> None:
    reference = sympy.N(expected, 50)
    value = approximate(parse_expression(text))
    assert isinstance(value, Fraction)
    assert abs(sympy.Rational(value.numerator, value.denominator) - reference) < 10**-27 * abs(reference)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("sqrt(2) * sqrt(2)", 2), ("floor(sqrt(2)^2)", 2), ("sqrt(3)^2 - 3", 0), ("sqrt(2)^100", 2**50)],
)
def test_noise_in_the_last_digits_does_not_show(text: str, expected: int) -> None:
    assert approximate(parse_expression(text)) == expected


def test_the_odd_root_of_a_negative_number_is_real() -> None:
    value = approximate(parse_expression("(-2)^(1/3)"))
    assert isinstance(value, Fraction)
    assert math.isclose(value, -(2 ** (1 / 3)))


def test_every_function_of_the_tree_is_computed() -> None:
    assert EXACT.keys() == FUNCTIONS.keys()


def test_deep_trees_are_no_trouble_and_endless_ones_are_refused() -> None:
    deep: Expr = Number(Fraction(1))
    for _ in range(99):
        deep = Binary("+", deep, Number(Fraction(1)))
    assert evaluate(deep) == 100
    for _ in range(50_000):
        deep = Negate(deep)
    with pytest.raises(TooLarge, match="nested too deeply"):
        evaluate(deep)


@given(st.lists(st.fractions(max_denominator=50), min_size=2, max_size=5).filter(any), st.integers(1, 50))
def test_a_multiple_of_a_ratio_is_the_same_ratio(parts: list[Fraction], factor: int) -> None:
    terms = lowest_terms(parts)
    assert all(term.denominator == 1 for term in terms)
    assert math.gcd(*(term.numerator for term in terms)) == 1
    assert lowest_terms([part * factor for part in parts]) == terms
    assert all(
        a * d == b * c for a, c in zip(parts, terms, strict=True) for b, d in zip(parts, terms, strict=True)
    )


@given(st.fractions(max_denominator=100), st.fractions(max_denominator=100).filter(bool))
def test_remainders_lie_between_zero_and_the_divisor(value: Fraction, divisor: Fraction) -> None:
    result = EXACT["remainder"]([value, divisor])
    assert result is not None
    assert 0 <= result / divisor < 1
    assert ((value - result) / divisor).denominator == 1


@given(st.fractions(max_denominator=30), st.integers(-6, 6), st.integers(1, 4))
def test_powers_of_roots_come_back(base: Fraction, times: int, degree: int) -> None:
    power = Binary("^", Number(abs(base)), Number(Fraction(times * degree)))
    root = Binary("^", power, Number(Fraction(1, degree)))
    try:
        expected = abs(base) ** times
    except ZeroDivisionError:
        with pytest.raises(EquationError):
            evaluate(root)
    else:
        assert evaluate(root) == expected
