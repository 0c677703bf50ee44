"""What a number in a text is, and how it may have been written."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction


class Form(StrEnum):
    """How a quantity is written; callers choose by it which quantities count."""

    DIGITS = "digits"
    """12, 1,200, 2.50, .5, -3, 2 million."""

    WORDS = "words"
    """Forty-two, one hundred and five, a million."""

    FRACTION = "fraction"
    """3/4, 2 1/2, ½, two thirds, half, a quarter of, two and a half."""

    MULTIPLE = "multiple"
    """Twice, thrice, double, tripled."""

    DOZEN = "dozen"
    """Dozen, two dozen, 3 dozens, half a dozen."""

    ORDINAL = "ordinal"
    """First, 2nd, twenty-third."""

    PAIR = "pair"
    """Pair, couple, both: 2."""

    SINGLE = "single"
    """Single, once: 1."""

    PRONOUN = "pronoun"
    """*One* that points at a thing and does not count it: each one, one of them, one number ... the other."""

    ARTICLE = "article"
    """A, an: 1."""

    COIN = "coin"
    """Penny, nickel, dime, quarter: their value in dollars."""

    PARITY = "parity"
    """Odd, even: 2, the step between such numbers."""

    CONSECUTIVE = "consecutive"
    """Consecutive: 1, the step between such numbers."""

    CLOCK = "clock"
    """3:30, 10 a.m.: hours as written, so 7/2 and 10."""

    LABEL = "label"
    """No. 5, # 5: a name and not an amount."""


class Flag(StrEnum):
    """What stands beside a quantity, or in its sign."""

    PERCENT = "percent"
    """25 %, 25 percent: the value is 25."""

    MONEY = "money"
    """$5, 5 dollars, 75 cents: the value is the number as written."""

    CENTS = "cents"
    """75 cents, 20-cent: money, a hundredth of the dollar."""

    NEGATIVE = "negative"
    """-3, negative five."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantity:
    """A number in a text."""

    value: Fraction
    """The exact value, as written: 25 for 25 %, 75 for 75 cents."""

    start: int
    """The place of its first character."""

    end: int
    """The place behind its last character; signs of money and percent stand outside."""

    surface: str
    """What stands in the text from start to end."""

    form: Form
    """How it is written."""

    flags: frozenset[Flag] = frozenset()
    """What stands beside it."""


DEFAULT: frozenset[Form] = frozenset({Form.DIGITS, Form.WORDS, Form.FRACTION, Form.MULTIPLE, Form.DOZEN})
"""The forms that count unless told otherwise: those that nearly always say how many or how much."""

EVERY: frozenset[Form] = frozenset(Form)
"""All forms."""
