"""The published figures, as printed."""

from __future__ import annotations

import re
from decimal import Decimal
from importlib.resources import files

import pytest

from mwplab.errors import RecordError
from mwplab.papers import Figure, Kind
from mwplab.papers.published import published, read_figures

TEXT = (files("mwplab.papers") / "data" / "figures.toml").read_text(encoding="utf-8")


def printed_cells() -> list[str]:
    """Every cell in the order of the file, read line by line with nothing but patterns."""
    rows = [line for line in TEXT.splitlines() if re.match(r'^("|[A-Za-z])[^=]*=\s*\[', line)]
    lists = [re.search(r"\[([^\]]*)\]", line) for line in rows if not re.match(r"(columns|kinds)\s*=", line)]
    return [cell.strip().strip('"') for found in lists if found for cell in found[1].split(",")]


def test_every_figure_keeps_its_printed_digits() -> None:
    found = [str(figure.paper) for cells in published().values() for figure in cells]
    assert len(found) > 300
    assert found == printed_cells()


def test_all_five_papers_are_there() -> None:
    assert list(dict.fromkeys(name.partition(".")[0] for name in published())) == [
        "mawps",
        "derivations",
        "asdiv",
        "svamp",
        "adversarial",
    ]


@pytest.mark.parametrize("name", list(published()))
def test_no_cell_of_a_table_stands_twice(name: str) -> None:
    places = [(figure.row, figure.column) for figure in published()[name]]
    assert len(set(places)) == len(places)
    assert all(figure.table == name for figure in published()[name])


def cell(table: str, row: str, column: str) -> Figure:
    return next(one for one in published()[table] if (one.row, one.column) == (row, column))


KINDS = [
    ("svamp.table9", "SVAMP", "problems", Kind.COUNT, "", ""),
    ("svamp.table7", "Total", "selected", Kind.INPUT, "", ""),
    ("svamp.table2", "gts/S", "MAWPS", Kind.ACCURACY, "percent", ""),
    ("svamp.table2", "gts/R", "MAWPS", Kind.ACCURACY, "percent", "RoBERTa-base"),
    ("svamp.table13", "Reasoning Ability", "delta", Kind.DELTA, "percent", "RoBERTa-base"),
    ("svamp.table13", "Reasoning Ability", "removed", Kind.COUNT, "", ""),
    ("svamp.cross", "ASDiv-A->MAWPS", "accuracy", Kind.ACCURACY, "percent", ""),
    ("asdiv.table3", "gts", "ASDiv", Kind.ACCURACY, "fraction", ""),
    ("adversarial.table2", "MAWPS/original", "gts", Kind.ACCURACY, "percent", ""),
    ("adversarial.table2", "MAWPS/question-reordering", "gts", Kind.ATTACK, "percent", ""),
    ("adversarial.table3", "MAWPS/bert/question-reordering", "gts", Kind.ATTACK, "percent", "BERT-base"),
    ("adversarial.table4", "MAWPS", "grammar_1_to_5", Kind.HUMAN, "", ""),
]


@pytest.mark.parametrize(("table", "row", "column", "kind", "unit", "encoder"), KINDS)
def test_kind_unit_and_encoder_are_those_of_the_head(
    table: str, row: str, column: str, kind: Kind, unit: str, encoder: str
) -> None:
    found = cell(table, row, column)
    assert (found.kind, found.unit, found.encoder) == (kind, unit, encoder)


def test_a_row_too_short_is_refused_by_name() -> None:
    with pytest.raises(RecordError, match=r"made\.up, row 'first': 1 cells were met under 2 columns"):
        read_figures('[made.up]\ncolumns = ["a", "b"]\nkinds = "count"\nfirst = [1]\n')


def test_trailing_zeros_survive() -> None:
    table = read_figures('[made.up]\ncolumns = ["a"]\nkinds = "statistic"\nfirst = [0.50]\n')
    assert table["made.up"][0].paper == Decimal("0.5")
    assert str(table["made.up"][0].paper) == "0.50"
