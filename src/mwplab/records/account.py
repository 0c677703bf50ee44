"""What rows came to and what they took: verdicts counted, time, tokens and money."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields

from mwplab.records.outcome import REASKED, Row, Usage, Verdict


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


def total_usage(rows: Iterable[Row]) -> Usage:
    """Return what all rows together cost."""
    usages = [row.prediction.usage for row in rows if row.prediction.usage is not None]
    return Usage(**{part.name: sum(getattr(one, part.name) for one in usages) for part in fields(Usage)})


def reasked(rows: Iterable[Row]) -> int:
    """Return how often a model was asked again since its reply could not be read."""
    counts = (row.prediction.trace.get(REASKED) for row in rows)
    return sum(count for count in counts if isinstance(count, int))
