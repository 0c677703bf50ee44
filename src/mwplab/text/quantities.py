"""From text to the quantities in it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from fractions import Fraction

from mwplab.text.lexicon import (
    CENTS,
    COINS,
    CURRENCIES,
    GLYPHS,
    MONEY,
    MULTIPLES,
    ORDINALS,
    PAIRS,
    PARITIES,
    PERCENT,
    SCALES,
    SINGLES,
    TENS,
    UNITS,
)
from mwplab.text.numbers import is_quarter_of, read_number, with_dozen
from mwplab.text.pages import Page, Reading, is_numeral, page_of
from mwplab.text.quantity import DEFAULT, Flag, Form, Quantity

_NONE: frozenset[Flag] = frozenset()
_BEFORE = dict.fromkeys(CURRENCIES, frozenset({Flag.MONEY}))
_BEHIND = (
    dict.fromkeys(PERCENT, frozenset({Flag.PERCENT}))
    | dict.fromkeys(MONEY, frozenset({Flag.MONEY}))
    | dict.fromkeys(CENTS, frozenset({Flag.MONEY, Flag.CENTS}))
)
_VAGUE = frozenset("several few many".split())
_POINTING = frozenset("each every this that which no any another other the last next new only".split())
_CONTRAST = frozenset("other others another second".split())
_AFTER_PRONOUN = frozenset("of another is was are were has had can will that who which".split())
_AFTER_AMOUNT = frozenset("more less fewer greater larger smaller time times . ? !".split())
_INTEGERS = frozenset("integer integers number numbers digit digits consecutive whole natural positive negative".split())
_CONTRAST_REACH = 24
_AFTER_HOUR = frozenset(": am pm a p o".split())
_CLOCK_TAILS = ([".", "m"], ["'", "clock"], ["’", "clock"])
_RATIO_REACH = 20
_MULTIPLIED = frozenset("the that this of his her its their my your our what as a an is was both each every it them".split())


def quantities(text: str, *, count: Collection[Form] = DEFAULT) -> tuple[Quantity, ...]:
    """Return the quantities of the given forms in reading order, none overlapping.

    >>> [str(quantity.value) for quantity in quantities("Two dozen eggs at $ 2.50 and a third of 1,200 more.")]
    ['24', '5/2', '1/3', '1200']
    >>> [quantity.surface for quantity in quantities("The first odd number", count={Form.ORDINAL, Form.PARITY})]
    ['first', 'odd']
    """
    page = page_of(text)
    found = []
    place = 0
    for index in range(page.size):
        word = page.words[index]
        if index < place or not (word in _READERS or "0" <= word[-1] <= "9"):
            continue
        reading = _READERS.get(word, _numeral)(page, index)
        if reading is None:
            continue
        if Form.DOZEN in count:
            reading = with_dozen(page, reading)
        place = reading.end
        if reading.form in count:
            found.append(_quantity(text, page, reading))
    return tuple(found)


def _quantity(text: str, page: Page, reading: Reading) -> Quantity:
    start, end = page.starts[reading.start], page.ends[reading.end - 1]
    return Quantity(
        value=reading.value,
        start=start,
        end=end,
        surface=text[start:end],
        form=reading.form,
        flags=_flags(page, reading),
    )


def _flags(page: Page, reading: Reading) -> frozenset[Flag]:
    """Look at what stands before and behind a number."""
    words = page.words
    before = words[reading.start - 1]
    place = page.joined(reading.end)
    behind = words[place]
    flags = _BEHIND.get(behind, _NONE) | _BEFORE.get(before, _NONE)
    if behind == "per" and words[place + 1] == "cent":
        flags |= {Flag.PERCENT}
    if before == "." and words[reading.start - 2] == "rs":
        flags |= {Flag.MONEY}
    if reading.value.numerator < 0:
        flags |= {Flag.NEGATIVE}
    return flags


def _numeral(page: Page, index: int) -> Reading | None:
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
        if not (len(words[end + 1]) == 2 and words[end + 1] < "60" and page.glued(end + 1)):
            return None
        minutes, end = int(words[end + 1]), end + 2
        if words[end] == ":" or words[index - 1] == ":" or "ratio" in words[max(0, index - _RATIO_REACH) : index]:
            return None
    elif words[end] not in ("am", "pm") and words[end + 1 : end + 3] not in _CLOCK_TAILS:
        return None
    return Reading(int(hour) + Fraction(minutes, 60), index, end, Form.CLOCK)


def _minus(page: Page, index: int) -> Reading | None:
    """Read -3 where nothing stands before the sign that it could be subtracted from."""
    before = page.words[index - 1]
    if not is_numeral(page.words[index + 1]) or not page.glued(index + 1):
        return None
    if is_numeral(before) or before in (")", "%") or (len(before) == 1 and before.isalpha() and before != "a"):
        return None
    if page.glued(index) and before not in ("(", "$", "=", '"', "'", "“"):
        return None
    return _negated(read_number(page, index + 1), index)


def _negative(page: Page, index: int) -> Reading | None:
    following = page.words[index + 1]
    return _negated(read_number(page, index + 1), index) if following in UNITS | TENS or is_numeral(following) else None


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
    if (words[index - 1] in GLYPHS and page.glued(index)) or (words[index + 1] in GLYPHS and page.glued(index + 1)):
        return None
    return Reading(GLYPHS[words[index]], index, index + 1, Form.FRACTION)


def _ordinal(page: Page, index: int) -> Reading | None:
    """Tell *the third* from *a third of*, and *the second* from the time."""
    words = page.words
    value = ORDINALS[words[index]]
    before, behind = words[index - 1], words[index + 1]
    if value > 2 and before in ("a", "an") and behind in ("of", "as", "the"):
        return Reading(Fraction(1, value), index, index + 1, Form.FRACTION)
    if value == 2 and (before in ("a", "per", "each", "every", "-") or is_numeral(before)):
        return None
    return Reading(Fraction(value), index, index + 1, Form.ORDINAL)


def _quarter(page: Page, index: int) -> Reading | None:
    if page.words[index] == "quarter" and is_quarter_of(page, index, hyphen=False):
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
    if following in ("hundred", "dozen", "half", "third", "quarter", "couple", "pair", ".") or following in SCALES:
        return None
    return Reading(Fraction(1), index, index + 1, Form.ARTICLE)


def _fixed(values: dict[str, int] | dict[str, Fraction], form: Form) -> Callable[[Page, int], Reading | None]:
    """Make the reader of words that always say the same."""
    return lambda page, index: Reading(Fraction(values[page.words[index]]), index, index + 1, form)


_Reader = Callable[[Page, int], Reading | None]

_READERS: dict[str, _Reader] = (
    dict.fromkeys([*UNITS, *TENS], read_number)
    | dict.fromkeys(["hundred", *SCALES], _hundred)
    | dict.fromkeys(ORDINALS, _ordinal)
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
