"""Datasets put together, with a report of what they have in common."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from mwplab.curate import Mix
from mwplab.curate.reconcile import labelled
from mwplab.errors import StatisticsError
from mwplab.measures import take
from mwplab.records import Dataset
from mwplab.records.templates import template_classes, template_key
from mwplab.runs.overlap import overlap

READING = "reconciled"
"""Templates are the same where their equations come to the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Portion:
    """One of the datasets, or the mix of them."""

    dataset: str
    """What it is called."""

    problems: int
    """How many there are."""

    templates: int
    """How many equation templates, those that come to the same counted once."""

    lexical_overlap: float | None
    """The share of words and pairs of words in common, as a mean over all pairs; none below two problems."""

    template_overlap: float | None
    """The share of pairs with the same operators; none where fewer than two problems have equations."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shared:
    """What two of the datasets have in common."""

    one: str
    """The first, as it would be the training data."""

    other: str
    """The second, as it would be the test data."""

    exact: int
    """Problems of the second whose text is in the first, case and spacing aside."""

    masked: int
    """Problems of the second whose text is in the first but for its numbers, the exact ones included."""

    templates: int
    """Equation templates that both have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mixed:
    """A mix and its report."""

    dataset: Dataset
    """The mix."""

    portions: tuple[Portion, ...]
    """Each dataset, and the mix last."""

    shared: tuple[Shared, ...]
    """Each pair of datasets, in both directions."""


def mix(
    datasets: Sequence[Dataset], *, reconcile: bool = True, jobs: int | None = 1, cluster: str | None = None
) -> Mixed:
    """Put datasets together and say what they have in common.

    >>> from mwplab import load
    >>> even, odd = (load(f"starter[grade={grade}]") for grade in (2, 3))
    >>> from dataclasses import replace
    >>> found = mix([replace(even, name="even"), replace(odd, name="odd")])
    >>> len(found.dataset) == len(even) + len(odd), found.shared[0].masked, found.portions[2].dataset
    (True, 0, 'even+odd')
    """
    whole = Mix(reconcile=reconcile)(*datasets)
    names = labelled(datasets)
    classes = _classes(datasets)
    everything = frozenset().union(*classes)
    portions = [
        _portion(name, dataset, len(found), jobs, cluster)
        for name, dataset, found in zip(names, datasets, classes, strict=True)
    ]
    pairs = [pair for both in combinations(range(len(datasets)), 2) for pair in (both, both[::-1])]
    return Mixed(
        dataset=whole,
        portions=(*portions, _portion(whole.name, whole, len(everything), jobs, cluster)),
        shared=tuple(
            _shared(names[one], datasets[one], names[two], datasets[two], len(classes[one] & classes[two]))
            for one, two in pairs
        ),
    )


def _classes(datasets: Sequence[Dataset]) -> list[frozenset[object]]:
    keys = [[template_key(problem, READING) for problem in dataset] for dataset in datasets]
    found = iter(template_classes([key for each in keys for key in each]))
    return [frozenset(one for one in (next(found) for _ in each) if one is not None) for each in keys]


def _portion(name: str, dataset: Dataset, templates: int, jobs: int | None, cluster: str | None) -> Portion:
    def measured(measure: str) -> float | None:
        try:
            return take(dataset, measure, jobs=jobs, cluster=cluster).score.value
        except StatisticsError:
            return None

    return Portion(
        dataset=name,
        problems=len(dataset),
        templates=templates,
        lexical_overlap=measured("lexical-overlap"),
        template_overlap=measured("template-overlap"),
    )


def _shared(one: str, first: Dataset, other: str, second: Dataset, templates: int) -> Shared:
    found = overlap(first.problems, second.problems)
    return Shared(one=one, other=other, exact=len(found.exact), masked=len(found.masked), templates=templates)
