"""Tables of the MAWPS paper."""

from __future__ import annotations

import pytest

from mwplab.papers import reproduce


@pytest.mark.realdata
def test_table_1_has_the_paper_s_numbers_of_problems() -> None:
    cells = [cell for cell in reproduce(["mawps.table1"]) if cell.column == "problems"]
    assert [cell.ours for cell in cells] == [395, 562, 600, 508, 514, 1155]
    assert {cell.status for cell in cells} == {"equal"}


@pytest.mark.realdata
def test_table_1_has_the_paper_s_overlap_of_the_whole_sets() -> None:
    cells = {(cell.row, cell.column): cell for cell in reproduce(["mawps.table1"])}
    rows = list(dict.fromkeys(row for row, _ in cells))
    assert [cells[row, "lex_full"].ours for row in rows] == [7.95, 7.78, 9.38, 6.85, 5.98, 5.72]
    assert {cells[row, "lex_full"].status for row in rows} == {"equal"}
    assert [cells[row, "tmpl_full"].ours for row in rows] == [37.24, 25.38, 22.09, 17.77, 12.53, 3.27]
    assert [row for row in rows if cells[row, "tmpl_full"].status != "equal"] == ["SingleEq"]
    assert cells["SingleEq", "tmpl_full"].note.endswith("as the authors' program: 17.87")


def test_the_other_columns_say_what_they_wait_for() -> None:
    notes = {cell.column: cell.note for cell in reproduce(["mawps.table1"]) if cell.row == "AddSub"}
    assert notes["grammatical"] == "needs the labels of grammatical problems, which were not released"
    assert notes["lex_half"] == notes["tmpl_reduction"] == "comes with the reduction of overlap"
