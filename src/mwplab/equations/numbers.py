"""Numbers as people and files write them, read and written without loss."""

from __future__ import annotations

import re
from fractions import Fraction

from mwplab.equations.bounds import MAX_DIGITS, check_size
from mwplab.errors import ParseError, TooLarge

LONG = 5
"""Decimals with more places than this come from a division and are snapped."""

_NUMBER = re.compile(r"[-+]?(?:\d+(?:,\d{3})*(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d{1,3})?", re.ASCII)


def read_number(text: str) -> Fraction:
    """Return the exact value of a written number.

    >>> read_number("7.0"), read_number("1,200"), read_number(".5"), read_number("3/4")
    (Fraction(7, 1), Fraction(1200, 1), Fraction(1, 2), Fraction(3, 4))
    """
    text = text.strip()
    if len(text) > MAX_DIGITS:
        raise TooLarge(f"a number is written with {len(text)} characters; at most {MAX_DIGITS} are read")
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
        raise ParseError(f"{text!r} is not a number; write digits such as 12, 1,200, 0.5 or 3/4")
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
    if value.denominator == 1:
        return str(value.numerator)
    scaled = value * 10**places
    if scaled.denominator != 1:
        return None
    sign, digits = ("-" if value < 0 else ""), str(abs(scaled.numerator)).rjust(places + 1, "0")
    return f"{sign}{digits[:-places]}.{digits[-places:].rstrip('0')}"


def snap(value: Fraction, largest: int = 1000) -> Fraction:
    """Return the simplest fraction that a long decimal stands for; other numbers stay as they are.

    >>> snap(read_number("0.3333333")), snap(read_number("0.10000000149011612")), snap(read_number("2.75"))
    (Fraction(1, 3), Fraction(1, 10), Fraction(11, 4))
    """
    short = write_decimal(value, places=LONG)
    if short is not None or value.denominator <= largest:
        return value
    tolerance = max(Fraction(1, 10**6), abs(value) / 10**7)
    nearest = value.limit_denominator(largest)
    return nearest if abs(nearest - value) <= tolerance else value
