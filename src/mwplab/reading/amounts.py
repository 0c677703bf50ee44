"""Numbers, ratios and times in a short plain text, each with its unit and its place."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from mwplab.equations.numbers import read_number, snap
from mwplab.errors import MwplabError
from mwplab.records import Answer, parse_answer
from mwplab.text import Flag, Form, quantities
from mwplab.text.lexicon import word_set

_NUMBER = r"(?:[0-9]{1,3}(?:,[0-9]{3})+(?![0-9])(?:\.[0-9]+)?|[0-9]+(?:\.[0-9]+)?|\.[0-9]+)"
_CLOCK = re.compile(r"[0-9]{1,2}(?::[0-5][0-9]){0,2}\s?[ap]\.?\s?m(?:\b\.?|\.)", re.IGNORECASE)
_COLONS = re.compile(rf"{_NUMBER}(?:\s?:\s?{_NUMBER})+")
_TO = re.compile(rf"({_NUMBER}) to ({_NUMBER})")
_AMOUNT = re.compile(
    rf"(?P<currency>[$€£₹]|\b(?:Rs|USD)\b\.?)?\s?(?P<minus>-\s?)?(?P<number>{_NUMBER})"
    r"(?P<power>[eE][-+]?[0-9]{1,3}(?!\w)|\s?[*x]\s?10\^\(?-?[0-9]{1,3}\)?)?"
    r"(?:(?:\s(?:and\s)?(?P<top>[0-9]{1,6}))?\s?/\s?(?P<bottom>[0-9][0-9.]{0,12}(?<!\.)))?"
    r"(?P<part>\sand\s(?:a half|one half|a quarter|a third|two thirds|three quarters)\b)?"
    r"(?P<percent>\s?(?:%|percent\b|per\s?cent\b))?",
    re.IGNORECASE,
)
_UNIT_PART = re.compile(r"[ ]?([^\W\d_]+(?:['’-][^\W\d_]+)*|/(?=[^\W\d_])|\^\(?[23]\)?|[²³°¢])")
_NO_UNIT = word_set(
    "and or because since which so in left more total for from as is are was were has have had than "
    "that to at with when if not but on by each altogether remaining therefore of then we he she it "
    "they the a an this his her their after before would will can equals gives i you there these "
    "where while during rather instead answer wait who "
)
_PARTS = {
    "a half": Fraction(1, 2),
    "one half": Fraction(1, 2),
    "a quarter": Fraction(1, 4),
    "a third": Fraction(1, 3),
    "two thirds": Fraction(2, 3),
    "three quarters": Fraction(3, 4),
}
_SCALES = {"hundred": 100, "thousand": 10**3, "million": 10**6, "billion": 10**9}
_CURRENCIES = {"$": "dollars", "€": "euros", "£": "pounds", "₹": "rupees", "rs": "rupees", "usd": "dollars"}
_MOST_UNIT_PARTS = 5


@dataclass(frozen=True, slots=True)
class Amount:
    """A value at its place."""

    answer: Answer
    """The value with its unit."""

    start: int
    """Where it begins, its sign and currency included."""

    end: int
    """Where it ends, its unit included."""

    minus: bool = False
    """Whether a minus sign stands before it, which may be that of a difference."""


def amounts(text: str, *, time: bool = False, ratio: bool = False) -> list[Amount]:
    """Return the amounts of a short plain text, in digits if it has some, and else in words.

    >>> [str(amount.answer) for amount in amounts("$1,200 and 2 1/2 cups at 3:30 p.m.")]
    ['1200 (dollars)', '2.5 (cups)', '3:30 p.m.']
    >>> [str(amount.answer) for amount in amounts("about twelve of them")]
    ['12']
    """
    found: list[Amount] = []
    place = 0
    while digit := _AMOUNT.search(text, place):
        amount = _at(text, digit, time, ratio)
        place = max(place + 1, amount.end if amount else digit.end())
        if amount:
            found.append(amount)
    return found or _spoken(text)


def _at(text: str, match: re.Match[str], time: bool, ratio: bool) -> Amount | None:
    start, number = match.start(), match.start("number")
    if number and text[number - 1].isalpha() and text[number - 1] not in "xX" and not match["currency"]:
        return None  # q1, B2, step1: a name
    for pattern, wanted in ((_CLOCK, True), (_COLONS, True), (_TO, ratio)):
        if wanted and not match["currency"] and (special := pattern.match(text, number)):
            written = special[0].replace(" to ", ":")
            return Amount(parse_answer(written, time=time), number, special.end())
    value = _value(match)
    if value is None:
        return None
    unit, end = ("%", match.end()) if match["percent"] else read_unit(text, match.end())
    head, _, rest = unit.partition(" ")
    if head.lower() in _SCALES:
        value, unit = value * _SCALES[head.lower()], rest
    currency = _CURRENCIES.get((match["currency"] or "").rstrip(".").lower(), "")
    sign = match.start("minus") if match["minus"] and not match["currency"] else start
    before = text[:start].rstrip()
    if match["currency"] and before.endswith("-"):
        value = -value
    return Amount(Answer(value, currency or unit), sign, end, bool(match["minus"]))


def _value(match: re.Match[str]) -> Fraction | None:
    number, top, bottom = match["number"], match["top"], match["bottom"]
    try:
        value = read_number(number)
        if match["power"]:
            exponent = int(re.findall(r"-?[0-9]+", match["power"])[-1])
            value *= Fraction(10) ** exponent
        if bottom:
            share = (read_number(top) if top else value) / read_number(bottom)
            value = value + share if top else share
        if match["part"]:
            value += _PARTS[match["part"][5:].lower()]
        return snap(-value if match["minus"] else value)
    except (MwplabError, ZeroDivisionError):
        return None


def read_unit(text: str, place: int) -> tuple[str, int]:
    """Return the unit that stands behind a number, and where it ends.

    >>> read_unit("60 km/h because", 2), read_unit("5 square feet of wood", 1), read_unit("7 left", 1)
    (('km/h', 7), ('square feet', 13), ('', 1))
    """
    start, parts = place, 0
    while parts < _MOST_UNIT_PARTS and (part := _UNIT_PART.match(text, place)):
        inch = part[1] == "in" and not text[part.end() :].strip(" .,;)")
        if part[1].lower() in _NO_UNIT and not inch:
            break
        place, parts = part.end(), parts + 1
    return text[start:place].strip(" -"), place


def _spoken(text: str) -> list[Amount]:
    """Return the numbers in words."""
    found = []
    for quantity in quantities(text):
        if quantity.form not in (Form.WORDS, Form.FRACTION, Form.DOZEN):
            continue
        unit, end = ("%", quantity.end) if Flag.PERCENT in quantity.flags else read_unit(text, quantity.end)
        found.append(Amount(Answer(quantity.value, unit), quantity.start, end))
    return found
