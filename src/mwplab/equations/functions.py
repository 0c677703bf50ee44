"""What ``^`` and the named functions compute: exactly where the result is rational, else to many digits.

An exact function returns ``None`` for an irrational result and raises ``ArithmeticError`` for none at all;
`mwplab.equations.evaluate` turns both into errors that name the expression.

round        halves go away from zero: 2.5 becomes 3, -2.5 becomes -3
remainder    a - b * floor(a / b), also for fractions; it has the sign of b
gcd, lcm     also for fractions: the largest number that goes into all of them, the smallest that all go into
^            0^0 is 1; odd roots of negative numbers are real: (-8)^(1/3) is -2
log          the natural logarithm; sin, cos and tan take radians
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from importlib import import_module
from typing import Any

from mwplab.equations.bounds import MAX_BITS, check_size
from mwplab.errors import TooLarge

WORKING_BITS = 240
"""Binary digits of an irrational number while it is computed with."""

SHOWN_DIGITS = 30
"""Decimal digits of an irrational number in a result."""

ZERO, ONE = Fraction(0), Fraction(1)


def power(base: Fraction, exponent: Fraction) -> Fraction | None:
    """Return a power, or ``None`` where it is irrational; its size is foreseen, not found out.

    >>> power(Fraction(4, 9), Fraction(-3, 2)), power(Fraction(2), Fraction(1, 2))
    (Fraction(27, 8), None)
    >>> power(Fraction(9), Fraction(9**9))
    Traceback (most recent call last):
    mwplab.errors.TooLarge: a power has more than 4096 binary digits; that is refused, not computed
    """
    if exponent.denominator != 1:
        base_root = root(base, exponent.denominator)
        return None if base_root is None else power(base_root, Fraction(exponent.numerator))
    times = exponent.numerator
    if not base and times < 0:
        raise ArithmeticError("it divides by zero")
    longest = max(base.numerator.bit_length(), base.denominator.bit_length())
    if (longest - 1) * abs(times) > MAX_BITS:
        raise TooLarge(f"a power has more than {MAX_BITS} binary digits; that is refused, not computed")
    # A base of -1, 0 or 1 passes with any exponent, so the exponent is cut to its parity.
    result: Fraction = base ** (times if longest > 1 else times % 2 or 2 * (times != 0))
    return result


def root(value: Fraction, degree: int) -> Fraction | None:
    """Return the real root of a degree, or ``None`` where it is irrational.

    >>> root(Fraction(-8, 27), 3), root(Fraction(12), 2)
    (Fraction(-2, 3), None)
    """
    if value < 0 and degree % 2 == 0:
        raise ArithmeticError("a negative number has no real root of even degree")
    top, bottom = _whole_root(abs(value.numerator), degree), _whole_root(value.denominator, degree)
    if top is None or bottom is None:
        return None
    return Fraction(-top if value < 0 else top, bottom)


def _whole_root(value: int, degree: int) -> int | None:
    if value < 2:
        return value
    if degree >= value.bit_length():
        return None
    if degree == 2:
        found = math.isqrt(value)
    else:
        found = 1 << -(-value.bit_length() // degree)
        while (following := ((degree - 1) * found + value // found ** (degree - 1)) // degree) < found:
            found = following
    return found if found**degree == value else None


def _whole(value: Fraction) -> int:
    if value.denominator != 1:
        raise ArithmeticError(f"{value} is not a whole number")
    return value.numerator


def _gcd(arguments: Sequence[Fraction]) -> Fraction:
    bottom = math.lcm(*(argument.denominator for argument in arguments))
    return Fraction(math.gcd(*((argument * bottom).numerator for argument in arguments)), bottom)


def _lcm(arguments: Sequence[Fraction]) -> Fraction:
    result = abs(arguments[0])
    for argument in arguments[1:]:
        shared = _gcd((result, argument))
        result = check_size(abs(result * argument) / shared) if shared else ZERO
    return result


def _round(arguments: Sequence[Fraction]) -> Fraction:
    size = math.floor(abs(arguments[0]) + Fraction(1, 2))
    return Fraction(size if arguments[0] > 0 else -size)


def _remainder(arguments: Sequence[Fraction]) -> Fraction:
    value, divisor = arguments
    if not divisor:
        raise ArithmeticError("it divides by zero")
    return value - divisor * math.floor(value / divisor)


def _permute(arguments: Sequence[Fraction]) -> Fraction:
    things, places = _counts(arguments)
    result = ONE
    for taken in range(min(places, things + 1)):
        result = check_size(result * (things - taken))
    return result


def _choose(arguments: Sequence[Fraction]) -> Fraction:
    things, places = _counts(arguments)
    if places > things:
        return ZERO
    # In the lower half every step at least doubles the result, so the bound on its size ends the loop.
    result = 1
    for taken in range(min(places, things - places)):
        result = check_size(Fraction(result * (things - taken) // (taken + 1))).numerator
    return Fraction(result)


def _counts(arguments: Sequence[Fraction]) -> tuple[int, int]:
    things, places = _whole(arguments[0]), _whole(arguments[-1])
    if things < 0 or places < 0:
        raise ArithmeticError("a negative number of things cannot be counted out")
    return things, places


def _log(arguments: Sequence[Fraction]) -> Fraction | None:
    if arguments[0] <= 0:
        raise ArithmeticError("only positive numbers have a logarithm")
    return ZERO if arguments[0] == 1 else None


EXACT: dict[str, Callable[[Sequence[Fraction]], Fraction | None]] = {
    "gcd": _gcd,
    "lcm": _lcm,
    "min": min,
    "max": max,
    "mean": lambda arguments: sum(arguments, ZERO) / len(arguments),
    "floor": lambda arguments: Fraction(math.floor(arguments[0])),
    "ceil": lambda arguments: Fraction(math.ceil(arguments[0])),
    "round": _round,
    "remainder": _remainder,
    "sqrt": lambda arguments: root(arguments[0], 2),
    "cbrt": lambda arguments: root(arguments[0], 3),
    "log": _log,
    "factorial": _permute,
    "choose": _choose,
    "permute": _permute,
    "sin": lambda arguments: None if arguments[0] else ZERO,
    "cos": lambda arguments: None if arguments[0] else ONE,
    "tan": lambda arguments: None if arguments[0] else ZERO,
}
"""The functions of `mwplab.equations.nodes.FUNCTIONS`; ``None`` stands for an irrational result."""


def irrational(function: str, arguments: Sequence[Fraction]) -> Fraction:
    """Return the value of ``^`` or of a function whose exact form gave ``None``, to `WORKING_BITS`.

    >>> shown(irrational("sqrt", [Fraction(2)])) * 10**29
    Fraction(141421356237309504880168872421, 1)
    """
    libmp: Any = import_module("mpmath.libmp")
    value, exponent = arguments[0], {"sqrt": Fraction(1, 2), "cbrt": Fraction(1, 3)}.get(function)
    if function == "^":
        exponent = arguments[1]

    def real(number: Fraction) -> Any:
        return libmp.from_rational(number.numerator, number.denominator, WORKING_BITS + MAX_BITS)

    if exponent is None:
        return _from_real(getattr(libmp, f"mpf_{function}")(real(value), WORKING_BITS))
    result = _from_real(libmp.mpf_pow(real(abs(value)), real(exponent), WORKING_BITS))
    return -result if value < 0 and exponent.numerator % 2 else result


def _from_real(number: tuple[int, int, int, int]) -> Fraction:
    sign, mantissa, exponent, length = number
    if not -MAX_BITS < exponent + length < MAX_BITS:
        raise TooLarge(f"a number is beyond {MAX_BITS} binary digits; that is refused, not computed")
    return Fraction(-int(mantissa) if sign else int(mantissa)) * Fraction(2) ** exponent


def cut(value: Fraction) -> Fraction:
    """Return an inexact number with no more binary digits than it is worth."""
    top, bottom = value.numerator.bit_length(), value.denominator.bit_length()
    if top <= WORKING_BITS and bottom <= WORKING_BITS:
        return value
    scale = Fraction(2) ** (WORKING_BITS - top + bottom)
    return round(value * scale) / scale


def shown(value: Fraction) -> Fraction:
    """Return a number rounded to `SHOWN_DIGITS`; one with a short denominator is exact and stays.

    >>> shown(Fraction(2, 3)), shown(Fraction(10**60 - 1, 10**60))
    (Fraction(2, 3), Fraction(1, 1))
    """
    if value.denominator.bit_length() <= 90:
        return value
    magnitude = (value.numerator.bit_length() - value.denominator.bit_length()) * 30103 // 100000
    return round(value, SHOWN_DIGITS - 1 - magnitude)
