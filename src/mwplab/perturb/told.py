"""A story taken apart: what its question counts, where that is counted, what else there could be."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from importlib.resources import files
from random import Random

from mwplab.perturb.surfaces import write_like
from mwplab.records import Problem
from mwplab.text import Form, Quantity, Span, Token, sentences, tokens
from mwplab.text.lexicon import word_set

MOST = 10_000
"""Numbers that are added are no larger."""

_IRREGULAR = word_set("people children men women fish sheep mice geese feet teeth")
_HELPERS = word_set("did does do is are was were has have had will would can could should must may might")
_BETWEEN = word_set("of and or the a an in on at to for from with by than per times more fewer less dozen")
_NO_LIST = word_set("than as of per each and or times more fewer less that which who , (")
_COMPARES = word_set(
    "than each every per rest left total all both altogether together times if same equally half twice "
    "thrice more fewer less other another others remaining of as them these those which that because so then"
)


Counted = tuple[Quantity, int]
"""A number, and the place of the word that it counts."""


@dataclass(frozen=True)
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

    @cached_property
    def said(self) -> frozenset[str]:
        """Return the words of the text."""
        return frozenset(word.text.lower() for word in self.words)

    @cached_property
    def counted(self) -> tuple[Counted, ...]:
        """Return the numbers of the story that count what is asked for."""
        plain = (
            one
            for one in self.problem.quantities
            if self.asked and one.form in (Form.DIGITS, Form.WORDS) and not one.flags
        )
        found = ((quantity, self._asked_behind(quantity)) for quantity in plain)
        return tuple((quantity, place) for quantity, place in found if place is not None)

    def _asked_behind(self, quantity: Quantity) -> int | None:
        """Return the place of what is asked for, of the story and not three words behind a number."""
        first = bisect_left(self.starts, quantity.end)
        for place in range(first, min(first + 3, len(self.words))):
            word = self.words[place].text.lower()
            if word == self.asked:
                return place if self.words[place].end <= self.question else None
            if word in _BETWEEN or not word.isalpha():
                break
        return None

    @cached_property
    def starts(self) -> list[int]:
        """Return where the words begin."""
        return [word.start for word in self.words]

    @cached_property
    def listed(self) -> tuple[Counted, ...]:
        """Return those beside which other things can stand."""
        return tuple(one for one in self.counted if self.words[one[1] + 1].text.lower() not in _NO_LIST)

    @cached_property
    def repeated(self) -> tuple[tuple[Span, Quantity, Token], ...]:
        """Return those whose sentence can be said of other things, with it and the word that is counted."""
        return tuple(self._repeated())

    def _repeated(self) -> Iterator[tuple[Span, Quantity, Token]]:
        begins = [span.start for span in self.spans]
        numbers = [one.start for one in self.problem.quantities]
        for quantity, place in self.counted:
            span = self.spans[bisect_right(begins, quantity.start) - 1] if begins else None
            if span is None or not span.start <= quantity.start < span.end:
                continue
            inside = slice(bisect_left(self.starts, span.start), bisect_left(self.starts, span.end))
            low = [word.text.lower() for word in self.words[inside]]
            alone = bisect_left(numbers, span.end) - bisect_left(numbers, span.start) == 1
            ended = self.problem.text[span.end - 1] == "."
            if ended and alone and _COMPARES.isdisjoint(low) and low.count(self.asked) == 1:
                yield span, quantity, self.words[place]

    def other_things(self, rng: Random) -> str:
        """Return things that the text does not name, of the kind that is asked for where that is known."""
        free = [[one for one in kind if one not in self.said] for kind in things()]
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


@cache
def things() -> tuple[tuple[str, ...], ...]:
    """Return things that can be counted, each kind by itself."""
    return tuple(tuple(line.split()) for line in lines("things"))


def lines(name: str) -> tuple[str, ...]:
    """Return the lines of a list of this room."""
    text = (files(__package__) / "data" / f"{name}.txt").read_text(encoding="utf-8")
    return tuple(text.splitlines())


def _is_plural(word: str) -> bool:
    return word in _IRREGULAR or (len(word) > 3 and word.endswith("s") and not word.endswith("ss"))
