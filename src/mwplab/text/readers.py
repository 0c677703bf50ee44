"""One reader for each kind of word that may be a quantity."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TypeAlias

from mwplab.text.lexicon import (
    COINS,
    CURRENCIES,
    GLYPHS,
    MULTIPLES,
    ORDINALS,
    PAIRS,
    PARITIES,
    PARTS,
    SCALES,
    SINGLES,
    TENS,
    UNITS,
    word_set,
)
from mwplab.text.numbers import is_quarter_of, read_number
from mwplab.text.pages import Page, Reading, is_numeral
from mwplab.text.quantity import Form

Reader: TypeAlias = Callable[[Page, int], Reading | None]
"""Reads the quantity that starts at an atom, or says that none does."""

_VAGUE = word_set("several few many")
_POINTING = word_set("each every this that which no any another other the last next new")
_CONTRAST = word_set("other others another second")
_AFTER_PRONOUN = word_set("of another is was are were has had can will that who which")
_AFTER_AMOUNT = word_set("more less fewer greater larger smaller time times . ? !")
_INTEGERS = word_set(
    "integer integers number numbers digit digits consecutive whole natural positive negative"
)
_CONTRAST_REACH = 24
_AFTER_HOUR = word_set(": am pm a p o")
_O_CLOCK = (["o", "'", "clock"], ["o", "’", "clock"])
_RATIO_REACH = 20
_OWNERS_OF_PARTS = word_set("its whose")
_AFTER_PART = word_set("part is by equals exceeds")
_BEHIND_ARTICLE = word_set("hundred dozen half third quarter couple pair .")
_MULTIPLIED = word_set(
    "the that this of his her its their my your our what as a an is both each every another it them"
)


def read_amount(page: Page, index: int) -> Reading | None:
    """Read a numeral unless it is part of a name (mp3, 7up), and tell clock times and labels."""
    words = page.words
    before = words[index - 1]
    if page.glued(index) and (before == "_" or (before[-1:].isalpha() and before not in CURRENCIES)):
        return None
    if words[index + 1] in ("up", "d") and page.glued(index + 1):
        return None
    clock = _clock(page, index)
    if clock:
        return clock
    reading = read_number(page, index)
    if reading and (before == "#" or (before == "." and words[index - 2] in ("no", "nos"))):
        return reading._replace(form=Form.LABEL)
    return reading


def _clock(page: Page, index: int) -> Reading | None:
    """Read 3:30, 3:30 p.m., 10 am and 6 o'clock as hours; 3:30:10 and what a *ratio* announces is no time."""
    words = page.words
    hour, end, minutes = words[index], index + 1, 0
    if words[end] not in _AFTER_HOUR or len(hour) > 2 or not hour.isdecimal() or int(hour) > 24:
        return None
    if words[end] == ":":
        if not _has_minutes(page, index):
            return None
        minutes, end = int(words[end + 1]), end + 2
    elif not _is_half_of_day(words, end) and words[end : end + 3] not in _O_CLOCK:
        return None
    return Reading(int(hour) + Fraction(minutes, 60), index, end, Form.CLOCK)


def _has_minutes(page: Page, index: int) -> bool:
    """Tell the time 3:30 from the ratio 3:30."""
    words = page.words
    minutes, behind = words[index + 2], words[index + 3]
    if len(minutes) != 2 or not "00" <= minutes < "60" or ":" in (words[index - 1], behind):
        return False
    if not page.glued(index + 2):
        return _is_half_of_day(words, index + 3)
    return "ratio" not in words[max(0, index - _RATIO_REACH) : index]


def _is_half_of_day(words: list[str], index: int) -> bool:
    return words[index] in ("am", "pm") or words[index : index + 3] in (["a", ".", "m"], ["p", ".", "m"])


def _minus(page: Page, index: int) -> Reading | None:
    """Read -3 where nothing stands before the sign that it could be subtracted from."""
    before = page.words[index - 1]
    if not is_numeral(page.words[index + 1]) or not page.glued(index + 1):
        return None
    is_variable = len(before) == 1 and before.isalpha() and before != "a"
    if is_variable or is_numeral(before) or before in (")", "%"):
        return None
    if page.glued(index) and before not in ("(", "$", "=", '"', "'", "“"):
        return None
    return _negated(read_number(page, index + 1), index)


def _negative(page: Page, index: int) -> Reading | None:
    """Read *negative five*, and leave *negative reviews* alone."""
    return _negated(read_number(page, index + 1), index)


def _negated(reading: Reading | None, index: int) -> Reading | None:
    return reading._replace(value=-reading.value, start=index) if reading else None


def _one(page: Page, index: int) -> Reading | None:
    """Tell *one* that counts from *one* that points."""
    reading = read_number(page, index)
    if reading is None or reading.end > index + 1:
        return reading
    words = page.words
    following = words[index + 1]
    points = words[index - 1] in _POINTING or following in _AFTER_PRONOUN
    if not points and following not in _AFTER_AMOUNT:
        points = not _CONTRAST.isdisjoint(words[index + 2 : index + 2 + _CONTRAST_REACH])
    return reading._replace(form=Form.PRONOUN) if points else reading


def _hundred(page: Page, index: int) -> Reading | None:
    return None if page.words[index - 1] in _VAGUE else read_number(page, index)


def _half(page: Page, index: int) -> Reading | None:
    """Read *half* and *half a dozen*; the halves of a game are no numbers."""
    words = page.words
    if words[index - 1] in ("first", "second") or words[index + 1] == "past":
        return None
    place = index + 2 if words[index + 1] == "a" else page.joined(index + 1)
    if words[place] == "dozen":
        return Reading(Fraction(6), index, place + 1, Form.DOZEN)
    return Reading(Fraction(1, 2), index, index + 1, Form.FRACTION)


def _glyph(page: Page, index: int) -> Reading | None:
    """Read ½, but no ornament of several such signs."""
    words = page.words
    pairs = ((index - 1, index), (index + 1, index + 1))
    ornament = any(words[other] in GLYPHS and page.glued(later) for other, later in pairs)
    return None if ornament else Reading(GLYPHS[words[index]], index, index + 1, Form.FRACTION)


def _parts(page: Page, index: int) -> Reading | None:
    """Read the *sixths* of 5 sixths: in digits people count parts, and annotators have both numbers."""
    if not is_numeral(page.words[index - 1]):
        return None
    return Reading(Fraction(1, PARTS[page.words[index]]), index, index + 1, Form.FRACTION)


def _ordinal(page: Page, index: int) -> Reading | None:
    """Tell *the third* from *a third of* and *its third is*, and *the second* from the time."""
    words = page.words
    value = ORDINALS[words[index]]
    before, behind = words[index - 1], words[index + 1]
    is_part = before in ("a", "an") and behind in ("of", "as", "the", "part")
    if value > 2 and (is_part or _is_part_of_it(page, index)):
        return Reading(Fraction(1, value), index, index + 1, Form.FRACTION)
    if value == 2 and (before in ("a", "per", "each", "every", "-") or is_numeral(before)):
        return None
    return Reading(Fraction(value), index, index + 1, Form.ORDINAL)


def _is_part_of_it(page: Page, index: int) -> bool:
    """Tell *exceeds its fifth by 3* and *whose fifth part* from *its fifth year*."""
    return page.words[index - 1] in _OWNERS_OF_PARTS and page.words[index + 1] in _AFTER_PART


def _quarter(page: Page, index: int) -> Reading | None:
    is_part = is_quarter_of(page, index, hyphen=False) or _is_part_of_it(page, index)
    if page.words[index] == "quarter" and is_part:
        return Reading(Fraction(1, 4), index, index + 1, Form.FRACTION)
    return Reading(Fraction(1, 4), index, index + 1, Form.COIN)


def _parity(page: Page, index: int) -> Reading | None:
    if page.words[index + 1] in _INTEGERS or page.words[index - 1] == "consecutive":
        return Reading(Fraction(PARITIES[page.words[index]]), index, index + 1, Form.PARITY)
    return None


def _double(page: Page, index: int) -> Reading | None:
    """Read *double the price*, and leave the *double room* alone."""
    following = page.words[index + 1]
    if following.isalpha() and following not in _MULTIPLIED:
        return None
    return Reading(Fraction(MULTIPLES[page.words[index]]), index, index + 1, Form.MULTIPLE)


def _article(page: Page, index: int) -> Reading | None:
    """Read *a* as one unless it belongs to a number (a hundred) or to a.m."""
    following = page.words[index + 1]
    if following in _BEHIND_ARTICLE or following in SCALES:
        return None
    return Reading(Fraction(1), index, index + 1, Form.ARTICLE)


def _fixed(values: dict[str, int] | dict[str, Fraction], form: Form) -> Reader:
    """Make the reader of words that always say the same."""
    return lambda page, index: Reading(Fraction(values[page.words[index]]), index, index + 1, form)


READERS: dict[str, Reader] = (
    dict.fromkeys([*UNITS, *TENS], read_number)
    | dict.fromkeys(["hundred", *SCALES], _hundred)
    | dict.fromkeys(ORDINALS, _ordinal)
    | dict.fromkeys(PARTS, _parts)
    | dict.fromkeys(GLYPHS, _glyph)
    | dict.fromkeys(MULTIPLES, _fixed(MULTIPLES, Form.MULTIPLE))
    | dict.fromkeys(["double", "triple"], _double)
    | dict.fromkeys(PAIRS, _fixed(PAIRS, Form.PAIR))
    | dict.fromkeys(SINGLES, _fixed(SINGLES, Form.SINGLE))
    | dict.fromkeys(COINS, _fixed(COINS, Form.COIN))
    | dict.fromkeys(["quarter", "quarters"], _quarter)
    | dict.fromkeys(PARITIES, _parity)
    | dict.fromkeys(["a", "an"], _article)
    | dict.fromkeys(["-", "−"], _minus)
    | {
        "one": _one,
        "half": _half,
        "negative": _negative,
        "dozen": _fixed({"dozen": 12}, Form.DOZEN),
        "consecutive": _fixed({"consecutive": 1}, Form.CONSECUTIVE),
    }
)
"""What reads the word at an atom; numerals are read by ``read_amount``."""
