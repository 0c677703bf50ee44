"""Problems that tell the same story in the same words: one sentence pattern, other numbers and names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from mwplab.errors import StatisticsError
from mwplab.measures.diversity import LexiconDiversity
from mwplab.measures.measure import Part, Summary
from mwplab.records import Problem
from mwplab.registry import check_kinds

_SHORT = {
    "sec": "second", "secs": "second", "min": "minute", "mins": "minute", "hr": "hour", "hrs": "hour",
    "km": "kilometer", "kms": "kilometer", "cm": "centimeter", "cms": "centimeter", "kg": "kilogram",
    "kgs": "kilogram", "gm": "gram", "gms": "gram", "ft": "foot", "lb": "pound", "lbs": "pound",
    "oz": "ounce", "kmph": "kilometer hour", "kmh": "kilometer hour", "mph": "mile hour",
}  # fmt: skip

Pattern = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SentencePatterns:
    """The share of problems whose sentence pattern another problem has as well, as in ASDiv's Figure 3.

    A pattern is what is left of a text after the normalisation of lexicon diversity, less words that only
    ask. The value of a problem is how many problems have its pattern; the parts are the patterns, each with
    its members.

    >>> made = SentencePatterns()
    >>> texts = ["A train ran 9 km. Find its speed.", "Why?", "A train ran 22 km. What is its speed?"]
    >>> found = made.combine([made.observe(Problem(id="a/1", body=text)) for text in texts])
    >>> found.each, list(found.parts), found.parts["pattern=train run <number> kilometer speed"].members
    ((2.0, None, 2.0), ['pattern=train run <number> kilometer speed'], (0, 2))
    """

    least: int = 2
    """How many problems a pattern must have to be told as a part."""

    asking: tuple[str, ...] = ("calculate", "compute", "determine", "find")
    """Lemmas that do not count, since *find the length* and *what is the length* ask the same."""

    units: bool = True
    """Whether units count as written out: *sec* is *second*."""

    lemmas: bool = True
    """Whether words are reduced to their dictionary form."""

    stop_words: bool = False
    """Whether words that say little by themselves count."""

    punctuation: bool = False
    """Whether marks of punctuation count."""

    numbers: bool = False
    """Whether numbers are told apart; otherwise one sign stands for any."""

    names: bool = False
    """Whether persons are told apart; otherwise one sign stands for any."""

    backend: str = "perceptron"
    """What finds tags, lemmas and names: a spec of `mwplab.text.analysis.backends`."""

    def __post_init__(self) -> None:
        check_kinds(self)
        if self.least < 2:
            raise StatisticsError(f"a pattern is shared by two problems or more, found least={self.least}")

    def observe(self, problem: Problem) -> tuple[Pattern, str]:
        """Return the pattern of a problem, and what analysed it."""
        wording = LexiconDiversity(
            lemmas=self.lemmas,
            stop_words=self.stop_words,
            punctuation=self.punctuation,
            numbers=self.numbers,
            names=self.names,
            backend=self.backend,
        ).observe(problem)
        kept = (word for word in wording.tokens if word not in self.asking)
        return tuple(
            _SHORT.get(word.rstrip("."), word) if self.units else word for word in kept
        ), wording.backend

    def combine(
        self, seen: Sequence[tuple[Pattern, str]], *, jobs: int | None = 1, cluster: str | None = None
    ) -> Summary:
        """Return the share of problems that share a pattern."""
        members: defaultdict[Pattern, list[int]] = defaultdict(list)
        for place, (pattern, _) in enumerate(seen):
            if pattern:
                members[pattern].append(place)
        total = sum(map(len, members.values()))
        if not total:
            raise StatisticsError(
                f"none of the {len(seen)} problems has words, so there is nothing to measure"
            )
        ranked = sorted(members.items(), key=lambda one: (-len(one[1]), one[0]))
        return Summary(
            value=sum(len(places) for places in members.values() if len(places) > 1) / total,
            n=total,
            each=tuple(float(len(members[one])) if one else None for one, _ in seen),
            parts={
                f"pattern={' '.join(one)}": Part(
                    value=len(places) / total, n=len(places), members=tuple(places)
                )
                for one, places in ranked
                if len(places) >= self.least
            },
            notes=tuple(" ".join(one) for one, _ in seen),
            neighbours=tuple(
                next((other for other in members.get(one, ()) if other != place), None)
                for place, (one, _) in enumerate(seen)
            ),
            made_with=", ".join(sorted({backend for _, backend in seen} - {self.backend})),
        )
