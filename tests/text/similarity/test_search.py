"""The staged search against all pairs: the same bits, the same neighbour."""

from __future__ import annotations

import math
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mwplab.errors import StatisticsError
from mwplab.text.similarity import (
    SMOOTHINGS,
    Bleu,
    Jaccard,
    Neighbours,
    Rough,
    keeping,
    nearest,
    nearest_among,
    search,
)
from mwplab.text.similarity.kept import KeptBlocks

Plain = Callable[..., list[tuple[int, float]]]
Corpus = Callable[[int, int, int, int], list[list[str]]]

SHAPES = [(40, 3, 6), (40, 12, 14), (30, 60, 30), (30, 2, 3)]
"""Size, different words, longest text: from nearly nothing but ties to nearly nothing in common."""

BLEUS = [
    *(Bleu(smoothing=smoothing) for smoothing in SMOOTHINGS),
    *(Bleu(smoothing=smoothing, effective_order=True) for smoothing in ("method3", "none", "exp", "add-k")),
    *(Bleu(order=order) for order in (1, 2, 6)),
    *(Bleu(order=order, smoothing="method7", brevity_penalty=False) for order in (2, 4, 6)),
    Bleu(smoothing="method1", value=3.0),  # a match counts for less than none
    Bleu(smoothing="floor", value=1.5),
    Bleu(smoothing="method4", value=0.2),
    Bleu(smoothing="method6", value=0.5, order=5),
    Bleu(smoothing="exp", brevity_penalty=False),
]


def pairs(found: Neighbours) -> list[tuple[int, float]]:
    return list(zip(found.places.tolist(), found.values.tolist(), strict=True))


@pytest.mark.parametrize("similarity", [*BLEUS, Jaccard()], ids=str)
def test_search_equals_all_pairs(similarity: Any, corpus: Corpus, by_all_pairs: Plain) -> None:
    for seed, (size, words, longest) in enumerate(SHAPES):
        texts = corpus(seed, size, words, longest)
        groups = [f"type {Random(f'{seed}:{place}').randrange(3)}" for place in range(len(texts))]
        assert pairs(nearest(texts, similarity)) == by_all_pairs(texts, similarity.similarity)
        within = by_all_pairs(texts, similarity.similarity, groups=groups)
        assert pairs(nearest(texts, similarity, groups=groups)) == within
        among = by_all_pairs(texts[:15], similarity.similarity, pool=texts[15:])
        assert pairs(nearest_among(texts[:15], texts[15:], similarity)) == among


@settings(max_examples=150)
@given(
    texts=st.lists(st.lists(st.sampled_from("abc"), max_size=9), min_size=2, max_size=12),
    similarity=st.sampled_from(
        [Bleu(), Bleu(smoothing="none"), Bleu(smoothing="method5", order=2), Jaccard()]
    ),
)
def test_search_equals_all_pairs_of_any_texts(
    texts: list[list[str]], similarity: Any, by_all_pairs: Plain
) -> None:
    assert pairs(nearest(texts, similarity)) == by_all_pairs(texts, similarity.similarity)
    assert pairs(nearest_among(texts, texts, similarity)) == by_all_pairs(
        texts, similarity.similarity, pool=texts
    )


@pytest.mark.realdata
@pytest.mark.parametrize("similarity", [Bleu(), Bleu(smoothing="none"), Jaccard()], ids=str)
def test_search_equals_all_pairs_of_real_problems(similarity: Any, by_all_pairs: Plain) -> None:
    from mwplab.catalogue import load
    from mwplab.text import tokens

    chosen = Random(4).sample(load("asdiv-a").problems, 150)
    texts = [[token.text.lower() for token in tokens(problem.text)] for problem in chosen]
    assert pairs(nearest(texts, similarity)) == by_all_pairs(texts, similarity.similarity)


@pytest.mark.parametrize(
    ("texts", "groups", "places", "values"),
    [
        ([], None, [], []),
        ([["a"]], None, [-1], [math.nan]),
        ([["a"], ["b"], ["c"]], None, [1, 0, 0], [0.0, 0.0, 0.0]),
        ([[], [], ["a"]], None, [1, 0, 0], [0.0, 0.0, 0.0]),
        ([["a"], ["b"], ["a"]], ["x", "y", "x"], [2, -1, 0], [1.0, math.nan, 1.0]),
        ([["a"], ["a"], ["a"], ["a"]], None, [1, 0, 0, 0], [1.0] * 4),
        ([["a"], ["b"], ["a"], ["b"]], ["x", "x", "y", "y"], [1, 0, 3, 2], [0.0] * 4),
    ],
)
def test_edges(texts: Any, groups: Any, places: list[int], values: list[float]) -> None:
    found = nearest(texts, Bleu(order=1), groups=groups)
    assert found.places.tolist() == places
    np.testing.assert_array_equal(found.values, values)


def test_pool_may_be_empty() -> None:
    found = nearest_among([["a"], []], [], Jaccard())
    assert found.places.tolist() == [-1, -1]
    assert np.isnan(found.values).all()
    assert nearest_among([], [["a"]], Jaccard()).places.tolist() == []


def test_text_that_is_not_split_is_told() -> None:
    with pytest.raises(StatisticsError, match="expected a sequence of tokens, found the text 'Ada has figs'"):
        nearest(["Ada has figs", "Bo has figs"], Bleu())


def test_groups_are_one_for_each_text() -> None:
    with pytest.raises(StatisticsError, match="there are 2 texts but 1 groups"):
        nearest([["a"], ["b"]], Bleu(), groups=["x"])


@pytest.mark.usefixtures("own_ray")
def test_results_are_the_same_bits_with_every_engine(monkeypatch: pytest.MonkeyPatch, corpus: Corpus) -> None:
    monkeypatch.setattr(search, "BLOCK", 100)
    # Long enough for joblib to hand the index to its workers as maps of files.
    texts = corpus(9, 3000, 500, 60)
    engines: list[dict[str, Any]] = [{"jobs": 1}, {"jobs": 2}, {"jobs": 2, "cluster": "local-ray"}]
    here, *others = [nearest(texts, Bleu(), **engine) for engine in engines]
    for other in others:
        assert other.places.tolist() == here.places.tolist()
        assert other.values.tobytes() == here.values.tobytes()


INTERRUPTED = """
import signal
from random import Random
from mwplab.text.similarity import Bleu, nearest

signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job is started without it
random = Random(1)
texts = [[random.randrange(30) for _ in range(40)] for _ in range(60_000)]
nearest(texts[:50], Bleu(), jobs=1)
print("working", flush=True)
nearest(texts, Bleu(), jobs=2)
"""


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="sends a signal to a process group")
def test_interrupt_ends_the_search() -> None:
    running = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED],
        start_new_session=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert running.stdout is not None
    assert running.stdout.readline() == "working\n"
    time.sleep(4)
    assert running.poll() is None
    os.killpg(running.pid, signal.SIGINT)
    _, told = running.communicate(timeout=30)
    assert running.returncode == -signal.SIGINT
    assert told.count("KeyboardInterrupt") == told.count("Traceback") == 1


def descendants(name: str) -> list[int]:
    """Return the processes of this name that this process started, directly or not."""
    parents: dict[int, int] = {}
    named: list[int] = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            if (folder / "cmdline").read_text().startswith(name):
                named.append(int(folder.name))
        except OSError:
            continue

    def ours(process: int) -> bool:
        return process == os.getpid() or (process in parents and ours(parents[process]))

    return [process for process in named if ours(process)]


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc").is_dir(), reason="reads the process table of Linux")
@pytest.mark.usefixtures("own_ray")
def test_killed_worker_of_a_cluster_loses_nothing(
    monkeypatch: pytest.MonkeyPatch, corpus: Corpus, tmp_path: Path
) -> None:
    monkeypatch.setattr(search, "BLOCK", 20)
    texts = corpus(5, 2500, 40, 60)
    killed: list[int] = []

    def kill() -> None:
        while not killed and not stop.is_set():
            if len(list(tmp_path.glob("*/block-*.npz"))) >= 3 and (found := descendants("ray::_portion")):
                os.kill(found[0], signal.SIGKILL)
                killed.append(found[0])
            time.sleep(0.01)

    stop = threading.Event()
    killer = threading.Thread(target=kill)
    killer.start()
    try:
        with keeping(tmp_path):
            there = nearest(texts, Bleu(), jobs=2, cluster="local-ray")
    finally:
        stop.set()
        killer.join()
    here = nearest(texts, Bleu(), jobs=1)
    assert killed
    assert there.values.tobytes() == here.values.tobytes()
    assert there.places.tolist() == here.places.tolist()


KEPT = """
import signal, sys
from pathlib import Path
from random import Random
from mwplab.text.similarity import Bleu, keeping, nearest, search

signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job is started without it
search.BLOCK = 25
random = Random(1)
texts = [[random.randrange(30) for _ in range(40)] for _ in range(int(sys.argv[2]))]
with keeping(Path(sys.argv[1])):
    found = nearest(texts, Bleu(), jobs=2)
print(found.values.sum().hex(), found.places.sum())
"""


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc").is_dir(), reason="sends a signal to a process group")
def test_interrupted_search_goes_on_from_its_finished_blocks(tmp_path: Path) -> None:
    command = [sys.executable, "-c", KEPT, str(tmp_path / "kept"), "2500"]
    running = subprocess.Popen(
        command, start_new_session=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    deadline = time.monotonic() + 120
    while len(list(tmp_path.glob("kept/*/block-*.npz"))) < 4 and time.monotonic() < deadline:
        time.sleep(0.01)
    os.killpg(running.pid, signal.SIGINT)
    assert b"KeyboardInterrupt" in running.communicate(timeout=30)[1]
    kept = {path: path.stat().st_mtime_ns for path in tmp_path.glob("kept/*/block-*.npz")}
    assert 4 <= len(kept) < 100
    done = [
        subprocess.run([*command[:3], str(folder), "2500"], capture_output=True, text=True, check=True).stdout
        for folder in (tmp_path / "kept", tmp_path / "fresh")
    ]
    assert done[0] == done[1] != ""
    assert {path: path.stat().st_mtime_ns for path in kept} == kept


def test_kept_blocks_are_of_the_same_search_only_and_damage_is_mended(tmp_path: Path, corpus: Corpus) -> None:
    texts = corpus(3, 60, 12, 14)
    with keeping(tmp_path):
        first = nearest(texts, Bleu())
        [block] = tmp_path.glob("*/block-*.npz")
        block.write_bytes(block.read_bytes()[:40])
        assert nearest(texts, Bleu()).values.tobytes() == first.values.tobytes()
        nearest(texts[1:], Bleu())
        nearest(texts, Bleu(order=3))
        nearest(texts, Jaccard())
        nearest_among(texts[:9], texts[9:], Bleu())
    nearest(texts, Bleu(order=5))
    assert len(list(tmp_path.glob("*/block-*.npz"))) == 5


def test_kept_files_with_objects_are_not_read(tmp_path: Path) -> None:
    kept = KeptBlocks(tmp_path, [np.arange(3)], "any")
    np.savez(kept.folder / "block-000000.npz", np.array([{"a": 1}], dtype=object))
    assert kept.read(0) is None


@pytest.mark.parametrize(
    "similarity", [Bleu(), Bleu(smoothing="none"), Bleu(smoothing="method6"), Jaccard()], ids=str
)
def test_rough_search_that_looks_at_everything_is_exact(similarity: Any, corpus: Corpus) -> None:
    texts = corpus(11, 80, 30, 20)
    exact = nearest(texts, similarity)
    rough = nearest(texts, similarity, rough=Rough(candidates=1000))
    assert rough.values.tolist() == exact.values.tolist()
    assert rough.recall == exact.recall == 1
    among = nearest_among(texts[:20], texts[20:], similarity, rough=Rough(candidates=1000))
    assert among.values.tolist() == nearest_among(texts[:20], texts[20:], similarity).values.tolist()


def test_recall_of_a_rough_search_is_the_share_of_exact_values(corpus: Corpus) -> None:
    texts = [list(text) for text in {tuple(text) for text in corpus(12, 400, 300, 25)} if text]
    exact = nearest(texts, Bleu())
    for candidates in [1, 2, 20]:
        rough = Rough(candidates=candidates, sample=10**6)
        found = nearest(texts, Bleu(), rough=rough)
        assert (found.values <= exact.values).all()
        assert found.recall == np.mean(found.values == exact.values)
        for one in np.flatnonzero(found.values):
            assert Bleu().similarity(texts[one], texts[found.places[one]]) == found.values[one]
        again = nearest(texts, Bleu(), rough=rough, jobs=2)
        assert again.values.tobytes() == found.values.tobytes()
    assert found.recall > 0.8


def test_a_rough_search_of_nothing_is_told() -> None:
    with pytest.raises(StatisticsError, match="needs 1 candidate or more"):
        Rough(candidates=0)
