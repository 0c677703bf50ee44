"""Logs that the real harnesses made with a real small model; tests/runs/tasks/test_harnesses.py tells how."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from mwplab.catalogue import load
from mwplab.cli import app
from mwplab.errors import DataError
from mwplab.records import Verdict
from mwplab.runs.predictions.forms import PredictionForm, detect, read_predictions
from mwplab.runs.predictions.judging import Judged, judge_predictions
from mwplab.runs.tasks.rows import Task
from mwplab.runs.tasks.scoring import is_right

LOGS = Path(__file__).parent.parent / "tasks" / "logs"
LM_EVAL, INSPECT = LOGS / "samples_starter.jsonl", LOGS / "starter.eval"
STARTER = load("starter")
ASKED = {
    LM_EVAL: [problem.id for problem in STARTER if problem.grade == 1],
    INSPECT: [problem.id for problem in STARTER.problems[::15]],
}


def judged(log: Path) -> Judged:
    return judge_predictions(log, STARTER)


@pytest.mark.parametrize(
    ("log", "form"), [(LM_EVAL, PredictionForm.LM_EVAL), (INSPECT, PredictionForm.INSPECT)]
)
def test_each_sample_finds_its_problem_and_has_its_reply(log: Path, form: PredictionForm) -> None:
    assert detect(log) is form
    found = judged(log)
    assert (found.lines, found.unmatched) == (len(ASKED[log]), ())
    rows = [row for row in found.result.rows if row.problem.id not in found.missing]
    assert [row.problem.id for row in rows] == ASKED[log]
    assert all(row.prediction.samples[0].strip() for row in rows)
    assert all(row.verdicts["solution"] is not Verdict.NO_ANSWER for row in rows)


def test_inspect_tells_tokens_and_seconds() -> None:
    for said in read_predictions(INSPECT):
        assert said.usage is not None
        assert said.usage.tokens_out > 0
        assert said.usage.seconds > 0


@pytest.mark.parametrize("log", [LM_EVAL, INSPECT], ids=["lm-eval", "inspect"])
def test_the_harness_gave_the_scores_that_the_exported_scorer_gives(log: Path) -> None:
    task = Task.of(STARTER)
    (claims,) = judged(log).theirs
    assert (claims.metric, len(claims.claims)) == ("numeric_match", len(ASKED[log]))
    for claim in claims.claims:
        values = task.row(claim.row.problem)["extra"]["values"]
        assert is_right(claim.row.prediction.samples[0], values) == (claim.score == 1)


@pytest.mark.parametrize("log", [LM_EVAL, INSPECT], ids=["lm-eval", "inspect"])
def test_harness_and_judge_agree_problem_by_problem(log: Path) -> None:
    (claims,) = judged(log).theirs
    assert claims.differing == ()
    assert claims.theirs == claims.ours > 0


def test_where_a_harness_missed_an_answer_both_are_shown(tmp_path: Path) -> None:
    lines = [json.loads(line) for line in LM_EVAL.read_text(encoding="utf-8").splitlines()]
    right = next(line for line in lines if line["numeric_match"])
    right["numeric_match"] = 0.0
    missed = tmp_path / "missed.jsonl"
    missed.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    (claims,) = judged(missed).theirs
    assert [claim.row.problem.id for claim in claims.differing] == [right["doc"]["id"]]
    words = ["judge", str(missed), "--gold", "starter", "--json"]
    result = CliRunner().invoke(app, words, catch_exceptions=False)
    (shown,) = (one for one in map(json.loads, result.stdout.splitlines()) if "theirs" in one)
    assert (shown["metric"], shown["theirs"], shown["ours"]) == ("numeric_match", 0.0, "correct")
    assert right["resps"][0][0].endswith(shown["end"])


def test_a_person_sees_what_the_harness_says_beside_our_verdict() -> None:
    result = CliRunner().invoke(app, ["judge", str(LM_EVAL), "--gold", "starter"], catch_exceptions=False)
    assert result.exit_code == 0
    assert "numeric_match of the harness:" in result.stdout
    assert "338 problems have no prediction" in result.stdout


def test_two_logs_are_compared_on_the_problems_that_both_answer() -> None:
    words = ["compare", str(LM_EVAL), str(INSPECT), "--gold", "starter", "--json"]
    result = CliRunner().invoke(app, words, catch_exceptions=False)
    assert result.exit_code == 0
    contest = json.loads(result.stdout.splitlines()[0])
    both = [id for id in ASKED[LM_EVAL] if id in ASKED[INSPECT]]
    assert (contest["judge"], contest["n"]) == ("solution", len(both))
    for side, log in (("first", LM_EVAL), ("second", INSPECT)):
        verdicts = [row.verdicts["solution"] for row in judged(log).result.rows if row.problem.id in both]
        assert contest[side] == pytest.approx(verdicts.count(Verdict.CORRECT) / len(both))


def test_a_log_to_compare_needs_its_dataset() -> None:
    result = CliRunner().invoke(app, ["compare", str(LM_EVAL), str(INSPECT)])
    assert isinstance(result.exception, DataError)
    assert "say with --gold which dataset it is about" in str(result.exception)


def test_a_damaged_log_is_an_error_or_the_same_log(tmp_path: Path) -> None:
    whole = INSPECT.read_bytes()
    kept = [said.completions for said in read_predictions(INSPECT)]
    random = Random(7)
    damaged = tmp_path / "damaged.eval"
    messages = []
    for _ in range(60):
        content = bytearray(whole)
        content[random.randrange(4, len(content))] ^= 1 << random.randrange(8)
        damaged.write_bytes(content)
        try:
            assert [said.completions for said in read_predictions(damaged)] == kept
        except DataError as error:
            messages.append(str(error))
    assert len(messages) > 20
    assert all("damaged.eval" in message for message in messages)
