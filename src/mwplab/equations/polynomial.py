"""Polynomials in several unknowns, and quotients of them."""

from __future__ import annotations

from fractions import Fraction
from math import gcd, lcm
from typing import NamedTuple

from mwplab.equations.bounds import check_size
from mwplab.equations.clock import Clock
from mwplab.equations.functions import ONE, ZERO, cut
from mwplab.equations.linear import NOISE
from mwplab.errors import Unsolvable

MAX_TERMS = 2000
"""Terms of one polynomial."""

MAX_DEGREE = 100
"""Unknowns in one product."""

MAX_PRODUCTS = 20_000
"""Products of terms in one multiplication."""

Monomial = tuple[str, ...]
"""The unknowns of a product in order: ``x^2 * y`` is ``("x", "x", "y")``, a constant is ``()``."""

Polynomial = dict[Monomial, Fraction]
"""The factor of each product; no factor is zero."""

UNIT: Polynomial = {(): ONE}


class Quotient(NamedTuple):
    """One polynomial divided by another."""

    top: Polynomial
    """What is divided."""

    bottom: Polynomial = UNIT
    """What it is divided by."""


def add(left: Polynomial, right: Polynomial, factor: Fraction = ONE) -> Polynomial:
    """Return the first polynomial plus a multiple of the second.

    >>> add({("x",): Fraction(2)}, {("x",): Fraction(1), (): Fraction(1)}, Fraction(-2))
    {(): Fraction(-2, 1)}
    """
    result = dict(left)
    for monomial, coefficient in right.items():
        total = result.get(monomial, ZERO) + (coefficient if factor is ONE else coefficient * factor)
        if total:
            result[monomial] = check_size(total)
        else:
            result.pop(monomial, None)
    return _bounded(result)


def scale(polynomial: Polynomial, factor: Fraction) -> Polynomial:
    """Return the polynomial times a number."""
    if not factor:
        return {}
    return {monomial: coefficient * factor for monomial, coefficient in polynomial.items()}


def multiply(left: Polynomial, right: Polynomial) -> Polynomial:
    """Return the product, or refuse one that is too long.

    >>> multiply({("x",): Fraction(1), (): Fraction(1)}, {("x",): Fraction(1), (): Fraction(-1)})
    {('x', 'x'): Fraction(1, 1), (): Fraction(-1, 1)}
    """
    if left is UNIT or right is UNIT:
        return right if left is UNIT else left
    if len(left) * len(right) > MAX_PRODUCTS:
        raise Unsolvable(f"an equation has more than {MAX_TERMS} terms when it is multiplied out")
    result: Polynomial = {}
    for first, first_factor in left.items():
        for second, second_factor in right.items():
            monomial = tuple(sorted(first + second)) if first and second else first or second
            result[monomial] = result.get(monomial, ZERO) + first_factor * second_factor
    if degree(result) > MAX_DEGREE:
        raise Unsolvable(f"an equation has a degree above {MAX_DEGREE}")
    return _bounded({monomial: check_size(each) for monomial, each in result.items() if each})


def _bounded(polynomial: Polynomial) -> Polynomial:
    if len(polynomial) > MAX_TERMS:
        raise Unsolvable(f"an equation has more than {MAX_TERMS} terms when it is multiplied out")
    return polynomial


def raise_to(polynomial: Polynomial, times: int, clock: Clock) -> Polynomial:
    """Return a power with a whole exponent."""
    result = UNIT
    for _ in range(times):
        clock.check()
        result = multiply(result, polynomial)
    return result


def degree(polynomial: Polynomial) -> int:
    """Return the number of unknowns in the longest product."""
    return max(map(len, polynomial), default=0)


def degree_in(polynomial: Polynomial, unknown: str) -> int:
    """Return the highest power of one unknown."""
    return max((monomial.count(unknown) for monomial in polynomial), default=0)


def unknowns(polynomial: Polynomial) -> set[str]:
    """Return the names that occur."""
    return {each for monomial in polynomial for each in monomial}


def by_powers(polynomial: Polynomial, unknown: str) -> list[Polynomial]:
    """Return the factors of the powers of one unknown, lowest first.

    >>> by_powers({("x", "y"): Fraction(3), (): Fraction(5)}, "x")
    [{(): Fraction(5, 1)}, {('y',): Fraction(3, 1)}]
    """
    powers: list[Polynomial] = [{} for _ in range(degree_in(polynomial, unknown) + 1)]
    for monomial, coefficient in polynomial.items():
        rest = tuple(each for each in monomial if each != unknown)
        powers[len(monomial) - len(rest)][rest] = coefficient
    return powers


def substitute(
    polynomial: Polynomial, unknown: str, by: Quotient, clock: Clock, *, inexact: bool = False
) -> Polynomial:
    """Return the polynomial with an unknown replaced, times the denominator as often as needed.

    >>> half_y = Quotient({("y",): Fraction(1)}, {(): Fraction(2)})
    >>> substitute({("x", "x"): Fraction(4), (): Fraction(1)}, "x", half_y, Clock(1))
    {(): Fraction(4, 1), ('y', 'y'): Fraction(4, 1)}
    """
    powers = by_powers(polynomial, unknown)
    if len(powers) == 1:
        return polynomial
    bottoms = [UNIT]
    for _ in powers[1:]:
        clock.check()
        bottoms.append(multiply(bottoms[-1], by.bottom))
    total, top, largest = Polynomial(), UNIT, ZERO
    for power, factor in enumerate(powers):
        clock.check()
        part = multiply(multiply(factor, top), bottoms[len(powers) - 1 - power])
        if inexact:
            part = {monomial: cut(each) for monomial, each in part.items()}
            largest = max([largest, *map(abs, part.values())])
        total = add(total, part)
        if power < len(powers) - 1:
            top = multiply(top, by.top)
            top = {monomial: cut(each) for monomial, each in top.items()} if inexact else top
    return {monomial: each for monomial, each in total.items() if abs(each) * NOISE > largest}


def compose(quotient: Quotient, unknown: str, by: Quotient, clock: Clock) -> Quotient:
    """Return a quotient with an unknown replaced by another quotient."""
    above, below = degree_in(quotient.top, unknown), degree_in(quotient.bottom, unknown)
    top, bottom = (substitute(each, unknown, by, clock) for each in quotient)
    return Quotient(
        multiply(top, raise_to(by.bottom, max(0, below - above), clock)),
        multiply(bottom, raise_to(by.bottom, max(0, above - below), clock)),
    )


def primitive(polynomial: Polynomial) -> Polynomial:
    """Return the polynomial with whole factors that have nothing in common."""
    bottom = lcm(*(factor.denominator for factor in polynomial.values()))
    shared = gcd(*(factor.numerator for factor in polynomial.values()))
    return scale(polynomial, Fraction(bottom, shared or 1))


def multiple(left: Polynomial, right: Polynomial) -> Fraction | None:
    """Return how many times the second polynomial the first one is, or ``None``.

    >>> multiple({("x",): Fraction(6)}, {("x",): Fraction(2)}), multiple({("x",): Fraction(6)}, UNIT)
    (Fraction(3, 1), None)
    """
    if not right:
        return None
    monomial = next(iter(right))
    factor = left.get(monomial, ZERO) / right[monomial]
    return factor if not add(left, right, -factor) else None
