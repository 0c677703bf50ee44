"""Datasets built to order: a part whose problems have few words, or few templates, in common."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from random import Random
from typing import TYPE_CHECKING

from mwplab.curate.recipe import step_of
from mwplab.errors import RecordError
from mwplab.parallel import map_many
from mwplab.records import Dataset, Problem
from mwplab.records.templates import check_reading, template_classes, template_key
from mwplab.text.words import Words

if TYPE_CHECKING:
    from mwplab.text.similarity import Subset

HALF = "half"


class Minimise(StrEnum):
    """What the problems of a part shall not have in common."""

    LEXICAL = "lexical"
    """Words and pairs of words."""

    TEMPLATE = "template"
    """The template of their equations."""

    BOTH = "both"
    """The mean of both."""


@dataclass(frozen=True, slots=True)
class Overlaps:
    """How much problems have in common, as the mean over all pairs."""

    lexical: float
    """The share of words and pairs of words that both texts have."""

    template: float
    """The share of pairs with the same template."""

    def value(self, minimise: Minimise) -> float:
        """Return what was to be minimised.

        >>> Overlaps(0.1, 0.3).value(Minimise.BOTH)
        0.2
        """
        both = {Minimise.LEXICAL: self.lexical, Minimise.TEMPLATE: self.template}
        return both.get(minimise, (self.lexical + self.template) / 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reduced:
    """A part with low overlap, and how it compares."""

    dataset: Dataset
    """The part, its problems in the order of the whole."""

    minimise: Minimise
    """What was to be minimised."""

    whole: Overlaps
    """Of all problems."""

    greedy: Overlaps
    """Of the best greedy choice."""

    part: Overlaps
    """Of the part: the greedy choice, or what swaps made of it."""

    optimum: float | None
    """The least value that any part of this size has, where it is known: of templates."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LowOverlap:
    """Keeps so many problems, with as little in common as a greedy choice finds, as MAWPS does.

    >>> problems = tuple(
    ...     Problem(id=f"a/{place}", question=text)
    ...     for place, text in enumerate(["Ann has figs.", "Ann has nuts.", "Two kites rise.", "Why?"])
    ... )
    >>> [problem.id for problem in LowOverlap(size=3)(Dataset(name="a", problems=problems))]
    ['a/0', 'a/2', 'a/3']
    """

    size: int | str = HALF
    """How many problems, or ``half``: half of them, rounded down."""

    minimise: str = Minimise.LEXICAL
    """``lexical``, ``template`` or ``both``."""

    starts: int = 1
    """How many first problems are tried, chosen by chance; the best result is kept."""

    improve: bool = False
    """Whether members are swapped for others afterwards, as long as that helps."""

    seed: int = 0
    """Where chance starts."""

    reading: str = "shape"
    """When templates are the same: one of the `READINGS` of `mwplab.records.templates`."""

    def __post_init__(self) -> None:
        check_reading(self.reading)
        if self.minimise not in tuple(Minimise):
            raise RecordError(
                f"{self.minimise!r} cannot be minimised; give one of {', '.join(tuple(Minimise))}"
            )
        if self.starts < 1:
            raise RecordError(f"a choice cannot begin with {self.starts} starts; give 1 or more")
        if self.size != HALF and (type(self.size) is not int or self.size < 2):
            raise RecordError(f"a part cannot have the size {self.size!r}; give 2 or more, or {HALF!r}")

    def __call__(self, dataset: Dataset) -> Dataset:
        """Return the part."""
        return self.reduce(dataset).dataset

    def reduce(self, dataset: Dataset, *, jobs: int | None = 1, cluster: str | None = None) -> Reduced:
        """Return the part with its overlap, beside that of the whole and of the greedy choice."""
        from mwplab.text.similarity import choose, improve, weigh

        size = len(dataset) // 2 if self.size == HALF else int(self.size)
        if not 2 <= size <= len(dataset):
            advice = (
                f"give a size of 2 to {len(dataset)}" if len(dataset) > 1 else "two problems are the least"
            )
            raise RecordError(
                f"{dataset.full_name} has {len(dataset)} problems; {size} of them cannot be chosen "
                f"so that pairs are compared, {advice}"
            )
        minimise = Minimise(self.minimise)
        features = _Features.of(dataset.problems, self.reading, jobs, cluster)
        if minimise is not Minimise.LEXICAL and not any(features.classes):
            raise RecordError(
                f"{dataset.full_name} has no equations, so there are no templates to compare; "
                f"minimise {Minimise.LEXICAL}"
            )
        weighted = weigh(
            features.sets,
            features.classes,
            of_sets={Minimise.LEXICAL: 1.0, Minimise.TEMPLATE: 0.0}.get(minimise, 0.5),
            of_classes={Minimise.LEXICAL: 0.0, Minimise.TEMPLATE: 1.0}.get(minimise, 0.5),
        )
        found = map_many(
            partial(choose, weighted, size),
            self._first(dataset.problems),
            jobs=jobs,
            cluster=cluster,
            description="choosing",
        )
        best = min(found, key=lambda subset: subset.total)
        greedy = part = features.overlaps(best.places)
        if self.improve:
            swapped = improve(weighted, best)
            after = features.overlaps(swapped.places)
            # Both are exact, so that what rounding of long sums hides is seen here.
            if after.value(minimise) < greedy.value(minimise):
                best, part = swapped, after
        optimum = None
        if minimise is Minimise.TEMPLATE:
            optimum = least_template_overlap(features.classes, size)
        return Reduced(
            dataset=self._noted(dataset, best, size),
            minimise=minimise,
            whole=features.overlaps(range(len(dataset))),
            greedy=greedy,
            part=part,
            optimum=optimum,
        )

    def _first(self, problems: Sequence[Problem]) -> list[int]:
        # By the ids alone, so that neither order nor filtering changes a problem's luck.
        luck = [Random(f"{self.seed}:{problem.id}").random() for problem in problems]
        return sorted(range(len(problems)), key=luck.__getitem__)[: self.starts]

    def _noted(self, dataset: Dataset, subset: Subset, size: int) -> Dataset:
        problems = tuple(dataset.problems[place] for place in sorted(subset.places))
        return dataset.derive(problems, step_of("low-overlap", replace(self, size=size)))


def least_template_overlap(classes: Sequence[Hashable], size: int) -> float:
    """Return the least template overlap of any part: templates are filled evenly until one has no more.

    >>> least_template_overlap(["sum", "sum", "sum", "product"], 3)
    0.3333333333333333
    """
    alone = sum(one is None for one in classes)
    room = [*Counter(one for one in classes if one is not None).values(), *[1] * alone]
    # With as many as ``level`` of each template there is no better way; one more of some fills the rest.
    level = bisect_right(range(size + 1), size, key=lambda most: sum(min(one, most) for one in room)) - 1
    counts = [min(one, level) for one in room]
    pairs = sum(count * (count - 1) // 2 for count in counts) + (size - sum(counts)) * level
    return 2 * pairs / (size * (size - 1))


@dataclass(frozen=True, slots=True)
class _Features:
    sets: list[frozenset[Hashable]]
    classes: list[Hashable]
    jobs: int | None
    cluster: str | None

    @classmethod
    def of(
        cls, problems: Sequence[Problem], reading: str, jobs: int | None, cluster: str | None
    ) -> _Features:
        sets = map_many(_grams, problems, jobs=jobs, cluster=cluster, description="reading")
        classes = template_classes([template_key(problem, reading) for problem in problems])
        return cls(sets, classes, jobs, cluster)

    def overlaps(self, places: Iterable[int]) -> Overlaps:
        from mwplab.text.similarity import mean_jaccard

        chosen = list(places)
        counts = Counter(one for place in chosen if (one := self.classes[place]) is not None)
        pairs = len(chosen) * (len(chosen) - 1) // 2
        same = sum(count * (count - 1) // 2 for count in counts.values())
        sets = [self.sets[place] for place in chosen]
        lexical = mean_jaccard(sets, jobs=self.jobs, cluster=self.cluster)
        return Overlaps(lexical.mean, same / pairs)


def _grams(problem: Problem) -> frozenset[Hashable]:
    from mwplab.text.similarity import shingles

    return shingles(Words().of(problem.text))
