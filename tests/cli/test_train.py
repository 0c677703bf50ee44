"""``mwp train``, ``mwp solve`` and ``mwp tune`` as users type them."""

from __future__ import annotations

import json
import sys
import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mwplab.cli import app, main

TINY = "constrained(hidden=8, embedding=8, layers=1, epochs=2, device=cpu)"
TEXT = "Ann had 7 figs and ate 3. How many are left?"


def run(*words: str, typed: str = "") -> str:
    result = CliRunner().invoke(app, list(words), input=typed, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("trained") / "model"
    record = json.loads(run("train", TINY, "--on", "starter[grade<=2]", "--out", str(folder), "--json"))
    assert record["problems"] > record["learnt"] > record["held_out"] > 0
    assert (record["epochs"], record["solver"].partition("(")[0]) == (2, "constrained")
    left = record["problems"] - record["learnt"] - record["held_out"]
    assert record["notes"] == [f"left out, not one expression: {left}"]
    return folder


def test_a_solved_problem_has_equation_tree_answer_and_attention(model: Path) -> None:
    shown = run("solve", TEXT, "--model", str(model))
    for part in ("x = ", "┌", "answer: ", "confidence", "other equations", "what each symbol looked at"):
        assert part in shown
    assert "looked at" not in run("solve", TEXT, "--model", str(model), "--no-attention")


def test_problems_are_read_from_standard_input(model: Path) -> None:
    shown = run(
        "solve",
        "-",
        "--model",
        str(model),
        "--json",
        typed=f"\ufeff{TEXT}\n\n4 rows of 6 seats. How many seats?\n",
    )
    records = [json.loads(line) for line in shown.splitlines()]
    assert [record["text"][:3] for record in records] == ["Ann", "4 r"]
    assert all(record["equations"].startswith("x = ") for record in records)


def test_a_trained_solver_is_evaluated_from_its_folder(model: Path) -> None:
    records = [
        json.loads(line) for line in run("evaluate", str(model), "starter[grade=3]", "--json").splitlines()
    ]
    assert "solver:constrained(" in str(records[0]["signature"])


def test_a_search_prints_what_it_tried_best_first(tmp_path: Path) -> None:
    words = ["tune", TINY, "--on", "starter[grade<=2]", "--study", str(tmp_path / "study"), "--trials", "2"]
    best = tmp_path / "best.toml"
    records = [json.loads(line) for line in run(*words, "--out", str(best), "--json").splitlines()]
    assert len(records) == 2
    assert records[0]["accuracy"] >= records[1]["accuracy"]
    assert tomllib.loads(best.read_text())["scratch"].items() >= records[0]["options"].items()


FAILURES = [
    (
        ("solve", TEXT, "--model", "nowhere"),
        "'nowhere' holds no solver; give a folder that 'mwp train --out' has made",
    ),
    (("train", "gts(hiden=3)", "--on", "starter", "--out", "m"), "did you mean 'hidden'?"),
    (("train", "gts", "--on", "sarter", "--out", "m"), "did you mean 'starter'?"),
    (("train", "gts(encoder='./none')", "--on", "starter", "--out", "m"), "there is no model folder ./none"),
    (("tune", "majority", "--on", "starter"), "the solver 'majority' has no grid of options"),
]


@pytest.mark.parametrize(("words", "message"), FAILURES)
def test_what_goes_wrong_is_said_in_one_line(
    words: tuple[str, ...],
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["mwp", *words])
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == 1
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1
