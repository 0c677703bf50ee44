"""Polynomials in several unknowns, quotients of them, and how an expression becomes one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import gcd, lcm
from typing import NamedTuple

from mwplab.equations.bounds import check_size
from mwplab.equations.evaluate import Evaluation, name
from mwplab.equations.functions import ONE, ZERO
from mwplab.equations.linear import NOISE
from mwplab.equations.nodes import Binary, Call, Expr, Negate, Number, Unknown
from mwplab.errors import Unsolvable

MAX_TERMS = 2000
"""Terms of one polynomial."""

MAX_DEGREE = 100
"""Unknowns in one product."""

MAX_PRODUCTS = 100_000
"""Products of terms in one multiplication."""

Monomial = tuple[str, ...]
"""The unknowns of a product in alphabetical order: ``x^2 * y`` is ``("x", "x", "y")``, a constant is ``()``."""

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
            result[monomial] = total
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
    return _bounded({monomial: coefficient for monomial, coefficient in result.items() if coefficient})


def _bounded(polynomial: Polynomial) -> Polynomial:
    if len(polynomial) > MAX_TERMS:
        raise Unsolvable(f"an equation has more than {MAX_TERMS} terms when it is multiplied out")
    for monomial, coefficient in polynomial.items():
        check_size(coefficient)
        if len(monomial) > MAX_DEGREE:
            raise Unsolvable(f"an equation has a degree above {MAX_DEGREE}")
    return polynomial


def raise_to(polynomial: Polynomial, times: int) -> Polynomial:
    """Return a power with a whole exponent."""
    result = UNIT
    for _ in range(times):
        result = multiply(result, polynomial)
    return result


def degree(polynomial: Polynomial) -> int:
    """Return the number of unknowns in the longest product."""
    return max(map(len, polynomial), default=0)


def unknowns(polynomial: Polynomial) -> set[str]:
    """Return the names that occur."""
    return {each for monomial in polynomial for each in monomial}


def by_powers(polynomial: Polynomial, unknown: str) -> list[Polynomial]:
    """Return the factors of the powers of one unknown, lowest first.

    >>> by_powers({("x", "y"): Fraction(3), (): Fraction(5)}, "x")
    [{(): Fraction(5, 1)}, {('y',): Fraction(3, 1)}]
    """
    highest = max(monomial.count(unknown) for monomial in polynomial) if polynomial else 0
    powers: list[Polynomial] = [{} for _ in range(highest + 1)]
    for monomial, coefficient in polynomial.items():
        rest = tuple(each for each in monomial if each != unknown)
        powers[len(monomial) - len(rest)][rest] = coefficient
    return powers


def substitute(polynomial: Polynomial, unknown: str, by: Quotient, *, inexact: bool = False) -> Polynomial:
    """Return the polynomial with an unknown replaced, times the denominator as often as needed.

    >>> half_y = Quotient({("y",): Fraction(1)}, {(): Fraction(2)})
    >>> substitute({("x", "x"): Fraction(4), (): Fraction(1)}, "x", half_y)
    {(): Fraction(4, 1), ('y', 'y'): Fraction(4, 1)}
    """
    powers = by_powers(polynomial, unknown)
    if len(powers) == 1:
        return polynomial
    bottoms = [UNIT]
    for _ in powers[1:]:
        bottoms.append(multiply(bottoms[-1], by.bottom))
    total, top, largest = Polynomial(), UNIT, ZERO
    for power, factor in enumerate(powers):
        part = multiply(multiply(factor, top), bottoms[len(powers) - 1 - power])
        largest = max(largest, *map(abs, part.values())) if inexact and part else largest
        total = add(total, part)
        if power < len(powers) - 1:
            top = multiply(top, by.top)
    return {key: factor for key, factor in total.items() if abs(factor) * NOISE > largest}


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


class Expander:
    """Turns expressions into quotients of polynomials and notes what must not become zero."""

    def __init__(self, evaluation: Evaluation) -> None:
        self.evaluation = evaluation
        self.denominators: list[Polynomial] = []

    def equation(self, left: Expr, right: Expr) -> Polynomial:
        """Return the polynomial that is zero where both sides are equal."""
        first, second = self.quotient(left), self.quotient(right)
        return self._sum(first, second, -ONE).top

    def quotient(self, expr: Expr) -> Quotient:
        """Return an expression as a quotient."""
        found = self._expand(expr)
        return Quotient({(): found} if found else {}) if isinstance(found, Fraction) else found

    def _expand(self, expr: Expr) -> Fraction | Quotient:
        if isinstance(expr, Number):
            return expr.value
        if isinstance(expr, Unknown) and expr.name not in self.evaluation.values:
            return Quotient({(expr.name,): ONE})
        if isinstance(expr, Negate):
            operand = self._expand(expr.operand)
            return -operand if isinstance(operand, Fraction) else Quotient(scale(operand.top, -ONE), operand.bottom)
        if isinstance(expr, Binary):
            left, right = self._expand(expr.left), self._expand(expr.right)
            if isinstance(left, Fraction) and isinstance(right, Fraction):
                return self.evaluation.binary(expr, left, right)
            return self._binary(expr, left, right)
        if isinstance(expr, Call):
            return self._call(expr)
        return self.evaluation.number(expr)

    def _binary(self, expr: Binary, left: Fraction | Quotient, right: Fraction | Quotient) -> Fraction | Quotient:
        match expr.operator, left, right:
            case "+" | "-", _, _:
                return self._sum(_lift(left), _lift(right), ONE if expr.operator == "+" else -ONE)
            case ("*", Quotient(top, bottom), Fraction() as number) | ("*", Fraction() as number, Quotient(top, bottom)):
                return Quotient(scale(top, number), bottom)
            case "*", Quotient(), Quotient():
                return Quotient(multiply(left.top, right.top), multiply(left.bottom, right.bottom))
            case "/", Quotient(top, bottom), Fraction() as number if number:
                return Quotient(scale(top, 1 / number), bottom)
            case "/", _, Quotient(top, bottom) if top:
                return self._inverted(_lift(left), right)
            case "/", _, _:
                self.evaluation.binary(Binary("/", expr.left, expr.right), ONE, ZERO)
            case "^", Quotient(), Fraction(denominator=1) as exponent if abs(exponent) <= MAX_DEGREE:
                times = abs(exponent.numerator)
                powered = Quotient(raise_to(left.top, times), raise_to(left.bottom, times))
                return self._inverted(_lift(ONE), powered) if exponent < 0 else powered
        raise Unsolvable(f"the power {name(expr)} holds an unknown in a way that elimination cannot undo")
