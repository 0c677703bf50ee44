"""The bootstrap: how a figure varies when the items, or whole groups of them, are drawn again."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from statistics import NormalDist
from typing import Any, Literal

import numpy as np

from mwplab.errors import StatisticsError
from mwplab.statistics.checks import Floats, as_numbers, check_count, check_share, group_numbers
from mwplab.statistics.clusters import units
from mwplab.statistics.figures import Interval

Statistic = Callable[[Sequence[Any]], float]
Method = Literal["percentile", "bca"]

BATCH = 2_000_000  # numbers drawn at once


def bootstrap_interval(
    values: Sequence[Any],
    statistic: Statistic | None = None,
    groups: Sequence[Hashable] | None = None,
    *,
    confidence: float = 0.95,
    method: Method = "percentile",
    resamples: int = 2000,
    seed: int = 0,
) -> Interval:
    """Return the bootstrap interval of any figure of the values; of their mean where no statistic is given.

    With groups, whole groups are drawn. ``bca`` corrects for bias and skewness and calls the statistic once
    more per item or group. Resamples for which the statistic raises ``StatisticsError`` are left out.

    >>> print(bootstrap_interval([3, 5, 4, 8, 6, 9, 2, 7]))
    5.5000 [3.8750, 7.0000]
    >>> print(bootstrap_interval([3, 5, 4, 8, 6, 9, 2, 7], max, method="bca"))
    9.0000 [8.0000, 9.0000]
    """
    check_share(confidence, "confidence")
    check_count(resamples, "number of resamples", least=2)
    check_count(seed, "seed", least=0)
    if method not in ("percentile", "bca"):
        raise StatisticsError(f"no bootstrap method is named {method!r}; there are: percentile, bca")
    rng = np.random.default_rng(seed)
    without_one = np.empty(0)
    if statistic is None:
        totals, sizes = units(as_numbers(values), groups)
        value = float(totals.sum() / sizes.sum())
        replicates = resampled_means(totals, sizes, resamples, rng)
        if method == "bca" and len(totals) > 1:
            without_one = (totals.sum() - totals) / (sizes.sum() - sizes)
    else:
        members = _members(values, groups)
        value = float(statistic(values))
        replicates = _resampled(members, statistic, resamples, rng)
        if method == "bca":
            without_one = _without_one(members, statistic)
    ends = np.array([(1 - confidence) / 2, (1 + confidence) / 2])
    if method == "bca":
        ends = _corrected(ends, value, replicates, without_one)
    low, high = np.quantile(replicates, ends)
    return Interval(value, float(low), float(high), confidence)


def resampled_means(totals: Floats, sizes: Floats, resamples: int, rng: np.random.Generator) -> Floats:
    """Return the mean over items in each resample of groups.

    Equal groups are drawn together, as a multinomial count: for right and wrong answers the cost does not
    depend on their number.

    >>> resampled_means(np.array([2.0, 2.0]), np.array([4.0, 4.0]), 3, np.random.default_rng(0))
    array([0.5, 0.5, 0.5])
    """
    kinds, counts = np.unique(np.stack([totals, sizes], axis=1), axis=0, return_counts=True)
    batches = []
    for batch in batch_sizes(resamples, len(kinds)):
        drawn = rng.multinomial(len(totals), counts / len(totals), size=batch) @ kinds
        batches.append(drawn[:, 0] / drawn[:, 1])
    return np.concatenate(batches)


def batch_sizes(resamples: int, width: int) -> list[int]:
    """Return how many resamples to draw at a time, so that memory stays small.

    >>> batch_sizes(10, 800_000)
    [2, 2, 2, 2, 2]
    """
    batch = max(1, BATCH // width)
    return [min(batch, resamples - done) for done in range(0, resamples, batch)]


def _members(values: Sequence[Any], groups: Sequence[Hashable] | None) -> list[list[Any]]:
    if len(values) == 0:
        raise StatisticsError("there are no values; give at least one")
    if groups is None:
        return [[value] for value in values]
    members: dict[int, list[Any]] = {}
    for number, value in zip(group_numbers(groups, len(values)).tolist(), values, strict=True):
        members.setdefault(number, []).append(value)
    return list(members.values())


def _resampled(
    members: list[list[Any]], statistic: Statistic, resamples: int, rng: np.random.Generator
) -> Floats:
    figures = []
    for _ in range(resamples):
        chosen = rng.integers(len(members), size=len(members)).tolist()
        try:
            figures.append(float(statistic([value for number in chosen for value in members[number]])))
        except StatisticsError:
            continue
    if len(figures) < resamples / 2:
        raise StatisticsError(
            f"the statistic is defined for {len(figures)} of {resamples} resamples; give more data"
        )
    return np.array(figures)


def _without_one(members: list[list[Any]], statistic: Statistic) -> Floats:
    figures = []
    for out in range(len(members) if len(members) > 1 else 0):
        rest = [value for number, group in enumerate(members) if number != out for value in group]
        try:
            figures.append(float(statistic(rest)))
        except StatisticsError:
            continue
    return np.array(figures)


def _corrected(ends: Floats, value: float, replicates: Floats, without_one: Floats) -> Floats:
    """Move the ends by the bias of the replicates and the skewness when one item is left out (Efron 1987)."""
    normal = NormalDist()
    # Half a replicate away from 0 and 1, where the correction would be infinite.
    edge = 0.5 / len(replicates)
    below = float((replicates < value).mean() + (replicates <= value).mean()) / 2
    bias = normal.inv_cdf(min(max(below, edge), 1 - edge))
    influence = without_one.mean() - without_one if len(without_one) else np.zeros(1)
    spread = float((influence**2).sum())
    skewness = float((influence**3).sum()) / (6 * spread**1.5) if spread > 0 else 0.0
    moved = [bias + normal.inv_cdf(float(end)) for end in ends]
    return np.array([normal.cdf(bias + move / (1 - skewness * move)) for move in moved])
