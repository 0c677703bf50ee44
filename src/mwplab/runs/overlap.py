"""What training and test data have in common: the same text, or the same but for its numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mwplab.records import Problem, Score
from mwplab.statistics import wilson
from mwplab.text.repeats import Repeat, Texts, find_repeats


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
    trained, asked = ([Texts.of(one.text, one.quantities) for one in problems] for problems in (train, test))
    labelled = list(zip(test, find_repeats(asked, trained).kinds, strict=True))
    return Overlap(
        exact=frozenset(one.id for one, kind in labelled if kind is Repeat.EXACT),
        masked=frozenset(one.id for one, kind in labelled if kind is not Repeat.NONE),
        problems=len(test),
    )
