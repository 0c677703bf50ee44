"""Each text once: what repeats an earlier problem goes."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from mwplab.curate.recipe import step_of
from mwplab.errors import RecordError
from mwplab.records import Dataset, Problem
from mwplab.registry import check_kinds
from mwplab.text.words import masked_words


class Same(StrEnum):
    """When two texts are taken for the same; each holds those before it."""

    EXACT = "exact"
    """The same words, case and spacing aside."""

    MASKED = "masked"
    """The same words once all numbers have one sign."""

    SIMILAR = "similar"
    """A share of words and pairs of words in common, all numbers having one sign."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deduplicate:
    """Keeps the first of problems with the same text.

    >>> texts = ["Ann has 3 figs.", "ann has  3 figs.", "Ann has 5 figs."]
    >>> problems = tuple(Problem(id=f"a/{place}", body=text) for place, text in enumerate(texts))
    >>> [problem.id for problem in Deduplicate()(Dataset(name="a", problems=problems))]
    ['a/0', 'a/2']
    """

    same: str = Same.EXACT
    """``exact``, ``masked`` or ``similar``."""

    above: float = 0.8
    """For ``similar``: the least Jaccard index of words and pairs of words, from 0 to 1."""

    def __post_init__(self) -> None:
        check_kinds(self)
        if self.same not in tuple(Same):
            raise RecordError(f"texts cannot be the same by {self.same!r}; give one of {', '.join(Same)}")
        if not 0 < self.above <= 1:
            raise RecordError(
                f"a similarity cannot be required to be {self.above}; give more than 0, at most 1"
            )

    def __call__(self, dataset: Dataset) -> Dataset:
        """Return the problems without those that repeat an earlier one."""
        first = self.repeats(dataset.problems)
        kept = tuple(problem for problem in dataset if problem.id not in first)
        return dataset.derive(kept, step_of("deduplicate", self))

    def repeats(self, problems: Sequence[Problem]) -> dict[str, str]:
        """Return for each problem that goes the id of the earlier one that stays.

        >>> told = [Problem(id="a/1", body="An owl."), Problem(id="a/2", body="an owl .")]
        >>> Deduplicate().repeats(told)
        {'a/2': 'a/1'}
        """
        mask = self.same != Same.EXACT
        texts = [masked_words(one.text, one.quantities if mask else ()) for one in problems]
        firsts: dict[tuple[str, ...], int] = {}
        if self.same == Same.SIMILAR:
            from mwplab.text.similarity import shingles

            # Texts without a word are the same, though they have nothing in common.
            earlier = _earlier_similar([shingles([text]) or frozenset({()}) for text in texts], self.above)
        else:
            earlier = (firsts.setdefault(text, place) for place, text in enumerate(texts))
        return {
            problem.id: problems[first].id
            for problem, (place, first) in zip(problems, enumerate(earlier), strict=True)
            if first != place
        }


def _earlier_similar(sets: Sequence[frozenset[Hashable]], above: float) -> Iterator[int]:
    """Yield for each set the place of the first kept one that is as similar as asked, or its own.

    Two sets of which one has n members cannot be so similar unless they share one of the rarest
    n - ceil(above * n) + 1 of them, so only these are looked up.
    """
    counts = Counter(member for each in sets for member in each)
    kept: dict[Hashable, list[int]] = {}
    for place, members in enumerate(sets):
        ranked = sorted(members, key=lambda member: (counts[member], repr(member)))
        rarest = ranked[: len(ranked) - math.ceil(above * len(ranked) - 1e-9) + 1]
        found = {other for member in rarest for other in kept.get(member, ())}
        first = min((other for other in found if _jaccard(members, sets[other]) >= above), default=place)
        if first == place:
            for member in rarest:
                kept.setdefault(member, []).append(place)
        yield first


def _jaccard(one: frozenset[Hashable], other: frozenset[Hashable]) -> float:
    shared = len(one & other)
    return shared / (len(one) + len(other) - shared)
