"""What training and test data have in common: the same text, or the same but for its numbers."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mwplab.records import Problem, Score
from mwplab.statistics import wilson
from mwplab.text.repeats import Repeat, Texts


@dataclass(frozen=True, slots=True)
class Overlap:
    """Which test problems were met in training."""

    exact: frozenset[str]
    """Ids of those whose text is a training text, case and spacing aside."""

    masked: frozenset[str]
    """Ids of those whose text is a training text once numbers are alike, the exact ones included."""

    problems: int
    """How many test problems there are."""

    def label(self, problem: Problem) -> str:
        """Return how much of a test problem was seen: ``exact``, ``masked`` or ``none``."""
        if problem.id in self.exact:
            return Repeat.EXACT
        return Repeat.MASKED if problem.id in self.masked else Repeat.NONE

    def scores(self, signature: str) -> list[Score]:
        """Return the shares of test problems that were seen."""
        found = []
        for name, ids in (("train-overlap-exact", self.exact), ("train-overlap-masked", self.masked)):
            share = wilson(len(ids), self.problems)
            found.append(
                Score(
                    name=name,
                    value=share.value,
                    n=self.problems,
                    low=share.low,
                    high=share.high,
                    signature=signature,
                )
            )
        return found


def overlap(train: Iterable[Problem], test: Sequence[Problem]) -> Overlap:
    """Return which test problems repeat a training problem.

    >>> from mwplab.text import quantities
    >>> def told(id: str, body: str) -> Problem:
    ...     return Problem(id=id, body=body, quantities=quantities(body))
    >>> found = overlap([told("a/1", "I saw 3 owls.")], [told("b/1", "I saw 8 owls."), told("b/2", "Hm.")])
    >>> found.exact, found.masked
    (frozenset(), frozenset({'b/1'}))
    """
    return Met.of(train).among(test)


@dataclass(frozen=True, slots=True)
class Met:
    """Texts that a solver has met, as marks that tell nothing else about them."""

    exact: frozenset[str]
    """Of their words, case and spacing aside."""

    masked: frozenset[str]
    """Of the same with one sign for every number."""

    @classmethod
    def of(cls, problems: Iterable[Problem]) -> Met:
        """Return the marks of problems' texts."""
        texts = [Texts.of(one.text, one.quantities) for one in problems]
        return cls(
            frozenset(_mark(text.exact) for text in texts), frozenset(_mark(text.masked) for text in texts)
        )

    def among(self, test: Sequence[Problem]) -> Overlap:
        """Return which test problems have such texts."""
        texts = [(one.id, Texts.of(one.text, one.quantities)) for one in test]
        exact = frozenset(id for id, text in texts if _mark(text.exact) in self.exact)
        masked = frozenset(id for id, text in texts if _mark(text.masked) in self.masked)
        return Overlap(exact=exact, masked=exact | masked, problems=len(test))


def _mark(words: Sequence[str]) -> str:
    return hashlib.sha256("\n".join(words).encode()).hexdigest()[:16]
