"""Tables of our own: GTS with one option changed in each row, Graph2Tree across corpora with an encoder."""

from __future__ import annotations

from dataclasses import fields, replace
from statistics import fmean

import pytest

from mwplab.papers import Experiment, Kept, Outcome, Status, reproduce
from mwplab.papers.ablation import AVERAGED, IRRELEVANT, UNDONE, VARIED, with_variants
from mwplab.perturb import perturb
from mwplab.runs.plan import loaded
from mwplab.runs.selection import Selection
from mwplab.runs.signature import train_lines
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


@pytest.mark.parametrize("kind", AVERAGED)
def test_solvers_are_averaged_where_they_are_not_by_default(kind: str) -> None:
    usual, averaged = (solvers.make(spec) for spec in (kind, AVERAGED[kind]))
    assert isinstance(usual, Neural)
    assert isinstance(averaged, Neural)
    assert usual.settings != averaged.settings == replace(usual.settings, averaging=0.1)


def test_averaged_solvers_stand_beside_what_the_paper_prints() -> None:
    cells = {(cell.row, cell.column): cell for cell in reproduce(["ablation.averaging"])}
    assert [float(cell.paper) for cell in cells.values()] == [83.7, 77.4, 36.5]
    averaged = Experiment(solver=AVERAGED["graph2tree"], test="mawps", selection=Selection.BEST_ON_TEST)
    kept = Kept().outcome(averaged)
    assert isinstance(kept, Outcome)
    assert cells["graph2tree", "MAWPS"].ours == pytest.approx(fmean(kept.accuracies()))


def test_across_corpora_the_encoder_is_named_and_the_figure_does_not_count() -> None:
    cells = reproduce(["ablation.cross"])
    assert [cell.row for cell in cells] == ["ASDiv-A->MAWPS", "MAWPS->ASDiv-A"]
    assert {cell.status for cell in cells} == {Status.OTHER_ENCODER}
    assert all(
        cell.note.endswith("made with minilm@0.1.0, the paper has none that it names") for cell in cells
    )


def test_trained_with_variants_a_solver_stands_beside_what_the_paper_prints() -> None:
    cells = {cell.row: cell for cell in reproduce(["ablation.variants"])}
    assert [float(cell.paper) for cell in cells.values()] == [82, 73, 36.5]
    assert cells.keys() == VARIED.keys()
    assert all("not run" not in cell.status for cell in cells.values())


@pytest.mark.realdata
@pytest.mark.parametrize("row", VARIED)
def test_kept_results_were_trained_with_the_variants_of_today(row: str) -> None:
    experiment = with_variants(row)
    kept = Kept().outcome(experiment)
    assert isinstance(kept, Outcome)
    parts = [loaded(name) for name in experiment.train]
    variants = [perturb(part, [IRRELEVANT]).dataset for part in parts]
    assert f"|train:{'+'.join(train_lines([*parts, *variants]))}|" in kept.signature
