"""``mwp judge`` as users type it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from mwplab.cli import judge
from mwplab.errors import MwplabError
from mwplab.runs.reread import load_result

app = typer.Typer()
app.command("judge")(judge.run)

LINES = [
    {"id": "addition-01", "answer": 15},
    {"id": "addition-02", "completion": "Eleven and five make 16. The answer is 16."},
    {"id": "addition-03", "equation": "q0 + q1"},
    {"id": "nowhere", "answer": 3},
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "said.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in LINES), encoding="utf-8")
    return path


def invoke(*words: str) -> Result:
    result = CliRunner().invoke(app, list(words), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result


def test_a_record_a_row_and_judge_has_the_names_that_programs_rely_on(file: Path) -> None:
    words = ("--gold", "starter", "--limit", "4", "--judge", "solution", "--judge", "derivation", "--json")
    result = invoke(str(file), *words)
    records = [json.loads(line) for line in result.stdout.splitlines()]
    assert [list(one) for one in records] == [["problem", "judge", "verdict", "reason"]] * 8
    assert [one["judge"] for one in records[:2]] == ["solution", "derivation"]
    solution = {one["problem"]: one["verdict"] for one in records if one["judge"] == "solution"}
    assert solution["starter/addition-01"] == solution["starter/addition-02"] == "correct"
    assert solution["starter/addition-04"] == "no_answer"
    assert "said.jsonl: 1 of 4 lines are about none of the problems" in result.stderr
    assert "said.jsonl: line 4: no problem of starter@1.0 has the id 'nowhere'" in result.stderr
    assert "said.jsonl: starter/addition-04" in result.stderr


def test_a_person_sees_scores_disagreements_and_what_was_left_over(file: Path) -> None:
    shown = invoke(str(file), "--gold", "starter", "--judge", "solution", "--judge", "derivation").stdout
    for expected in (
        "solution-accuracy",
        "95 % interval",
        "type=Addition",
        "1 of 4 lines are about none",
        "357 problems have no prediction",
        "and 337 more",
    ):
        assert expected in shown


def test_a_run_is_kept_where_it_is_asked_for(file: Path, tmp_path: Path) -> None:
    invoke(str(file), "--gold", "starter", "--out", str(tmp_path / "run"), "--form", "lines")
    assert len(load_result(tmp_path / "run").rows) == 360


def test_a_wrong_form_is_an_error_that_names_file_and_line(file: Path) -> None:
    with pytest.raises(MwplabError, match=r"said\.jsonl, line 1: a sample of lm-evaluation-harness"):
        invoke(str(file), "--gold", "starter", "--form", "lm-eval")
