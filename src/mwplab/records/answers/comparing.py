"""Answers compared in one way for checking, judging and training."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from mwplab.records.answers.value import HALF_DAY, AnswerValue, Time


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
"""What values match within unless told otherwise: max(0.01, 0.1 %)."""

EXACT = Tolerance(Fraction(0), Fraction(0))
"""No distance at all."""


def same_value(found: AnswerValue, expected: AnswerValue, tolerance: Tolerance = DEFAULT_TOLERANCE) -> bool:
    """Tell whether two values are the same answer; a ratio equals its quotient, words ignore case and marks.

    >>> same_value(Fraction(3, 5), (Fraction(3), Fraction(5))), same_value("online", "Online")
    (True, True)
    """
    match found, expected:
        case Time(), Time():
            return _same_time(found, expected)
        case str(), str():
            return _fold(found) == _fold(expected)
        case tuple(), tuple():
            return _same_ratio(found, expected, tolerance)
        case ((Fraction() | tuple()), (Fraction() | tuple())):
            one, other = _quotient(found), _quotient(expected)
            return one is not None and other is not None and tolerance.allows(one, other)
        case _:
            return False


def same_values(
    found: Sequence[AnswerValue],
    expected: Sequence[AnswerValue],
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
    found: Sequence[AnswerValue],
    expected: Sequence[AnswerValue],
    *,
    tolerance: Tolerance = DEFAULT_TOLERANCE,
) -> bool:
    """Tell whether each expected value has a found value of its own.

    >>> contains_values([Fraction(2), Fraction(7)], [Fraction(7)])
    True
    """
    if len(found) < len(expected):
        return False
    places = range(len(found))
    fits = [[place for place in places if same_value(found[place], one, tolerance)] for one in expected]
    chosen: dict[int, int] = {}
    return all(_choose(index, fits, chosen) for index in range(len(expected)))


def _choose(index: int, fits: Sequence[Sequence[int]], chosen: dict[int, int]) -> bool:
    """Choose a place for one more, moving the earlier ones to other places where that helps."""
    holders = {place: holder for holder, place in chosen.items()}
    reached: dict[int, int] = {}
    waiting = [index]
    for current in waiting:
        for place in fits[current]:
            if place not in reached:
                reached[place] = current
                if place not in holders:
                    _move(place, reached, chosen)
                    return True
                waiting.append(holders[place])
    return False


def _move(place: int, reached: dict[int, int], chosen: dict[int, int]) -> None:
    """Give a free place to the one that reached it, and what that one leaves to the one before."""
    left: int | None = place
    while left is not None:
        mover = reached[left]
        chosen[mover], left = left, chosen.get(mover)


def _same_time(found: Time, expected: Time) -> bool:
    """Compare times; one that says neither am nor pm may be either, up to half past twelve."""
    if found.seconds == expected.seconds:
        return True
    plain, other = (expected, found) if found.half else (found, expected)
    apart = (plain.seconds - other.seconds) % HALF_DAY
    return not plain.half and bool(other.half) and plain.seconds < HALF_DAY + 3600 and apart == 0


def _same_ratio(found: tuple[Fraction, ...], expected: tuple[Fraction, ...], tolerance: Tolerance) -> bool:
    """Compare ratios part by part, as shares of one part: 1:100 is not 1:200, near as the quotients are."""
    pivot = next((index for index, part in enumerate(expected) if part), None)
    if len(found) != len(expected) or pivot is None or not found[pivot]:
        return found == expected
    relative = Tolerance(Fraction(0), tolerance.relative)
    pairs = zip(found, expected, strict=True)
    return all(relative.allows(one / found[pivot], other / expected[pivot]) for one, other in pairs)


def _quotient(value: Fraction | tuple[Fraction, ...]) -> Fraction | None:
    if isinstance(value, Fraction):
        return value
    return value[0] / value[1] if len(value) == 2 and value[1] else None


def _fold(word: str) -> str:
    word = unicodedata.normalize("NFKC", word).casefold()
    return " ".join(re.findall(r"\w+", word)) or word.strip()
