"""Greedy subsets with low lexical overlap: ours against the plain algorithm, and 20,000 generated problems.

Run with the data at hand: MWPLAB_DATA=... python benchmarks/bench_greedy.py [SIZE]
"""

from __future__ import annotations

import sys
import time
from collections.abc import Hashable
from random import Random

from generated import problems

from mwplab.catalogue import load
from mwplab.errors import DataError
from mwplab.text.similarity import Jaccard, choose, improve, shingles, weigh
from mwplab.text.words import Words

SETS = ("addsub", "singleop", "multiarith", "singleeq", "simuleq-s", "simuleq-l")
SAMPLE = 20_000
"""Pairs that the plain algorithm compares; its time for a whole choice is taken from these."""

CHECKED = 80
"""Problems of which the plain algorithm chooses half, to see that the choice is the same."""

Sets = list[frozenset[Hashable]]


def main() -> None:
    """Print the measurements."""
    tiny = weigh([{"a"}, {"a", "b"}, {"b"}], [None] * 3)
    improve(tiny, choose(tiny, 2, 0))  # so that nothing is compiled while the clock runs
    try:
        for name in SETS:
            compare(
                f"mawps/{name}", [shingles(Words().of(problem.text)) for problem in load(f"mawps/{name}")]
            )
    except DataError as error:
        print(f"the published sets are left out: {error}")
    size = int(sys.argv[1]) if sys.argv[1:] else 20_000
    compare(f"{size:,} generated", [shingles([problem]) for problem in problems(size)])


def compare(name: str, sets: Sets) -> None:
    """Print how long half of a set takes to choose, and how long the plain algorithm would take."""
    half = len(sets) // 2
    start = time.process_time()
    weighted = weigh(sets, [None] * len(sets))
    indexed = time.process_time()
    found = choose(weighted, half, 0)
    chosen = time.process_time()
    swapped = improve(weighted, found)
    improved = time.process_time()
    theirs = pair_time(sets) * sum(step * (len(sets) - step) for step in range(1, half))
    ours = chosen - start
    pairs = half * (half - 1) / 2
    print(
        f"{name}, {half:,} of {len(sets):,}: {ours:.4f} s ({indexed - start:.4f} for the index), plain "
        f"{theirs:,.0f} s (extrapolated from {SAMPLE:,} pairs), ratio {theirs / ours:,.0f}; "
        f"Lex {100 * found.total / pairs:.4f}, after swaps of {improved - chosen:.2f} s "
        f"{100 * swapped.total / pairs:.4f}"
    )
    few = sets[:CHECKED]
    same = choose(weigh(few, [None] * len(few)), len(few) // 2, 0).places == plain(few, len(few) // 2)
    print(f"  the plain algorithm chooses the same {len(few) // 2} of the first {len(few)}: {same}")


def plain(sets: Sets, size: int) -> tuple[int, ...]:
    """Return the choice from the first set on, every sum anew at every step."""
    chosen = [0]
    while len(chosen) < size:
        left = (place for place in range(len(sets)) if place not in chosen)
        chosen.append(
            min(left, key=lambda place: sum(Jaccard().similarity(sets[place], sets[one]) for one in chosen))
        )
    return tuple(chosen)


def pair_time(sets: Sets) -> float:
    """Return the seconds that one comparison takes the plain algorithm."""
    random = Random(0)
    pairs = [random.sample(range(len(sets)), 2) for _ in range(SAMPLE)]
    start = time.process_time()
    for one, other in pairs:
        len(sets[one] & sets[other]) / len(sets[one] | sets[other])
    return (time.process_time() - start) / SAMPLE


if __name__ == "__main__":
    main()
