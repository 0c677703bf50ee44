"""Tables of the MAWPS paper."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from mwplab.catalogue import load
from mwplab.errors import MissingDependency
from mwplab.papers import Cell, Value, mawps, reproduce

ROWS = list(mawps.DATASETS)
Cells = dict[tuple[str, str], Cell]


@pytest.fixture(scope="module")
def table1() -> Cells:
    """The table without its grammatical problems, which take a minute."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(mawps, "make_grammar", no_grammar)
        return {(cell.row, cell.column): cell for cell in reproduce(["mawps.table1"])}


def no_grammar() -> None:
    raise MissingDependency("there is no program 'link-parser' here")


def ours(cells: Cells, column: str) -> list[float | None]:
    return [cells[row, column].ours for row in ROWS]


def unequal(cells: Cells, column: str) -> list[str]:
    return [row for row in ROWS if cells[row, column].status != "equal"]


@pytest.mark.realdata
def test_table_1_has_the_paper_s_numbers_of_problems(table1: Cells) -> None:
    assert ours(table1, "problems") == [395, 562, 600, 508, 514, 1155]
    assert unequal(table1, "problems") == []


@pytest.mark.realdata
def test_table_1_has_the_paper_s_lexical_overlap(table1: Cells) -> None:
    assert ours(table1, "lex_full") == [7.95, 7.78, 9.38, 6.85, 5.98, 5.72]
    assert ours(table1, "lex_half") == [6.13, 6.06, 7.76, 5.44, 4.67, 4.4]
    assert unequal(table1, "lex_full") == unequal(table1, "lex_half") == []
    for row in ROWS:
        cell = table1[row, "lex_half"]
        assert isinstance(cell.paper, Decimal)
        assert cell.ours is not None
        assert round(cell.ours, 1) <= float(cell.paper)  # no worse, as far as the paper prints it
        greedy, swapped = (float(text.split()[-1]) for text in cell.note.split(": ")[1].split(", after"))
        assert swapped <= greedy


@pytest.mark.realdata
def test_table_1_has_the_paper_s_template_overlap(table1: Cells) -> None:
    assert ours(table1, "tmpl_full") == [37.24, 25.38, 22.09, 17.87, 12.51, 3.41]
    assert ours(table1, "tmpl_half") == [32.32, 24.73, 19.73, 10.96, 2.85, 0.24]
    assert unequal(table1, "tmpl_full") == ["SimulEq-L"]
    assert unequal(table1, "tmpl_half") == ["AddSub", "SimulEq-L"]
    for row in ROWS:
        half = table1[row, "tmpl_half"]
        assert half.note.startswith(f"greedy; the least possible is {half.ours};")
    assert table1["SingleEq", "tmpl_full"].note.endswith("operators by their rank: 17.77")


@pytest.mark.realdata
def test_the_reductions_follow_from_the_printed_digits(table1: Cells) -> None:
    # Of the paper's own cells as of ours.
    for overlap in ("lex", "tmpl"):
        for row in ROWS:
            half, full, reduction = (
                float(table1[row, f"{overlap}_{column}"].paper) for column in ("half", "full", "reduction")
            )
            assert 100 * (1 - half / full) == pytest.approx(reduction, abs=0.1)
    assert unequal(table1, "lex_reduction") == ["AddSub", "SingleEq"]  # 7.95 and 6.85 round up here
    assert unequal(table1, "tmpl_reduction") == ["AddSub", "SimulEq-L"]


@pytest.mark.realdata
def test_a_missing_grammar_is_the_reason_of_its_column_alone(table1: Cells) -> None:
    notes = {table1[row, "grammatical"].note for row in ROWS}
    assert notes == {"there is no program 'link-parser' here"}


@pytest.mark.realdata
def test_grammatical_problems_are_counted_by_set_with_the_grammar_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Short:
        """Accepts short sentences."""

        name = "short"

        def accepts(self, sentences: list[str]) -> list[bool]:
            return [len(sentence) < 60 for sentence in sentences]

    monkeypatch.setattr(mawps, "make_grammar", Short)
    monkeypatch.setattr("mwplab.text.grammar.shelf.make_grammar", lambda spec: Short())
    monkeypatch.setattr("mwplab.parallel.mapping.FEW", 10**6)
    cells = {row: value for row, _, value in mawps._grammatical_cells()}
    from mwplab.curate.grammatical import grammatical

    for row in ("AddSub", "SimulEq-S"):
        value = cells[row]
        assert isinstance(value, Value)
        assert value.number == sum(grammatical(load(mawps.DATASETS[row]).problems))
        assert value.note == "every sentence accepted by short; the paper has the English Resource Grammar"


def test_without_data_every_cell_says_why(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("MWPLAB_DATA", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(mawps, "make_grammar", no_grammar)
    cells = reproduce(["mawps.table1"])
    assert len(cells) == 48
    assert {str(cell.status) for cell in cells} == {"not run"}
    assert all("get it with: mwp data get mawps/" in cell.note for cell in cells)
