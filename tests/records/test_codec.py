"""Every record as JSON and back."""

from __future__ import annotations

import json
import math
from dataclasses import fields
from enum import StrEnum
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mwplab.records as records
from mwplab.equations import parse
from mwplab.errors import RecordError
from mwplab.records import Alternative, Answer, Card, Problem, Score, Time, Usage, from_json, to_json
from mwplab.text import quantities
from tests.records.strategies import EVERY_KIND, json_values, problems

FULL = Problem(
    id="mine/7",
    body="Two owls and 3 mice meet.",
    question="How many animals meet?",
    quantities=quantities("Two owls and 3 mice meet. How many animals meet?"),
    equations=parse("x = q0 + q1"),
    answers=(
        Answer(Fraction(5), "animals"),
        Answer((Fraction(2), Fraction(3))),
        Answer(Time(61200, "pm")),
        Answer("yes"),
    ),
    extra={"page": 7, "notes": ["old", None, {"b": 1.5, "a": True}]},
)

FULL_JSON = {
    "id": "mine/7",
    "body": "Two owls and 3 mice meet.",
    "question": "How many animals meet?",
    "quantities": [
        {"value": "2", "start": 0, "end": 3, "surface": "Two", "form": "words"},
        {"value": "3", "start": 13, "end": 14, "surface": "3", "form": "digits"},
    ],
    "equations": "x = q0 + q1",
    "answers": [
        {"number": "5", "unit": "animals"},
        {"ratio": ["2", "3"]},
        {"time": 61200, "half": "pm"},
        {"word": "yes"},
    ],
    "extra": {"page": 7, "notes": ["old", None, {"a": True, "b": 1.5}]},
}

BROKEN: list[tuple[type, Any, str]] = [
    (Problem, [], "expected dict, found"),
    (Problem, None, "expected dict, found 'None'"),
    (Problem, {}, "a Problem needs the field 'id'"),
    (Problem, {"id": ""}, "an empty id was met"),
    (Problem, {"id": "a/1", "parent": ""}, "an empty id was met"),
    (Problem, {"id": 7}, "the field 'id' of a Problem is not as it should be: expected str, found '7'"),
    (Problem, {"id": "a/1", "grade": True}, "'grade' .* expected int, found 'True'"),
    (Problem, {"id": "a/1", "grade": 1.0}, "'grade' .* expected int, found '1.0'"),
    (Problem, {"id": "a/1", "tpye": ""}, "a Problem has no field 'tpye'; it has: id, body"),
    (Problem, {"id": "a/1", "options": "abc"}, "'options' .* expected list, found 'abc'"),
    (Problem, {"id": "a/1", "extra": []}, "'extra' .* expected dict"),
    (Problem, {"id": "a/1", "equations": "x = = 3"}, "'equations' .* column 5 of"),
    (Problem, {"id": "a/1", "equations": 3}, "'equations' .* expected str, found '3'"),
    (Problem, {"id": "a/1", "asked": ["x +"]}, "'asked' .* found the end"),
    (
        Problem,
        {"id": "a/1", "answers": [{}]},
        "an Answer has a number, a ratio, a time or a word; found: none",
    ),
    (Problem, {"id": "a/1", "answers": ["5"]}, "'answers' .* expected dict, found '5'"),
    (Problem, {"id": "a/1", "answers": [{"number": "5", "word": "five"}]}, "found: number, word"),
    (Problem, {"id": "a/1", "answers": [{"number": "1/0"}]}, "divides by zero"),
    (Problem, {"id": "a/1", "answers": [{"number": True}]}, "'True' is not a number"),
    (Problem, {"id": "a/1", "answers": [{"time": 61200, "half": "am"}]}, "is no time"),
    (Problem, {"id": "a/1", "answers": [{"time": -1}]}, "is no time"),
    (
        Problem,
        {"id": "a/1", "derivation": {"template": "x = A", "alignment": []}},
        "1 slots, but 0 are aligned",
    ),
    (Problem, {"id": "a/1", "derivation": {"template": "x = q0", "alignment": []}}, "refers to quantity q0"),
    (
        Problem,
        {
            "id": "a/1",
            "body": "3 owls",
            "quantities": [{"value": "3", "start": 0, "end": 9, "surface": "3", "form": "digits"}],
        },
        "a/1: the quantity '3' at 0 is outside the text",
    ),
    (
        Problem,
        {
            "id": "a/1",
            "body": "3 owls",
            "quantities": [{"value": "3", "start": 0, "end": 1, "surface": "4", "form": "digits"}],
        },
        "a/1: the text has '3' in place of the quantity '4'",
    ),
    (
        Problem,
        {"id": "a/1", "quantities": [{"value": "3", "start": 0, "end": 1, "surface": "3", "form": "dgits"}]},
        "'dgits' is not a valid Form",
    ),
    (Score, {"name": "a", "value": 10**400, "n": 1}, "'value' .* int too large"),
    (Score, {"name": "a", "value": "0.5", "n": 1}, "'value' .* expected float"),
    (Card, {"counts": {"problems": "7"}}, "'counts' .* expected int, found '7'"),
    (Card, {"counts": [7]}, "'counts' .* expected dict"),
]


def test_the_json_form_is_as_documented() -> None:
    assert to_json(FULL) == FULL_JSON
    assert from_json(Problem, FULL_JSON) == FULL


@pytest.mark.parametrize("kind", EVERY_KIND, ids=lambda kind: kind.__name__)
@given(data=st.data())
def test_every_record_comes_back_as_it_was_through_the_text_of_json(kind: type, data: st.DataObject) -> None:
    record = data.draw(EVERY_KIND[kind])
    text = json.dumps(to_json(record), allow_nan=False)
    assert from_json(kind, json.loads(text)) == record


def test_every_public_record_has_its_round_trip() -> None:
    public = {kind for name in records.__all__ if isinstance(kind := getattr(records, name), type)}
    told_apart = {
        records.Dataset,
        records.Form,
        records.FindingKind,
        records.Tolerance,
        records.Verdict,
        records.Time,
    }
    assert public - told_apart <= set(EVERY_KIND)


@given(problems())
def test_fields_at_their_defaults_are_left_out(problem: Problem) -> None:
    written = to_json(problem)
    plain = Problem(id=problem.id)
    for field in fields(Problem):
        left_out = getattr(problem, field.name) == getattr(plain, field.name) and field.name != "id"
        assert (field.name not in written) == left_out


@pytest.mark.parametrize(("kind", "data", "message"), BROKEN)
def test_what_is_wrong_is_said_with_the_field(kind: type, data: Any, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        from_json(kind, data)


@pytest.mark.parametrize("kind", EVERY_KIND, ids=lambda kind: kind.__name__)
@given(data=json_values, name=st.integers(0, 30))
def test_any_json_gives_a_record_or_a_record_error(kind: type, data: Any, name: int) -> None:
    names = [field.name for field in fields(kind)]
    for tried in (
        data,
        {names[name % len(names)]: data},
        {"id": "a/1", "problem": "a/1", names[name % len(names)]: data},
    ):
        try:
            found: object = from_json(kind, tried)
        except RecordError:
            continue
        assert isinstance(found, kind)


@pytest.mark.parametrize("number", [math.inf, -math.inf])
def test_an_infinite_score_is_a_text_in_json(number: float) -> None:
    record = Alternative(score=number)
    assert to_json(record) == {"score": str(number)}
    assert from_json(Alternative, to_json(record)) == record


def test_a_number_that_is_none_comes_back_as_none() -> None:
    assert math.isnan(
        from_json(Usage, json.loads(json.dumps(to_json(Usage(cost=math.nan)), allow_nan=False))).cost
    )


@pytest.mark.parametrize("value", [(1, 2), {1: "a"}, Fraction(1, 2), math.nan, b"x", {"a": [object()]}])
def test_extra_values_that_json_would_change_are_refused(value: Any) -> None:
    with pytest.raises(RecordError, match="the field 'extra' of a Problem is not as it should be"):
        to_json(Problem(id="a/1", extra={"k": value}))


def test_a_field_of_another_type_is_refused_when_it_is_written() -> None:
    with pytest.raises(RecordError, match=r"the field 'source' of a Problem .* expected str, found"):
        to_json(Problem(id="a/1", source=["one", "two"]))  # type: ignore[arg-type]


def test_a_subclass_of_a_plain_type_is_written_as_the_plain_type() -> None:
    class Kind(StrEnum):
        SUM = "sum"

    written = to_json(Problem(id="a/1", type=Kind.SUM))
    assert type(written["type"]) is str
    assert written["type"] == "sum"


def test_the_order_of_keys_in_extra_does_not_matter() -> None:
    one, other = (
        Problem(id="a/1", extra={"b": 1, "a": {"d": 1, "c": 2}}),
        Problem(id="a/1", extra={"a": {"c": 2, "d": 1}, "b": 1}),
    )
    assert json.dumps(to_json(one)) == json.dumps(to_json(other))
