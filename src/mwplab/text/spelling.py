"""Whole numbers in words."""

from __future__ import annotations

from mwplab.text.lexicon import SCALES, TENS, UNITS

LARGEST = 10**15 - 1
"""The largest number that has words."""

_UNITS = {value: word for word, value in UNITS.items()}
# The first spelling of each is the common one.
_TENS = {value: word for word, value in reversed(TENS.items())}


def spell(value: int, *, hyphen: str = "-", conjunction: str = " ") -> str:
    """Return a number from nought on in words, as it reads back.

    >>> spell(42), spell(1205), spell(105, conjunction=" and ")
    ('forty-two', 'one thousand two hundred five', 'one hundred and five')
    """
    if not 0 <= value <= LARGEST:
        raise ValueError(f"{value} has no words here; give a number from 0 to {LARGEST}")
    if value < 20:
        return _UNITS[value]
    if value < 100:
        tens, rest = divmod(value, 10)
        return _TENS[tens * 10] + (hyphen + _UNITS[rest] if rest else "")
    size, name = max((size, name) for name, size in {"hundred": 100, **SCALES}.items() if size <= value)
    head, rest = divmod(value, size)
    between = conjunction if rest < 100 else " "
    tail = between + spell(rest, hyphen=hyphen, conjunction=conjunction) if rest else ""
    return f"{spell(head, hyphen=hyphen, conjunction=conjunction)} {name}{tail}"
