"""MAWPS: tables of Koncel-Kedziorski and others (2016), on a repository of problems."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from mwplab.catalogue import load
from mwplab.measures import take
from mwplab.papers.cells import NotRun, Value
from mwplab.papers.table import Ours, row_cells
from mwplab.records import Score

DATASETS = {
    "AddSub": "mawps/addsub",
    "SingleOp": "mawps/singleop",
    "MultiArith": "mawps/multiarith",
    "SingleEq": "mawps/singleeq",
    "SimulEq-S": "mawps/simuleq-s",
    "SimulEq-L": "mawps/simuleq-l",
}
"""The paper's names of the six sets and ours."""


COUNTED = ("problems", "lex_full", "tmpl_full")
"""The columns of Table 1 that are measured of the whole sets."""

LEXICAL = "case and punctuation kept, pairs of words within sentences"


def table1() -> Iterator[Ours]:
    """Yield problems, lexical and template overlap of each set."""
    for row, name in DATASETS.items():
        yield from row_cells(row, COUNTED, partial(_measured, name))
        yield row, "grammatical", NotRun("needs the labels of grammatical problems, which were not released")


def _measured(name: str) -> dict[str, float | Value]:
    dataset = load(name)
    lexical, template, unranked = (
        take(dataset, measure).score
        for measure in ("lexical-overlap", "template-overlap", "template-overlap(reading=unranked)")
    )
    note = (
        f"operators by their rank; split at the first operator, as the authors' program: {_percent(unranked)}"
    )
    return {
        "problems": len(dataset),
        "lex_full": Value(_percent(lexical), LEXICAL, signature=lexical.signature),
        "tmpl_full": Value(_percent(template), note, signature=template.signature),
    }


def _percent(score: Score) -> float:
    return round(100 * score.value, 2)
