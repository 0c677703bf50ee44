"""What an answer is."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from mwplab.equations.evaluate import Value
from mwplab.equations.numbers import write_number
from mwplab.errors import AnswerError

HALF_DAY = 12 * 3600
"""Seconds from midnight to noon."""


@dataclass(frozen=True, slots=True)
class Time:
    """A time of day, or a span of hours and minutes."""

    seconds: int
    """Seconds since midnight, or the length of the span."""

    half: str = ""
    """``am`` or ``pm`` where the text says so."""

    def __post_init__(self) -> None:
        first = {"": 0, "am": 0, "pm": HALF_DAY}.get(self.half)
        if first is None or self.seconds < first or (self.half and self.seconds >= first + HALF_DAY):
            raise AnswerError(
                f"{self.seconds} seconds {self.half!r} is no time; give seconds from midnight, am or pm"
            )

    def __str__(self) -> str:
        hours, minutes, seconds = self.seconds // 3600, self.seconds // 60 % 60, self.seconds % 60
        shown = (hours - 1) % 12 + 1 if self.half else hours
        clock = f"{shown}:{minutes:02}" + (f":{seconds:02}" if seconds else "")
        return f"{clock} {self.half[0]}.m." if self.half else clock


AnswerValue = Value | Time
"""A number, the parts of a ratio in lowest terms, a word, or a time."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One value that a question asks for."""

    value: AnswerValue
    """A number, the parts of a ratio in lowest terms, a word, or a time."""

    unit: str = ""
    """What is counted or measured, as the source writes it."""

    def __str__(self) -> str:
        return f"{write_value(self.value)} ({self.unit})" if self.unit else write_value(self.value)


def write_value(value: AnswerValue) -> str:
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
