"""Two solvers on the same problems: tests and the difference between them.

Every function takes the two samples in the same order of problems, and the tests are two-sided. ``groups``
names the group of each problem, such as its seed; groups are drawn and flipped whole.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence

import numpy as np

from mwplab.statistics.bootstrap import batch_sizes, resampled_means
from mwplab.statistics.checks import (
    Floats,
    Integers,
    are_outcomes,
    as_outcomes,
    as_pairs,
    check_count,
    check_share,
)
from mwplab.statistics.clusters import effective_size, units
from mwplab.statistics.distributions import binomial
from mwplab.statistics.figures import Comparison, Interval
from mwplab.statistics.intervals import mean_interval, two_sided

EXACT_FLIPS = 1_000_000  # the most sums that are enumerated before chance takes over
ROUNDING = 1e-9  # sums that differ by less, relative to the largest, count as equal


def discordant(first: Sequence[float], second: Sequence[float]) -> tuple[int, int]:
    """Return how many problems only the first solved, and only the second.

    >>> discordant([True, True, False, True], [True, False, False, False])
    (2, 0)
    """
    as_pairs(first, second)
    one, two = as_outcomes(first, "outcomes of the first"), as_outcomes(second, "outcomes of the second")
    return int((one > two).sum()), int((one < two).sum())


def mcnemar(only_first: int, only_second: int, *, mid_p: bool = False) -> float:
    """Return the p-value of McNemar's exact test from the problems that only one of the two solved.

    The mid-p variant counts half of the ties with what was seen; it is less conservative.

    >>> round(mcnemar(1, 7), 4), round(mcnemar(1, 7, mid_p=True), 4)
    (0.0703, 0.0391)
    """
    check_count(only_first, "number that only the first solved", least=0)
    check_count(only_second, "number that only the second solved", least=0)
    total, fewer = only_first + only_second, min(only_first, only_second)
    if total == 0:
        return 1.0
    chances = binomial(np.arange(fewer + 1), total, 0.5)
    if 2 * fewer == total:
        return 1 - float(chances[-1]) / 2 if mid_p else 1.0
    return min(1.0, 2 * float(chances.sum()) - (float(chances[-1]) if mid_p else 0.0))


def sign_flip(
    first: Sequence[float],
    second: Sequence[float],
    groups: Sequence[Hashable] | None = None,
    *,
    resamples: int = 10_000,
    seed: int = 0,
) -> float:
    """Return the p-value of the permutation test that swaps the two solvers within problems or groups.

    Exact wherever the sums can be enumerated, as for right and wrong answers; else from seeded resamples.
    For outcomes without groups it is McNemar's exact test.

    >>> round(sign_flip([1, 1, 1, 1, 1, 1, 1, 0], [0, 0, 0, 0, 0, 0, 0, 1]), 4)
    0.0703
    >>> round(sign_flip([1, 1, 1, 1, 1, 1, 1, 0], [0, 0, 0, 0, 0, 0, 0, 1], "aabbccdd"), 6)
    0.25
    """
    check_count(resamples, "number of resamples")
    check_count(seed, "seed", least=0)
    totals, _ = units(_differences(first, second), groups)
    steps, counts = np.unique(np.abs(totals[totals != 0]), return_counts=True)
    if len(steps) == 0:
        return 1.0
    limit = abs(float(totals.sum())) - ROUNDING * float(steps @ counts)
    exact = _flipped_sums(steps, counts)
    if exact is not None:
        sums, chances = exact
        return min(1.0, float(chances[np.abs(sums) >= limit].sum()))
    rng = np.random.default_rng(seed)
    reached = 0
    for batch in batch_sizes(resamples, len(steps)):
        ups = rng.binomial(counts, 0.5, size=(batch, len(steps)))
        reached += int((np.abs((2 * ups - counts) @ steps) >= limit).sum())
    return (1 + reached) / (1 + resamples)


def paired_bootstrap(
    first: Sequence[float],
    second: Sequence[float],
    groups: Sequence[Hashable] | None = None,
    *,
    resamples: int = 10_000,
    seed: int = 0,
) -> float:
    """Return the p-value of the paired bootstrap test: resampled differences, centred at none.

    >>> paired_bootstrap([1, 1, 1, 1, 1, 1, 1, 0], [0, 0, 0, 0, 0, 0, 0, 1]) < 0.05
    True
    """
    check_count(resamples, "number of resamples")
    check_count(seed, "seed", least=0)
    totals, sizes = units(_differences(first, second), groups)
    value = float(totals.sum() / sizes.sum())
    replicates = resampled_means(totals, sizes, resamples, np.random.default_rng(seed))
    limit = abs(value) - ROUNDING * float(np.abs(totals / sizes).max())
    return (1 + int((np.abs(replicates - value) >= limit).sum())) / (1 + resamples)


def paired_difference(
    first: Sequence[float],
    second: Sequence[float],
    groups: Sequence[Hashable] | None = None,
    *,
    confidence: float = 0.95,
) -> Interval:
    """Return the mean difference with its interval.

    Outcomes take the interval of Bonett and Price (2012), which holds for small samples and where no problem
    tells the two apart, with groups counted for what they are worth; other values take Student's.

    >>> print(paired_difference([1, 1, 1, 1, 1, 0, 1, 0], [1, 0, 1, 0, 1, 0, 1, 0]))
    0.2500 [-0.1719, 0.5719]
    """
    check_share(confidence, "confidence")
    one, two = as_pairs(first, second)
    differences = one - two
    if not are_outcomes(one, two):
        return mean_interval(differences.tolist(), groups, confidence=confidence)
    size, freedom = effective_size(differences.tolist(), groups)
    quantile = two_sided(confidence, freedom)
    worth = size / len(differences)
    ups = (worth * float((differences > 0).sum()) + 1) / (size + 2)
    downs = (worth * float((differences < 0).sum()) + 1) / (size + 2)
    width = quantile * math.sqrt((ups + downs - (ups - downs) ** 2) / (size + 2))
    value = float(differences.mean())
    low, high = max(ups - downs - width, -1.0), min(ups - downs + width, 1.0)
    return Interval(value, min(low, value), max(high, value), confidence)


def compare_paired(
    first: Sequence[float],
    second: Sequence[float],
    groups: Sequence[Hashable] | None = None,
    *,
    confidence: float = 0.95,
    resamples: int = 10_000,
    seed: int = 0,
) -> Comparison:
    """Return difference, interval and p-value by the test that suits the samples.

    >>> print(compare_paired([1, 1, 1, 1, 1, 1, 1, 0], [0, 0, 0, 0, 0, 0, 0, 1]))
    0.7500 [0.1042, 1.0000], p = 0.0703 (exact McNemar)
    """
    difference = paired_difference(first, second, groups, confidence=confidence)
    if groups is None and are_outcomes(*as_pairs(first, second)):
        return Comparison(difference, mcnemar(*discordant(first, second)), "exact McNemar")
    p_value = sign_flip(first, second, groups, resamples=resamples, seed=seed)
    return Comparison(difference, p_value, "sign flips" if groups is None else "sign flips of groups")


def _differences(first: Sequence[float], second: Sequence[float]) -> Floats:
    one, two = as_pairs(first, second)
    return one - two


def _flipped_sums(steps: Floats, counts: Integers) -> tuple[Floats, Floats] | None:
    """Every sum of the steps with either sign and its probability, or None where there are too many."""
    sums, chances = np.zeros(1), np.ones(1)
    for step, count in zip(steps.tolist(), counts.tolist(), strict=True):
        if len(sums) * (count + 1) > EXACT_FLIPS:
            return None
        ups = np.arange(count + 1)
        spread = (sums[:, None] + step * (2 * ups - count)).ravel()
        weights = (chances[:, None] * binomial(ups, count, 0.5)).ravel()
        sums, places = np.unique(spread, return_inverse=True)
        chances = np.bincount(places, weights=weights).astype(np.float64)
    return sums, chances
