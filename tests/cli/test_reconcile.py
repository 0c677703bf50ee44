"""``mwp reconcile`` as users type it."""

from __future__ import annotations

import json
from pathlib import Path

import typer
from typer.testing import CliRunner

from mwplab.catalogue import load
from mwplab.cli import reconcile
from mwplab.equations import parse
from mwplab.records import Dataset, Problem, write_jsonl

app = typer.Typer()
app.command("reconcile")(reconcile.run)


def run(*words: str) -> str:
    result = CliRunner().invoke(app, list(words), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_records_have_the_names_that_programs_rely_on() -> None:
    records = [json.loads(line) for line in run("starter", "--json").splitlines()]
    assert [one["class"] for one in records] == list(range(1, len(records) + 1))
    assert list(records[0]) == ["class", "template", "members", "datasets", "forms", "examples"]
    assert sum(one["members"] for one in records) == len(load("starter"))
    for one in records:
        assert one["members"] == sum(one["datasets"].values()) == sum(one["forms"].values())
        assert one["template"] == next(iter(one["forms"]))
    sizes = [one["members"] for one in records]
    assert sizes == sorted(sizes, reverse=True)


def test_a_person_sees_how_many_classes_and_which_were_merged() -> None:
    shown = run("starter")
    assert "forms make" in shown
    assert "starter" in shown
    assert "x = A - B" in shown


def test_the_file_holds_the_rewritten_problems_of_all_datasets(tmp_path: Path) -> None:
    mine = Dataset(name="mine", problems=(Problem(id="mine/1", equations=parse("n + q0 = q1")),))
    write_jsonl(mine, tmp_path / "mine.jsonl")
    run("starter", str(tmp_path / "mine.jsonl"), "--out", str(tmp_path / "both.jsonl"))
    both = load(tmp_path / "both.jsonl")
    assert len(both) == len(load("starter")) + 1
    assert str(both["mine/1"].equations) == "x = q1 - q0"
    assert both.splits["mine"] == ("mine/1",)
