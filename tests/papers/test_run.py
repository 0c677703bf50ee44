"""Names of papers and tables become cells."""

from __future__ import annotations

import json
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest

from mwplab.errors import RecordError, UnknownName
from mwplab.papers import (
    Figure,
    Kind,
    Ours,
    Status,
    Table,
    Value,
    ablation,
    asdiv,
    reproduce,
    table_names,
    tables,
)
from mwplab.papers import run as papers_run
from mwplab.papers.published import published
from mwplab.papers.run import chosen_tables
from mwplab.papers.table import spec_name
from mwplab.registry import Registry

KNOWN = ["equal", "close", "better", "worse", "different", "other encoder", "input", "not run"]


@pytest.fixture
def no_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MWPLAB_DATA", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr("mwplab.catalogue.folder.cache_folder", lambda: tmp_path)
    for kept in (asdiv.within, asdiv.beside_training, asdiv.within_tests):
        kept.cache_clear()  # what another test computed from data that is not here now


def test_every_published_table_has_its_place_in_the_table_of_contents() -> None:
    assert sorted(spec_name(name) for name in published()) == sorted(
        {*tables.names()} - {ablation.GTS, ablation.AVERAGING, ablation.CROSS, ablation.VARIANTS}
    )


@pytest.mark.parametrize("name", list(tables))
def test_every_table_says_what_it_lacks(name: str) -> None:
    assert tables.make(name).missing


def test_a_paper_stands_for_all_its_tables() -> None:
    assert chosen_tables(["svamp"]) == tuple(name for name in published() if name.startswith("svamp."))
    assert len(chosen_tables(["svamp"])) == 14


def test_each_table_comes_once_in_the_order_asked() -> None:
    assert chosen_tables(["mawps.table2", "mawps"]) == ("mawps.table2", "mawps.table1")


@pytest.mark.parametrize("name", ["svamp.with-svamp-training", "svamp.with_svamp_training"])
def test_hyphens_and_underscores_name_the_same_table(name: str) -> None:
    assert [cell.table for cell in reproduce([name])] == ["svamp.with_svamp_training"]


def test_rows_are_chosen_by_a_pattern() -> None:
    assert {cell.row for cell in reproduce(["svamp.table2"], rows="*/S")} == {
        "seq2seq/S",
        "gts/S",
        "graph2tree/S",
    }


def test_a_pattern_that_no_row_is_like_is_refused_with_rows_that_there_are() -> None:
    with pytest.raises(UnknownName, match="no row of these tables named 'gts'; did you mean 'gts/S'"):
        reproduce(["svamp.table5", "svamp.table2"], rows="gts")


UNKNOWN = [
    ("svmap", "no paper or table named 'svmap'; did you mean 'svamp'?"),
    ("svamp.table99", r"no paper or table named 'svamp.table99'; did you mean 'svamp.table9'\?"),
    ("", "no paper or table named ''"),
]


@pytest.mark.parametrize(("name", "message"), UNKNOWN)
def test_an_unknown_name_is_refused_with_a_near_one(name: str, message: str) -> None:
    with pytest.raises(UnknownName, match=message):
        reproduce([name])


@pytest.mark.usefixtures("no_data")
def test_without_data_every_cell_is_there_and_says_why_nothing_was_run() -> None:
    cells = reproduce(list(published()))
    assert len(cells) == sum(len(figures) for figures in published().values())
    lacking = [cell for cell in cells if cell.value is None or "recorded with mwplab" not in cell.value.note]
    assert {cell.status for cell in lacking} == {Status.NOT_RUN, Status.INPUT}
    assert all(cell.note and cell.ours is None for cell in lacking)


@pytest.mark.usefixtures("no_data")
def test_without_data_what_was_recorded_of_whole_corpora_is_there() -> None:
    cells = {(cell.row, cell.column): cell for cell in reproduce(["svamp.table2", "svamp.table10"])}
    assert all(cells[f"{solver}/S", "full"].ours for solver in ("seq2seq", "gts", "graph2tree"))
    assert cells["gts/S", "MAWPS"].ours
    assert "mwp data get svamp" in cells["gts/S", "division"].note


@pytest.mark.usefixtures("no_data")
def test_missing_data_is_named_with_the_way_to_get_it() -> None:
    notes = {(cell.row, cell.column): cell.note for cell in reproduce(["svamp.table9"])}
    assert notes["SVAMP", "problems"].startswith("svamp@1.0 is not on this machine")
    assert "get it with: mwp data get svamp" in notes["SVAMP", "problems"]
    assert notes["SVAMP", "cld"] == notes["SVAMP", "problems"]


@pytest.mark.usefixtures("no_data")
def test_the_records_are_json_with_known_statuses() -> None:
    for cell in reproduce(["asdiv", "mawps.table1"]):
        record = json.loads(json.dumps(cell.to_dict()))
        assert record == cell.to_dict()
        assert record["status"] in KNOWN
        assert isinstance(record["paper"], int | float) or record["paper"] in {"na", "fails"}


def made_up(*cells: Ours) -> Registry[Table]:
    """A list with one table of another paper, as a plugin would bring it."""

    def compute() -> Iterator[Ours]:
        yield from cells

    figures = tuple(
        Figure(table="other.first", row="r", column=column, kind=Kind.COUNT, paper=Decimal(7))
        for column in "ab"
    )
    registry: Registry[Table] = Registry("table")
    registry.add("other.first", lambda: Table("needs time", compute, figures=figures))
    return registry


def test_a_plugin_brings_a_table_with_its_own_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(papers_run, "tables", made_up(("r", "b", Value(9))))
    assert table_names()[-1] == "other.first"
    assert [(cell.column, cell.status.value, cell.note) for cell in reproduce(["other"])] == [
        ("a", "not run", "needs time"),
        ("b", "different", ""),
    ]


def test_a_cell_that_the_paper_does_not_have_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(papers_run, "tables", made_up(("r", "c", Value(9))))
    with pytest.raises(RecordError, match="no row 'r' with a column 'c'"):
        reproduce(["other.first"])
