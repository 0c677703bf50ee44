"""Numbers as people and files write them, read and written without loss."""

from __future__ import annotations

import re
import struct
from fractions import Fraction

from mwplab.equations.bounds import MAX_BITS, check_size
from mwplab.errors import ParseError, TooLarge

MAX_CHARACTERS = 2 * (MAX_BITS * 3 // 10 + 10)
"""The longest text that is read as a number: room for any fraction whose size is allowed."""

LONG = 5
"""Decimals with more places than this come from a division and are snapped."""

LARGEST = 1000
"""The largest denominator that a decimal is snapped to."""

_NUMBER = re.compile(r"[-+]?(?:\d+(?:,\d{3})*(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d{1,3})?", re.ASCII)
_NOISE = Fraction(1, 10**9)


def read_number(text: str) -> Fraction:
    """Return the exact value of a written number.

    >>> read_number("7.0"), read_number("1,200"), read_number(".5"), read_number("3/4")
    (Fraction(7, 1), Fraction(1200, 1), Fraction(1, 2), Fraction(3, 4))
    """
    text = text.strip()
    if len(text) > MAX_CHARACTERS:
        raise TooLarge(f"a number is written with {len(text)} characters; at most {MAX_CHARACTERS} are read")
    top, slash, bottom = text.partition("/")
    value = _read_decimal(top)
    if slash:
        divisor = _read_decimal(bottom)
        if not divisor:
            raise ParseError(f"the fraction {text!r} divides by zero")
        value /= divisor
    return check_size(value)


def _read_decimal(text: str) -> Fraction:
    text = text.strip()
    if not _NUMBER.fullmatch(text):
        raise ParseError(f"{text[:60]!r} is not a number; write digits such as 12, 1,200, 0.5 or 3/4")
    return Fraction(text.replace(",", ""))


def write_number(value: Fraction) -> str:
    """Return a number as a person would write it: whole, a short decimal, or a fraction.

    >>> write_number(Fraction(7)), write_number(Fraction(5, 4)), write_number(Fraction(1, 3))
    ('7', '1.25', '1/3')
    """
    decimal = write_decimal(value)
    return str(value) if decimal is None else decimal


def write_decimal(value: Fraction, places: int = 12) -> str | None:
    """Return the exact decimal, or ``None`` where it does not end within so many places.

    >>> write_decimal(Fraction(-1, 8)), write_decimal(Fraction(1, 3))
    ('-0.125', None)
    """
    needed = count_places(value)
    if needed is None or needed > places:
        return None
    sign, digits = ("-" if value < 0 else ""), str(abs(value.numerator) * 10**needed // value.denominator)
    digits = digits.rjust(needed + 1, "0")
    return f"{sign}{digits[:-needed]}.{digits[-needed:]}" if needed else sign + digits


def count_places(value: Fraction) -> int | None:
    """Return how many places the exact decimal has, or ``None`` where it never ends.

    >>> count_places(Fraction(7)), count_places(Fraction(1, 8)), count_places(Fraction(1, 3))
    (0, 3, None)
    """
    rest = value.denominator
    twos = (rest & -rest).bit_length() - 1
    rest >>= twos
    fives = 0
    while rest % 5 == 0:
        rest //= 5
        fives += 1
    return max(twos, fives) if rest == 1 else None


def snap(value: Fraction) -> Fraction:
    """Return the simplest fraction that a long decimal stands for; other numbers stay as they are.

    A decimal stands for a fraction that differs by less than one unit of its last place, or by the noise
    of a computation. A number that single precision has made long becomes short again.

    >>> snap(read_number("0.3333333")), snap(read_number("0.10000000149011612")), snap(read_number("2.75"))
    (Fraction(1, 3), Fraction(1, 10), Fraction(11, 4))
    """
    if _is_settled(value):
        return value
    value = _without_single_precision(value)
    places = count_places(value)
    if places is None or _is_settled(value):
        return value
    # Nothing may snap to zero, so the tolerance is small beside the value too.
    tolerance = min(max(Fraction(1, 10**places), _NOISE), abs(value) / LARGEST)
    simplest = _simplest_between(abs(value) - tolerance, abs(value) + tolerance)
    if simplest.denominator > LARGEST:
        return value
    return simplest if value > 0 else -simplest


def _is_settled(value: Fraction) -> bool:
    places = count_places(value)
    return places is None or places <= LONG or value.denominator <= LARGEST


def _simplest_between(low: Fraction, high: Fraction) -> Fraction:
    """Return the fraction with the smallest denominator between two positive numbers, both included."""
    whole = low.numerator // low.denominator
    if whole == low or whole + 1 <= high:
        return Fraction(whole if whole == low else whole + 1)
    return whole + 1 / _simplest_between(1 / (high - whole), 1 / (low - whole))


def _without_single_precision(value: Fraction) -> Fraction:
    """Return the shortest decimal that single precision turns into this number, if it is such a number."""
    try:
        number = float(value)
        if not number or number != _single(number):
            return value
        return next(
            Fraction(text)
            for digits in range(1, 10)
            if _single(float(text := f"{number:.{digits}g}")) == number
        )
    except OverflowError:
        return value


def _single(number: float) -> float:
    return float(struct.unpack("f", struct.pack("f", number))[0])
