"""What a part does to the whole: accuracy without it, and whether the variants of a seed stand together."""

from __future__ import annotations

from collections.abc import Sequence

from mwplab.records import Row, Score, Verdict
from mwplab.runs.breakdown import clusters, judged, label_function, outcomes, parts_by
from mwplab.statistics import mean_interval, wilson


def removed_deltas(rows: Sequence[Row], field: str, judge: str, *, signature: str = "") -> list[Score]:
    """Return by how much accuracy changes with each label of a field, as in SVAMP's Tables 13 and 14.

    The value is the accuracy of all rows less that of the rows without the label, so that a negative one says
    that the label's rows are harder; ``n`` is how many were removed. The interval is Student's over the
    influence of each row, or of each seed, on the difference.
    """
    known = judged(rows, judge)
    parts = parts_by(known, label_function(field, rows))
    return [
        score
        for label in sorted(parts, key=str)
        if (score := _delta(known, parts[label], f"without {field}={label}", judge, signature)) is not None
    ]


def _delta(rows: Sequence[Row], part: Sequence[Row], slice: str, judge: str, signature: str) -> Score | None:
    removed = set(map(id, part))
    if len(removed) == len(rows):
        return None
    right, kept = outcomes(rows, judge), [id(row) not in removed for row in rows]
    whole = sum(right) / len(rows)
    rest = sum(one for one, stays in zip(right, kept, strict=True) if stays) / sum(kept)
    share = sum(kept) / len(rows)
    influence = [
        whole - rest + (one - whole) - (one - rest) * stays / share
        for one, stays in zip(right, kept, strict=True)
    ]
    groups = clusters(rows)
    spread = mean_interval(influence, groups) if len(set(groups or range(len(rows)))) > 1 else None
    return Score(
        name=f"{judge}-accuracy-delta",
        value=whole - rest,
        n=len(removed),
        slice=slice,
        low=None if spread is None else spread.low,
        high=None if spread is None else spread.high,
        signature=signature,
    )


def seed_consistency(rows: Sequence[Row], judge: str, *, signature: str = "") -> Score | None:
    """Return the share of seeds whose variants are all correct; none where no seed has two variants."""
    seeds: dict[str, list[bool]] = {}
    for row in judged(rows, judge):
        if row.problem.seed is not None:
            seeds.setdefault(row.problem.seed, []).append(row.verdicts[judge] is Verdict.CORRECT)
    families = [family for family in seeds.values() if len(family) > 1]
    if not families:
        return None
    share = wilson(sum(map(all, families)), len(families))
    return Score(
        name=f"{judge}-seed-consistency",
        value=share.value,
        n=len(families),
        low=share.low,
        high=share.high,
        signature=signature,
    )
