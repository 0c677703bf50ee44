"""Nearest neighbours in corpora of a thousand to a million generated problems: time and memory against size.

The problems are those of `generated`, as lexicon diversity compares them: words of content, masks for names
and numbers; with --words all words. Every size has a process of its own.

    python benchmarks/bench_scale.py                       1,000 to 50,000 on one core
    python benchmarks/bench_scale.py 200000 --jobs 2
    python benchmarks/bench_scale.py 1000000 --sample 3000     the whole index, some searches, extrapolated
    python benchmarks/bench_scale.py 50000 --rough 20000,100   a rough search with its measured recall
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import numpy as np
from generated import content, problems

from mwplab.text.similarity import Bleu, Encoded, Rough, Terms, encode, index_terms, kernels, nearest
from mwplab.text.similarity.terms import frozen

Output = TypeVar("Output")
SIZES = [1_000, 2_000, 5_000, 10_000, 20_000, 50_000]


def main() -> None:
    """Print a line for each size and the fitted exponents."""
    parser = argparse.ArgumentParser()
    parser.add_argument("sizes", nargs="*", type=int, default=SIZES)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--rough", default="", help="POSTINGS,CANDIDATES")
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--words", action="store_true")
    parser.add_argument("--one", action="store_true", help="measure in this process")
    given = parser.parse_args()
    if given.one:
        one_size(given.sizes[0], given.jobs, given.rough, given.words, given.sample)
        return
    rows = []
    options = ["--one", "--jobs", str(given.jobs), "--rough", given.rough, "--sample", str(given.sample)]
    options += ["--words"] * given.words
    for size in given.sizes:
        command = [sys.executable, __file__, str(size), *options]
        line = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        words, clock, busy, peak, diversity, recall = map(float, line.split())
        rows.append((size, busy, peak))
        print(
            f"{size:9,} problems of {words:.0f} words: {busy:8.2f} s of one core ({clock:.2f} s on the "
            f"clock, jobs={given.jobs}), {peak:6.0f} MiB above the texts, CLD {diversity:.4f}, "
            f"recall {recall:.3f}",
            flush=True,
        )
    if len(rows) > 1:
        logs = np.log([row[0] for row in rows])
        for name, column in (("time", 1), ("memory", 2)):
            exponent = np.polyfit(logs, np.log([row[column] for row in rows]), 1)[0]
            print(f"{name} grows with size to the power {exponent:.2f}")


def one_size(size: int, jobs: int, rough: str, words: bool, sample: int) -> None:
    """Print what was measured of one size."""
    limits = [int(part) for part in rough.split(",") if part]
    about = Rough(postings=limits[0], candidates=limits[1]) if limits else None
    nearest([["a"], ["a", "b"]] * 4, Bleu(), jobs=1)  # so that nothing is compiled while the clock runs
    nearest([["a"], ["a", "b"]] * 4, Bleu(), jobs=1, rough=about)
    texts = problems(size) if words else [content(problem) for problem in problems(size)]
    length = sum(map(len, texts)) / size
    if sample:
        print(length, *sampled(texts, sample))
        return
    found, clock, busy, peak = watched(lambda: nearest(texts, Bleu(), jobs=jobs, rough=about))
    print(length, clock, busy, peak, 1 - found.values.mean(), found.recall)


def sampled(texts: list[list[str]], sample: int) -> tuple[float, float, float, float, float]:
    """Return what `one_size` prints, from searches for some texts drawn by chance among all."""
    setting = Bleu().setting(max(map(len, texts)))

    def index() -> tuple[Encoded, Terms]:
        encoded = encode(texts)
        return encoded, index_terms(encoded, setting.counted)

    (encoded, terms), clock, busy, peak = watched(index)
    drawn = np.random.default_rng(0).choice(len(texts), sample, replace=False)
    drawn = drawn[np.argsort(encoded.lengths[drawn], kind="stable")]
    sizes, signs = np.unique(encoded.lengths), kernels.sign(terms.frozen())
    given = frozen(np.arange(len(texts))), frozen(np.zeros(len(texts), dtype=np.bool_))
    start, worked = time.perf_counter(), time.process_time()
    _, values, _ = kernels.search(
        setting, terms.frozen(), frozen(sizes), frozen(signs), *given, frozen(drawn)
    )
    share = len(texts) / sample
    clock += (time.perf_counter() - start) * share
    busy += (time.process_time() - worked) * share
    return clock, busy, peak, 1 - values.mean(), 1.0


def watched(search: Callable[[], Output]) -> tuple[Output, float, float, float]:
    """Return the result, the seconds on the clock and of all cores, and the greatest memory taken in MiB."""
    done = threading.Event()
    before, worked = usage()
    seen = [before]

    def watch() -> None:
        while not done.wait(0.02 if len(seen) < 100 else 0.5):
            seen.append(usage()[0])

    watcher = threading.Thread(target=watch)
    watcher.start()
    start = time.perf_counter()
    try:
        found = search()
    finally:
        clock = time.perf_counter() - start
        done.set()
        watcher.join()
    after, busy = usage()
    return found, clock, busy - worked, max(*seen, after) - before


def usage() -> tuple[float, float]:
    """Return MiB and seconds of this process and its workers, shared memory counted once (on Linux)."""
    memory, ticks, waiting = 0, 0, ["self"]
    while waiting:
        folder = Path("/proc") / waiting.pop()
        try:
            memory += int((folder / "smaps_rollup").read_text().split("Pss:")[1].split()[0])
            ticks += sum(map(int, (folder / "stat").read_text().rpartition(")")[2].split()[11:15]))
            for task in (folder / "task").iterdir():
                waiting += (task / "children").read_text().split()
        except OSError:
            continue
    return memory / 1024, ticks / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
