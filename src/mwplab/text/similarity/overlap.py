"""The mean Jaccard of all pairs of a corpus, exactly, one text against all others at a time."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from mwplab.errors import StatisticsError
from mwplab.parallel import map_many
from mwplab.text.similarity.compiled import compiled, require_numba
from mwplab.text.similarity.terms import Floats, Integers, Terms, as_sets, encode, index_terms

BLOCK = 512
"""How many texts are compared with all others before the progress bar moves."""


@dataclass(frozen=True, slots=True, eq=False)
class Overlap:
    """How much the members of a corpus have in common."""

    mean: float
    """The mean Jaccard of all pairs: the exact fraction, rounded once."""

    each: Floats
    """For each text its mean Jaccard with all others."""


def mean_jaccard(
    sets: Sequence[Collection[Hashable]],
    *,
    jobs: int | None = None,
    cluster: str | None = None,
    progress: bool | None = None,
) -> Overlap:
    """Return the mean Jaccard of all pairs of sets, and of each set with all others.

    >>> mean_jaccard([{"red", "owls"}, {"owls", "fly"}, {"fly"}]).mean == 5 / 18
    True
    """
    require_numba("the overlap of all pairs")
    total = len(sets)
    if total < 2:
        raise StatisticsError(f"the mean of all pairs needs two sets or more, found {total}")
    terms = index_terms(as_sets(encode(sets)), 1)

    def block(begin: int) -> tuple[Floats, Integers]:
        sums, unions = overlaps(terms.frozen(), begin, min(begin + BLOCK, total))
        return sums, unions

    parts = map_many(
        block, range(0, total, BLOCK), jobs=jobs, cluster=cluster, progress=progress, description="overlap"
    )
    unions = np.sum([part for _, part in parts], axis=0).tolist()
    both_ways = sum((Fraction(shared, size) for size, shared in enumerate(unions) if shared), Fraction())
    return Overlap(
        mean=float(both_ways / (total * (total - 1))),
        each=np.concatenate([sums for sums, _ in parts]) / (total - 1),
    )


@compiled
def overlaps(terms: Terms, begin: int, end: int) -> tuple[Floats, Integers]:
    """Return the sum of each set's Jaccard with all others, and the shared members by size of the union."""
    longest = 0
    for length in terms.lengths:
        longest = max(longest, length)
    unions = np.zeros(2 * longest + 1, dtype=np.int64)
    own = np.zeros(2 * longest + 1, dtype=np.int64)
    sums = np.zeros(end - begin)
    shared = np.zeros(len(terms.lengths), dtype=np.int32)
    for one in range(begin, end):
        for at in range(terms.row_starts[one], terms.row_starts[one + 1]):
            term = terms.row_terms[at]
            for posting in range(terms.posting_starts[term], terms.posting_starts[term + 1]):
                shared[terms.postings[posting]] += 1
        shared[one] = 0
        for other in range(len(shared)):
            if shared[other] > 0:
                own[terms.lengths[one] + terms.lengths[other] - shared[other]] += shared[other]
                shared[other] = 0
        # By size of the union the sums are of integers, the same in whatever order the pairs are met.
        for union in range(1, len(own)):
            if own[union] > 0:
                sums[one - begin] += own[union] / union
                unions[union] += own[union]
                own[union] = 0
    return sums, unions
