"""What can be added to a story without a difference to what is asked: other things, another sentence."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from random import Random

from mwplab.perturb.told import Told, lines
from mwplab.text.lexicon import word_set

SMALL = 60
"""Asides have no larger numbers: a house of 900 floors would be another story."""

_NO_START = word_set(
    "another other about around only all just both these those the and or than between first last next his "
    "her their its my our your some any same every each exactly nearly almost over under"
)
_COMMON = word_set("a an the it it's is was were that are to there has takes had on in of")


@dataclass(frozen=True, slots=True)
class Addition:
    """Words that are put into a text, with one number among them."""

    at: int
    """The place in the text."""

    before: str
    """The words before the number."""

    number: str
    """The number."""

    after: str
    """The words behind it."""

    @property
    def text(self) -> str:
        """Return all of it."""
        return self.before + self.number + self.after


def beside(told: Told, rng: Random) -> Addition | None:
    """Return other things beside those that are counted: 7 figs *and 4 pens*."""
    if not told.listed:
        return None
    quantity, place = rng.choice(told.listed)
    number, other = told.other_number(rng), told.other_things(rng)
    first = bisect_left(told.starts, quantity.start)
    before = told.words[first - 1].text.lower() if first else ""
    if before.isalpha() and before not in _NO_START and rng.random() < 0.5:
        return Addition(quantity.start, "", number.lower(), f" {other} and ")
    return Addition(told.words[place].end, " and ", number.lower(), f" {other}")


def again(told: Told, rng: Random) -> Addition | None:
    """Return a sentence of the story once more, with another number of other things."""
    text = told.problem.text
    if not told.repeated:
        return None
    span, quantity, thing = rng.choice(told.repeated)
    number, other = told.other_number(rng), told.other_things(rng)
    between = text[quantity.end : thing.start]
    if rng.random() < 0.5:
        between = " "  # 7 red figs, 4 pens
    at = rng.choice([one.end for one in told.spans if one.end >= span.end])
    rest = between + other + text[thing.end : span.end]
    first = text[span.start : quantity.start]
    return Addition(at, f" {first}", _inside(first, number), rest)


def aside(told: Told, rng: Random) -> Addition | None:
    """Return a sentence about something else that shares no telling word with the text."""
    spans = [one for one in told.spans if told.problem.text[one.end - 1] in ".!"]
    fitting = [
        one
        for one in asides()
        if told.said.isdisjoint({*re.findall(r"[a-z]+", one.lower())} - _COMMON - {"n"})
    ]
    if not spans or not fitting:
        return None
    before, _, after = rng.choice(fitting).partition("{n}")
    # As some sentence of the text is written; they hardly ever differ.
    spaced = rng.choice(spans).of(told.problem.text).endswith(" .")
    return Addition(
        rng.choice(spans).end,
        f" {before}",
        _inside(before, told.other_number(rng, SMALL)),
        after.replace(".", " .") if spaced else after,
    )


WAYS: Mapping[str, Callable[[Told, Random], Addition | None]] = {
    "beside": beside,
    "again": again,
    "aside": aside,
}
"""What can be added, by name."""


@cache
def asides() -> tuple[str, ...]:
    """Return sentences with a number, ``{n}``."""
    return lines("asides")


def _inside(before: str, number: str) -> str:
    """Return a number as it is written behind other words of its sentence, or at its beginning."""
    return number.lower() if before else number.capitalize()
