"""The real roots of a polynomial in one unknown: rational ones exactly, the others to many digits."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import gcd, isqrt, lcm
from typing import NamedTuple

from mwplab.equations.clock import Clock
from mwplab.equations.functions import WORKING_BITS
from mwplab.equations.linear import NOISE
from mwplab.errors import Unsolvable

MAX_WORK = 60_000
"""The degree of a polynomial times the binary digits of its factors."""


class Root(NamedTuple):
    """A place where a polynomial is zero."""

    value: Fraction
    """The exact value, or one that is right to `WORKING_BITS`."""

    exact: bool = True
    """Whether the value is rational and exact."""


def real_roots(factors: Sequence[Fraction], clock: Clock, *, inexact: bool = False) -> list[Root]:
    """Return the distinct real roots in ascending order, given the factors of the powers, lowest first.

    >>> real_roots([Fraction(6), Fraction(-5), Fraction(1)], Clock(1))
    [Root(value=Fraction(2, 1), exact=True), Root(value=Fraction(3, 1), exact=True)]
    >>> roots = real_roots([Fraction(-2), Fraction(0), Fraction(1)], Clock(1))
    >>> [round(float(root.value), 4) for root in roots]
    [-1.4142, 1.4142]
    """
    bottom = lcm(*(factor.denominator for factor in factors))
    whole = _primitive([(factor * bottom).numerator for factor in factors])
    if len(whole) * max(map(int.bit_length, whole)) > MAX_WORK:
        raise Unsolvable("a polynomial has a degree and factors too large for its roots to be found")
    found = [] if whole[0] else [Root(Fraction(0))]
    while not whole[0]:
        whole = whole[1:]
    if len(whole) > 3:
        whole = _without_repetition(whole, clock)
    if len(whole) <= 3:
        return sorted(found + _quadratic(whole, inexact))
    for sign in (1, -1):
        mirrored = [factor * sign**power for power, factor in enumerate(whole)]
        found += [Root(root.value * sign, root.exact) for root in _positive(mirrored, clock)]
    return sorted(found)


def _primitive(factors: list[int]) -> list[int]:
    while factors and not factors[-1]:
        factors.pop()
    shared = gcd(*factors) or 1
    return [factor // shared for factor in factors]


def _quadratic(factors: list[int], inexact: bool) -> list[Root]:
    if len(factors) < 3:
        return [Root(Fraction(-factors[0], factors[1]))] if len(factors) == 2 else []
    constant, slope, lead = factors
    under = slope * slope - 4 * lead * constant
    if not under or (inexact and abs(under) * NOISE < slope * slope):
        return [Root(Fraction(-slope, 2 * lead))]
    if under < 0:
        return []
    side = isqrt(under)
    exact = side * side == under
    distance = Fraction(side)
    if not exact:
        # The digits behind the point come from a shifted square root.
        shift = WORKING_BITS + max(abs(factor).bit_length() for factor in factors)
        distance = Fraction(isqrt(under << 2 * shift), 1 << shift)
    return sorted(Root((-slope + sign * distance) / (2 * lead), exact) for sign in (1, -1))


def _without_repetition(factors: list[int], clock: Clock) -> list[int]:
    """Return the polynomial with simple roots only: divided by what it shares with its slope."""
    shared, other = factors, _primitive([power * factor for power, factor in enumerate(factors)][1:])
    while other:
        clock.check()
        shared, other = other, _primitive(_remainder(shared, other))
    return factors if len(shared) == 1 else _divided(factors, shared)


def _remainder(left: list[int], right: list[int]) -> list[int]:
    left = list(left)
    while len(left) >= len(right):
        top = left.pop()
        if top:
            shared = gcd(top, right[-1])
            keep, take, offset = right[-1] // shared, top // shared, len(left) + 1 - len(right)
            left = [factor * keep for factor in left]
            for position, factor in enumerate(right[:-1]):
                left[offset + position] -= take * factor
    return left


def _divided(left: list[int], right: list[int]) -> list[int]:
    rest, result = [Fraction(factor) for factor in left], []
    while len(rest) >= len(right):
        top = rest.pop() / right[-1]
        result.append(top)
        offset = len(rest) + 1 - len(right)
        for position, factor in enumerate(right[:-1]):
            rest[offset + position] -= top * factor
    bottom = lcm(*(factor.denominator for factor in result))
    return _primitive([(factor * bottom).numerator for factor in reversed(result)])


def _positive(factors: list[int], clock: Clock) -> list[Root]:
    """Return the positive roots: intervals are halved until Descartes' rule counts one root in each."""
    size = max(abs(factor) for factor in factors[:-1]) // abs(factors[-1]) + 2
    exponent = size.bit_length()
    width = len(factors) - 1
    # With x = 2^exponent * t every positive root lies where t is between 0 and 1.
    stretched = [factor << exponent * power for power, factor in enumerate(factors)]
    found: list[Root] = []
    work = [(stretched, Fraction(0), Fraction(1 << exponent))]
    while work:
        clock.check()
        current, low, span = work.pop()
        changes = _sign_changes(_shift(current[::-1]))
        if changes == 1:
            found.append(_refined(factors, low, low + span, clock))
        if changes < 2:
            continue
        half = [factor << (width - power) for power, factor in enumerate(current)]
        right = _shift(half)
        if not right[0]:
            middle = low + span / 2
            found.append(Root(middle))
            # A root at the end of an interval would hide the sign there.
            factors = _divided(factors, [-middle.numerator, middle.denominator])
            right = [*right[1:], 0]
        work += [(half, low, span / 2), (right, low + span / 2, span / 2)]
    return found


def _shift(factors: list[int]) -> list[int]:
    """Return the factors of the polynomial in t + 1."""
    factors = list(factors)
    for end in range(len(factors) - 1):
        for position in range(len(factors) - 2, end - 1, -1):
            factors[position] += factors[position + 1]
    return factors


def _sign_changes(factors: list[int]) -> int:
    signs = [factor > 0 for factor in factors if factor]
    return sum(first != second for first, second in pairwise(signs))


def _refined(factors: list[int], low: Fraction, high: Fraction, clock: Clock) -> Root:
    """Return the one root between two bounds."""
    lead, above, rational = abs(factors[-1]), _value(factors, high) > 0, True
    while rational or (high - low) * (1 << WORKING_BITS) > high:
        clock.check()
        if rational and (high - low) * 2 * lead < 1:
            # The denominator of a rational root divides the highest factor.
            nearest = Fraction(round((low + high) / 2 * lead), lead)
            if not _value(factors, nearest):
                return Root(nearest)
            rational = False
        middle = (low + high) / 2
        value = _value(factors, middle)
        if not value:
            return Root(middle)
        low, high = (low, middle) if (value > 0) == above else (middle, high)
    return Root((low + high) / 2, False)


def _value(factors: list[int], at: Fraction) -> int:
    """Return a number with the sign of the polynomial's value."""
    top, bottom = at.numerator, at.denominator
    total, scale = 0, 1
    for factor in reversed(factors):
        total = total * top + factor * scale
        scale *= bottom
    return total
