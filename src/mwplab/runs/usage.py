"""What a run came to and what it cost: verdicts counted, time, tokens and money; and an estimate before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path

from mwplab.models.chat import Estimate
from mwplab.records import Dataset, Row, Score, Usage, Verdict
from mwplab.runs.evaluate import prepare
from mwplab.runs.plan import make_plan
from mwplab.solvers import Asking, Solver
from mwplab.solvers.language_model.solver import REASKED
from mwplab.spec import Spec


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """The verdicts of one judge, counted."""

    judge: str
    """Who judged."""

    verdicts: dict[Verdict, int]
    """How often each verdict was given; unreadable and not answered are not wrong."""


def tally(rows: Sequence[Row], judge: str) -> Tally:
    """Return how often a judge gave each verdict.

    >>> from mwplab.records import Prediction, Problem
    >>> row = Row(
    ...     problem=Problem(id="a/1"),
    ...     prediction=Prediction(problem="a/1"),
    ...     verdicts={"solution": Verdict.UNREADABLE},
    ... )
    >>> tally([row], "solution").verdicts[Verdict.UNREADABLE]
    1
    """
    counts = Counter(row.verdicts[judge] for row in rows)
    return Tally(judge=judge, verdicts={verdict: counts[verdict] for verdict in Verdict})


def total_usage(rows: Sequence[Row]) -> Usage:
    """Return what all rows together cost."""
    usages = [row.prediction.usage for row in rows if row.prediction.usage is not None]
    return Usage(**{part.name: sum(getattr(one, part.name) for one in usages) for part in fields(Usage)})


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


def reasked(rows: Sequence[Row]) -> int:
    """Return how often a model was asked again since its reply could not be read."""
    counts = (row.prediction.trace.get(REASKED) for row in rows)
    return sum(count for count in counts if isinstance(count, int))


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
