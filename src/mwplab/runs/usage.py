"""What a run cost, as scores, and an estimate before it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from mwplab.models.chat import Estimate
from mwplab.records import Dataset, Row, Score
from mwplab.records.account import reasked, total_usage
from mwplab.runs.evaluate import prepare
from mwplab.runs.plan import make_plan
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


def estimate(
    solver: str | Path | Spec | Solver,
    dataset: str | Dataset,
    *,
    train: Sequence[str | Dataset] = (),
    seed: int = 0,
    limit: int | None = None,
) -> Estimate | None:
    """Return what asking a model about a dataset will cost, about; none for a solver that asks nobody."""
    plan = make_plan(solver, dataset, train=train, seed=seed, limit=limit)
    if not isinstance(plan.solver, Asking):
        return None
    prepare(plan, None)
    return plan.solver.estimate([problem.as_question() for problem in plan.dataset])
