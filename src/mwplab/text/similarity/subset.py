"""A subset whose members have little in common, chosen greedily, improved by swaps.

What two members have in common is a weighted sum: the Jaccard of their sets, and 1 if they are of one class.
Of all subsets of a size the one with the least sum over its pairs is wanted. That is NP-hard; greedy keeps at
least half of what the best has not in common.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from mwplab.errors import StatisticsError
from mwplab.text.similarity.compiled import compiled, require_numba
from mwplab.text.similarity.terms import Floats, Integers, Terms, as_sets, encode, index_terms

SMALLEST_GAIN = 1e-9
"""What a swap must gain, since sums of floats drift by less."""

MOST_PASSES = 100
"""How often all members are tried, at most; in practice a few times are enough."""


class Weighted(NamedTuple):
    """What pairs have in common, as the inner loops need it."""

    terms: Terms
    """The sets; empty where only the classes count."""

    classes: Integers
    """The class of each, or a number of its own."""

    by_class: Integers
    """All places, those of one class together and in order."""

    class_starts: Integers
    """Where in ``by_class`` a class starts."""

    of_sets: float
    """What the Jaccard counts."""

    of_classes: float
    """What a common class counts."""


@dataclass(frozen=True, slots=True, eq=False)
class Subset:
    """A choice out of many."""

    places: tuple[int, ...]
    """Where the members stand, in the order in which they were chosen."""

    total: float
    """The sum over all pairs."""


def weigh(
    sets: Sequence[Collection[Hashable]],
    classes: Sequence[Hashable],
    *,
    of_sets: float = 1.0,
    of_classes: float = 0.0,
) -> Weighted:
    """Return the index of sets and classes; a class of None is one of its own.

    >>> weigh([{"a"}, {"a", "b"}, {"b"}], ["sum", None, "sum"]).classes.tolist()
    [0, 1, 0]
    """
    require_numba("the choice of a subset")
    if len(sets) != len(classes):
        raise StatisticsError(f"there are {len(sets)} sets but {len(classes)} classes; give one for each set")
    if of_sets < 0 or of_classes < 0:
        raise StatisticsError(f"weights cannot be negative, found {of_sets} and {of_classes}")
    numbers: dict[Hashable, int] = {}
    found = np.array(
        [
            numbers.setdefault((place,) if one is None else (one, None), len(numbers))
            for place, one in enumerate(classes)
        ],
        dtype=np.int64,
    )
    order = np.argsort(found, kind="stable")
    starts = np.searchsorted(found[order], np.arange(len(numbers) + 1))
    terms = index_terms(as_sets(encode(sets if of_sets else [()] * len(sets))), 1)
    return Weighted(terms, found, order, starts.astype(np.int64), float(of_sets), float(of_classes))


def choose(weighted: Weighted, size: int, start: int) -> Subset:
    """Choose from a start on what adds least to what is chosen; of equals the first.

    >>> sets = [{"a", "b"}, {"b", "c"}, {"c", "d"}, {"a"}]
    >>> choose(weigh(sets, [None] * 4), 3, start=0).places
    (0, 2, 3)
    """
    _check(weighted, size, start)
    places, total = greedy(weighted, size, start)
    return Subset(tuple(places.tolist()), float(total))


def improve(weighted: Weighted, subset: Subset) -> Subset:
    """Swap members for others while that makes the sum less; the result is never worse.

    >>> sets = [{"a", "b"}, {"a"}, {"b"}]
    >>> weighted = weigh(sets, [None] * 3)
    >>> improve(weighted, choose(weighted, 2, start=0)).total
    0.0
    """
    _check(weighted, len(subset.places), 0)
    places, total = swap(weighted, np.array(subset.places, dtype=np.int64))
    better = float(total) < subset.total - SMALLEST_GAIN
    return Subset(tuple(places.tolist()), float(total)) if better else subset


def _check(weighted: Weighted, size: int, start: int) -> None:
    total = len(weighted.classes)
    if not 1 <= size <= total:
        raise StatisticsError(f"cannot choose {size} of {total}; give 1 to {total}")
    if not 0 <= start < total:
        raise StatisticsError(f"there is no start {start} among {total}; give 0 to {total - 1}")


@compiled
def add_common(
    weighted: Weighted, lengths: Floats, one: int, sign: float, sums: Floats, common: Floats
) -> None:
    """Add to each sum what it has in common with one, which is also left in ``common``."""
    terms = weighted.terms
    postings = terms.postings
    common[:] = 0.0
    for at in range(terms.row_starts[one], terms.row_starts[one + 1]):
        term = terms.row_terms[at]
        for posting in range(terms.posting_starts[term], terms.posting_starts[term + 1]):
            common[postings[posting]] += 1.0
    # Without a condition, so that several are divided at a time; empty sets have nothing in common.
    for other in range(len(common)):
        union = lengths[one] + lengths[other] - common[other]
        common[other] = weighted.of_sets * (common[other] / max(union, 1.0))
    if weighted.of_classes > 0.0:
        own = weighted.classes[one]
        for at in range(weighted.class_starts[own], weighted.class_starts[own + 1]):
            common[weighted.by_class[at]] += weighted.of_classes
    common[one] = 0.0
    for other in range(len(common)):
        sums[other] += sign * common[other]


@compiled
def greedy(weighted: Weighted, size: int, start: int) -> tuple[Integers, float]:
    """Return the places chosen one after the other, and the sum over their pairs."""
    total = len(weighted.classes)
    places = np.empty(size, dtype=np.int64)
    sums, common = np.zeros(total), np.zeros(total)
    lengths = weighted.terms.lengths.astype(np.float64)
    one, value = start, 0.0
    for step in range(size):
        places[step] = one
        value += sums[one]
        sums[one] = np.inf  # whatever is added, it is not chosen again
        add_common(weighted, lengths, one, 1.0, sums, common)
        one = 0
        for other in range(1, total):
            if sums[other] < sums[one]:
                one = other
    return places, value


@compiled
def swap(weighted: Weighted, members: Integers) -> tuple[Integers, float]:
    """Return the members after every swap that helps, and the sum over their pairs."""
    total = len(weighted.classes)
    sums, common = np.zeros(total), np.zeros(total)
    lengths = weighted.terms.lengths.astype(np.float64)
    chosen = np.zeros(total, dtype=np.bool_)
    places = members.copy()
    for one in places:
        chosen[one] = True
        add_common(weighted, lengths, one, 1.0, sums, common)
    for _ in range(MOST_PASSES):
        found = False
        # Those that have most in common with the others are tried first.
        for at in np.argsort(-sums[places]):
            out = places[at]
            add_common(weighted, lengths, out, -1.0, sums, common)
            best = out
            for other in range(total):
                if not chosen[other] and sums[other] < sums[best]:
                    best = other
            if sums[best] < sums[out] - SMALLEST_GAIN:
                chosen[out], chosen[best] = False, True
                places[at] = best
                found = True
            else:
                best = out
            add_common(weighted, lengths, best, 1.0, sums, common)
        if not found:
            break
    value = 0.0
    for one in places:
        value += sums[one]
    return places, value / 2
