"""``mwp perturb`` and ``mwp probe`` as users type them."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mwplab.cli import app, main
from mwplab.cli.probe import numbers
from mwplab.measures.cues import Cue, CueOf
from mwplab.records import read_jsonl
from mwplab.reports.battery import Section
from mwplab.runs.probe.attending import cue_table
from mwplab.statistics import wilson

SMALL = "starter[grade=1]"


def run(*words: str) -> str:
    result = CliRunner().invoke(app, list(words), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def lines(*words: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in run(*words, "--json").splitlines()]


def test_perturb_writes_variants_and_says_what_is_missing(tmp_path: Path) -> None:
    out = tmp_path / "variants.jsonl"
    words = ("perturb", SMALL, "--with", "question-removed", "--with", "resampled-numbers(count=2)")
    records = lines(*words, "--out", str(out), "--limit", "10")
    made = read_jsonl(out)
    assert [one["problem"] for one in records if "text" in one] == [problem.id for problem in made]
    assert {one["change"] for one in records} == {"question-removed", "resampled-numbers(count=2)"}
    assert len(made) + 2 * sum("resampled" in str(one["change"]) for one in records if "skipped" in one) >= 28
    shown = run(*words, "--limit", "2", "--originals", "--seed", "3")
    assert "question-removed" in shown
    assert "problems without" in shown


def test_probe_prints_words_and_numbers_and_writes_a_page(tmp_path: Path) -> None:
    page, out = tmp_path / "probes.html", tmp_path / "runs"
    words = ("probe", "nearest", SMALL, "--folds", "--only", "question-removed,types", "--out", str(out))
    shown = run(*words, "--html", str(page))
    assert "Without the question" in shown
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    records = lines(*words)
    assert any("says" in one and one["probe"] == "question-removed" for one in records)
    compared = next(one for one in records if "compared" in one)
    assert compared["compared"] == ["original", "without question"]
    assert {"difference", "low", "high", "p", "test", "n"} <= compared.keys()
    assert any(str(one.get("slice", "")).startswith("type=") and "p_adjusted" in one for one in records)
    assert (out / "question-removed" / "result.json").is_file()
    assert "question-removed" in run("list", "probes")
    assert "shuffled-words" in run("list", "perturbations")


def test_cue_words_are_numbers_for_programs() -> None:
    share = wilson(2, 4)
    cue = Cue(word="each", writes="*", attended=4, weight=0.9, present=6, holds=3, misled=2, share=share)
    (record,) = numbers(Section(name="attention", title="", tables=(cue_table([cue], CueOf.OPERATOR),)))
    told = {"word": "each", "writes": "*", "attended": 4, "weight": 0.9, "present": 6, "holds": 3}
    interval = {"share": 0.5, "low": share.low, "high": share.high}
    assert record == {"table": "Cue words by operator", **told, "misled": 2, **interval}


def test_probe_names_what_is_not_run() -> None:
    records = lines(
        "probe", "nearest", SMALL, "--train", "starter[grade=2]", "--only", "variations,attention"
    )
    assert [sorted(one) for one in records] == [["not_run", "probe"]] * 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["probe", "nearest", SMALL], "has learnt nothing yet"),
        (["probe", "nearest", SMALL, "--folds", "--only", "atention"], "did you mean 'attention'"),
        (["probe", "gts", "nowhere"], "no dataset named 'nowhere'"),
        (["probe", "gts", SMALL, "--folds", "--html", "a.pdf"], "a name that ends in .html or .htm or .md\n"),
        (["probe", "gts", SMALL, "--folds", "--html", "/dev/null/a.html"], "'/dev/null' is no folder\n"),
        (["probe", "nearest", SMALL, "--folds", "--by", "seed"], "names the seed that it was made from"),
        (["train", "nearest", "--on", SMALL, "--out", "a" * 300], "cannot be used: File name too long\n"),
        (["solve", "5 and 6", "--model", "a" * 300], "cannot be used: File name too long\n"),
        (["perturb", SMALL, "--with", "shuffled"], "did you mean 'shuffled-words'"),
        (["perturb", SMALL, "--with", "resampled-numbers(count=0)"], "a count of 1 or more"),
    ],
)
def test_what_is_wrong_is_one_line(
    words: list[str], message: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["mwp", *words])
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == 1
    output = capsys.readouterr()
    assert output.out == ""
    assert message in output.err
    assert output.err.count("\n") == 1


def test_options_that_do_not_fit_are_a_matter_of_usage() -> None:
    result = CliRunner().invoke(app, ["probe", "nearest", SMALL, "--by", "type"])
    assert result.exit_code == 2
    assert "add --folds" in result.output
