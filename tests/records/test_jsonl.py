"""Datasets as JSON Lines."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwplab.errors import DataError, MwplabError, RecordError
from mwplab.records import Answer, Dataset, Problem, read_jsonl, write_jsonl
from mwplab.records.jsonl import SCHEMA, parse_jsonl, problem_lines, read_header
from tests.records.strategies import datasets

HEAD = '{"mwplab": "dataset", "schema": 1, "name": "mine"}'

BROKEN = [
    (['{"id": "a/1"'], "f.jsonl, line 1: this is not JSON: Expecting ',' delimiter at column 13"),
    (['{"id": "a/1"}', "", "[]"], r"f.jsonl, line 3: expected an object in braces, found '\[\]'"),
    ([HEAD, '{"id": "a/1", "tpye": "Sum"}'], "f.jsonl, line 2: a Problem has no field 'tpye'"),
    ([HEAD, '{"id": "a/1"}', '{"id": "a/1"}'], "f.jsonl, line 3: the id 'a/1' was used before"),
    (['{"text": 7}'], "f.jsonl, line 1: give a text, or else a body and a question"),
    (['{"text": "A?", "body": "B"}'], "f.jsonl, line 1: give a text, or else a body and a question"),
    (['{"text": "A?", "answer": ["5"]}'], "f.jsonl, line 1: give an answer as a text or a number"),
    (['{"text": "A?", "answer": true}'], "f.jsonl, line 1: give an answer as a text or a number"),
    (
        ['{"text": "A?", "answer": "5", "answers": []}'],
        "f.jsonl, line 1: give an answer as a text or a number",
    ),
    (['{"text": "A?", "answer": "' + "5;" * 70 + '"}'], "f.jsonl, line 1: .* with 70 answers is not read"),
    (
        ['{"id": "a/1", "body": "\\ud800"}'],
        "f.jsonl, line 1: this JSON cannot be read: .* surrogates not allowed",
    ),
    (
        ['{"id": "a/1", "grade": ' + "9" * 5000 + "}"],
        "f.jsonl, line 1: this JSON cannot be read: Exceeds the limit",
    ),
    (["[" * 100_000], "f.jsonl, line 1: this JSON cannot be read: .*recursion"),
    (
        ['{"mwplab": "dataset", "schema": 2, "name": "mine"}'],
        "line 1: the file has schema version 2, this mwplab reads 1",
    ),
    (['{"mwplab": "dataset", "schema": "1", "name": "mine"}'], "line 1: the file has schema version '1'"),
    (['{"mwplab": "dataset", "name": "mine"}'], "line 1: the file has schema version None"),
    (['{"mwplab": "dataset", "schema": 1}'], "line 1: a Header needs the field 'name'"),
    (
        ['{"mwplab": "dataset", "schema": 1, "name": "m", "splits": {"a": "b"}}'],
        "line 1: the field 'splits' .* expected list",
    ),
    (
        ['{"mwplab": "dataset", "schema": 1, "name": "m", "splits": {"a": ["b"]}}'],
        "f.jsonl: m: the split 'a' names 'b'",
    ),
    (
        ['{"mwplab": "dataset", "schema": 1, "name": "m", "card": {"tilte": ""}}'],
        "'card' .* a Card has no field 'tilte'",
    ),
]


@given(datasets())
def test_a_dataset_comes_back_equal_in_everything(dataset: Dataset) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "file.jsonl"
        write_jsonl(dataset, path)
        found = read_jsonl(path)
    assert found == dataset
    assert found.fingerprint == dataset.fingerprint
    assert found.splits == dataset.splits
    assert found.card == dataset.card
    assert found.recipe == dataset.recipe


@given(datasets())
def test_each_problem_is_one_line_of_plain_json(dataset: Dataset) -> None:
    lines = list(problem_lines(dataset.problems))
    assert [json.loads(line)["id"] for line in lines] == [problem.id for problem in dataset]
    assert all(line.count("\n") == 1 for line in lines)


def test_quantities_are_looked_for_where_none_are_named() -> None:
    lines = ['{"id": "a/1", "body": "Two owls."}', '{"id": "a/2", "body": "Two owls.", "quantities": []}']
    found = parse_jsonl(lines, name="a", place="here")
    assert [len(problem.quantities) for problem in found] == [1, 0]


def test_a_plain_file_of_texts_and_answers_is_a_dataset(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    lines = [
        '{"text": "Two owls met 3 mice. How many animals met?", "answer": "5 animals"}',
        '{"id": "x/9", "text": "What is half of 5?", "answer": 2.5}',
    ]
    path.write_text("\ufeff" + "\r\n".join(lines) + "\r\n\r\n", encoding="utf-8")
    found = read_jsonl(path)
    assert found.name == "mine"
    assert [problem.id for problem in found] == ["mine/1", "x/9"]
    assert found["1"].body == "Two owls met 3 mice."
    assert found["1"].answers == (Answer(Fraction(5), "animals"),)
    assert found["x/9"].answers == (Answer(Fraction(5, 2)),)
    assert [str(value) for value in found["1"].values] == ["2", "3"]


@pytest.mark.parametrize(("lines", "message"), BROKEN)
def test_a_bad_line_is_named_with_file_and_line(lines: list[str], message: str) -> None:
    with pytest.raises(RecordError, match=message):
        parse_jsonl(lines, name="a", place="f.jsonl")


def test_a_header_after_empty_lines_still_begins_the_file() -> None:
    assert parse_jsonl(["", HEAD], name="a", place="f.jsonl") == Dataset(name="mine")
    assert parse_jsonl([], name="a", place="f.jsonl") == Dataset(name="a")


@given(st.integers(SCHEMA + 1))
def test_every_later_schema_is_refused(schema: int) -> None:
    with pytest.raises(
        RecordError, match=f"schema version {schema}, this mwplab reads {SCHEMA}; use a later one"
    ):
        read_header({"mwplab": "dataset", "schema": schema, "name": "mine", "unheard_of": True})


@given(st.lists(st.text(max_size=60), max_size=4))
def test_any_lines_give_a_dataset_or_one_of_our_errors(lines: list[str]) -> None:
    try:
        found = parse_jsonl(lines, name="a", place="here")
    except MwplabError:
        return
    assert isinstance(found, Dataset)


def test_a_missing_file_and_a_file_that_is_no_text_are_data_errors(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"there is no file .*nowhere.jsonl"):
        read_jsonl(tmp_path / "nowhere.jsonl")
    with pytest.raises(DataError, match="cannot be read: Is a directory"):
        read_jsonl(tmp_path)
    (tmp_path / "binary.jsonl").write_bytes(b'{"id": "\xff\xfe"}')
    with pytest.raises(DataError, match=r"binary\.jsonl' is not UTF-8 text"):
        read_jsonl(tmp_path / "binary.jsonl")


@pytest.mark.parametrize("extra", [{"k": {1, 2}}, {"k": "\ud800"}, {"k": 10**5000}])
def test_what_cannot_be_written_leaves_the_old_file_and_no_draft(
    tmp_path: Path, extra: dict[str, object]
) -> None:
    path = tmp_path / "mine.jsonl"
    write_jsonl(Dataset(name="mine"), path)
    before = path.read_bytes()
    with pytest.raises(RecordError):
        write_jsonl(Dataset(name="mine", problems=(Problem(id="mine/1", extra=extra),)), path)  # type: ignore[arg-type]
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]
