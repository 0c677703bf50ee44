"""The benchmark of networks: what it counts, and that it runs."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import pytest
import torch

from benchmarks import bench_neural
from benchmarks.neural_problems import problems
from mwplab.solvers.neural import training as neural_training
from mwplab.solvers.neural.products import has_halves
from mwplab.solvers.neural.settings import Precision

OPTIONS = argparse.Namespace(
    device="cpu",
    precision="fp32",
    hidden=16,
    problems=70,
    batch=16,
    decode_batch=16,
    folds=2,
    seconds=0.01,
    rounds=1,
)


def test_problems_are_counted_where_a_step_takes_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def waiting(device: torch.device) -> Iterator[None]:
        yield from [None] * 7  # as a GPU does that has not caught up

    monkeypatch.setattr(neural_training, "reached", waiting)
    counted: list[int] = []

    def compare(_: argparse.Namespace, *works: bench_neural.Work) -> list[list[float]]:
        counted.extend(works[0]() for _ in range(3 * 12))  # five steps an epoch, and seven waits
        return [[1.0] for _ in works]

    monkeypatch.setattr(bench_neural, "compare", compare)
    monkeypatch.setattr(bench_neural, "warm", lambda work, times: None)
    bench_neural.train(OPTIONS, problems(OPTIONS.problems), roof=1.0)
    assert sum(counted) == OPTIONS.folds * 3 * OPTIONS.problems
    assert "2 x batch 16" in capsys.readouterr().out


def test_all_of_it_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(bench_neural, "arguments", lambda: OPTIONS)
    monkeypatch.setattr(torch, "set_num_threads", lambda count: None)
    bench_neural.main()
    lines = capsys.readouterr().out.splitlines()
    decoded = 2 * (len(Precision) if has_halves() else len(Precision) - 1)
    assert len([line for line in lines if "problems/s; plain" in line]) == 1 + decoded
