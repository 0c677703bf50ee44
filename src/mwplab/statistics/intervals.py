"""Intervals for a share of right answers and for a mean of repeated runs."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence

from mwplab.errors import StatisticsError
from mwplab.statistics.checks import as_numbers, as_outcomes, check_count, check_share
from mwplab.statistics.clusters import clustered_variance, effective_size, units
from mwplab.statistics.distributions import normal_quantile, t_quantile
from mwplab.statistics.figures import Interval


def wilson(successes: int, trials: int, *, confidence: float = 0.95) -> Interval:
    """Return the Wilson score interval of a proportion.

    >>> print(wilson(9, 10))
    0.9000 [0.5958, 0.9821]
    """
    check_count(trials, "number of trials")
    check_count(successes, "number of successes", least=0)
    check_share(confidence, "confidence")
    if successes > trials:
        raise StatisticsError(
            f"there are {successes} successes in {trials} trials; there can be no more than trials"
        )
    return _score_interval(successes / trials, trials, two_sided(confidence), confidence)


def proportion_interval(
    outcomes: Sequence[float], groups: Sequence[Hashable] | None = None, *, confidence: float = 0.95
) -> Interval:
    """Return the Wilson interval of the share of true outcomes; with groups, of as many as they are worth.

    The number of outcomes is divided by the design effect of the groups, and Student's t with one degree of
    freedom fewer than groups takes the place of the normal quantile.

    >>> print(proportion_interval([True, True, True, False, True, False, True, True]))
    0.7500 [0.4093, 0.9285]
    >>> print(proportion_interval([True, True, True, False, True, False, True, True], "aabbccdd"))
    0.7500 [0.2578, 0.9628]
    """
    array = as_outcomes(outcomes)
    check_share(confidence, "confidence")
    size, freedom = effective_size(outcomes, groups)
    return _score_interval(float(array.mean()), size, two_sided(confidence, freedom), confidence)


def mean_interval(
    values: Sequence[float], groups: Sequence[Hashable] | None = None, *, confidence: float = 0.95
) -> Interval:
    """Return Student's interval of a mean, such as that of repeated runs; with groups, of a mean over groups.

    >>> print(mean_interval([0.71, 0.74, 0.72, 0.73, 0.75]))
    0.7300 [0.7104, 0.7496]
    """
    array = as_numbers(values)
    check_share(confidence, "confidence")
    if len(array) < 2:
        raise StatisticsError("a single value has no deviation; give two or more repeats for an interval")
    totals, sizes = units(array, groups)
    value = float(totals.sum() / sizes.sum())
    width = t_quantile((1 + confidence) / 2, len(totals) - 1) * math.sqrt(clustered_variance(totals, sizes))
    return Interval(value, value - width, value + width, confidence)


def two_sided(confidence: float, freedom: float = math.inf) -> float:
    """Return how many standard errors an interval reaches to either side.

    >>> round(two_sided(0.95), 4), round(two_sided(0.95, 4), 4)
    (1.96, 2.7764)
    """
    probability = (1 + confidence) / 2
    return normal_quantile(probability) if math.isinf(freedom) else t_quantile(probability, freedom)


def _score_interval(share: float, size: float, quantile: float, confidence: float) -> Interval:
    if math.isinf(quantile):  # one group says nothing about others
        return Interval(share, 0.0, 1.0, confidence)
    square = quantile * quantile / size
    centre = (share + square / 2) / (1 + square)
    width = quantile / (1 + square) * math.sqrt(share * (1 - share) / size + square / (4 * size))
    # At 0 and 1 the ends meet the share itself, which rounding must not cross.
    return Interval(
        share, min(max(centre - width, 0.0), share), max(min(centre + width, 1.0), share), confidence
    )
