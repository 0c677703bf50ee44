"""Tables of our own: GTS with one option changed in each row, Graph2Tree across corpora with an encoder."""

from __future__ import annotations

from dataclasses import fields

import pytest

from mwplab.papers import Status, reproduce
from mwplab.papers.ablation import UNDONE
from mwplab.solvers import Neural, solvers
from mwplab.solvers.neural.settings import Settings


def settings(spec: str) -> Settings:
    solver = solvers.make(spec)
    assert isinstance(solver, Neural)
    assert solver.kind == "gts"
    return solver.settings


@pytest.mark.parametrize("row", [row for row in UNDONE if row != "gts"])
def test_each_row_undoes_one_thing(row: str) -> None:
    usual, undone = settings(UNDONE["gts"]), settings(UNDONE[row])
    changed = [one.name for one in fields(Settings) if getattr(usual, one.name) != getattr(undone, one.name)]
    assert len(changed) == 1


def test_across_corpora_the_encoder_is_named_and_the_figure_does_not_count() -> None:
    cells = reproduce(["ablation.cross"])
    assert [cell.row for cell in cells] == ["ASDiv-A->MAWPS", "MAWPS->ASDiv-A"]
    assert {cell.status for cell in cells} == {Status.OTHER_ENCODER}
    assert all(
        cell.note.endswith("made with minilm@0.1.0, the paper has none that it names") for cell in cells
    )
