"""Families found again: which problems are variants of one seed, where a release does not say so.

SVAMP's release names no seeds, but its files keep the variants of a seed together. So the problems are taken
in the order of the release, which the test parts of its folds have kept, and a family ends where a text has
hardly a telling word in common with any text of the family so far. Where the corpus that the seeds were taken
from is given as well, every problem has a nearest problem there: a family in whose course the nearest one
changes for good is two, and the nearest one of most of its members is its seed.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from mwplab.curate.recipe import combined, step_of
from mwplab.errors import RecordError
from mwplab.records import Dataset, Problem
from mwplab.text.words import has_letter, masked_words

SMALLEST = 3
"""The least number of problems on either side of a cut between two seeds."""

Words = Mapping[str, frozenset[str]]
"""The words of each problem, by id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Families:
    """Writes on every problem the seed that it is a variant of, recovered from order and words.

    >>> texts = ["Jo has 3 red hats.", "Jo has 5 red hats and 2 caps.", "Rain fell.", "Rain fell on 2 days."]
    >>> problems = tuple(Problem(id=f"a/{place}", body=text) for place, text in enumerate(texts))
    >>> [problem.seed for problem in Families()(Dataset(name="a", problems=problems))]
    ['a/0', 'a/0', 'a/2', 'a/2']
    """

    least: float = 0.2
    """The least similarity to some text of the family: shared words by all words, rare ones weighing more."""

    def __post_init__(self) -> None:
        if not 0 < self.least < 1:
            raise RecordError(
                f"a least similarity of {self.least} says nothing; give more than 0 and less than 1"
            )

    def __call__(self, dataset: Dataset, source: Dataset | None = None) -> Dataset:
        """Return the dataset with seeds: problems of the source, or the first member of each family."""
        order = release_order(dataset)
        if not order:
            return dataset.derive((), step_of("families", self))
        words = _words([*dataset, *(source or ())])
        families = self.consecutive([problem.id for problem in order], words)
        nearest = {} if source is None else _nearest(dataset.problems, source.problems, words)
        if source is not None:
            families = [part for family in families for part in cut(family, nearest)]
        seeds = {id: _seed(family, nearest) for family in families for id in family}
        made = dataset.derive(
            tuple(replace(problem, seed=seeds[problem.id]) for problem in dataset), step_of("families", self)
        )
        if source is None:
            return made
        return replace(made, recipe=combined([dataset, source], step_of("families", self)))

    def consecutive(self, order: Sequence[str], words: Words) -> list[list[str]]:
        """Return the problems in families, each of which goes on as long as a text is like one in it."""
        similarity = weighted_jaccard([words[id] for id in order])
        families: list[list[str]] = [[order[0]]]
        for id in order[1:]:
            likeness = max(similarity(words[id], words[member]) for member in families[-1])
            if likeness >= self.least:
                families[-1].append(id)
            else:
                families.append([id])
        return families


def release_order(dataset: Dataset) -> tuple[Problem, ...]:
    """Return the problems as the test parts of the folds list them, or as they are where there are no folds.

    >>> problems = tuple(Problem(id=f"a/{place}") for place in range(3))
    >>> splits = {"fold0/test": ("a/2",), "fold0/train": (), "fold1/test": ("a/1", "a/0"), "fold1/train": ()}
    >>> [one.id for one in release_order(Dataset(name="a", problems=problems, splits=splits))]
    ['a/2', 'a/1', 'a/0']
    """
    listed = [id for fold in dataset.folds for id in dataset.splits[f"{fold}/test"]]
    if sorted(listed) != sorted(problem.id for problem in dataset):
        return dataset.problems
    return tuple(dataset[id] for id in listed)


def weighted_jaccard(texts: Sequence[frozenset[str]]) -> Callable[[frozenset[str], frozenset[str]], float]:
    """Return the share of common words of two texts, each word weighing more the fewer texts have it.

    >>> similarity = weighted_jaccard([frozenset({"the", "owl"}), frozenset({"the", "cat"})])
    >>> similarity(frozenset({"the", "owl"}), frozenset({"the", "cat"}))
    0.0
    """
    counts = Counter(word for text in texts for word in text)
    weights = {word: math.log(len(texts) / count) for word, count in counts.items()}

    def similarity(one: frozenset[str], other: frozenset[str]) -> float:
        shared = math.fsum(weights[word] for word in one & other)
        every = math.fsum(weights[word] for word in one | other)
        return shared / every if every else float(one == other)

    return similarity


def _words(problems: Sequence[Problem]) -> dict[str, frozenset[str]]:
    return {
        problem.id: frozenset(filter(has_letter, masked_words(problem.text, problem.quantities)))
        for problem in problems
    }


def _nearest(problems: Sequence[Problem], sources: Sequence[Problem], words: Words) -> dict[str, str]:
    """Return for each problem the source with the most words in common, of equals the first."""
    if not sources:
        raise RecordError("the corpus of the seeds has no problems; give the one that they were taken from")

    def nearest(problem: Problem) -> str:
        mine = words[problem.id]

        def likeness(source: Problem) -> float:
            theirs = words[source.id]
            return len(mine & theirs) / (len(mine | theirs) or 1)

        return max(sources, key=likeness).id

    return {problem.id: nearest(problem) for problem in problems}


def cut(family: Sequence[str], nearest: Mapping[str, str]) -> list[list[str]]:
    """Return a family in two where all problems before some place have one source and all behind another.

    >>> cut(["a", "b", "c", "d", "e", "f"], dict(zip("abcdef", "xxxyyy")))
    [['a', 'b', 'c'], ['d', 'e', 'f']]
    >>> len(cut(["a", "b", "c", "d", "e", "f"], dict(zip("abcdef", "xxyxxx"))))
    1
    """
    sources = [nearest[id] for id in family]
    for place in range(SMALLEST, len(family) - SMALLEST + 1):
        if len(set(sources[:place])) == len(set(sources[place:])) == 1 and sources[place] != sources[0]:
            return [list(family[:place]), list(family[place:])]
    return [list(family)]


def _seed(family: Sequence[str], nearest: Mapping[str, str]) -> str:
    if not nearest:
        return family[0]
    ((seed, _),) = Counter(nearest[id] for id in family).most_common(1)
    return seed
