"""Every dataset read and every equation parsed: problems a second, memory, and the ratio to sympy's parser.

Run with the data at hand: MWPLAB_DATA=... python benchmarks/bench_load.py
"""

from __future__ import annotations

import resource
import time
from random import Random

import sympy

from mwplab.catalogue import datasets, load
from mwplab.equations import parse
from mwplab.errors import DataError

SAMPLE = 300
"""How many equations the slow side parses; its rate is taken from these."""


def main() -> None:
    """Print one line per dataset, then the totals and the ratio."""
    equations: list[str] = []
    problems = seconds = 0.0
    print(f"{'dataset':<24}{'problems':>10}{'equations':>11}{'seconds':>9}{'problems/s':>12}")
    for name in datasets:
        start = time.perf_counter()
        try:
            dataset = load(name)
        except DataError as error:
            print(f"{name:<24}  left out: {error}")
            continue
        took = time.perf_counter() - start
        texts = [str(problem.equations) for problem in dataset if problem.equations is not None]
        equations += texts
        problems, seconds = problems + len(dataset), seconds + took
        print(f"{name:<24}{len(dataset):>10,}{len(texts):>11,}{took:>9.2f}{len(dataset) / took:>12,.0f}")
    print(f"{'all':<24}{problems:>10,.0f}{len(equations):>11,}{seconds:>9.2f}{problems / seconds:>12,.0f}")
    compare_parsers(equations)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory {peak:,.0f} MiB")


def compare_parsers(equations: list[str]) -> None:
    """Print the rate of our parser over all equations and of sympy's over a sample of plain ones."""
    start = time.perf_counter()
    for text in equations:
        parse(text)
    ours = len(equations) / (time.perf_counter() - start)
    plain = [text for text in equations if not set(text) & set(';:"[]<>') and text.count("=") == 1]
    sample = Random(0).sample(plain, min(SAMPLE, len(plain)))
    sides = [side.replace("^", "**") for text in sample for side in text.split("=")]
    start = time.perf_counter()
    for side in sides:
        sympy.parse_expr(side, evaluate=False)
    theirs = len(sample) / (time.perf_counter() - start)
    print(f"parsing: ours {ours:,.0f} equations/s, sympy {theirs:,.0f} (from a sample of {len(sample)})")
    print(f"ratio {ours / theirs:,.0f}")


if __name__ == "__main__":
    main()
