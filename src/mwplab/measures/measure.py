"""What a measure is.

A measure looks at each problem once (`observe`) and then only at what it saw (`combine`), so that parts,
tables by problem and plots need no second look. Its options are its fields, all of them in the signature.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any, Protocol, TypeVar, runtime_checkable

from mwplab.errors import StatisticsError
from mwplab.records import Problem
from mwplab.registry import Registry

Seen = TypeVar("Seen")

BINS = 20
"""Intervals of a histogram from 0 to 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """The value of a part of the problems."""

    value: float
    """The number."""

    n: int
    """How many problems it was made from."""

    members: tuple[int, ...] = field(default=(), compare=False, repr=False)
    """The places of its problems, where the part was found by the measure and is not known by its name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """What a measure makes of all that it saw."""

    value: float
    """The number for the whole."""

    n: int
    """How many problems it was made from; those without what is measured do not count."""

    each: tuple[float | None, ...]
    """The value of each problem, none where it has not what is measured."""

    parts: Mapping[str, Part] = field(default_factory=dict)
    """The values of parts, by a slice such as ``type=Addition``."""

    notes: tuple[str, ...] = ()
    """A word about each problem, where there is one to say."""

    neighbours: tuple[int | None, ...] = ()
    """For each problem the place of the one that its value is due to, where the measure looks for one."""

    made_with: str = ""
    """What the numbers depend on besides data and options, such as a tagger with its version."""


@runtime_checkable
class Measure(Protocol[Seen]):
    """Something that is measured of a dataset."""

    def observe(self, problem: Problem) -> Seen:
        """Return all that the measure needs of one problem; it must be able to travel to another process."""

    def combine(self, seen: Sequence[Seen], *, jobs: int | None = 1, cluster: str | None = None) -> Summary:
        """Return the value of what was seen, in whatever order; a StatisticsError where there is none."""


@runtime_checkable
class AgainstTraining(Protocol[Seen]):
    """Something that is measured of test problems beside training problems."""

    def observe(self, problem: Problem) -> Seen:
        """Return all that the measure needs of one problem, be it of the test or of the training data."""

    def combine_against(
        self,
        seen: Sequence[Seen],
        trained: Sequence[Seen],
        *,
        jobs: int | None = 1,
        cluster: str | None = None,
    ) -> Summary:
        """Return the value of the test problems; neighbours are places among the training problems."""


AnyMeasure = Measure[Any] | AgainstTraining[Any]

measures: Registry[AnyMeasure] = Registry("measure", entry_point_group="mwplab.measures")


def mean_of(values: Sequence[float | None], what: str, parts: Mapping[str, Part] | None = None) -> Summary:
    """Return the mean of the values that there are; ``what`` names them where there is none.

    >>> mean_of([2, None, 3], "equations").value
    2.5
    """
    known = [value for value in values if value is not None]
    if not known:
        raise StatisticsError(
            f"none of the {len(values)} problems has {what}, so there is nothing to measure"
        )
    each = tuple(None if value is None else float(value) for value in values)
    return Summary(value=fmean(known), n=len(known), each=each, parts=parts or {})


def shares(labels: Sequence[str | int | None], name: str) -> dict[str, Part]:
    """Return the share of each label among those that there are: numbers in order, words by frequency.

    >>> shares(["b", "a", None, "b", "b"], "type")
    {'type=b': Part(value=0.75, n=3), 'type=a': Part(value=0.25, n=1)}
    """
    counts = Counter(label for label in labels if label is not None)
    total = counts.total()
    ranked = sorted(counts.items(), key=_rank)
    return {f"{name}={label}": Part(value=count / total, n=count) for label, count in ranked}


def _rank(counted: tuple[str | int, int]) -> tuple[int, str]:
    label, count = counted
    return (label, "") if isinstance(label, int) else (-count, label)


def histogram(values: Sequence[float]) -> dict[str, Part]:
    """Return the share of values in each of twenty bins from 0 to 1; the last one holds its end.

    >>> bins = histogram([0.0, 0.1, 0.12, 1.0])
    >>> len(bins), bins["bin=0.10-0.15"].value, bins["bin=0.95-1.00"].value
    (20, 0.5, 0.25)
    """
    counts = [0] * BINS
    for value in values:
        # Rounded, so that 1 - 0.9 is 0.1; what a smoothing puts outside belongs to the nearest bin.
        counts[min(max(int(round(value * BINS, 9)), 0), BINS - 1)] += 1
    return {
        f"bin={place / BINS:.2f}-{(place + 1) / BINS:.2f}": Part(value=count / len(values), n=len(values))
        for place, count in enumerate(counts)
    }


def means(labels: Sequence[str], values: Sequence[float | None], name: str) -> dict[str, Part]:
    """Return the mean of the values of each label, by the alphabet.

    >>> means(["b", "a", "b", ""], [1, None, 0, 1], "type")
    {'type=b': Part(value=0.5, n=2)}
    """
    found: defaultdict[str, list[float]] = defaultdict(list)
    for label, value in zip(labels, values, strict=True):
        if label and value is not None:
            found[label].append(value)
    return {f"{name}={one}": Part(value=fmean(found[one]), n=len(found[one])) for one in sorted(found)}
