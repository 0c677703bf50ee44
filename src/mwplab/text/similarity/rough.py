"""Candidates for a nearest neighbour in a corpus of millions: texts that share the most rare terms."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mwplab.errors import StatisticsError
from mwplab.text.similarity.compiled import compiled
from mwplab.text.similarity.terms import Integers, Small, Terms

READ = 200
"""How many texts are met for each that is compared, counted as often as they share an n-gram."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rough:
    """How much of a corpus a search looks at for each text, and how it finds out what it misses.

    The rarest n-grams of a text are read first, with the texts that have them, until `READ` were met for each
    candidate. Those that were met most often are compared exactly. A sample is searched exactly as well.
    """

    candidates: int = 100
    """How many texts each one is compared with, at most."""

    sample: int = 500
    """How many texts are searched exactly, to tell the recall."""

    seed: int = 0
    """Where the chance starts that draws the sample."""

    def __post_init__(self) -> None:
        if min(self.candidates, self.sample) < 1:
            raise StatisticsError(
                "a rough search needs 1 candidate or more and a sample of 1 or more, found "
                f"{self.candidates} and {self.sample}"
            )


@compiled
def gather(terms: Terms, queries: Integers, most: int) -> tuple[Integers, Small]:
    """Return where the candidates of each query start, and those of all queries one after the other."""
    starts = np.zeros(len(queries) + 1, dtype=np.int64)
    found = np.empty(len(queries) * most, dtype=np.int32)
    counts = np.zeros(len(terms.lengths), dtype=np.int32)
    touched = np.empty(len(terms.lengths), dtype=np.int32)
    for place in range(len(queries)):
        one = queries[place]
        met, left = 0, 0
        for order in range(terms.orders - 1, -1, -1):
            # What a higher order did not use up is left for the lower ones.
            left += READ * most // terms.orders
            row = one * terms.orders + order
            for entry in range(terms.row_starts[row], terms.row_starts[row + 1]):
                term = terms.row_terms[entry]
                begin, end = terms.posting_starts[term], terms.posting_starts[term + 1]
                left -= end - begin
                if left < 0:
                    left += end - begin
                    break
                for at in range(begin, end):
                    text = terms.postings[at]
                    if counts[text] == 0:
                        touched[met] = text
                        met += 1
                    counts[text] += order + 1
        counts[one] = 0
        starts[place + 1] = starts[place] + pick(counts, touched[:met], found[starts[place] :], most)
    return starts, found[: starts[-1]].copy()


@compiled
def pick(counts: Small, touched: Small, found: Small, most: int) -> int:
    """Write the texts that were met most often; return how many they are, and forget the counts."""
    highest = 0
    for text in touched:
        highest = max(highest, counts[text])
    totals = np.zeros(highest + 2, dtype=np.int64)
    for text in touched:
        totals[counts[text]] += 1
    least, above = highest + 1, 0
    while least > 1 and above + totals[least - 1] <= most:
        least -= 1
        above += totals[least]
    room = most - above
    written = 0
    for text in touched:
        if counts[text] >= least or (counts[text] == least - 1 and counts[text] > 0 and room > 0):
            room -= counts[text] < least
            found[written] = text
            written += 1
        counts[text] = 0
    return written
