"""What training and test data have in common: the same text, or the same but for its numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mwplab.records import Problem, Score
from mwplab.solvers.baselines.similarity import masked_words
from mwplab.statistics import wilson

EXACT, MASKED, NEW = "exact", "masked", "none"
"""The labels of test problems: seen word for word, seen with other numbers, not seen."""


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
            return EXACT
        return MASKED if problem.id in self.masked else NEW

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
    seen = list(train)
    texts = set(map(plain_text, seen))
    patterns = {masked_words(problem.text, problem.quantities) for problem in seen}
    return Overlap(
        exact=frozenset(problem.id for problem in test if plain_text(problem) in texts),
        masked=frozenset(
            problem.id
            for problem in test
            if plain_text(problem) in texts or masked_words(problem.text, problem.quantities) in patterns
        ),
        problems=len(test),
    )


def plain_text(problem: Problem) -> tuple[str, ...]:
    """Return the words of a problem, case and spacing aside."""
    return masked_words(problem.text, ())
