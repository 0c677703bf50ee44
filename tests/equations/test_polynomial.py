"""Polynomials and their roots: arithmetic agrees with sympy, roots that were put in come out."""

from __future__ import annotations

import time
from contextlib import suppress
from fractions import Fraction

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from mwplab.equations.clock import Clock
from mwplab.equations.polynomial import (
    Polynomial,
    Quotient,
    add,
    by_powers,
    compose,
    multiple,
    multiply,
    primitive,
    raise_to,
    substitute,
)
from mwplab.equations.roots import real_roots
from mwplab.errors import Unsolvable

ONE = Fraction(1)
X: Polynomial = {("x",): ONE}

monomials = st.lists(st.sampled_from("xyz"), max_size=3).map(lambda names: tuple(sorted(names)))
coefficients = st.fractions(min_value=-9, max_value=9, max_denominator=4).filter(bool)
polynomials = st.dictionaries(monomials, coefficients, max_size=5)
rationals = st.fractions(min_value=-20, max_value=20, max_denominator=12)


def as_sympy(polynomial: Polynomial) -> sympy.Expr:
    terms = (
        sympy.Rational(factor.numerator, factor.denominator) * sympy.prod(map(sympy.Symbol, monomial))
        for monomial, factor in polynomial.items()
    )
    return sum(terms, sympy.Integer(0))


def from_roots(roots: list[Fraction]) -> list[Fraction]:
    factors = [ONE]
    for root in roots:
        shifted = [Fraction(0), *factors]
        factors = [high - root * low for high, low in zip(shifted, [*factors, Fraction(0)], strict=True)]
    return factors


@given(polynomials, polynomials)
def test_sums_and_products_agree_with_sympy(left: Polynomial, right: Polynomial) -> None:
    assert sympy.expand(as_sympy(add(left, right, Fraction(-2))) - as_sympy(left) + 2 * as_sympy(right)) == 0
    assert sympy.expand(as_sympy(multiply(left, right)) - as_sympy(left) * as_sympy(right)) == 0
    assert all(add(left, right).values())
    assert all(multiply(left, right).values())


@given(polynomials, polynomials, polynomials.filter(bool))
@settings(max_examples=30)
def test_substitution_agrees_with_sympy(polynomial: Polynomial, top: Polynomial, bottom: Polynomial) -> None:
    quotient = compose(Quotient(polynomial), "x", Quotient(top, bottom), Clock(5))
    by = as_sympy(top) / as_sympy(bottom)
    expected = as_sympy(polynomial).subs(sympy.Symbol("x"), by)
    assert sympy.cancel(as_sympy(quotient.top) / as_sympy(quotient.bottom) - expected) == 0


@given(polynomials, st.sampled_from("xyz"))
def test_powers_of_one_unknown_add_up_again(polynomial: Polynomial, unknown: str) -> None:
    total: Polynomial = {}
    for power, factor in enumerate(by_powers(polynomial, unknown)):
        total = add(total, multiply(factor, raise_to({(unknown,): ONE}, power, Clock(5))))
    assert total == polynomial


@given(polynomials.filter(bool), coefficients)
def test_multiples_are_recognised(polynomial: Polynomial, factor: Fraction) -> None:
    scaled = {monomial: each * factor for monomial, each in polynomial.items()}
    assert multiple(scaled, polynomial) == factor
    assert multiple(add(scaled, {("other",): ONE}), polynomial) is None
    assert all(each.denominator == 1 for each in primitive(polynomial).values())


def test_what_grows_without_bound_is_refused() -> None:
    wide: Polynomial = {(f"x{index}",): ONE for index in range(200)}
    with pytest.raises(Unsolvable, match="more than 2000 terms"):
        multiply(wide, wide)
    with pytest.raises(Unsolvable, match="a degree above 100"):
        raise_to(X, 101, Clock(5))
    with pytest.raises(Unsolvable, match="not solved within"):
        substitute(raise_to(X, 50, Clock(5)), "x", Quotient({("y",): ONE, (): ONE}), Clock(0))


@given(st.lists(rationals, min_size=1, max_size=7), coefficients)
def test_rational_roots_come_back_exactly(roots: list[Fraction], factor: Fraction) -> None:
    found = real_roots([each * factor for each in from_roots(roots)], Clock(10))
    assert [root.value for root in found] == sorted(set(roots))
    assert all(root.exact for root in found)


@given(st.lists(st.integers(-9, 9), min_size=3, max_size=7).filter(lambda factors: factors[-1] != 0))
def test_all_real_roots_are_found_as_sympy_counts_them(factors: list[int]) -> None:
    reference = sympy.Poly(factors[::-1], sympy.Symbol("x"))
    found = real_roots(list(map(Fraction, factors)), Clock(10))
    assert len(found) == len(set(reference.real_roots()))
    for root in found:
        value = reference.eval(sympy.Rational(root.value.numerator, root.value.denominator))
        assert value == 0 if root.exact else abs(value) < sympy.Rational(1, 10**40)


@pytest.mark.parametrize(
    ("factors", "expected"),
    [
        ([-2, 0, 1], [-(2**0.5), 2**0.5]),
        ([1, 0, 1], []),
        ([1, 2, 1], [-1]),
        ([0, 0, 0, 5], [0]),
        ([-1, -1, 0, 0, 0, 1], [1.1673039782614187]),
        ([1, 0, -3, 1], [-0.5320888862379561, 0.6527036446661393, 2.879385241571817]),
        ([-1, 2 * 10**6, -(10**12), 0, 0, 0, 0, 1], [9.99999000e-07, 1.000001e-06, 251.1884315095801]),
    ],
)
def test_known_roots(factors: list[int], expected: list[float]) -> None:
    found = real_roots(list(map(Fraction, factors)), Clock(5))
    assert [float(root.value) for root in found] == pytest.approx(expected, rel=1e-5)


@pytest.mark.parametrize("factors", [[-2, *[0] * 99, 1], [*range(1, 101)], [3**600, *[7] * 50, 5**600]])
def test_high_degrees_end_in_time(factors: list[int]) -> None:
    start = time.process_time()
    with suppress(Unsolvable):
        assert len(real_roots(list(map(Fraction, factors)), Clock(2))) <= len(factors)
    assert time.process_time() - start < 4
