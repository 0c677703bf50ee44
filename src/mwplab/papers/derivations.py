"""Derivations: tables of Upadhyay and Chang (2017), on annotating derivations."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from mwplab.catalogue import load
from mwplab.papers.cells import Value
from mwplab.papers.table import Ours, row_cells

DATASETS = {"DRAW-1K": "draw", "ALG-514": "alg514", "DOLPHIN-L": "dolphin-l"}
"""The paper's names of the three sets and ours."""

NOTES = {"DOLPHIN-L": "as released, with one problem fewer than the paper counts"}


def table2() -> Iterator[Ours]:
    """Yield the number of problems of each set."""
    for row in DATASETS:
        yield from row_cells(row, ["problems"], partial(_count, row))


def _count(row: str) -> dict[str, float | Value]:
    return {"problems": Value(len(load(DATASETS[row])), note=NOTES.get(row, ""))}
