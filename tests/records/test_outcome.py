"""Predictions, verdicts, rows, scores, results, findings."""

from __future__ import annotations

import json
from dataclasses import FrozenInstanceError
from fractions import Fraction

import pytest

from mwplab.equations import parse
from mwplab.records import (
    Answer,
    Finding,
    FindingKind,
    Prediction,
    Problem,
    Result,
    Row,
    Score,
    Usage,
    Verdict,
    from_json,
    to_json,
)

ROW = Row(
    problem=Problem(id="mine/1", question="What is 2 + 2?"),
    prediction=Prediction(
        problem="mine/1",
        answers=(Answer(Fraction(4)),),
        equations=parse("x = 2 + 2"),
        samples=("four",),
        confidence=0.75,
        trace={"steps": ["add"]},
        usage=Usage(seconds=0.5, tokens_out=3),
    ),
    verdicts={"solution": Verdict.CORRECT, "equation": Verdict.UNJUDGED},
    reasons={"equation": "there is no gold equation"},
)

ROW_JSON = {
    "problem": {"id": "mine/1", "question": "What is 2 + 2?"},
    "prediction": {
        "problem": "mine/1",
        "answers": [{"number": "4"}],
        "equations": "x = 2 + 2",
        "samples": ["four"],
        "confidence": 0.75,
        "trace": {"steps": ["add"]},
        "usage": {"seconds": 0.5, "tokens_out": 3},
    },
    "verdicts": {"solution": "correct", "equation": "unjudged"},
    "reasons": {"equation": "there is no gold equation"},
}


def test_a_row_has_the_documented_json_form() -> None:
    assert to_json(ROW) == ROW_JSON
    assert from_json(Row, json.loads(json.dumps(ROW_JSON))) == ROW


def test_a_result_holds_rows_and_scores() -> None:
    result = Result(signature="data:mine", rows=(ROW,), scores=(Score(name="accuracy", value=1.0, n=1),))
    assert from_json(Result, to_json(result)) == result
    assert to_json(result)["scores"] == [{"name": "accuracy", "value": 1.0, "n": 1}]


def test_verdicts_and_findings_have_the_names_that_programs_rely_on() -> None:
    assert [verdict.value for verdict in Verdict] == [
        "correct",
        "wrong",
        "no_answer",
        "unreadable",
        "unjudged",
    ]
    kinds = ["answer", "malformed", "unmatched-number", "missing", "duplicate"]
    assert [kind.value for kind in FindingKind] == kinds
    finding = Finding(problem="mine/1", kind=FindingKind.MISSING, message="the problem has no text")
    assert to_json(finding) == {"problem": "mine/1", "kind": "missing", "message": "the problem has no text"}


def test_outcomes_are_frozen_and_can_be_counted() -> None:
    with pytest.raises(FrozenInstanceError):
        ROW.prediction = ROW.prediction  # type: ignore[misc]
    assert len({ROW, ROW}) == 1
