"""Whether one answer is another: rounding, units, percent, money, ratios, times and words as options."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from mwplab.equations.numbers import count_places
from mwplab.errors import SpecError
from mwplab.judge.units import compatible_units, is_percent, money_scale, normal_unit, unit_scale
from mwplab.reading.choices import fold
from mwplab.records import Answer, Time, Tolerance, same_value

_HOURS = {"hour": 3600, "minute": 60, "second": 1}
_CLOCK = frozenset({"", "o clock", "oclock", "clock"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Leniency:
    """What may differ between two answers that count as the same."""

    absolute: float = 0.01
    """The distance between two numbers that is always allowed."""

    relative: float = 0.001
    """The distance that is allowed as a share of the expected value; the larger of both counts."""

    rounding: bool = False
    """Whether a number counts that rounds to the expected one at the places which that has."""

    units: bool = False
    """Whether units must be compatible where both are given; by default they are ignored."""

    percent: bool = False
    """Whether 25 % is 0.25 as well."""

    money: bool = True
    """Whether 75 cents are 0.75 dollars where both units say so."""

    conversions: bool = True
    """Whether 90 minutes are 1.5 hours as well where both units say so."""

    ratios: bool = True
    """Whether a ratio of two is the number that it makes: 3:5 is 0.6; 6:10 it is always."""

    times: bool = True
    """Whether a time without a.m. or p.m. may be either, and a number of hours or minutes a time."""

    words: bool = True
    """Whether case, articles and marks are of no account in words."""

    def __post_init__(self) -> None:
        for name in ("absolute", "relative"):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < math.inf:
                raise SpecError(f"the option {name!r} is {value!r}; give a number from 0 on, such as 0.01")
        for name in ("rounding", "units", "percent", "money", "conversions", "ratios", "times", "words"):
            if not isinstance(getattr(self, name), bool):
                raise SpecError(f"the option {name!r} is {getattr(self, name)!r}; give True or False")

    @property
    def tolerance(self) -> Tolerance:
        """Return how far numbers may lie apart."""
        return Tolerance(Fraction(str(self.absolute)), Fraction(str(self.relative)))

    def same(self, found: Answer, expected: Answer) -> bool:
        """Tell whether one answer is the other.

        >>> Leniency().same(Answer(Fraction(75), "cents"), Answer(Fraction(3, 4), "dollars"))
        True
        >>> Leniency(units=True).same(Answer(Fraction(5), "metres"), Answer(Fraction(5), "cm"))
        False
        """
        one, other = found.value, expected.value
        match one, other:
            case str(), str():
                return fold(one) == fold(other) if self.words else one.strip() == other.strip()
            case Time(), Time():
                return same_value(one, other) if self.times else one == other
            case (Time(), Fraction()) | (Fraction(), Time()):
                return self.times and _is_time(found, expected)
            case Fraction(), Fraction():
                return self._same_amount(found, expected, one, other)
            case tuple(), tuple():
                return same_value(one, other, self.tolerance)
            case (tuple(), Fraction()) | (Fraction(), tuple()):
                return self.ratios and same_value(one, other, self.tolerance)
            case _:
                return False

    def _same_amount(self, found: Answer, expected: Answer, one: Fraction, other: Fraction) -> bool:
        scale = money_scale(found.unit, expected.unit) if self.money else Fraction(1)
        factor = unit_scale(found.unit, expected.unit) if self.conversions else Fraction(1)
        if factor != 1 and (self._near(one * factor, other) or self.units):
            return self._near(one * factor, other)
        if self.units and scale == 1 and not self._may_be(found.unit, expected.unit):
            return False
        return any(self._near(value, other) for value in self._values(found, expected, one * scale))

    def _may_be(self, found: str, expected: str) -> bool:
        share = self.percent and is_percent(found) != is_percent(expected)
        return share or compatible_units(found, expected)

    def _values(self, found: Answer, expected: Answer, value: Fraction) -> Iterator[Fraction]:
        yield value
        if self.percent and is_percent(found.unit) and not is_percent(expected.unit):
            yield value / 100
        if self.percent and is_percent(expected.unit) and not is_percent(found.unit):
            yield value * 100

    def _near(self, found: Fraction, expected: Fraction) -> bool:
        if self.tolerance.allows(found, expected):
            return True
        places = count_places(expected) if self.rounding else None
        # Half a unit of the last place, both ends included: people round a half up, Python to even.
        return places is not None and abs(found - expected) * 2 * 10**places <= 1


def _is_time(found: Answer, expected: Answer) -> bool:
    """Compare a time with a number: 90 minutes is 1:30, and 5 is 5:00 p.m."""
    time, number = (found, expected) if isinstance(found.value, Time) else (expected, found)
    assert isinstance(time.value, Time)
    assert isinstance(number.value, Fraction)
    unit = " ".join(normal_unit(re.sub(r"o['’]?\s?clock", "clock", number.unit)))
    if unit in _HOURS:
        return not time.value.half and number.value * _HOURS[unit] == time.value.seconds
    seconds = number.value * 3600
    return unit in _CLOCK and same_value(_clock(seconds), time.value) if 0 <= seconds < 25 * 3600 else False


def _clock(seconds: Fraction) -> Time:
    return Time(int(seconds))
