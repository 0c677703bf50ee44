"""What can be added to a story without a difference to what is asked: other things, another sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files
from random import Random

from mwplab.perturb.surfaces import write_like
from mwplab.records import Problem
from mwplab.text import Form, Quantity, Span, Token, sentences, tokens
from mwplab.text.lexicon import word_set

MOST = 10_000
"""Numbers that are added are no larger."""

SMALL = 60
"""Asides have no larger ones: a house of 900 floors would be another story."""

_IRREGULAR = word_set("people children men women fish sheep mice geese feet teeth")
_HELPERS = word_set("did does do is are was were has have had will would can could should must may might")
_BETWEEN = word_set("of and or the a an in on at to for from with by than per times more fewer less dozen")
_NO_LIST = word_set("than as of per each and or times more fewer less that which who , (")
_NO_START = word_set(
    "another other about around only all just both these those the and or , $ # first last next his her "
    "their its my our your some any same every each exactly nearly almost over under"
)
_COMPARES = word_set(
    "than each every per rest left total all both altogether together times if same equally half twice "
    "thrice more fewer less other another others remaining of as them these those which that because so then"
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


@dataclass(frozen=True, slots=True)
class Told:
    """A story, taken apart."""

    problem: Problem
    """The problem that it is from."""

    words: tuple[Token, ...]
    """Its words."""

    question: int
    """The place in the text where *how many* stands, or the last sentence begins."""

    asked: str
    """The things that the question counts; empty where it counts none."""

    spans: tuple[Span, ...]
    """The sentences before the question."""

    @classmethod
    def of(cls, problem: Problem) -> Told:
        """Return the parts of a problem's story.

        >>> told = Told.of(Problem(id="a/1", question="Ann has 7 red figs. How many red figs has she?"))
        >>> told.asked, told.question, len(told.spans)
        ('figs', 20, 1)
        """
        words, spans = tokens(problem.text), sentences(problem.text)
        low = [word.text.lower() for word in words]
        found = [place for place in range(len(low) - 1) if low[place : place + 2] == ["how", "many"]]
        question = words[found[-1]].start if found else spans[-1].start if spans else 0
        asked = ""
        for word in low[found[-1] + 2 : found[-1] + 5] if found else ():
            if word in _HELPERS:
                break
            asked = word if _is_plural(word) else asked
        return cls(problem, words, question, asked, tuple(one for one in spans if one.end <= question))

    def counted(self) -> Iterator[tuple[Quantity, int]]:
        """Yield each number of the story that counts what is asked for, and the place of that word."""
        for quantity in self.problem.quantities:
            if quantity.form not in (Form.DIGITS, Form.WORDS) or quantity.flags or not self.asked:
                continue
            behind = [place for place, word in enumerate(self.words) if word.start >= quantity.end][:3]
            for place in behind:
                word = self.words[place].text.lower()
                if word == self.asked:
                    if self.words[place].end <= self.question:
                        yield quantity, place
                    break
                if word in _BETWEEN or not word.isalpha():
                    break

    def has(self, word: str) -> bool:
        """Tell whether a word stands in the text."""
        return any(one.text.lower() == word for one in self.words)

    def other_things(self, rng: Random) -> str:
        """Return things that the text does not name, of the kind that is asked for where that is known."""
        free = [[one for one in kind if not self.has(one)] for kind in things()]
        alike = [some for some, kind in zip(free, things(), strict=True) if self.asked in kind]
        return rng.choice(rng.choice([some for some in alike or free if some] or [["things"]]))

    def other_number(self, rng: Random, most: int = MOST) -> str:
        """Return a number of about the size of those in the text, written as they are, and none of them."""
        quantities = self.problem.quantities
        known = {one.value for one in quantities}
        sizes = [int(value) for value in known if value.denominator == 1 and value <= MOST]
        high = max(9, min(most, 2 * max(sizes, default=0)))
        number = rng.choice([one for one in range(2, high + 1) if one not in known] or [high + 1])
        styled = (write_like(Fraction(number), one) for one in quantities if one.form is Form.WORDS)
        plain = len(quantities) == sum(one.form is Form.WORDS for one in quantities)
        return (next(styled, None) if plain and quantities else None) or str(number)


def beside(told: Told, rng: Random) -> Addition | None:
    """Return other things beside those that are counted: 7 figs *and 4 pens*."""
    places = [
        (quantity, place)
        for quantity, place in told.counted()
        if told.words[place + 1].text.lower() not in _NO_LIST
    ]
    if not places:
        return None
    quantity, place = rng.choice(places)
    number, other = told.other_number(rng), told.other_things(rng)
    before = [word.text.lower() for word in told.words if word.end <= quantity.start][-1:]
    if before and before[0].isalpha() and before[0] not in _NO_START and rng.random() < 0.5:
        return Addition(quantity.start, "", number.lower(), f" {other} and ")
    return Addition(told.words[place].end, " and ", number.lower(), f" {other}")


def again(told: Told, rng: Random) -> Addition | None:
    """Return a sentence of the story once more, with another number of other things."""
    text = told.problem.text
    found = []
    for quantity, place in told.counted():
        span = next((one for one in told.spans if one.start <= quantity.start < one.end), None)
        if span is None or text[span.end - 1] != ".":
            continue
        inside = [word for word in told.words if span.start <= word.start < span.end]
        low = [word.text.lower() for word in inside]
        alone = sum(span.start <= one.start < span.end for one in told.problem.quantities) == 1
        if alone and _COMPARES.isdisjoint(low) and low.count(told.asked) == 1:
            found.append((span, quantity, told.words[place]))
    if not found:
        return None
    span, quantity, thing = rng.choice(found)
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
        if not any(
            told.has(word) for word in re.findall(r"[a-z]+", one.lower()) if word not in _COMMON | {"n"}
        )
    ]
    if not spans or not fitting:
        return None
    before, _, after = rng.choice(fitting).partition("{n}")
    spaced = told.problem.text[: rng.choice(spans).end].endswith(" .")
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
def things() -> tuple[tuple[str, ...], ...]:
    """Return things that can be counted, each kind by itself."""
    return tuple(tuple(line.split()) for line in _lines("things"))


@cache
def asides() -> tuple[str, ...]:
    """Return sentences with a number, ``{n}``."""
    return _lines("asides")


def _lines(name: str) -> tuple[str, ...]:
    text = (files(__package__) / "data" / f"{name}.txt").read_text(encoding="utf-8")
    return tuple(text.splitlines())


def _inside(before: str, number: str) -> str:
    """Return a number as it is written behind other words of its sentence, or at its beginning."""
    return number.lower() if before else number.capitalize()


def _is_plural(word: str) -> bool:
    return word in _IRREGULAR or (len(word) > 3 and word.endswith("s") and not word.endswith("ss"))
