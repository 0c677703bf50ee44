"""Cells of tables that say how well solvers solve, from verdicts, with both ways of choosing the epoch."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from statistics import fmean, stdev

from mwplab.catalogue import load
from mwplab.errors import DataError
from mwplab.papers.cells import NotRun, Value
from mwplab.papers.experiments import NOT_ASKED, Experiment, Outcome, Source
from mwplab.papers.table import Ours
from mwplab.records import Problem
from mwplab.runs.selection import Selection

STAND_IN = "encoder=minilm, batch=16, patience=10"
"""What rows are made with that the papers made with RoBERTa: an encoder that a package brings.

Larger batches and less patience make up for the time that an encoder takes.
"""

STAND_IN_RATE = "encoder_learning_rate=0.0001"
"""It is smaller than RoBERTa and learns at a higher rate; not where its table alone is taken."""

STAND_IN_OPTIONS = {
    "gts": f"{STAND_IN}, {STAND_IN_RATE}",
    "graph2tree": f"{STAND_IN}, {STAND_IN_RATE}",
    # The paper's rates beside RoBERTa are too low here, and a higher one from the first step loses its way.
    "seq2seq": f"{STAND_IN}, {STAND_IN_RATE}, learning_rate=0.0008, warmup=0.1",
    "constrained": STAND_IN,
}
"""What each solver is told in such rows."""

SEEDS, STAND_IN_SEEDS = 3, 1
"""How many seeds rows are trained with; one where another encoder stands in, whose figures do not count."""

Figure = Callable[[Outcome, Outcome | None], list[float]]
"""From verdicts, and from those on changed problems where a table needs them, to a figure for each seed."""

PUBLISHED = Selection.BEST_ON_TEST
"""How the published programs choose the epoch; the cells follow it, the notes have the honest figure."""


def experiment_of(row: str, test: str, train: tuple[str, ...] = (), *, by_folds: bool = True) -> Experiment:
    """Return the experiment of a row: its solver from scratch (S), or with a pretrained encoder (R).

    >>> experiment_of("gts/S", "mawps").solver, experiment_of("gts/R", "mawps").solver
    ('gts', 'gts(encoder=minilm, batch=16, patience=10, encoder_learning_rate=0.0001)')
    """
    name, _, kind = row.partition("/")
    if kind != "R":
        return Experiment(solver=name, test=test, train=train, by_folds=by_folds, repeats=SEEDS)
    solver = f"{name}({STAND_IN_OPTIONS[name]})"
    return Experiment(solver=solver, test=test, train=train, by_folds=by_folds, repeats=STAND_IN_SEEDS)


def cell(
    source: Source,
    experiment: Experiment,
    figure: Figure,
    *,
    change: str = "",
    beside: str | None = None,
    scale: float = 1,
) -> Value | NotRun:
    """Return a figure under the published choice of epoch, with the one by held-out problems in its note.

    ``change`` names the perturbation of the problems that are counted, ``beside`` that of others which the
    figure looks at too; both are asked of the same trained solver.
    """
    found: dict[Selection, list[float]] = {}
    outcomes: dict[Selection, Outcome] = {}
    left_out = ""
    missing: list[NotRun] = []
    for selection in (PUBLISHED, Selection.HELD_OUT):
        chosen = replace(experiment, selection=selection)
        outcome = source.outcome(chosen, change)
        other = None if beside is None else source.outcome(chosen, beside)
        whole = source.outcome(chosen) if change else outcome
        if isinstance(outcome, NotRun):
            missing.append(outcome)
            continue
        if isinstance(other, NotRun):
            missing.append(other)
            continue
        numbers = [scale * number for number in figure(outcome, other)]
        if not numbers:
            missing.append(NotRun("none of these problems was asked"))
            continue
        found[selection] = numbers
        outcomes[selection] = outcome
        left_out = left_out or _left_out(whole, other or outcome)
    if not found:
        return max(reversed(missing), key=lambda reason: reason != NOT_ASKED)
    number = fmean(found.get(PUBLISHED) or found[Selection.HELD_OUT])
    shown = next(iter(outcomes.values()))
    told = [*_told(found, outcomes, digits=1 if scale == 1 else 3), _made(shown), left_out]
    return Value(
        number,
        note="; ".join(filter(None, told)),
        encoder=shown.encoder,
        signature=shown.signature,
    )


def _left_out(whole: Outcome | NotRun, changed: Outcome) -> str:
    """Return how many problems have no variant to ask; nothing where all have one, or it is not known."""
    if isinstance(whole, NotRun):
        return ""
    asked, have = (set(one.verdicts[0]) if one.verdicts else set[str]() for one in (whole, changed))
    count = len(asked - have)
    return f"{count} of {len(asked)} problems have no such variant and are left out" if count else ""


def _told(
    found: Mapping[Selection, list[float]], outcomes: Mapping[Selection, Outcome], *, digits: int
) -> list[str]:
    """Return the figure under each choice of epoch."""
    said = {
        PUBLISHED: "best epoch on the test problems, as published",
        Selection.HELD_OUT: "epoch chosen on held-out training problems",
    }
    return [
        f"{said[selection]}: {_spread(numbers, digits)}{_lost(outcomes[selection])}"
        for selection, numbers in found.items()
    ]


def _made(outcome: Outcome) -> str:
    """Return how an outcome was made, where that is not the usual way."""
    if outcome.quick:
        return "quick: a small network, few epochs, one seed, one fold"
    return f"recorded with mwplab {outcome.version}" if outcome.version else ""


def _lost(outcome: Outcome) -> str:
    return f", trainings that lost their way: {outcome.lost}" if outcome.lost else ""


def _spread(numbers: Sequence[float], digits: int) -> str:
    if len(numbers) == 1:
        return f"{numbers[0]:.{digits}f}, one seed"
    return f"{fmean(numbers):.{digits}f} ± {stdev(numbers):.{digits}f}, {len(numbers)} seeds"


def accuracy(problems: Sequence[Problem] | None) -> Figure:
    """Return the figure that is the accuracy on some problems or on all that were asked, in percent."""
    return lambda outcome, _: outcome.accuracies(problems)


def loaded_or(name: str) -> tuple[Problem, ...] | NotRun:
    """Return the problems of a dataset, or why they are not at hand."""
    try:
        return load(name).problems
    except DataError as error:
        return NotRun(str(error))


def parts_cells(
    source: Source,
    row: str,
    experiment: Experiment,
    parts: Mapping[str, Callable[[Problem], bool]],
    *,
    change: str = "",
    scale: float = 1,
) -> Iterator[Ours]:
    """Yield a row whose columns are accuracies on parts of the test set; the whole needs no problems."""
    for column, belongs in parts.items():
        problems = None if belongs is everything else loaded_or(experiment.test)
        if isinstance(problems, NotRun):
            yield row, column, problems
            continue
        chosen = None if problems is None else [problem for problem in problems if belongs(problem)]
        yield row, column, cell(source, experiment, accuracy(chosen), change=change, scale=scale)


def everything(problem: Problem) -> bool:
    """Return true: the part that is the whole."""
    return True
