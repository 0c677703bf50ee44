"""Two samples that share no problems, such as one solver on two corpora; all tests are two-sided."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from itertools import combinations

import numpy as np

from mwplab.errors import StatisticsError
from mwplab.statistics.bootstrap import batch_sizes
from mwplab.statistics.checks import Floats, are_outcomes, as_numbers, check_count
from mwplab.statistics.clusters import units
from mwplab.statistics.distributions import hypergeometric, normal_tail
from mwplab.statistics.figures import Comparison, Interval
from mwplab.statistics.intervals import mean_interval, proportion_interval

EXACT_CHOICES = 20_000  # the most ways to share out the items that are enumerated before chance takes over
ROUNDING = 1e-9  # differences that differ by less, relative to the largest value, count as equal


def fisher_exact(first_successes: int, first_trials: int, second_successes: int, second_trials: int) -> float:
    """Return the p-value of Fisher's exact test: all tables that are no more likely than the one seen.

    >>> round(fisher_exact(3, 4, 1, 4), 6)
    0.485714
    """
    _check_table(first_successes, first_trials, second_successes, second_trials)
    successes = first_successes + second_successes
    failures = first_trials + second_trials - successes
    possible = np.arange(max(0, first_trials - failures), min(first_trials, successes) + 1)
    chances = hypergeometric(possible, successes, failures, first_trials)
    seen = chances[first_successes - possible[0]]
    # Tables just as likely as the one seen may differ from it in the last digits.
    return min(1.0, float(chances[chances <= seen * (1 + 1e-7)].sum()))


def two_proportions(
    first_successes: int, first_trials: int, second_successes: int, second_trials: int
) -> float:
    """Return the p-value of the score test, with the variance pooled over both samples.

    >>> round(two_proportions(56, 70, 48, 80), 4)
    0.008
    """
    _check_table(first_successes, first_trials, second_successes, second_trials)
    pooled = (first_successes + second_successes) / (first_trials + second_trials)
    variance = pooled * (1 - pooled) * (1 / first_trials + 1 / second_trials)
    difference = first_successes / first_trials - second_successes / second_trials
    return normal_tail(difference / math.sqrt(variance)) if variance > 0 else 1.0


def difference_interval(first: Interval, second: Interval) -> Interval:
    """Return the interval of a difference from those of its two sides; of two Wilson's, that is Newcombe's.

    >>> from mwplab.statistics import wilson
    >>> print(difference_interval(wilson(56, 70), wilson(48, 80)))
    0.2000 [0.0524, 0.3339]
    """
    if first.confidence != second.confidence:
        raise StatisticsError(
            f"the intervals have confidence {first.confidence} and {second.confidence}; make both alike"
        )
    value = first.value - second.value
    low = value - math.hypot(first.value - first.low, second.high - second.value)
    high = value + math.hypot(first.high - first.value, second.value - second.low)
    return Interval(value, low, high, first.confidence)


def permutation_test(
    first: Sequence[float],
    second: Sequence[float],
    first_groups: Sequence[Hashable] | None = None,
    second_groups: Sequence[Hashable] | None = None,
    *,
    resamples: int = 10_000,
    seed: int = 0,
) -> float:
    """Return the p-value of the difference of means when items, or whole groups, are shared out anew.

    Exact where the ways to share them out are few, else from seeded resamples.

    >>> round(permutation_test([4, 5, 6, 7], [1, 2, 3, 3]) * 70)
    2
    """
    check_count(resamples, "number of resamples")
    check_count(seed, "seed", least=0)
    ones = np.stack(units(as_numbers(first, "values of the first sample"), first_groups), axis=1)
    twos = np.stack(units(as_numbers(second, "values of the second sample"), second_groups), axis=1)
    pooled = np.concatenate([ones, twos])
    whole = pooled.sum(axis=0)
    limit = abs(float(_mean_gap(ones.sum(axis=0)[None], whole)[0]))
    limit -= ROUNDING * float(np.abs(pooled[:, 0] / pooled[:, 1]).max())
    if _few_choices(len(pooled), len(ones)):
        chosen = np.array(list(combinations(range(len(pooled)), len(ones))))
        gaps = _mean_gap(pooled[chosen].sum(axis=1), whole)
        return float((np.abs(gaps) >= limit).mean())
    sums = _shared_out(pooled, len(ones), resamples, np.random.default_rng(seed))
    return (1 + int((np.abs(_mean_gap(sums, whole)) >= limit).sum())) / (1 + resamples)


def mann_whitney(first: Sequence[float], second: Sequence[float]) -> float:
    """Return the p-value of the rank-sum test: exact for few values, else normal, corrected for ties.

    >>> round(mann_whitney([1.1, 2.3, 3.8], [4.2, 5.9, 6.1, 7.7]), 6)
    0.057143
    """
    one = as_numbers(first, "values of the first sample")
    two = as_numbers(second, "values of the second sample")
    ranks, ties = _ranks(np.concatenate([one, two]))
    total = len(ranks)
    if _few_choices(total, len(one)):
        return permutation_test(ranks[: len(one)].tolist(), ranks[len(one) :].tolist())
    excess = abs(float(ranks[: len(one)].sum()) - len(one) * (total + 1) / 2)
    spread = total + 1 - float((ties**3 - ties).sum()) / (total * (total - 1))
    if spread <= 0:
        return 1.0
    return normal_tail(max(excess - 0.5, 0.0) / math.sqrt(len(one) * len(two) * spread / 12))


def compare_unpaired(
    first: Sequence[float],
    second: Sequence[float],
    first_groups: Sequence[Hashable] | None = None,
    second_groups: Sequence[Hashable] | None = None,
    *,
    confidence: float = 0.95,
    resamples: int = 10_000,
    seed: int = 0,
) -> Comparison:
    """Return difference, interval and p-value by the test that suits the samples.

    >>> print(compare_unpaired([1, 1, 1, 0, 1, 1], [0, 1, 0, 0, 0, 1]))
    0.5000 [-0.0403, 0.7732], p = 0.242 (Fisher's exact)
    """
    one = as_numbers(first, "values of the first sample")
    two = as_numbers(second, "values of the second sample")
    outcomes = are_outcomes(one, two)
    interval = proportion_interval if outcomes else mean_interval
    difference = difference_interval(
        interval(first, first_groups, confidence=confidence),
        interval(second, second_groups, confidence=confidence),
    )
    if outcomes and first_groups is None and second_groups is None:
        p_value = fisher_exact(int(one.sum()), len(one), int(two.sum()), len(two))
        return Comparison(difference, p_value, "Fisher's exact")
    p_value = permutation_test(first, second, first_groups, second_groups, resamples=resamples, seed=seed)
    grouped = first_groups is not None or second_groups is not None
    return Comparison(difference, p_value, "permutation of groups" if grouped else "permutation")


def _check_table(first_successes: int, first_trials: int, second_successes: int, second_trials: int) -> None:
    for successes, trials in ((first_successes, first_trials), (second_successes, second_trials)):
        check_count(trials, "number of trials")
        check_count(successes, "number of successes", least=0)
        if successes > trials:
            raise StatisticsError(
                f"there are {successes} successes in {trials} trials; there can be no more than trials"
            )


def _few_choices(total: int, chosen: int) -> bool:
    return total <= EXACT_CHOICES and math.comb(total, chosen) <= EXACT_CHOICES


def _shared_out(pooled: Floats, chosen: int, resamples: int, rng: np.random.Generator) -> Floats:
    """The sum of as many rows as are chosen, drawn at random without putting back, for each resample."""
    # Equal rows are drawn together, which for right and wrong answers costs the same however many there are.
    kinds, counts = np.unique(pooled, axis=0, return_counts=True)
    together = len(kinds) < len(pooled) / 4
    batches = []
    for batch in batch_sizes(resamples, len(kinds) if together else len(pooled)):
        if together:
            drawn = rng.multivariate_hypergeometric(counts, chosen, size=batch, method="marginals")
            batches.append(drawn @ kinds)
        else:
            order = rng.permuted(np.tile(np.arange(len(pooled)), (batch, 1)), axis=1)
            batches.append(pooled[order[:, :chosen]].sum(axis=1))
    return np.concatenate(batches)


def _mean_gap(sums: Floats, whole: Floats) -> Floats:
    """The difference of means between those chosen, given as rows of (total, size), and the rest."""
    rest = whole - sums
    return np.asarray(sums[:, 0] / sums[:, 1] - rest[:, 0] / rest[:, 1])


def _ranks(values: Floats) -> tuple[Floats, Floats]:
    """The rank of each value, shared among equals, and how many share each."""
    _, places, ties = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(ties)
    return (last - (ties - 1) / 2)[places], ties.astype(np.float64)
