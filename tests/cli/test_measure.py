"""``mwp measure`` as users type it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from mwplab.cli import measure
from mwplab.cli.curate import make_again
from mwplab.errors import DataError, StatisticsError
from mwplab.records import read_jsonl, write_jsonl
from tests.measures.made import dataset

app = typer.Typer()
app.command()(measure.run)


def run(*words: str) -> str:
    result = CliRunner().invoke(app, list(words), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def lines(*words: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in run(*words, "--json").splitlines()]


def test_a_record_has_the_promised_names() -> None:
    (record,) = lines("starter", "--only", "operators")
    assert list(record) == ["dataset", "measure", "value", "n", "signature"]
    assert record["dataset"] == "starter"
    assert record["n"] == 360


def test_several_datasets_and_measures_come_in_order() -> None:
    found = lines("starter[grade=1]", "starter", "--only", "length,lexical-overlap(orders=[1, 2])")
    assert [(one["dataset"], one["measure"]) for one in found] == [
        (name, one)
        for name in ("starter[grade=1]", "starter")
        for one in ("length", "lexical-overlap(orders=[1, 2])")
    ]


def test_parts_and_problems_are_shown_when_asked_for() -> None:
    found = lines("starter", "--only", "numbers", "--parts", "--each")
    parts = [one for one in found if "slice" in one]
    each = [one for one in found if "problem" in one]
    assert sum(int(str(one["n"])) for one in parts) == len(each) == 360
    assert list(each[0]) == ["dataset", "measure", "problem", "value"]
    shown = run("starter", "--only", "numbers", "--parts", "--each")
    assert "numbers=2" in shown
    assert "starter/addition-01" in shown


def test_what_cannot_be_measured_is_said_and_the_rest_is_measured() -> None:
    shown = run("starter", "--limit", "20")
    assert "lexical-overlap" in shown
    assert "not measured: leakage of starter" in shown


def test_what_is_asked_for_by_name_must_be_measured() -> None:
    with pytest.raises(StatisticsError, match="give training data, or make folds first"):
        run("starter", "--only", "leakage")


def test_training_data_and_a_cleaned_file(tmp_path: Path) -> None:
    path, cleaned = tmp_path / "mine.jsonl", tmp_path / "clean.jsonl"
    data = dataset("Ann saw 3 owls.", "Bo ran.", "Ann saw 5 owls.")
    ids = [problem.id for problem in data]
    write_jsonl(replace(data, splits={"train": tuple(ids[:2]), "test": tuple(ids[2:])}), path)
    (record,) = lines(str(path), "--only", "leakage", "--clean", str(cleaned))
    assert record["value"] == 1.0
    assert read_jsonl(cleaned).splits["train"] == ("a/1",)
    told = " ".join(run(str(path), "--only", "length", "--clean", str(cleaned)).split())
    assert "1 repeated problems out of 1 training parts" in told
    assert make_again(cleaned, [str(path)]).splits["train"] == ("a/1",)
    (against,) = lines("starter", "--only", "leakage", "--train", "starter[grade=1]")
    assert "train:starter" in str(against["signature"])
    assert 0 < float(str(against["value"])) < 1


def test_only_the_parts_of_one_dataset_are_cleaned(tmp_path: Path) -> None:
    for words in (["starter", "starter"], ["starter", "--train", "starter"]):
        asked = CliRunner().invoke(app, [*words, "--clean", str(tmp_path / "clean.jsonl")])
        assert asked.exit_code == 2
        assert "--clean is for the parts of one dataset" in asked.output.replace("\n", " ")


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(DataError, match=r"file/starter-1-0-length.svg' cannot be written"):
        run("starter", "--only", "length", "--plots", str(tmp_path / "file"))


def test_pictures_are_drawn(tmp_path: Path) -> None:
    run("starter", "--only", "length,operators,type-distribution", "--plots", str(tmp_path))
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "starter-1-0-length.svg",
        "starter-1-0-operators.svg",
        "starter-1-0-type-distribution.svg",
        "starter-1-0-types-by-grade.svg",
    ]
    assert (tmp_path / "starter-1-0-length.svg").read_text(encoding="utf-8").startswith("<svg")


def test_a_page_and_pictures_of_several_datasets(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    names = ("starter[grade=1]", "starter[grade=2]")
    run(*names, "--only", "syntactic-diversity", "--html", str(page), "--plots", str(tmp_path))
    assert (tmp_path / "syntactic-diversity.svg").read_text(encoding="utf-8") in page.read_text("utf-8")


def test_diversity_has_a_histogram_and_patterns_have_members(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    data = dataset("Ann saw 3 owls.", "It rained.", "Bill saw 5 owls.")
    ids = [problem.id for problem in data]
    write_jsonl(replace(data, splits={"train": tuple(ids[:2]), "test": tuple(ids[2:])}), path)
    wanted = ("--only", "lexicon-diversity(order=2),sentence-patterns", "--parts")
    found = {str(one.get("slice", one["measure"])): one for one in lines(str(path), *wanted)}
    assert found["bin=0.00-0.05"]["value"] == pytest.approx(2 / 3)
    assert found["pattern=<name> see <number> owl"]["members"] == ["a/0", "a/2"]
    assert "█" * 40 in run(str(path), *wanted)
    (beside,) = lines(str(path), "--only", "lexicon-diversity(order=2)", "--folds")
    assert (beside["value"], beside["n"]) == (0, 1)


def test_long_searches_are_kept_and_taken_up_again(tmp_path: Path) -> None:
    words = ("starter", "--only", "lexicon-diversity", "--limit", "40", "--resume", str(tmp_path), "--json")
    first = run(*words)
    [block] = tmp_path.glob("*/block-*.npz")
    written = block.stat().st_mtime_ns
    assert run(*words) == first
    assert block.stat().st_mtime_ns == written
