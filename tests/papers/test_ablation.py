"""The rows of the ablation: all of them are GTS with one option changed."""

from __future__ import annotations

from dataclasses import fields

import pytest

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
