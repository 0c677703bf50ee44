"""What ASDiv's paper says of MathQA's annotations."""

from __future__ import annotations

import pytest

from mwplab.papers import Status, reproduce


@pytest.mark.realdata
@pytest.mark.slow
def test_the_share_of_contradictions_is_that_of_the_released_formulas() -> None:
    cells = {cell.column: cell for cell in reproduce(["asdiv.mathqa"])}
    share = cells["inconsistent_percent"]
    assert share.ours == 29.2
    assert "of the 831 arithmetic problems of dev and test, 95 % interval 26.3 to 32.4" in share.note
    counts = [cells[column] for column in ("arithmetic_problems", "mathqa_c_problems")]
    assert {cell.status for cell in counts} == {Status.NOT_RUN}
    assert [cell.note.partition("have ")[2] for cell in counts] == [
        "831 among 7,460, which would be 4,155 of all 37,297",
        "588 among 7,460, which would be 2,940 of all 37,297",
    ]
