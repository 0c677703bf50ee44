"""What single changes bring: one thing undone in GTS, averaged weights, an encoder, variants in training."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from mwplab.papers import svamp_solvers
from mwplab.papers.experiments import Experiment, Source
from mwplab.papers.published import Figure, published
from mwplab.papers.solving import everything, experiment_of, parts_cells
from mwplab.papers.table import Ours, Table

GTS, AVERAGING, CROSS = "ablation.gts", "ablation.averaging", "ablation.cross"
VARIANTS = "ablation.variants"
"""The tables; no paper has them."""

COLUMN = "ASDiv-A"
"""The corpus."""

UNDONE = {
    "gts": "gts",
    "root goal from the padded end": "gts(padded_root=True)",
    "learning rate never lowered": "gts(schedule=constant)",
    "learning rate lowered in a line": "gts(schedule=linear)",
    "dropout of 0.1": "gts(dropout=0.1)",
    "no weight decay": "gts(weight_decay=0.0)",
    "rare words always known": "gts(word_dropout=0.0)",
    "answers not weighed": "gts(plausible=0.0)",
    "weights not averaged": "gts(averaging=0.0)",
}
"""The rows: as it is, then with one thing undone."""


AVERAGED = {"graph2tree": "graph2tree(averaging=0.1)"}
"""The solver of the papers whose weights are not averaged by default, and how they are."""


def gts() -> Table:
    """Return the table, every row beside the figure that SVAMP's Table 2 has for GTS."""
    paper = _printed("svamp.table2", "gts/S", COLUMN)
    figures = tuple(replace(paper, table=GTS, row=row) for row in UNDONE)
    return Table("needs the neural solvers", trained=_rows, figures=figures)


def _rows(source: Source) -> Iterator[Ours]:
    as_it_is = experiment_of("gts/S", "asdiv-a")
    for row, solver in UNDONE.items():
        # One seed of five folds for each change; what differs by a point may be chance.
        experiment = as_it_is if solver == as_it_is.solver else _changed(as_it_is, solver)
        yield from parts_cells(source, row, experiment, {COLUMN: everything})


def averaging() -> Table:
    """Return the solvers with averaged weights beside what SVAMP prints for them."""
    figures = []
    for row in AVERAGED:
        figures += [_printed("svamp.table2", f"{row}/S", column) for column in svamp_solvers.CORPORA]
        figures.append(replace(_printed("svamp.table10", f"{row}/S", "full"), column="SVAMP"))
    named = (replace(one, table=AVERAGING, row=one.row.removesuffix("/S")) for one in figures)
    return Table("needs the neural solvers", trained=_averaged, figures=tuple(named))


def _averaged(source: Source) -> Iterator[Ours]:
    for row, solver in AVERAGED.items():
        asked = {column: experiment_of(f"{row}/S", test) for column, test in svamp_solvers.CORPORA.items()}
        asked["SVAMP"] = svamp_solvers.on_svamp(f"{row}/S")
        for column, experiment in asked.items():
            yield from parts_cells(source, row, replace(experiment, solver=solver), {column: everything})


def _printed(table: str, row: str, column: str) -> Figure:
    return next(one for one in published()[table] if (one.row, one.column) == (row, column))


def cross() -> Table:
    """Return SVAMP's pair of corpora with a pretrained encoder: the paper does not say whether it had one."""
    figures = tuple(_unnamed_encoder(figure) for figure in published()["svamp.cross"])
    return Table("needs the neural solvers", trained=partial(svamp_solvers.cross, kind="R"), figures=figures)


IRRELEVANT = "add-irrelevant-information"
"""What the variants of training problems have more than these."""

VARIED = {
    "ASDiv-A->MAWPS": ("mawps", ("asdiv-a",)),
    "MAWPS->ASDiv-A": ("asdiv-a", ("mawps",)),
    "SVAMP": ("svamp", svamp_solvers.TRAIN),
}
"""What is asked of a solver that learns from problems with a number more too, and what it learns from."""


def variants() -> Table:
    """Return Graph2Tree trained with variants that have numbers which nobody needs."""
    svamp = replace(_printed("svamp.table10", "graph2tree/S", "full"), row="SVAMP", column="accuracy")
    figures = (replace(figure, table=VARIANTS) for figure in (*published()["svamp.cross"], svamp))
    return Table("needs the neural solvers", trained=_varied, figures=tuple(figures))


def _varied(source: Source) -> Iterator[Ours]:
    for row in VARIED:
        yield from parts_cells(source, row, with_variants(row), {"accuracy": everything})


def with_variants(row: str) -> Experiment:
    """Return the experiment of a row: twice as many problems, and half the epochs, so as many steps."""
    test, train = VARIED[row]
    plain = experiment_of("graph2tree/S", test, train, by_folds=False)
    return replace(plain, solver="graph2tree(epochs=30)", variants=IRRELEVANT)


def _unnamed_encoder(figure: Figure) -> Figure:
    return replace(figure, table=CROSS, encoder="none that it names")


def _changed(experiment: Experiment, solver: str) -> Experiment:
    return replace(experiment, solver=solver, repeats=1)
