"""Nearest neighbours under BLEU: ASDiv-A against NLTK, all of MathQA, and a curve over generated problems.

Run with the data at hand: MWPLAB_DATA=... python benchmarks/bench_similarity.py [SIZE...]
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time
import warnings
from collections.abc import Callable
from random import Random
from typing import TypeVar

import numpy as np

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
    """Print time and memory over the size, each measured in a process of its own, and the fitted exponents."""
    rows = []
    for size in sizes:
        command = [sys.executable, __file__, "--one", str(size)]
        line = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        rows.append([float(cell) for cell in line.split()])
        tokens_read, index, clock, busy, memory = rows[-1]
        print(
            f"{size:9,} generated problems ({tokens_read / size:.0f} tokens each): {busy:8.2f} s of one core "
            f"({clock:.2f} s on the clock), {memory:7.0f} MiB above the texts, CLD {index:.4f}"
        )
    if len(sizes) > 1:
        logs = np.log(sizes)
        for name, column in (("time", 3), ("memory", 4)):
            exponent = np.polyfit(logs, np.log([row[column] for row in rows]), 1)[0]
            print(f"{name} grows with size to the power {exponent:.2f}")


def one_size(size: int) -> None:
    """Print tokens, diversity, both times and memory of one size."""
    texts = [problem(Random(f"7:{number}")) for number in range(size)]
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    found, clock, busy = timed(lambda: nearest(texts, Bleu(), jobs=1))
    memory = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    print(sum(map(len, texts)), 1 - found.values.mean(), clock, busy, memory)


NAMES = (
    "ada bo cy dee eli fay gus hal ida jon kay leo mia ned ora pam quin ray sue tom una vic wes zoe".split()
)
THINGS = (
    "figs kites stamps shells marbles owls jars pens coins cards tulips buttons apples boats drums "
    "eggs forks gloves hats keys lamps maps nets oars plums quilts rings socks tents vases"
).split()
PLACES = "at the market|in the garden|on the boat|at school|by the lake|in the attic|at the fair|on the farm".split(
    "|"
)
STARTS = (
    "{a} has {m} {x} {p}|{p} {a} counts {m} {x}|there are {m} {x} {p} and {a} takes {n}|"
    "{a} bought {m} boxes of {x} with {n} in each box|every day {a} finds {m} {x} {p}|"
    "{a} and {b} share {m} {x} {p}|a shelf {p} holds {m} {x}|{a} needs {m} {x} for each of {n} guests|"
    "{m} of the {x} {p} belong to {a}|{a} sells {x} for {m} cents each {p}"
).split("|")
MIDDLES = (
    "{b} gives {a} {n} more {x}|then {n} of the {x} are lost {p}|{a} puts {n} {x} into each of {k} bags|"
    "after a week {b} returns {n} {x}|{b} has {n} times as many {x} as {a}|half of the {x} are {y}|"
    "{a} trades {n} {x} for {k} {y}|{n} friends come {p} and each brings {k} {x}|"
    "{b} breaks {n} {x} and buys {k} new ones|the wind carries {n} {x} away"
).split("|")
QUESTIONS = (
    "how many {x} does {a} have now|how many {x} are left {p}|how many more {x} than {b} does {a} have|"
    "what is the number of {x} in each bag|how many {x} do {a} and {b} have together|"
    "how much does {a} earn {p}|how many {x} did {a} have at first|how many {y} can {b} buy"
).split("|")


def problem(random: Random) -> list[str]:
    """Return the words of a made-up problem: two to four sentences of thirty patterns."""
    one, other = random.sample(NAMES, 2)
    thing, second = random.sample(THINGS, 2)
    numbers = {letter: str(random.randint(2, 99)) for letter in "mnk"}
    parts = [
        random.choice(STARTS),
        *random.sample(MIDDLES, random.randint(0, 2)),
        random.choice(QUESTIONS),
    ]
    said = [
        part.format(a=one, b=other, x=thing, y=second, p=random.choice(PLACES), **numbers).split()
        for part in parts
    ]
    return [word for part in said for word in (*part, ".")]


if __name__ == "__main__":
    main()
