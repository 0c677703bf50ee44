"""``mwp admit`` and ``mwp mix`` as users type them."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mwplab.catalogue import load
from mwplab.cli import app, main
from mwplab.records import Dataset, write_jsonl

TEXTS = {
    "admitted": "Nine lanterns hang in each of the 4 tents. How many lanterns hang in all tents?",
    "refused": "A hedgehog ate 12 beetles before midnight and 5 beetles after midnight. "
    "How many beetles did it eat that night?",
    "revise": "A hedgehog ate 12 beetles before midnight and 5 beetles after midnight. "
    "How many beetles are gone?",
}


def lines(*words: str) -> list[dict[str, object]]:
    result = CliRunner().invoke(app, [*words, "--json"], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.fixture
def new(tmp_path: Path) -> Path:
    path = tmp_path / "new.jsonl"
    path.write_text("".join(json.dumps({"text": text, "answer": "1"}) + "\n" for text in TEXTS.values()))
    return path


def test_admit_tells_each_decision_with_the_neighbour(new: Path, tmp_path: Path) -> None:
    out = tmp_path / "admitted.jsonl"
    records = lines("admit", str(new), "--into", "starter", "--out", str(out))
    assert [record["decision"] for record in records] == list(TEXTS)
    assert list(records[0]) == ["problem", "decision", "diversity", "neighbour", "neighbour_text"]
    assert records[1]["diversity"] == 0
    assert {record["neighbour"] for record in records[1:]} == {"starter/addition-01"}
    assert records[2]["neighbour_text"] == load("starter")["addition-01"].text
    assert [problem.text for problem in load(out)] == [TEXTS["admitted"]]


def test_admit_shows_people_what_is_repeated(new: Path) -> None:
    result = CliRunner().invoke(app, ["admit", str(new), "--into", "starter"], catch_exceptions=False)
    assert "3 problems: 1 admitted, 1 to revise, 1 refused" in result.stdout
    assert "starter/addition-01" in result.stdout


def test_thresholds_move_the_decisions(new: Path) -> None:
    strict = lines("admit", str(new), "--into", "starter", "--refuse", "0.5", "--revise", "1")
    assert [record["decision"] for record in strict] == ["revise", "refused", "refused"]


@pytest.fixture
def parts(tmp_path: Path) -> list[str]:
    paths = []
    for name, selection in (("two", "grade=2"), ("five", "grade=5")):
        paths.append(str(tmp_path / f"{name}.jsonl"))
        problems = load(f"starter[{selection}]").problems
        write_jsonl(Dataset(name=name, problems=problems), Path(paths[-1]))
    return paths


def test_mix_writes_one_file_and_reports_what_is_shared(parts: list[str], tmp_path: Path) -> None:
    out = tmp_path / "both.jsonl"
    records = lines("mix", *parts, "--out", str(out))
    portions = [record for record in records if record["kind"] == "portion"]
    assert [record["dataset"] for record in portions] == ["two", "five", "two+five"]
    assert len(load(out)) == portions[2]["problems"]
    assert list(load(out).splits) == ["two", "five"]
    shared = [record for record in records if record["kind"] == "shared"]
    assert [(record["one"], record["other"]) for record in shared] == [("two", "five"), ("five", "two")]
    assert shared[0]["templates"] == shared[1]["templates"] != 0
    assert [record["masked"] for record in shared] == [0, 0]
    shown = CliRunner().invoke(app, ["mix", *parts, "--as-written", "--limit", "9"], catch_exceptions=False)
    assert "two+five        18" in shown.stdout


BAD = [
    (("admit", "starter", "--into", "nowhere"), "no dataset named 'nowhere'"),
    (("admit", "none.jsonl", "--into", "starter"), "there is no file 'none.jsonl'"),
    (("admit", "starter", "--into", "starter", "--refuse", "0.9"), "a gate cannot refuse below 0.9"),
    (("mix", "starter"), "a mix needs two datasets or more, found 1"),
    (("mix", "starter", "starter"), "parts or editions of one dataset cannot be merged"),
]


@pytest.mark.parametrize(("words", "message"), BAD)
def test_mistakes_end_in_one_line(
    words: tuple[str, ...],
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "argv", ["mwp", *words])
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == 1
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1
