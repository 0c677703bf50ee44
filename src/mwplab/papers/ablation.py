"""What single changes to a solver bring: GTS on the folds of ASDiv-A with one of them undone at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from mwplab.papers.experiments import Experiment, Source
from mwplab.papers.published import Figure, published
from mwplab.papers.solving import everything, experiment_of, parts_cells
from mwplab.papers.table import Ours, Table

NAME = "ablation.gts"
"""The table; no paper has it."""

COLUMN = "ASDiv-A"
"""The corpus."""

UNDONE = {
    "gts": "gts",
    "root goal from the padded end": "gts(padded_root=True)",
    "learning rate never lowered": "gts(schedule=constant)",
    "learning rate lowered in a line": "gts(schedule=linear)",
    "dropout of 0.1": "gts(dropout=0.1)",
    "no weight decay": "gts(weight_decay=0.0)",
}
"""The rows: as it is, then with one thing undone."""


def gts() -> Table:
    """Return the table, every row beside the figure that SVAMP's Table 2 has for GTS."""
    paper = next(one for one in published()["svamp.table2"] if (one.row, one.column) == ("gts/S", COLUMN))
    return Table(
        "needs the neural solvers", trained=_rows, figures=tuple(_figure(paper, row) for row in UNDONE)
    )


def _figure(paper: Figure, row: str) -> Figure:
    return replace(paper, table=NAME, row=row)


def _rows(source: Source) -> Iterator[Ours]:
    as_it_is = experiment_of("gts/S", "asdiv-a")
    for row, solver in UNDONE.items():
        # One seed of five folds for each change; what differs by a point may be chance.
        experiment = as_it_is if solver == as_it_is.solver else _changed(as_it_is, solver)
        yield from parts_cells(source, row, experiment, {COLUMN: everything})


def _changed(experiment: Experiment, solver: str) -> Experiment:
    return replace(experiment, solver=solver, repeats=1)
