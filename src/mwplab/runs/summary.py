"""Everything that is summed up from the rows of a run."""

from __future__ import annotations

from collections.abc import Sequence

from mwplab.records import Problem, Row, Score
from mwplab.runs.breakdown import (
    Label,
    Slice,
    accuracy,
    break_down,
    fields_of,
    silent_shares,
)
from mwplab.runs.overlap import Overlap
from mwplab.runs.removal import removed_deltas, seed_consistency
from mwplab.runs.signature import Signature

SEEN = "seen"
"""The slices of test problems by whether they were met in training."""


def summarise(rows: Sequence[Row], signature: Signature, overlap: Overlap | None = None) -> tuple[Score, ...]:
    """Return the scores of a run: by judge the accuracy, what was not answered, every break-down."""
    scores = overlap.scores(str(signature)) if overlap is not None else []
    for judge in signature.judges:
        line = signature.of(judge)
        whole = [accuracy(rows, judge, signature=line), seed_consistency(rows, judge, signature=line)]
        scores += [score for score in whole if score is not None]
        scores += silent_shares(rows, judge, signature=line)
        scores += [one.score for one in slices(rows, judge, signature=line, overlap=overlap)]
        for field in ("category", "variation"):
            scores += removed_deltas(rows, field, judge, signature=line)
    return tuple(scores)


def slices(
    rows: Sequence[Row], judge: str, *, signature: str = "", overlap: Overlap | None = None
) -> list[Slice]:
    """Return every break-down that says something about the rows, corrected for all of them together."""
    fields = fields_of([row.problem for row in rows])
    if overlap is None or not overlap.masked:
        return break_down(rows, fields, judge, signature=signature)

    def seen(problem: Problem) -> tuple[Label, ...]:
        return (overlap.label(problem),)

    return break_down(rows, [*fields, (SEEN, seen)], judge, signature=signature)
