"""Results kept for tables that take training."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path

import pytest

import mwplab
from mwplab.errors import RecordError
from mwplab.papers import Cell, Figure, Kind, NotRun, Table, Value, compare, record, reproduce
from mwplab.papers import recorded as papers_recorded
from mwplab.papers import run as papers_run
from mwplab.papers.recorded import RECORDED, read_recorded
from mwplab.registry import Registry

TRAINED = Value(81.5, "five folds", signature="data:made-up|solver:gts(seed=1)")
FIGURES = {
    name: (
        Figure(
            table=name, row="gts", column="all", kind=Kind.ACCURACY, unit="percent", paper=Decimal("81.4")
        ),
        Figure(
            table=name, row="gts", column="half", kind=Kind.ACCURACY, unit="percent", paper=Decimal("70.0")
        ),
    )
    for name in ("other.trained", "other.counted")
}


@pytest.fixture(autouse=True)
def two_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """One table that takes training and one that does not, with the same cells."""
    registry: Registry[Table] = Registry("table")
    for name, training in (("other.trained", True), ("other.counted", False)):
        table = Table("needs time", lambda: [("gts", "all", TRAINED)], training, FIGURES[name])
        registry.add(name, lambda table=table: table)
    for module in (papers_run, papers_recorded):
        monkeypatch.setattr(module, "tables", registry)


def cells(value: Value | NotRun = TRAINED) -> list[Cell]:
    return [compare(figures[0], value) for figures in FIGURES.values()]


def test_what_is_recorded_reads_back_with_its_version(tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    assert record(cells(), path) == 1
    note = f"five folds; recorded with mwplab {mwplab.__version__}"
    expected = Value(81.5, note, signature=TRAINED.signature)
    assert read_recorded(path) == {("other.trained", "gts", "all"): expected}


def test_a_later_result_replaces_the_earlier_one_of_the_same_cell(tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    record(cells(), path)
    record(cells(Value(60.0, signature="data:made-up|solver:gts(seed=2)")), path)
    assert [value.number for value in read_recorded(path).values()] == [60.0]


def test_recording_the_same_cells_again_changes_no_byte(tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    record(cells(), path)
    before = path.read_bytes()
    record(cells(), path)
    assert path.read_bytes() == before


def test_a_result_without_signature_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    with pytest.raises(
        RecordError, match=r"other\.trained, row 'gts', column 'all': the result has no signature"
    ):
        record(cells(Value(81.5)), path)
    assert not path.exists()


def test_what_was_not_run_is_not_kept(tmp_path: Path) -> None:
    assert record(cells(NotRun("needs time")), tmp_path / "kept.json") == 0


def test_kept_results_stand_in_only_where_training_is_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "kept.json"
    record(cells(Value(60.0, signature="data:made-up|solver:gts(seed=2)")), path)
    monkeypatch.setattr(papers_run, "read_recorded", lambda: read_recorded(path))
    found = {(cell.table, cell.column): cell for cell in reproduce(["other"], recorded=True)}
    assert (found["other.trained", "all"].ours, found["other.trained", "all"].status) == (60.0, "worse")
    assert found["other.trained", "half"].note == "no kept result; run it with: mwp reproduce other.trained"
    assert (found["other.counted", "all"].ours, found["other.counted", "all"].status) == (81.5, "equal")
    assert found["other.counted", "half"].note == "needs time"


def test_without_the_flag_everything_is_computed() -> None:
    assert [cell.ours for cell in reproduce(["other"])] == [81.5, None, 81.5, None]


def test_the_shipped_results_can_be_read() -> None:
    assert all(value.signature for value in read_recorded(RECORDED).values())


BROKEN = [
    ("not json", "does not hold kept results"),
    ("[]", "does not hold kept results"),
    (json.dumps({"schema": 99, "cells": []}), "has the layout 99; this version reads layout 1"),
    (
        json.dumps({"schema": 1, "cells": [{"table": "a.b", "row": "r", "column": "c"}]}),
        "a kept result without 'version' was met",
    ),
]


@pytest.mark.parametrize(("text", "message"), BROKEN)
def test_a_broken_file_is_named(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "kept.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RecordError, match=message):
        read_recorded(path)
