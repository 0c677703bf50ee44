"""Numbers in digits and in words, with the fractions and scales behind them."""

from __future__ import annotations

import re
from fractions import Fraction

from mwplab.text.lexicon import GLYPHS, ORDINALS, PARTS, SCALES, TENS, UNITS, word_set
from mwplab.text.pages import Page, Reading, is_numeral, numeral_value
from mwplab.text.quantity import Form

_MEASURES = word_set(
    "hour hours mile miles inch inches pound pounds cup cups gallon gallons acre century yard"
)
_SCHOOL = word_set("grade grader graders class floor place row day week time")
_SUFFIXES = word_set("st nd rd th")
_FRACTION_SUFFIXES = word_set("rd rds th ths")
_SLASHES = ("/", "⁄")
_GROUP = re.compile("0[0-9]{2}")
_MOST_GROUPS = 4
_PARTS_OF_ONE = {"half": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "eighth": 8}
_MAY_CONTINUE = frozenset(["-", *_SLASHES, "hundred", "hundreds", *_SUFFIXES, *GLYPHS, *SCALES]) | {
    f"{word}s" for word in SCALES
}


def read_number(page: Page, index: int) -> Reading | None:
    """Read the number in digits or words that starts at an atom.

    >>> from mwplab.text.pages import page_of
    >>> read_number(page_of("two and a half dozen"), 0)
    Reading(value=Fraction(5, 2), start=0, end=4, form=<Form.FRACTION: 'fraction'>)
    """
    reading = read_numeral(page, index) if is_numeral(page.words[index]) else read_words(page, index)
    if reading is None or reading.form is Form.ORDINAL:
        return reading
    return _and_a_fraction(page, reading)


def read_numeral(page: Page, index: int) -> Reading | None:
    """Read digits: 1,200, 2.50, 12 , 000, 3/4, 2 1/2, 2½, 1.5 million, 2nd."""
    words = page.words
    value = numeral_value(words[index])
    if value is None:
        return None
    end = index + 1
    if words[end] == ",":
        return _with_thousands(words, Reading(value, index, end, Form.DIGITS))
    if words[end] not in _MAY_CONTINUE and not is_numeral(words[end]):
        return Reading(value, index, end, Form.DIGITS)
    if words[end] in _SUFFIXES and (words[end] != "st" or page.glued(end)):
        return Reading(value, index, end + 1, Form.ORDINAL)
    if words[end] in _SLASHES:
        return _slashed(page, index) or Reading(value, index, end, Form.DIGITS)
    part = _fraction_behind(page, end)
    if part:
        return Reading(value + part.value, index, part.end, Form.FRACTION)
    joined = page.joined(end)
    scale = _scale(words[joined])
    if scale:
        return Reading(value * scale, index, joined + 1, Form.DIGITS)
    return Reading(value, index, end, Form.DIGITS)


def read_words(page: Page, index: int) -> Reading | None:
    """Read number words: forty-two, one hundred and five, two thirds, twenty-third."""
    words = page.words
    total, current, end, last, ceiling = 0, 0, index, "", 10**15
    while True:
        place = _next_part(words, end, last) if last else end
        word = words[place]
        if word in UNITS and (last in ("", "hundred", "scale") or (last == "ten" and 0 < UNITS[word] < 10)):
            current, last = current + UNITS[word], "unit" if word != "zero" else "zero"
        elif word in TENS and last in ("", "hundred", "scale"):
            current, last = current + TENS[word], "ten"
        elif word == "hundred" and current < 100 and last in ("", "unit", "ten"):
            current, last = (current or 1) * 100, "hundred"
        elif word in SCALES and SCALES[word] < ceiling and last not in ("zero", "scale"):
            ceiling = SCALES[word]
            total, current, last = total + (current or 1) * ceiling, 0, "scale"
        else:
            break
        end = place + 1
    if end == index:
        return None
    value = total + current
    ordinal = _ordinal_behind(page, index, end, value, last)
    return ordinal or Reading(Fraction(value), index, end, Form.WORDS)


def _next_part(words: list[str], end: int, last: str) -> int:
    """Return where the next part of a number would stand, behind a hyphen or *and* where these may join."""
    place = end + 1 if words[end] == "-" else end
    if words[place] == "and" and last in ("hundred", "scale"):
        behind = place + 2 if words[place + 1] == "-" else place + 1
        return behind if words[behind] in UNITS or words[behind] in TENS else end
    return place


def _ordinal_behind(page: Page, start: int, end: int, value: int, last: str) -> Reading | None:
    """Read what an ordinal makes of the number before it: 23rd, hundred and first, two thirds, one-fifth."""
    words = page.words
    place = end + 1 if words[end] in ("-", "and") else end
    word = words[place]
    if words[end] == "and":
        ordinal = ORDINALS.get(word, 0) if last in ("hundred", "scale") else 0
        return Reading(Fraction(value + ordinal), start, place + 1, Form.ORDINAL) if ordinal else None
    if word in PARTS:
        return Reading(Fraction(value, PARTS[word]), start, place + 1, Form.FRACTION)
    if word == "half":
        return Reading(Fraction(1, 2), start, place + 1, Form.FRACTION) if value == 1 else None
    if word in ("quarter", "quarters"):
        fourth = is_quarter_of(page, place, hyphen=place > end)
        return Reading(Fraction(value, 4), start, place + 1, Form.FRACTION) if fourth else None
    ordinal = ORDINALS.get(word, 0)
    if (last == "ten" and 0 < ordinal < 10) or (last in ("hundred", "scale") and 0 < ordinal < 100):
        return Reading(Fraction(value + ordinal), start, place + 1, Form.ORDINAL)
    if ordinal > 2 and (value == 1 or place > end) and words[page.joined(place + 1)] not in _SCHOOL:
        return Reading(Fraction(value, ordinal), start, place + 1, Form.FRACTION)
    return None


def is_quarter_of(page: Page, index: int, *, hyphen: bool) -> bool:
    """Tell a fourth from the coin: it stands before *of* or a measure, or behind a hyphen."""
    following = page.words[page.joined(index + 1)]
    return hyphen or following == "of" or following in _MEASURES


def _and_a_fraction(page: Page, reading: Reading) -> Reading:
    """Take in *and a half*, *and three quarters*, *and 3/4*, unless it is a half *of* something else."""
    if page.words[reading.end] != "and" or reading.form is Form.FRACTION:
        return reading
    part = _fraction_behind(page, reading.end + 1) or _spoken_fraction(page, reading.end + 1)
    if part is None or page.words[part.end] == "of":
        return reading
    return Reading(reading.value + part.value, reading.start, part.end, Form.FRACTION)


def _fraction_behind(page: Page, index: int) -> Reading | None:
    """Read the proper fraction in digits or as one character behind a whole number: 1/2, -1/2, ½."""
    place = index + 1 if page.words[index] == "-" and page.glued(index) and page.glued(index + 1) else index
    word = page.words[place]
    if word in GLYPHS:
        return Reading(GLYPHS[word], place, place + 1, Form.FRACTION)
    ratio = _slashed(page, place) if is_numeral(word) else None
    return ratio if ratio and ratio.value < 1 else None


def _spoken_fraction(page: Page, index: int) -> Reading | None:
    """Read *a half*, *one third*, *two thirds*, *three-quarters*."""
    words = page.words
    part = _PARTS_OF_ONE.get(words[index + 1], 0)
    if part and words[index] in ("a", "an", "one"):
        return Reading(Fraction(1, part), index, index + 2, Form.FRACTION)
    if words[index] == "three" and words[page.joined(index + 1)] == "quarters":
        return Reading(Fraction(3, 4), index, page.joined(index + 1) + 1, Form.FRACTION)
    reading = read_words(page, index) if words[index] in UNITS else None
    return reading if reading and reading.form is Form.FRACTION and reading.value < 1 else None


def _slashed(page: Page, index: int) -> Reading | None:
    """Read 3/4 or 3 / 4; a date such as 3/4/2020 is none."""
    words = page.words
    if words[index + 1] not in _SLASHES or words[index + 3] in _SLASHES or words[index - 1] in _SLASHES:
        return None
    if not words[index].isdecimal() or not words[index + 2].isdecimal():
        return None
    above, below = numeral_value(words[index]), numeral_value(words[index + 2])
    if above is None or not below:
        return None
    end = index + 4 if words[index + 3] in _FRACTION_SUFFIXES else index + 3
    return Reading(above / below, index, end, Form.FRACTION)


def _scale(word: str) -> int:
    """Return what a word behind digits multiplies them with, or nought."""
    singular = word.removesuffix("s")
    return 100 if singular == "hundred" else SCALES.get(singular, 0)


def _with_thousands(words: list[str], reading: Reading) -> Reading:
    """Take in the groups of the tokenised 12 , 000; no element of a list starts with a nought."""
    value, index, end, form = reading
    last = end + _MOST_GROUPS * 2 if len(words[index]) <= 3 else end
    while end < last and words[end] == "," and _GROUP.fullmatch(words[end + 1]):
        value, end = value * 1000 + int(words[end + 1]), end + 2
    return Reading(value, index, end, form)


def with_dozen(page: Page, reading: Reading) -> Reading:
    """Take in the *dozen* or *dozens* behind a number."""
    if page.words[reading.end] in ("dozen", "dozens"):
        return Reading(reading.value * 12, reading.start, reading.end + 1, Form.DOZEN)
    return reading
