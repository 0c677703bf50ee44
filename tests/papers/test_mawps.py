"""Tables of the MAWPS paper."""

from __future__ import annotations

import pytest

from mwplab.papers import reproduce


@pytest.mark.realdata
def test_table_1_has_the_paper_s_numbers_of_problems() -> None:
    cells = [cell for cell in reproduce(["mawps.table1"]) if cell.column == "problems"]
    assert [cell.ours for cell in cells] == [395, 562, 600, 508, 514, 1155]
    assert {cell.status for cell in cells} == {"equal"}


def test_the_other_columns_say_what_they_wait_for() -> None:
    notes = {cell.column: cell.note for cell in reproduce(["mawps.table1"]) if cell.row == "AddSub"}
    assert notes["grammatical"] == "needs the labels of grammatical problems, which were not released"
    assert notes["lex_half"] == notes["tmpl_reduction"] == "comes with the reduction of overlap"
