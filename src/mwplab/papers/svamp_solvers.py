"""SVAMP's tables of trained solvers: how well they solve, and what they solve without understanding."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from mwplab.equations import count_operators
from mwplab.papers.cells import NotRun, Value
from mwplab.papers.experiments import Experiment, Outcome, Source
from mwplab.papers.solving import cell, everything, experiment_of, loaded_or, parts_cells
from mwplab.papers.table import Ours
from mwplab.records import Problem, Verdict
from mwplab.runs.breakdown import labels

CORPORA = {"MAWPS": "mawps", "ASDiv-A": "asdiv-a"}
"""The corpora that solvers are cross-validated on, by the paper's folds."""

SOLVERS = ("seq2seq", "gts", "graph2tree")
"""The three solvers of the paper."""

TRAIN = ("mawps", "asdiv-a")
"""What solvers of SVAMP are trained on."""

WITHOUT_QUESTION = "question-removed"
"""The perturbation of Tables 3, 4 and 11."""

ROWS = {
    "same-object-different-structure": "Same Object, Different Structure",
    "different-object-same-structure": "Different Object, Same Structure",
    "different-object-different-structure": "Different Object, Different Structure",
    "change-order-of-objects": "Change Order of Objects",
    "change-order-of-phrases": "Change Order of Phrases",
}
"""How the paper writes kinds of variations that are not just our words with capitals."""

BEST = "graph2tree/R"
"""The solver of the tables that show one only."""


def table2(source: Source) -> Iterator[Ours]:
    """Yield accuracy by five folds."""
    for row in (f"{solver}/{kind}" for solver in SOLVERS for kind in "SR"):
        yield from _crossvalidated(source, row)


def table3(source: Source) -> Iterator[Ours]:
    """Yield what is right although the question is missing."""
    for solver in SOLVERS:
        yield from _crossvalidated(source, f"{solver}/R", change=WITHOUT_QUESTION)


def table4(source: Source) -> Iterator[Ours]:
    """Yield accuracy on problems that are right without their question, and on the others."""
    for row in (f"{solver}/R" for solver in SOLVERS):
        for name, test in CORPORA.items():
            experiment = experiment_of(row, test)
            for column, easy in ((f"{name}_easy", True), (f"{name}_hard", False)):
                yield row, column, cell(source, experiment, _easy_or_hard(easy), beside=WITHOUT_QUESTION)


def _easy_or_hard(easy: bool) -> Callable[[Outcome, Outcome | None], list[float]]:
    def figure(asked: Outcome, blind: Outcome | None) -> list[float]:
        assert blind is not None
        numbers = []
        # A run that was stopped may have more seeds of one than of the other.
        for seen, unseen in zip(asked.verdicts, blind.verdicts, strict=False):
            part = [id for id, verdict in unseen.items() if (verdict is Verdict.CORRECT) is easy]
            right = sum(seen[id] is Verdict.CORRECT for id in part)
            if part:
                numbers.append(100 * right / len(part))
        return numbers

    return figure


def table5(source: Source) -> Iterator[Ours]:
    """Yield accuracy of the solver that sees no order of words."""
    for row in ("constrained/S", "constrained/R"):
        yield from _crossvalidated(source, row)


def _crossvalidated(source: Source, row: str, *, change: str = "") -> Iterator[Ours]:
    for column, test in CORPORA.items():
        experiment = experiment_of(row, test)
        yield from parts_cells(source, row, experiment, {column: everything}, change=change)


def cross(source: Source, *, kind: str = "S") -> Iterator[Ours]:
    """Yield Graph2Tree trained on one corpus and tested on the other; the paper names no encoder."""
    for train, test in (("ASDiv-A", "MAWPS"), ("MAWPS", "ASDiv-A")):
        experiment = experiment_of(f"graph2tree/{kind}", CORPORA[test], (CORPORA[train],), by_folds=False)
        yield from parts_cells(source, f"{train}->{test}", experiment, {"accuracy": everything})


def on_svamp(row: str) -> Experiment:
    """Return the experiment of a row: trained on the other two corpora, tested on SVAMP.

    >>> on_svamp("gts/S").train
    ('mawps', 'asdiv-a')
    """
    return experiment_of(row, "svamp", TRAIN, by_folds=False)


def _operators(problem: Problem) -> int:
    return 0 if problem.equations is None else count_operators(problem.equations)


PARTS: dict[str, Callable[[Problem], bool]] = {
    "full": everything,
    "one_op": lambda problem: _operators(problem) == 1,
    "two_op": lambda problem: _operators(problem) == 2,
    "addition": lambda problem: problem.type == "Addition",
    "subtraction": lambda problem: problem.type == "Subtraction",
    "multiplication": lambda problem: problem.type == "Multiplication",
    "division": lambda problem: problem.type == "Common-Division",
}
"""The columns of Table 10."""


def table10(source: Source) -> Iterator[Ours]:
    """Yield accuracy on SVAMP and its parts."""
    for row in (f"{solver}/{kind}" for solver in SOLVERS for kind in "SR"):
        yield from parts_cells(source, row, on_svamp(row), PARTS)


def table11(source: Source) -> Iterator[Ours]:
    """Yield what is right on SVAMP and ASDiv-A although the question is missing."""
    for row in (f"{solver}/R" for solver in SOLVERS):
        whole = {"SVAMP": everything}
        yield from parts_cells(source, row, on_svamp(row), whole, change=WITHOUT_QUESTION)
        experiment = experiment_of(row, "asdiv-a")
        yield from parts_cells(source, row, experiment, {"ASDiv-A": everything}, change=WITHOUT_QUESTION)


def table12(source: Source) -> Iterator[Ours]:
    """Yield accuracy on SVAMP of the solver that sees no order of words."""
    for row in ("constrained/S", "constrained/R"):
        yield from parts_cells(source, row, on_svamp(row), {"SVAMP": everything})


def with_svamp_training(source: Source) -> Iterator[Ours]:
    """Yield accuracy on SVAMP with four fifths of it added to the training data, by the published folds."""
    experiment = experiment_of(BEST, "svamp", TRAIN)
    yield from parts_cells(source, "best", experiment, {"accuracy": everything})


def table13(source: Source) -> Iterator[Ours]:
    """Yield by how much accuracy changes when a category of variations is left out."""
    yield from _removed(source, "category")


def table14(source: Source) -> Iterator[Ours]:
    """Yield by how much accuracy changes when a kind of variation is left out."""
    yield from _removed(source, "variation")


def _removed(source: Source, field: str) -> Iterator[Ours]:
    problems = loaded_or("svamp")
    if isinstance(problems, NotRun):
        return
    for label in dict.fromkeys(str(label) for problem in problems for label in labels(problem, field)):
        rest = [problem for problem in problems if label not in labels(problem, field)]
        row = ROWS.get(label) or label.replace("-", " ").title()
        yield row, "removed", Value(len(problems) - len(rest))
        yield row, "delta", cell(source, on_svamp(BEST), _delta(problems, rest))


def _delta(
    problems: Sequence[Problem], rest: Sequence[Problem]
) -> Callable[[Outcome, Outcome | None], list[float]]:
    def figure(outcome: Outcome, _: Outcome | None) -> list[float]:
        pairs = zip(outcome.accuracies(problems), outcome.accuracies(rest), strict=True)
        return [whole - part for whole, part in pairs]

    return figure


def table15(source: Source) -> Iterator[Ours]:
    """Yield accuracy by how many numbers the text holds."""
    parts = {
        name: (lambda problem, count=count: len(problem.quantities) == count)
        for count, name in ((2, "two"), (3, "three"), (4, "four"))
    }
    yield from parts_cells(source, "ASDiv-A", experiment_of(BEST, "asdiv-a"), parts)
    yield from parts_cells(source, "SVAMP", on_svamp(BEST), parts)


def adversarial_table2(source: Source) -> Iterator[Ours]:
    """Yield the accuracies that the attacks of the Adversarial paper start from: those of Table 2 again."""
    for corpus, test in CORPORA.items():
        for solver in SOLVERS:
            experiment = experiment_of(f"{solver}/S", test)
            yield from parts_cells(source, f"{corpus}/original", experiment, {solver: everything})
