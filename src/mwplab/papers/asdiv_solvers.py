"""ASDiv's tables of trained solvers."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from mwplab.papers.asdiv import NO_FORMULAS
from mwplab.papers.cells import NotRun
from mwplab.papers.experiments import Experiment, Source
from mwplab.papers.solving import everything, parts_cells
from mwplab.papers.table import Ours
from mwplab.records import Problem

REPEATS = 5
"""How often the paper trained on each fold."""

CORPORA = {"ASDiv-A": "asdiv-a", "ASDiv": "asdiv"}
"""The columns of Table 3 that the released files allow; MathQA-C was not released."""

GRADES: dict[str, Callable[[Problem], bool]] = {
    f"G{grade}": lambda problem, grade=grade: problem.grade == grade  # type: ignore[misc]
    for grade in range(1, 7)
}
"""The columns of Table 4."""


def table3(source: Source) -> Iterator[Ours]:
    """Yield the accuracy of GTS by five folds, as a fraction."""
    for column, test in CORPORA.items():
        yield from parts_cells(source, "gts", _experiment(test), {column: everything}, scale=0.01)
    yield "gts", "MathQA-C", NotRun(NO_FORMULAS)


def table4(source: Source) -> Iterator[Ours]:
    """Yield the accuracy of GTS on ASDiv by grade, as a fraction."""
    yield from parts_cells(source, "gts", _experiment("asdiv"), GRADES, scale=0.01)


def _experiment(test: str) -> Experiment:
    return Experiment(solver="gts", test=test, repeats=REPEATS)
