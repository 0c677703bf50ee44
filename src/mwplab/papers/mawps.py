"""MAWPS: tables of Koncel-Kedziorski and others (2016), on a repository of problems."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from mwplab.catalogue import load
from mwplab.papers.cells import NotRun, Value
from mwplab.papers.table import Ours, row_cells

DATASETS = {
    "AddSub": "mawps/addsub",
    "SingleOp": "mawps/singleop",
    "MultiArith": "mawps/multiarith",
    "SingleEq": "mawps/singleeq",
    "SimulEq-S": "mawps/simuleq-s",
    "SimulEq-L": "mawps/simuleq-l",
}
"""The paper's names of the six sets and ours."""


def table1() -> Iterator[Ours]:
    """Yield the number of problems of each set."""
    for row, name in DATASETS.items():
        yield from row_cells(row, ["problems"], partial(_count, name))
        yield row, "grammatical", NotRun("needs the labels of grammatical problems, which were not released")


def _count(name: str) -> dict[str, float | Value]:
    return {"problems": len(load(name))}
