"""``mwp curate`` as users type it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mwplab.catalogue import load
from mwplab.cli import app, main


def run(*words: str) -> str:
    result = CliRunner().invoke(app, ["curate", *words], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_a_part_is_written_and_made_again(tmp_path: Path) -> None:
    low, same = str(tmp_path / "low.jsonl"), str(tmp_path / "same.jsonl")
    options = ("--size", "half", "--minimise", "lexical", "--improve", "--starts", "3", "--seed", "2")
    record = json.loads(run("starter", *options, "--out", low, "--json"))
    assert record["problems"] == len(load(low)) == 180
    assert record["value"] <= record["greedy"] < record["whole"]
    assert record["steps"] == [
        "low-overlap(improve=True, minimise=lexical, reading=shape, seed=2, size=180, starts=3)"
    ]
    assert json.loads(run("--again", low, "--out", same, "--json"))["fingerprint"] == record["fingerprint"]
    assert (tmp_path / "low.jsonl").read_text() == (tmp_path / "same.jsonl").read_text()


def test_templates_come_with_their_optimum() -> None:
    record = json.loads(run("starter", "--size", "90", "--minimise", "template", "--json"))
    assert record["value"] == record["optimum"] == record["template"]


def test_steps_are_taken_in_order_and_shown() -> None:
    shown = run("starter", "--with", "first(count=100)", "--with", "hold-out(share=0.5)", "--limit", "120")
    assert "first(count=120)" in shown
    assert "hold-out(by=chance, seed=0, share=0.5)" in shown
    assert "100" in shown


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "name a dataset, or a file to make --again"),
        (("starter", "--size", "3"), "--size needs --minimise"),
        (("starter", "--size", "few", "--minimise", "both"), "--size is a number or half, found 'few'"),
        (("starter", "starter"), "several datasets need a step --with that takes several"),
    ],
)
def test_wrong_usage_is_status_2(words: tuple[str, ...], message: str) -> None:
    result = CliRunner().invoke(app, ["curate", *words])
    assert result.exit_code == 2
    assert message in result.output


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ("starter", "--size", "999", "--minimise", "both"),
            "mwp: starter@1.0 has 360 problems; 999 of them",
        ),
        (("starter", "--with", "frist(count=1)"), "mwp: no curation named 'frist'; did you mean 'first'?"),
        (("--again", "nothing.jsonl"), "mwp: there is no file 'nothing.jsonl'"),
    ],
)
def test_a_failure_is_one_line(
    words: tuple[str, ...], message: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["mwp", "curate", *words])
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == 1
    error = capsys.readouterr().err
    assert error.startswith(message)
    assert error.count("\n") == 1


def test_a_file_that_was_changed_since_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "low.jsonl"
    run("starter", "--with", "first(count=3)", "--out", str(path))
    path.write_text("".join(path.read_text().splitlines(keepends=True)[:-1]))
    monkeypatch.setattr(sys, "argv", ["mwp", "curate", "--again", str(path)])
    with pytest.raises(SystemExit):
        main()
    assert "mwp: made again, low.jsonl has other content than the file" in capsys.readouterr().err
