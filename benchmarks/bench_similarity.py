"""Nearest neighbours under BLEU: ASDiv-A against NLTK, all of MathQA, and a curve over generated problems.

Run with the data at hand: MWPLAB_DATA=... python benchmarks/bench_similarity.py [SIZE...]
"""

from __future__ import annotations

import math
import subprocess
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from mwplab.catalogue import load
from mwplab.errors import DataError
from mwplab.text import tokens
from mwplab.text.similarity import Bleu, Jaccard, mean_jaccard, nearest

SAMPLE = 2000
"""Pairs that the slow side compares; its time for all pairs is taken from these."""

SIZES = [1_000, 5_000, 20_000, 50_000, 200_000]
"""How many generated problems are searched, each size in a process of its own."""

Output = TypeVar("Output")


def main() -> None:
    """Print the measurements, or with --one the line of one size."""
    nearest([["a"], ["a", "b"]] * 4, Bleu(), jobs=1)  # so that nothing is compiled while the clock runs
    mean_jaccard([["a"], ["a", "b"]], jobs=1)
    if sys.argv[1:2] == ["--one"]:
        one_size(int(sys.argv[2]))
        return
    try:
        compare_with_nltk(words("asdiv-a"))
        search("MathQA", words("mathqa"))
    except DataError as error:
        print(f"the published corpora are left out: {error}")
    curve([int(size) for size in sys.argv[1:]] or SIZES)


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


def curve(sizes: list[int]) -> None:
    """Print time and memory of each size, measured in a process of its own, and the fitted exponents."""
    rows = []
    for size in sizes:
        command = [sys.executable, __file__, "--one", str(size)]
        line = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        rows.append([float(cell) for cell in line.split()])
        words_read, diversity, clock, busy, peak = rows[-1]
        print(
            f"{size:9,} generated problems ({words_read / size:.0f} words each): {busy:8.2f} s of one core "
            f"({clock:.2f} s on the clock), {peak:7.0f} MiB above the texts, CLD {diversity:.4f}"
        )
    if len(sizes) > 1:
        logs = np.log(sizes)
        for name, column in (("time", 3), ("memory", 4)):
            exponent = np.polyfit(logs, np.log([row[column] for row in rows]), 1)[0]
            print(f"{name} grows with size to the power {exponent:.2f}")


def one_size(size: int) -> None:
    """Print tokens, diversity, both times and memory of one size."""
    texts = problems(size)
    Path("/proc/self/clear_refs").write_text("5")  # the greatest memory so far is forgotten
    before = memory()
    found, clock, busy = timed(lambda: nearest(texts, Bleu(), jobs=1))
    print(sum(map(len, texts)), 1 - found.values.mean(), clock, busy, memory() - before)


def memory() -> float:
    """Return the greatest memory of this process since it was last forgotten, in MiB (on Linux)."""
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    return int(status.split("VmHWM:")[1].split()[0]) / 1024


FAMILY = 10
"""How many generated problems tell the same story, with other numbers and a few other words."""

LITTLE = ["the", "a", "of", "and", "has", "in", "how", "many", "to", "is", "he", "with", "each", "for", "are"]
"""Words that every problem has."""


def problems(size: int) -> list[list[str]]:
    """Return made-up problems of 20 to 50 words, frequent and rare ones as in real text, in families."""
    random = np.random.default_rng(7)
    found = []
    for length in random.integers(20, 51, -(-size // FAMILY)).tolist():
        story, kinds = word_numbers(random, length), random.random(length)
        for _ in range(FAMILY):
            other = np.where(random.random(length) < 0.1, word_numbers(random, length), story)
            other = np.where(kinds < 0.08, random.integers(2, 100, length), other)
            found.append([spelled(word, kind) for word, kind in zip(other.tolist(), kinds, strict=True)])
    return [found[place] for place in random.permutation(len(found))[:size]]


def spelled(word: int, kind: float) -> str:
    """Return a number, one of the little words, or any other word."""
    if kind < 0.08:
        return str(word)
    return LITTLE[word % len(LITTLE)] if kind < 0.5 else f"word{word}"


def word_numbers(random: np.random.Generator, count: int) -> npt.NDArray[np.int64]:
    """Return numbers of words, the first word ten times as frequent as the tenth."""
    return np.exp(random.random(count) * math.log(20_000)).astype(np.int64)


if __name__ == "__main__":
    main()
