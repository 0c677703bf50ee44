"""Answers read from text: numbers, ratios, times, units, words."""

from __future__ import annotations

import re
from fractions import Fraction

from mwplab.equations.evaluate import lowest_terms
from mwplab.equations.numbers import read_number, snap
from mwplab.errors import AnswerError, EquationError
from mwplab.records.answers.value import Answer, Time

MAX_LENGTH = 2_000
"""Characters of the longest text that is read as an answer, or as several."""

MAX_ANSWERS = 64
"""Answers that one text may hold."""

_CURRENCIES = {"$": "dollars", "€": "euros", "£": "pounds", "₹": "rupees", "rs": "rupees"}
_SIGNS = str.maketrans({"−": "-", "–": "-", "⁄": "/"})
_UNIT = (
    r"(?!(?:and|or|to)\b)(?:[^\W\d_]|[%°¢$€£₹'\"])"
    r"(?:\D|(?<=[^\W\d])\d|\^\s?\d)*(?:(?<=[^\W\d])\s[23])?(?<![-+*/^=(])"
)
_WRAPPED = re.compile(r"([-+]?)\s?\(([-0-9.,/ ]+)\)")
_IN_BRACKETS = re.compile(rf"(?P<value>[^()]+)\(\s?(?P<unit>{_UNIT}|)\s?\)\.?")
_TIME = re.compile(
    r"(?P<hours>[0-9]{1,2})(?::(?P<minutes>[0-5][0-9])(?::(?P<seconds>[0-5][0-9]))?)?"
    r"\s?(?P<half>[ap]\.?\s?m)?\.?",
    re.IGNORECASE,
)
_AMOUNT = re.compile(
    r"(?P<sign>[-+]?\s?(?P<currency>[$€£₹]|rs\s?\.?)?\s?[-+]?\s?)"
    r"(?P<number>[0-9.,]*[0-9](?:e[-+]?[0-9]+)?)"
    r"(?:(?:\s(?:and\s)?(?P<top>[0-9]+))?\s?/\s?(?P<bottom>[0-9]+))?"
    rf"(?:\.?\s?(?P<unit>{_UNIT}))?",
    re.IGNORECASE,
)


def parse_answer(text: str, *, time: bool = False) -> Answer:
    """Read one answer; ``time`` reads ``11:30`` as a time instead of a ratio.

    What is no number, ratio or time is a word, as it stands.

    >>> parse_answer("9 (apples)")
    Answer(value=Fraction(9, 1), unit='apples')
    >>> str(parse_answer("$1,200.50")), str(parse_answer("4:6")), str(parse_answer("3:30 p.m."))
    ('1200.5 (dollars)', '2:3', '3:30 p.m.')
    """
    if len(text) > MAX_LENGTH or not text.strip():
        raise AnswerError(
            f"an answer of {len(text)} characters is not read; give 1 to {MAX_LENGTH}, not all blank"
        )
    text = " ".join(text.split())
    if bracketed := _IN_BRACKETS.fullmatch(text):
        return Answer(_parse(bracketed["value"].strip(), time).value, bracketed["unit"].strip())
    return _parse(text, time)


def parse_answers(text: str, *, time: bool = False) -> tuple[Answer, ...]:
    """Read one or several answers, separated by semicolons.

    >>> [str(answer) for answer in parse_answers("5 (years old); 15 (years old)")]
    ['5 (years old)', '15 (years old)']
    """
    parts = [part for part in text.split(";") if part.strip()]
    if len(parts) > MAX_ANSWERS or len(text) > MAX_LENGTH:
        raise AnswerError(
            f"a text of {len(text)} characters with {len(parts)} answers is not read; "
            f"give {MAX_ANSWERS} answers in {MAX_LENGTH} characters at most"
        )
    return tuple(parse_answer(part, time=time) for part in parts)


def _parse(text: str, time: bool) -> Answer:
    clock = _TIME.fullmatch(text)
    if clock and (clock["half"] or (time and clock["minutes"])) and (found := _read_time(clock)):
        return Answer(found)
    amounts = [_read_amount(part) for part in text.split(":")]
    if len(amounts) == 1 and amounts[0]:
        return amounts[0]
    parts = [one.value for one in amounts if one and isinstance(one.value, Fraction) and not one.unit]
    if len(parts) == len(amounts) and any(parts):
        try:
            return Answer(lowest_terms(parts))
        except EquationError:
            return Answer(text)
    return Answer(text)


def _read_amount(text: str) -> Answer | None:
    """Read a number with what stands before and behind it: ``-$1,200.50``, ``2 1/2 cups``, ``25 %``."""
    text = text.translate(_SIGNS).strip().rstrip(" .")
    wrapped = _WRAPPED.fullmatch(text)
    amount = _AMOUNT.fullmatch(wrapped[1] + wrapped[2] if wrapped else text)
    if amount is None or sum(map(amount["sign"].count, "-+")) > 1:
        return None
    number, top, bottom = amount["number"], amount["top"], amount["bottom"]
    try:
        value = read_number(f"{number}/{bottom}" if bottom and not top else number)
        if top:
            value += read_number(f"{top}/{bottom}")
    except EquationError:
        return None
    currency = _CURRENCIES.get((amount["currency"] or "").rstrip(" .").lower(), "")
    return Answer(snap(-value if "-" in amount["sign"] else value), amount["unit"] or currency)


def _read_time(clock: re.Match[str]) -> Time | None:
    hours, half = int(clock["hours"]), re.sub(r"[.\s]", "", clock["half"] or "").lower()
    if half:
        if hours > 12:
            return None
        hours = hours % 12 + 12 * (half == "pm")
    return Time(hours * 3600 + int(clock["minutes"] or 0) * 60 + int(clock["seconds"] or 0), half)
