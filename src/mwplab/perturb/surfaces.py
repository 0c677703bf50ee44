"""Numbers written as another number is written, and what others there are of its size and kind."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from mwplab.equations.numbers import count_places
from mwplab.text import Flag, Form, Quantity
from mwplab.text.spelling import LARGEST, spell

STEPS = tuple(map(Fraction, ("1", "0.5", "0.25", "0.1", "0.05", "0.01", "0.001", "0.0001")))
"""What numbers with a decimal point are multiples of."""

FEWEST = 5
"""A number is taken for a multiple of a step if it is at least as many steps."""

YEARS = range(1700, 2100)
"""Whole numbers that are taken for years where nothing says otherwise."""

NEAR_YEARS = 15
"""How far a year moves."""

_DIGITS = re.compile(r"(?P<whole>\d+|\d{1,3}(?:,\d{3})+)(?:\.(?P<places>\d+))?")


def write_like(value: Fraction, quantity: Quantity) -> str | None:
    """Return a number written as a quantity is: commas, places, words, capitals; none if it cannot be.

    >>> from mwplab.text import quantities
    >>> [write_like(Fraction(2345), one) for one in quantities("Twelve of 1,200 at $ 2.50")]
    ['Two thousand three hundred forty-five', '2,345', '2345.00']
    """
    if quantity.form is Form.DIGITS and (match := _DIGITS.fullmatch(quantity.surface)):
        places = len(match["places"] or "")
        found = count_places(value)
        if value < 0 or found is None or found > places:
            return None
        whole, rest = divmod(value.numerator * 10**places // value.denominator, 10**places)
        grouped = "," in match["whole"] and whole >= 1000
        shown = f"{whole:,}" if grouped else str(whole)
        return f"{shown}.{rest:0{places}}" if places else shown
    if quantity.form is Form.WORDS and value.denominator == 1 and 0 <= value <= LARGEST:
        return _in_words(int(value), quantity)
    return None


def _in_words(value: int, quantity: Quantity) -> str | None:
    """Return a number in words, joined and capitalised as those of the quantity are."""
    styles = [(hyphen, conjunction) for hyphen in "- " for conjunction in (" ", " and ")]
    for hyphen, conjunction in styles:
        old = spell(int(quantity.value), hyphen=hyphen, conjunction=conjunction)
        new = spell(value, hyphen=hyphen, conjunction=conjunction)
        for cased in (str.lower, str.capitalize, str.title, str.upper):
            if cased(old) == quantity.surface:
                return cased(new)
    return None


@dataclass(frozen=True, slots=True)
class Range:
    """Numbers of one size and kind: multiples of a step."""

    low: int
    """The smallest, in steps."""

    high: int
    """The largest, in steps."""

    step: Fraction
    """What they are multiples of."""

    def draw(self, rng: Random) -> Fraction:
        """Return one of them."""
        return rng.randint(self.low, self.high) * self.step


def similar_numbers(quantity: Quantity) -> Range | None:
    """Return the numbers that may take a quantity's place; none where it must stay what it is.

    Half to twice its size, as round as it is, of as many decimal places. One stays one, since a singular
    stands behind it; fractions, dozens, multiples, ordinals and times of day stay, since they mean more than
    a size.

    >>> from mwplab.text import quantities
    >>> ranges = [similar_numbers(one) for one in quantities("4 of 1,200 at $ 2.50 in 2012, half of 1")]
    >>> [one and f"{one.low} to {one.high} times {one.step}" for one in ranges]
    ['2 to 9 times 1', '6 to 24 times 100', '3 to 10 times 1/2', '1997 to 2027 times 1', None, None]
    """
    value = quantity.value
    if value <= 0 or value == 1 or write_like(value, quantity) != quantity.surface:
        return None
    if "." in quantity.surface:
        return _decimals(value, quantity)
    if value in YEARS and quantity.form is Form.DIGITS and quantity.surface.isdigit() and not quantity.flags:
        return Range(int(value) - NEAR_YEARS, int(value) + NEAR_YEARS, Fraction(1))
    step = Fraction(1)
    while value % (step * 10) == 0 and value / (step * 10) >= FEWEST:
        step *= 10
    steps = int(value / step)
    low = 2 if value <= 10 else -(-steps // 2)
    high = max(9, 2 * steps) if step == 1 else 2 * steps
    if Flag.PERCENT in quantity.flags and value <= 100:
        high = min(high, int(100 / step))
    return Range(low, high, step)


def _decimals(value: Fraction, quantity: Quantity) -> Range | None:
    places = len(quantity.surface.partition(".")[2])
    finest = Fraction(1, 10**places)
    fitting = [step for step in (*STEPS, finest) if value % step == 0 and step % finest == 0]
    step = next((one for one in fitting if value / one >= FEWEST), fitting[-1])
    steps = int(value / step)
    below_one = int((1 - step) / step) if value < 1 else 2 * steps
    return Range(max(1, -(-steps // 2)), max(1, min(2 * steps, below_one)), step)
