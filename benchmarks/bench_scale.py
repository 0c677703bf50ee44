"""Nearest neighbours in corpora of a thousand to a million generated problems: time and memory against size.

The problems are those of `generated`, as lexicon diversity compares them: words of content, masks for names
and numbers; with --words all words. Every size has a process of its own. Memory is that of all processes
together, what they share counted once.

    python benchmarks/bench_scale.py                        1,000 to 100,000 on one core
    python benchmarks/bench_scale.py --most 1000000 --jobs 2 --svg curve.svg
    python benchmarks/bench_scale.py 50000 --candidates 100     a rough search with its measured recall
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

import numpy as np
from generated import content, problems

from mwplab.reports.plots import BAR, INK, drawing, new_fields, svg_text
from mwplab.text.similarity import Bleu, Rough, nearest

Output = TypeVar("Output")
SIZES = [1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000]


class Line(NamedTuple):
    """What was measured of one size."""

    size: int
    words: float
    """Words of a problem."""
    clock: float
    """Seconds on the clock."""
    busy: float
    """Seconds of all cores."""
    above: float
    """MiB above the texts."""
    whole: float
    """MiB with the texts, the program and all."""
    diversity: float
    recall: float


def main() -> None:
    """Print a line for each size and the fitted exponents."""
    parser = argparse.ArgumentParser()
    parser.add_argument("sizes", nargs="*", type=int)
    parser.add_argument("--most", type=int, default=100_000, help="the largest size, where none are given")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--candidates", type=int, default=0, help="a rough search among so many")
    parser.add_argument("--words", action="store_true")
    parser.add_argument("--svg", type=Path, help="draw the curve into this file")
    parser.add_argument("--one", action="store_true", help="measure in this process")
    given = parser.parse_args()
    if given.one:
        print(*one_size(given.sizes[0], given.jobs, given.candidates, given.words))
        return
    rows = []
    options = ["--one", "--jobs", str(given.jobs), "--candidates", str(given.candidates)]
    options += ["--words"] * given.words
    for size in given.sizes or [size for size in SIZES if size <= given.most]:
        command = [sys.executable, __file__, str(size), *options]
        printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
        line = Line(int(printed[0]), *map(float, printed[1:]))
        rows.append(line)
        print(
            f"{size:9,} problems of {line.words:.0f} words: {line.busy:8.2f} s of one core "
            f"({line.clock:.2f} s on the clock, jobs={given.jobs}), {line.above:6.0f} MiB above the texts, "
            f"{line.whole:6.0f} MiB in all, CLD {line.diversity:.4f}, recall {line.recall:.3f}",
            flush=True,
        )
    if len(rows) > 1:
        for name, values in (("time", [row.busy for row in rows]), ("memory", [row.above for row in rows])):
            print(f"{name} grows with size to the power {exponent(rows, values):.2f}")
    if given.svg:
        given.svg.write_text(curve(rows) + "\n")


def exponent(rows: Sequence[Line], values: Sequence[float]) -> float:
    """Return the slope of the line through the logarithms, by least squares."""
    return float(np.polyfit(np.log([row.size for row in rows]), np.log(values), 1)[0])


@drawing()
def curve(rows: Sequence[Line]) -> str:
    """Return time and memory against size as a picture."""
    figure, fields = new_fields(5.2, 2.6, "Exact nearest neighbours by BLEU-4", rows=1, columns=2)
    sizes = [row.size for row in rows]
    drawn = {
        "seconds of one core": [row.busy for row in rows],
        "MiB above the texts": [row.above for row in rows],
    }
    for field, (label, values) in zip(fields, drawn.items(), strict=True):
        field.loglog(sizes, values, "o-", color=BAR, markersize=3, linewidth=1.4)
        field.set_title(f"{label}: n^{exponent(rows, values):.2f}", fontsize=7.5, color=INK, loc="left")
        field.set_xlabel("problems", fontsize=8, color=INK)
        field.minorticks_off()
        for axis in (field.xaxis, field.yaxis):
            axis.set_major_formatter(lambda value, _: f"{value:,.10g}")
    return svg_text(figure)


def one_size(size: int, jobs: int, candidates: int, words: bool) -> Line:
    """Return what was measured of one size."""
    rough = Rough(candidates=candidates) if candidates else None
    nearest([["a"], ["a", "b"]] * 4, Bleu(), jobs=1, rough=rough)  # nothing is compiled while the clock runs
    texts = problems(size) if words else [content(problem) for problem in problems(size)]
    before = usage()[0]
    found, clock, busy, peak = watched(lambda: nearest(texts, Bleu(), jobs=jobs, rough=rough))
    length = sum(map(len, texts)) / size
    return Line(size, length, clock, busy, peak - before, peak, 1 - found.values.mean(), found.recall)


def watched(search: Callable[[], Output]) -> tuple[Output, float, float, float]:
    """Return the result, the seconds on the clock and of all cores, and the greatest memory in MiB."""
    done = threading.Event()
    memory, worked = usage()
    seen = [memory]

    def watch() -> None:
        # To look takes a while itself where there is much memory.
        while not done.wait(0.02 if len(seen) < 100 else 2):
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
    return found, clock, busy - worked, max(*seen, after)


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
