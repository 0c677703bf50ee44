"""Datasets as Parquet and CSV."""

from __future__ import annotations

import csv
import json
import pickle
from dataclasses import fields, replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pandas  # type: ignore[import-untyped]
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwplab.catalogue import load
from mwplab.errors import DataError, MwplabError, RecordError
from mwplab.records import Card, Dataset, Problem, read_csv, read_parquet, write_csv, write_parquet
from mwplab.records import tables as module
from mwplab.records.rows import MAX_CELL, problem_row, table_schema
from tests.records.strategies import datasets

LONG = Problem(id="mine/1", rationale="x" * (MAX_CELL + 1))
NESTED = Problem(id="mine/1", options=("x" * MAX_CELL,))
FOREIGN_CSV = [
    ("", "f.csv", None),
    (
        "id,body\nmine/1\n",
        "f.csv, line 2: the row has more or fewer cells than the first line names",
        RecordError,
    ),
    ("id\nmine/1,2\n", "f.csv, line 2: the row has more or fewer cells", RecordError),
    ("id,colour\nmine/1,5\n", "f.csv, line 2: a Problem has no field 'colour'", RecordError),
    ("id,grade\nmine/1,three\n", "f.csv, line 2: this is not JSON", RecordError),
    ("id,grade\nmine/1,3.5\n", "f.csv, line 2: .* expected int, found '3.5'", RecordError),
    ("id,answers\nmine/1,[5]\n", "f.csv, line 2: .* expected dict, found '5'", RecordError),
    ("id,splits\nmine/1,train\n", "f.csv, line 2: this is not JSON", RecordError),
    ('id,splits\nmine/1,"[7]"\n', "f.csv, line 2: expected a list of names of splits", RecordError),
    ("id\nmine/1\nmine/1\n", "f.csv: f: two problems have the id 'mine/1'", RecordError),
    ('id\n"mine/1\n', "f.csv, behind line 1: unexpected end of data", RecordError),
    (f"id\n{'x' * (MAX_CELL + 1)}\n", "f.csv, behind line 1: field larger than field limit", RecordError),
]


def test_the_columns_are_the_fields_of_a_problem_and_its_text() -> None:
    assert set(table_schema().names) == {field.name for field in fields(Problem)} | {"text"}


@given(datasets())
def test_parquet_keeps_a_dataset_exactly(dataset: Dataset) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "file.parquet"
        write_parquet(dataset, path)
        found = read_parquet(path)
    assert found == dataset
    assert found.fingerprint == dataset.fingerprint


@given(datasets())
def test_csv_keeps_the_problems_exactly_and_who_is_in_which_split(dataset: Dataset) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "file.csv"
        write_csv(dataset, path)
        found = read_csv(path)
    assert found.problems == dataset.problems
    assert {name: set(ids) for name, ids in found.splits.items()} == {
        name: set(ids) for name, ids in dataset.splits.items() if ids
    }
    assert found.name == "file"
    assert found.card.canary == (dataset.card.canary if dataset.problems else "")


def test_the_bundled_problems_come_back_from_both_forms(tmp_path: Path) -> None:
    starter = load("starter")
    starter = replace(starter, splits={"test": tuple(problem.id for problem in starter.problems[5:9])})
    write_parquet(starter, tmp_path / "starter.parquet")
    assert read_parquet(tmp_path / "starter.parquet") == starter
    write_csv(starter, tmp_path / "starter.csv")
    assert read_csv(tmp_path / "starter.csv") == Dataset(
        name="starter",
        problems=starter.problems,
        splits=starter.splits,
        card=Card(canary=starter.card.canary),
    )


def test_other_tools_read_plain_columns(tmp_path: Path) -> None:
    starter = load("starter")
    write_parquet(starter, tmp_path / "s.parquet")
    write_csv(starter, tmp_path / "s.csv")
    for frame in (pandas.read_parquet(tmp_path / "s.parquet"), pandas.read_csv(tmp_path / "s.csv")):
        assert list(frame["text"]) == [problem.text for problem in starter]
        assert list(frame["grade"]) == [problem.grade for problem in starter]
        assert list(frame["equations"]) == [str(problem.equations) for problem in starter]
    nested = pandas.read_parquet(tmp_path / "s.parquet")
    assert nested["answers"][0][0]["number"] == "15"
    assert nested["quantities"][0][1]["surface"] == "7"


def test_a_parquet_file_without_our_metadata_is_named_after_its_file(tmp_path: Path) -> None:
    rows = [{"text": "Two owls met 3 mice. How many animals met?", "answer": "5 animals"}]
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "mine.parquet")
    found = read_parquet(tmp_path / "mine.parquet")
    assert (found.name, found.problems[0].id, str(found.problems[0].answers[0])) == (
        "mine",
        "mine/1",
        "5 (animals)",
    )
    assert len(found.problems[0].quantities) == 2


def test_a_plain_csv_of_texts_and_answers_is_a_dataset(tmp_path: Path) -> None:
    (tmp_path / "mine.csv").write_text("\ufefftext,answer\r\nWhat is 2 + 2?,4\r\n", encoding="utf-8")
    assert str(read_csv(tmp_path / "mine.csv").problems[0].answers[0]) == "4"


@pytest.mark.parametrize(("text", "message", "error"), FOREIGN_CSV)
def test_a_csv_file_that_is_not_ours_is_refused_with_file_and_line(
    tmp_path: Path, text: str, message: str, error: type[Exception] | None
) -> None:
    path = tmp_path / "f.csv"
    path.write_text(text)
    if error is None:
        assert read_csv(path) == Dataset(name="f")
        return
    with pytest.raises(error, match=message):
        read_csv(path)


@pytest.mark.parametrize(
    ("column", "cells", "message"),
    [
        ("colour", ["red"], "f.parquet: row 1: a Problem has no field 'colour'"),
        ("body", [7], "f.parquet: row 1: the field 'body' .* expected str"),
        ("body", [b"x"], "f.parquet: row 1: the field 'body' .* expected str"),
        ("extra", ["[1]"], "f.parquet: row 1: expected an object in braces"),
        ("extra", ["{"], "f.parquet: row 1: this is not JSON"),
        ("rationale", ["x" * (MAX_CELL + 1)], f"f.parquet: row 1: 'rationale' has {MAX_CELL + 1} characters"),
        ("answers", [[{"number": "1/0"}]], "f.parquet: row 1: .* divides by zero"),
    ],
)
def test_a_parquet_file_that_is_not_ours_is_refused_with_its_row(
    tmp_path: Path, column: str, cells: list[object], message: str
) -> None:
    pq.write_table(pa.table({"id": ["mine/1"], column: cells}), tmp_path / "f.parquet")
    with pytest.raises(RecordError, match=message):
        read_parquet(tmp_path / "f.parquet")


@pytest.mark.parametrize(
    ("header", "message"),
    [
        (b"{", "f.parquet: this is not JSON"),
        (b'{"mwplab": "dataset", "schema": 9, "name": "m"}', "f.parquet: the file has schema version 9"),
        (b"\xff", r"f\.parquet' is not UTF-8 text"),
    ],
)
def test_broken_or_later_metadata_is_refused(tmp_path: Path, header: bytes, message: str) -> None:
    table = pa.table({"id": ["mine/1"]}).replace_schema_metadata({b"mwplab": header})
    pq.write_table(table, tmp_path / "f.parquet")
    with pytest.raises(MwplabError, match=message):
        read_parquet(tmp_path / "f.parquet")


@given(st.integers(0, 10**6), st.integers(1, 255))
def test_a_damaged_parquet_file_is_an_error_of_ours_or_reads_as_some_dataset(place: int, change: int) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "f.parquet"
        write_parquet(Dataset(name="mine", problems=(Problem(id="mine/1", body="Two owls"),)), path)
        content = bytearray(path.read_bytes())
        content[place % len(content)] ^= change
        path.write_bytes(content)
        try:
            found = read_parquet(path)
        except MwplabError:
            return
    assert isinstance(found, Dataset)


@pytest.mark.parametrize("content", [b"", b"PAR1", b"id,body\n", pickle.dumps({"id": "mine/1"})])
def test_what_is_no_parquet_is_a_data_error_and_is_not_unpickled(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "f.parquet"
    path.write_bytes(content)
    with pytest.raises(DataError, match=r"f\.parquet"):
        read_parquet(path)
    with pytest.raises(DataError, match="there is no file"):
        read_parquet(tmp_path / "nowhere.parquet")


def test_files_beyond_the_bounds_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_parquet(load("starter"), tmp_path / "f.parquet")
    monkeypatch.setattr(module, "MAX_ROWS", 100)
    with pytest.raises(DataError, match=r"f\.parquet holds 360 rows of .* bytes; at most 100 rows"):
        read_parquet(tmp_path / "f.parquet")


@pytest.mark.parametrize("write", [write_csv, write_parquet])
def test_a_cell_that_could_not_be_read_back_is_not_written(tmp_path: Path, write: object) -> None:
    path = tmp_path / "f.table"
    assert callable(write)
    with pytest.raises(
        RecordError, match=f"mine/1: 'rationale' has {MAX_CELL + 1} characters; a table takes"
    ):
        write(Dataset(name="mine", problems=(LONG,)), path)
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(RecordError, match="mine/1: 'options' has"):
        write_csv(Dataset(name="mine", problems=(NESTED,)), path)
    with pytest.raises(RecordError, match="the problems do not fit into a table"):
        write_parquet(Dataset(name="mine", problems=(Problem(id="mine/1", grade=2**70),)), path)


def test_cells_stand_as_they_are_even_if_a_spreadsheet_would_compute_them(tmp_path: Path) -> None:
    dataset = Dataset(name="f", problems=(Problem(id="mine/1", body="=1+1", question='a "b"\r\n\0'),))
    write_csv(dataset, tmp_path / "f.csv")
    with (tmp_path / "f.csv").open(newline="") as file:
        row = next(csv.DictReader(file))
    assert (row["body"], row["question"]) == ("=1+1", 'a "b"\r\n\0')
    assert json.loads(row["quantities"]) == problem_row(dataset.problems[0])["quantities"] == []
    assert read_csv(tmp_path / "f.csv") == dataset
