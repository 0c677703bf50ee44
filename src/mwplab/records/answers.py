"""Answers: read from text, written for people, and compared in one way for checking, judging and training."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from mwplab.equations.evaluate import Value, lowest_terms
from mwplab.equations.numbers import read_number, snap, write_number
from mwplab.errors import AnswerError, EquationError

MAX_LENGTH = 2_000
"""Characters of the longest text that is read as an answer."""

_UNIT = re.compile(r"^(?P<value>[^()]*?)\s*\((?P<unit>[^()]*)\)\s*$")
_TIME = re.compile(r"^(\d{1,2}):(\d{2})(?::(\d{2}))?\s*(?P<half>[ap]\.?\s?m\.?)?$", re.IGNORECASE)
_MIXED = re.compile(r"^(-?\d+)\s+(\d+)\s*/\s*(\d+)$")
_LEAD = re.compile(r"^[$€£₹]\s*|^rs\s*\.?\s*", re.IGNORECASE)
_NUMBER_FIRST = re.compile(r"^(-?[$€£]?\s?-?[\d.,]*\d(?:\s+\d+\s*/\s*\d+|\s*/\s*\d+)?\.?)\s*(%|[^\d\s:;/].*)?$")


@dataclass(frozen=True, slots=True)
class Time:
    """A time of day, or a span of hours and minutes."""

    seconds: int
    """Seconds since midnight, or the length of the span."""

    half: str = ""
    """``am`` or ``pm`` where the text says so."""

    def __str__(self) -> str:
        hours, minutes, seconds = self.seconds // 3600, self.seconds // 60 % 60, self.seconds % 60
        shown = (hours - 1) % 12 + 1 if self.half else hours
        clock = f"{shown}:{minutes:02}" + (f":{seconds:02}" if seconds else "")
        return f"{clock} {self.half[0]}.m." if self.half else clock


@dataclass(frozen=True, slots=True)
class Answer:
    """One value that a question asks for."""

    value: Value | Time
    """A number, the parts of a ratio in lowest terms, a word, or a time."""

    unit: str = ""
    """What is counted or measured, as the source writes it."""

    def __str__(self) -> str:
        return f"{write_value(self.value)} ({self.unit})" if self.unit else write_value(self.value)


@dataclass(frozen=True, slots=True)
class Tolerance:
    """How far two numbers may lie apart and still be the same answer."""

    absolute: Fraction = Fraction(1, 100)
    """The distance that is always allowed."""

    relative: Fraction = Fraction(1, 1000)
    """The distance allowed as a share of the expected value."""

    def allows(self, found: Fraction, expected: Fraction) -> bool:
        """Tell whether two numbers count as equal.

        >>> Tolerance().allows(Fraction("33.33"), Fraction(100, 3))
        True
        """
        return abs(found - expected) <= max(self.absolute, self.relative * abs(expected))


DEFAULT_TOLERANCE = Tolerance()
EXACT = Tolerance(Fraction(0), Fraction(0))


def write_value(value: Value | Time) -> str:
    """Return a value as a person would write it.

    >>> write_value(Fraction(5, 2)), write_value((Fraction(3), Fraction(5))), write_value("Online")
    ('2.5', '3:5', 'Online')
    """
    match value:
        case Fraction():
            return write_number(value)
        case tuple():
            return ":".join(write_number(part) for part in value)
        case _:
            return str(value)


def parse_answer(text: str, *, time: bool = False) -> Answer:
    """Read one answer; ``time`` reads ``11:30`` as a time instead of a ratio.

    >>> parse_answer("9 (apples)")
    Answer(value=Fraction(9, 1), unit='apples')
    >>> str(parse_answer("$1,200.50")), str(parse_answer("4:6")), str(parse_answer("3:30 p.m."))
    ('1200.5 (dollars)', '2:3', '3:30 p.m.')
    """
    text = " ".join(text.split())
    if not text or len(text) > MAX_LENGTH:
        raise AnswerError(f"an answer of {len(text)} characters is not read; give 1 to {MAX_LENGTH}")
    if (found := _UNIT.match(text)) and found["value"]:
        return Answer(parse_value(found["value"], time=time), found["unit"].strip())
    if (found := _NUMBER_FIRST.match(text)) and not _TIME.match(text):
        value, unit = parse_value(found[1], time=time), (found[2] or "").strip(" .")
        if isinstance(value, Fraction):
            return Answer(value, unit or ("dollars" if "$" in found[1] else ""))
    return Answer(parse_value(text, time=time))


def parse_answers(text: str, *, time: bool = False) -> tuple[Answer, ...]:
    """Read one or several answers, separated by semicolons.

    >>> [str(answer) for answer in parse_answers("5 (years old); 15 (years old)")]
    ['5 (years old)', '15 (years old)']
    """
    return tuple(parse_answer(part, time=time) for part in text.split(";") if part.strip())


def parse_value(text: str, *, time: bool = False) -> Value | Time:
    """Read a number, a ratio, a time, or else a word."""
    text = text.strip()
    clock = _TIME.match(text)
    if clock and (time or clock["half"]):
        return _time(clock)
    parts = text.split(":")
    try:
        numbers = [_number(part) for part in parts]
        return lowest_terms(numbers) if len(parts) > 1 and any(numbers) else _number(text)
    except EquationError:
        return text


def same_value(found: Value | Time, expected: Value | Time, tolerance: Tolerance = DEFAULT_TOLERANCE) -> bool:
    """Tell whether two values are the same answer; a ratio equals its quotient, words ignore case.

    >>> same_value(Fraction(3, 5), (Fraction(3), Fraction(5))), same_value("online", "Online")
    (True, True)
    """
    found, expected = _simplify(found), _simplify(expected)
    if isinstance(found, Fraction) and isinstance(expected, Fraction):
        return tolerance.allows(found, expected)
    if isinstance(found, Time) and isinstance(expected, Time):
        return found.seconds == expected.seconds and "" in {found.half, expected.half} | (
            {""} if found.half == expected.half else set()
        )
    if isinstance(found, str) and isinstance(expected, str):
        return _fold(found) == _fold(expected)
    return found == expected


def same_values(
    found: Sequence[Value | Time],
    expected: Sequence[Value | Time],
    *,
    ordered: bool = False,
    tolerance: Tolerance = DEFAULT_TOLERANCE,
) -> bool:
    """Tell whether two lists hold the same answers, in the same order only where that matters.

    >>> same_values([Fraction(2), Fraction(1)], [Fraction(1), Fraction(2)])
    True
    """
    if len(found) != len(expected):
        return False
    if ordered:
        return all(same_value(one, other, tolerance) for one, other in zip(found, expected, strict=True))
    return contains_values(found, expected, tolerance=tolerance)


def contains_values(
    found: Sequence[Value | Time], expected: Sequence[Value | Time], *, tolerance: Tolerance = DEFAULT_TOLERANCE
) -> bool:
    """Tell whether each expected value has a found value of its own.

    >>> contains_values([Fraction(2), Fraction(7)], [Fraction(7)])
    True
    """
    partner: dict[int, int] = {}

    def place(index: int, tried: set[int]) -> bool:
        for other, value in enumerate(found):
            if other not in tried and same_value(value, expected[index], tolerance):
                tried.add(other)
                if other not in partner or place(partner[other], tried):
                    partner[other] = index
                    return True
        return False

    return all(place(index, set()) for index in range(len(expected)))


def _number(text: str) -> Fraction:
    text = _LEAD.sub("", text.strip()).rstrip("%. ").replace("- ", "-").replace("−", "-").replace("-$", "-")
    if mixed := _MIXED.match(text):
        whole, part = read_number(mixed[1]), read_number(f"{mixed[2]}/{mixed[3]}")
        return whole - part if text.startswith("-") else whole + part
    return snap(read_number(text))


def _time(clock: re.Match[str]) -> Time:
    half = (clock["half"] or "").lower().replace(".", "").replace(" ", "")
    hours = int(clock[1]) % 12 + 12 * (half == "pm") if half else int(clock[1])
    return Time(hours * 3600 + int(clock[2]) * 60 + int(clock[3] or 0), half)


def _simplify(value: Value | Time) -> Value | Time:
    if isinstance(value, tuple) and len(value) == 2 and value[1]:
        return value[0] / value[1]
    return value


def _fold(word: str) -> str:
    return re.sub(r"[^\w]+", " ", word.casefold()).strip()
