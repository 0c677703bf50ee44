"""Trained models on disk, and memory: what is damaged, edited or too large is refused in one sentence."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file, save_file

from mwplab.errors import DataError, ModelError, RecordError
from mwplab.solvers import Neural, load_solver, save_solver, solvers
from mwplab.solvers.neural import training
from mwplab.spec import Spec
from tests.solvers.neural.made import SMALL, STARTER

SPEC = Spec("constrained", {**SMALL, "epochs": 1})


@pytest.fixture(scope="module")
def learner() -> Neural:
    solver = solvers.make(SPEC)
    assert isinstance(solver, Neural)
    solver.fit(STARTER[:16])
    return solver


@pytest.mark.parametrize("value", [torch.nan, torch.inf])
def test_weights_that_are_no_numbers_are_refused(learner: Neural, tmp_path: Path, value: float) -> None:
    learner.save(tmp_path)
    path = tmp_path / "model.safetensors"
    weights = load_file(path)
    weights["read.0.bias"][3] = value
    save_file(weights, path)
    with pytest.raises(DataError, match=r"model.safetensors' holds weights that are no .* in read.0.bias"):
        solvers.make(SPEC).load(tmp_path)


def test_the_umask_says_who_may_read_weights(learner: Neural, tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        save_solver(learner, SPEC, tmp_path / "model")
    finally:
        os.umask(before)
    modes = {path.name: path.stat().st_mode & 0o777 for path in (tmp_path / "model").iterdir()}
    assert modes == dict.fromkeys(["learnt.json", "model.safetensors", "solver.json"], 0o640)


@pytest.mark.parametrize("name", ["learnt.json", "solver.json"])
def test_a_file_that_is_no_text_is_named_with_its_folder(learner: Neural, tmp_path: Path, name: str) -> None:
    save_solver(learner, SPEC, tmp_path / "model")
    path = tmp_path / "model" / name
    path.write_bytes(b"\xff\xfe" + path.read_bytes())
    with pytest.raises(DataError) as refused:
        load_solver(tmp_path / "model")
    assert str(refused.value).startswith(f"{str(path)!r} is not UTF-8 text")


@pytest.mark.parametrize("name", ["hidden", "layers", "embedding"])
def test_sizes_that_differ_from_those_learnt_are_refused(learner: Neural, tmp_path: Path, name: str) -> None:
    save_solver(learner, SPEC, tmp_path / "model")
    path = tmp_path / "model" / "solver.json"
    edited = str(Spec(SPEC.name, {**SPEC.options, name: 7}))
    path.write_text(json.dumps({**json.loads(path.read_text()), "spec": edited}))
    with pytest.raises(RecordError, match=f"learnt.json' has {name}=.*, not {name}=7; give {name}="):
        load_solver(tmp_path / "model")


def test_sizes_that_are_not_given_are_those_learnt(learner: Neural, tmp_path: Path) -> None:
    learner.save(tmp_path)
    again = solvers.make("constrained(device=cpu)")
    again.load(tmp_path)
    questions = [problem.as_question() for problem in STARTER[:4]]
    assert again.solve(questions) == learner.solve(questions)


def _too_much() -> None:
    torch.empty(2**60, dtype=torch.uint8)


def _python_too_much() -> None:
    bytearray(2**62)


@pytest.mark.parametrize("fill", [_too_much, _python_too_much])
def test_a_solver_that_memory_does_not_hold_says_what_would_do(
    monkeypatch: pytest.MonkeyPatch, fill: Any
) -> None:
    monkeypatch.setattr(training, "train_many", lambda *_, **__: fill())
    with pytest.raises(ModelError, match="the memory of this machine does not hold 'constrained'") as refused:
        solvers.make(SPEC).fit(STARTER[:16])
    assert "hidden=256) would do" in str(refused.value)
    assert "\n" not in str(refused.value)


def test_another_failure_of_training_is_left_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("expected scalar type")

    monkeypatch.setattr(training, "train_many", fail)
    with pytest.raises(RuntimeError, match="expected scalar type"):
        solvers.make(SPEC).fit(STARTER[:16])
