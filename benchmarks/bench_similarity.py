"""Nearest neighbours under BLEU: ASDiv-A against NLTK, and all of MathQA.

Run with the data at hand: MWPLAB_DATA=... python benchmarks/bench_similarity.py
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable
from random import Random
from typing import TypeVar

from mwplab.catalogue import load
from mwplab.errors import DataError
from mwplab.text import tokens
from mwplab.text.similarity import Bleu, Jaccard, mean_jaccard, nearest

SAMPLE = 2000
"""Pairs that the slow side compares; its time for all pairs is taken from these."""

Output = TypeVar("Output")


def main() -> None:
    """Print the measurements."""
    nearest([["a"], ["a", "b"]] * 4, Bleu(), jobs=1)  # so that nothing is compiled while the clock runs
    mean_jaccard([["a"], ["a", "b"]], jobs=1)
    try:
        compare_with_nltk(words("asdiv-a"))
        search("MathQA", words("mathqa"))
    except DataError as error:
        print(f"the published corpora are left out: {error}")


def words(name: str) -> list[list[str]]:
    """Return the words of each problem in lower case, a stand-in for the normalisation of the papers."""
    return [[token.text.lower() for token in tokens(problem.text)] for problem in load(name)]


def timed(function: Callable[[], Output], times: int = 1) -> tuple[Output, float, float]:
    """Return the value, and of the quickest run the seconds on the clock and of one core."""
    runs = []
    for _ in range(times):
        start, busy = time.perf_counter(), time.process_time()
        output = function()
        runs.append((time.process_time() - busy, time.perf_counter() - start))
    return output, min(runs)[1], min(runs)[0]


def compare_with_nltk(texts: list[list[str]]) -> None:
    """Print how long the diversity of ASDiv-A takes us, and NLTK for all pairs."""
    from nltk.translate.bleu_score import SmoothingFunction, sentence_bleu

    warnings.simplefilter("ignore")
    ours = search("ASDiv-A", texts, times=5)
    random = Random(0)
    pairs = [random.sample(texts, 2) for _ in range(SAMPLE)]
    smoothing = SmoothingFunction().method3
    # One text against another and back, as the definition has it.
    values, _, busy = timed(
        lambda: [
            sentence_bleu([other], one, smoothing_function=smoothing)
            + sentence_bleu([one], other, smoothing_function=smoothing)
            for one, other in pairs
        ]
    )
    worst = max(abs(value / 2 - Bleu().similarity(*pair)) for value, pair in zip(values, pairs, strict=True))
    theirs = busy / SAMPLE * len(texts) * (len(texts) - 1) / 2
    print(
        f"  NLTK, all pairs: {theirs:,.0f} s of one core (extrapolated from {SAMPLE:,} pairs, "
        f"{busy / SAMPLE * 1e6:.0f} us a pair both ways), ratio {theirs / ours:,.0f}; "
        f"largest difference {worst:.1e}"
    )


def search(name: str, texts: list[list[str]], times: int = 1) -> float:
    """Print how long it takes to find all neighbours, from tokens on; return the seconds of one core."""
    for smoothing in ("none", "method3"):
        similarity = Bleu(smoothing=smoothing)
        found, clock, busy = timed(lambda of=similarity: nearest(texts, of, jobs=1), times)  # type: ignore[misc]
        print(
            f"{name}, {len(texts):,} problems, BLEU-4 {smoothing}: {busy:.3f} s of one core "
            f"({clock:.3f} s on the clock), CLD {1 - found.values.mean():.4f}"
        )
    _, clock, jaccard = timed(lambda: nearest(texts, Jaccard(), jobs=1), times)
    print(f"{name}, nearest by Jaccard: {jaccard:.3f} s of one core ({clock:.3f} s on the clock)")
    return busy


if __name__ == "__main__":
    main()
