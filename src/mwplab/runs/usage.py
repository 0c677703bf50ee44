"""What a run cost, as scores, and an estimate before it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from mwplab.models.chat import Estimate, rehearsal
from mwplab.records import Row, Score
from mwplab.records.account import reasked, total_usage
from mwplab.runs.plan import make_solver
from mwplab.solvers import Asking, Solver
from mwplab.spec import Spec


def usage_scores(rows: Sequence[Row], signature: str) -> list[Score]:
    """Return time, tokens, cost and what was asked again as scores; no file keeps them among the others.

    What a run costs differs from one to the next even where all its predictions are the same.
    """
    total = total_usage(rows)
    values = {
        "seconds": total.seconds,
        "tokens-in": total.tokens_in,
        "tokens-out": total.tokens_out,
        "cost": total.cost,
        "reasked": reasked(rows),
    }
    return [
        Score(name=name, value=value, n=len(rows), signature=signature)
        for name, value in values.items()
        if value
    ]


def estimate(solver: str | Path | Spec | Solver, run: Callable[[], object]) -> Estimate | None:
    """Return what a run of a solver will cost, about; none for a solver that asks nobody.

    The run is gone through with nothing sent: folds, examples and every probe are as they will be. What will
    have to be asked again because a reply cannot be read is not known before.

    >>> from mwplab.runs.evaluate import evaluate
    >>> estimate("nearest", lambda: evaluate("nearest", "starter")) is None
    True
    """
    if not isinstance(make_solver(solver, 0).solver, Asking):
        return None
    with rehearsal() as rehearsed:
        run()
    return next(iter(rehearsed.estimates()), None)  # all solvers of a run share one model
