"""Derivations: tables of Upadhyay and Chang (2017), on annotating derivations."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from mwplab.annotate import is_ambiguous
from mwplab.catalogue import load
from mwplab.equations import canonical, induce, read_number
from mwplab.equations.equivalence import as_written, reconcile
from mwplab.errors import EquationError
from mwplab.papers.cells import Value
from mwplab.papers.table import Ours, row_cells
from mwplab.records import Dataset

DATASETS = {"DRAW-1K": "draw", "ALG-514": "alg514", "DOLPHIN-L": "dolphin-l"}
"""The paper's names of the three sets and ours."""

COUNTED = (
    "problems",
    "ambiguous_percent",
    "vocabulary_k",
    "templates_before",
    "templates_after",
    "reduction_percent",
)
"""The columns of Table 2."""

NOTES = {"DOLPHIN-L": "as released, with one problem fewer than the paper counts"}

AMBIGUOUS = "a value of the equations stands in the text more than once"
VOCABULARY = "lower-cased words between spaces, numbers left out"


def table2() -> Iterator[Ours]:
    """Yield problems, ambiguity, vocabulary and templates of each set."""
    for row in DATASETS:
        yield from row_cells(row, COUNTED, partial(_described, row))


def _described(row: str) -> dict[str, float | Value]:
    dataset = load(DATASETS[row])
    before, released, after = templates(dataset)
    ambiguous = sum(map(is_ambiguous, dataset))
    rebuilt = (
        f"rebuilt from the raw equations, where forms that differ in order or names count once; the files "
        f"hold reconciled templates already ({released}), so the paper's own count cannot be made again"
    )
    return {
        "problems": Value(len(dataset), NOTES.get(row, "")),
        "ambiguous_percent": Value(round(100 * ambiguous / len(dataset), 1), AMBIGUOUS),
        "vocabulary_k": Value(round(len(vocabulary(dataset)) / 1000, 3), VOCABULARY),
        "templates_before": Value(before, rebuilt),
        "templates_after": Value(
            after, f"an exact check makes {after} classes of the {released} templates in the files"
        ),
        "reduction_percent": Value(
            round(100 * (before - after) / before, 1), f"from {before}, rebuilt, to {after}"
        ),
    }


def templates(dataset: Dataset) -> tuple[int, int, int]:
    """Return how many templates there are before reconciliation, in the files, and after reconciliation.

    Before it a template is what the raw equations give when their numbers are referred to the text, whatever
    the order of terms and the names; in the files it is what they have written; after it a class.

    >>> templates(load("starter[type=Addition]"))
    (1, 1, 1)
    """
    raw = {canonical(induce(problem.equations).template) for problem in dataset if problem.equations}
    gold = [problem.derivation.template for problem in dataset if problem.derivation]
    return len(raw), len({as_written(template)[0] for template in gold}), len(set(reconcile(gold)))


def vocabulary(dataset: Dataset) -> frozenset[str]:
    """Return the words of a dataset: what stands between spaces, lower-cased, without numbers.

    >>> sorted(vocabulary(load("starter[key=addition-01]")))[:4]
    ['a', 'after', 'and', 'ate']
    """
    words = {word for problem in dataset for word in problem.text.lower().split()}
    return frozenset(word for word in words if not _is_number(word))


def _is_number(word: str) -> bool:
    try:
        read_number(word.replace(",", ""))
    except EquationError:
        return False
    return True
