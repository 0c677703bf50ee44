from __future__ import annotations

import time
from itertools import combinations
from random import Random

import numpy as np
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.proportion import confint_proportions_2indep, test_proportions_2indep

from mwplab.errors import StatisticsError
from mwplab.statistics import (
    compare_unpaired,
    difference_interval,
    fisher_exact,
    mann_whitney,
    permutation_test,
    two_proportions,
    wilson,
)
from tests.statistics.worlds import grouped_outcomes

test_proportions_2indep.__test__ = False  # a function of statsmodels, not a test

TABLES = [
    (3, 4, 1, 4),
    (0, 5, 0, 7),
    (5, 5, 7, 7),
    (8, 10, 1, 12),
    (56, 70, 48, 80),
    (710, 1000, 672, 940),
    (3, 900, 9, 40),
]
COUNTS = st.tuples(st.integers(0, 60), st.integers(0, 60), st.integers(0, 60), st.integers(0, 60)).filter(
    lambda table: table[0] + table[1] > 0 and table[2] + table[3] > 0
)


@pytest.mark.parametrize("table", TABLES)
def test_fisher_is_that_of_scipy(table: tuple[int, int, int, int]) -> None:
    one, ones, two, twos = table
    expected = scipy.stats.fisher_exact([[one, ones - one], [two, twos - two]]).pvalue
    assert fisher_exact(*table) == pytest.approx(expected, rel=1e-9)


@given(COUNTS)
def test_fisher_and_the_score_test_know_no_order(table: tuple[int, int, int, int]) -> None:
    one, missed_one, two, missed_two = table
    ones, twos = one + missed_one, two + missed_two
    for test in (fisher_exact, two_proportions):
        value = test(one, ones, two, twos)
        assert 0 < value <= 1
        assert test(two, twos, one, ones) == pytest.approx(value)
        assert test(missed_one, ones, missed_two, twos) == pytest.approx(value)


def test_a_million_trials_are_quick() -> None:
    started = time.perf_counter()
    exact = fisher_exact(500_900, 1_000_000, 499_000, 1_000_000)
    assert time.perf_counter() - started < 5
    assert exact == pytest.approx(two_proportions(500_900, 1_000_000, 499_000, 1_000_000), rel=0.02)


@pytest.mark.parametrize(
    "table", [table for table in TABLES if 0 < table[0] + table[2] < table[1] + table[3]]
)
def test_the_score_test_is_that_of_statsmodels(table: tuple[int, int, int, int]) -> None:
    expected = test_proportions_2indep(*table, method="score", correction=False).pvalue
    assert two_proportions(*table) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("confidence", [0.8, 0.95, 0.99])
@pytest.mark.parametrize("table", TABLES)
def test_newcombe_is_that_of_statsmodels(table: tuple[int, int, int, int], confidence: float) -> None:
    one, ones, two, twos = table
    interval = difference_interval(
        wilson(one, ones, confidence=confidence), wilson(two, twos, confidence=confidence)
    )
    expected = confint_proportions_2indep(*table, method="newcomb", alpha=1 - confidence)
    assert (interval.low, interval.high) == pytest.approx(expected, abs=1e-9)


def test_newcombe_meets_a_published_example() -> None:
    # Newcombe (1998), method 10, contrast (a): 56/70 - 48/80.
    interval = difference_interval(wilson(56, 70), wilson(48, 80))
    assert (round(interval.low, 4), round(interval.high, 4)) == (0.0524, 0.3339)


@pytest.mark.parametrize("sizes", [(4, 5), (6, 7), (30, 25)])
def test_the_permutation_test_is_that_of_scipy(sizes: tuple[int, int]) -> None:
    rng = np.random.default_rng(sum(sizes))
    first, second = rng.normal(0.7, 1, size=sizes[0]), rng.normal(0, 1, size=sizes[1])
    expected = scipy.stats.permutation_test(
        (first, second),
        lambda a, b, axis: np.abs(a.mean(axis=axis) - b.mean(axis=axis)),
        alternative="greater",
        vectorized=True,
        n_resamples=20_000,
        rng=np.random.default_rng(0),
    ).pvalue
    exact = sum(sizes) < 20
    assert permutation_test(first.tolist(), second.tolist()) == pytest.approx(
        expected, abs=1e-12 if exact else 0.01
    )


def test_for_equal_samples_of_outcomes_the_permutation_test_comes_near_fisher() -> None:
    first, second = [True] * 33 + [False] * 17, [True] * 24 + [False] * 26
    exact = fisher_exact(33, 50, 24, 50)
    assert permutation_test(first, second, resamples=40_000) == pytest.approx(exact, abs=0.006)


def test_permuting_groups_is_permuting_their_totals() -> None:
    first, second = [1, 1, 0, 1, 1, 1, 0], [0, 0, 1, 0, 0]
    groups = ["aabbccd", "eeffg"]
    members = [[1, 1], [0, 1], [1, 1], [0], [0, 0], [1, 0], [0]]
    gaps = []
    for chosen in combinations(range(7), 4):
        mine = [value for number in chosen for value in members[number]]
        rest = [value for number in range(7) if number not in chosen for value in members[number]]
        gaps.append(abs(np.mean(mine) - np.mean(rest)))
    seen = abs(np.mean(first) - np.mean(second))
    assert permutation_test(first, second, *groups) == pytest.approx(np.mean(np.array(gaps) >= seen - 1e-12))


def test_under_the_null_permuting_groups_keeps_its_size_and_fisher_does_not() -> None:
    rng = np.random.default_rng(21)
    grouped, plain, covered = [], [], []
    for seed in range(300):
        first, first_groups = grouped_outcomes(rng, groups=30, share=0.6, likeness=0.4)
        second, second_groups = grouped_outcomes(rng, groups=25, share=0.6, likeness=0.4)
        samples = first.tolist(), second.tolist()
        comparison = compare_unpaired(
            *samples, first_groups.tolist(), second_groups.tolist(), resamples=300, seed=seed
        )
        grouped.append(comparison.p_value <= 0.05)
        covered.append(0 in comparison.difference)
        plain.append(compare_unpaired(*samples).p_value <= 0.05)
    assert 0.02 < np.mean(grouped) < 0.09
    assert 0.92 < np.mean(covered) < 0.99
    assert np.mean(plain) > 0.15


@pytest.mark.parametrize("ties", [False, True])
@pytest.mark.parametrize("sizes", [(12, 15), (60, 40)])
def test_mann_whitney_is_that_of_scipy(sizes: tuple[int, int], ties: bool) -> None:
    rng = np.random.default_rng(sizes[0])
    first, second = rng.normal(0.4, 1, size=sizes[0]), rng.normal(0, 1, size=sizes[1])
    if ties:
        first, second = first.round(), second.round()
    expected = scipy.stats.mannwhitneyu(first, second, method="asymptotic").pvalue
    assert mann_whitney(first.tolist(), second.tolist()) == pytest.approx(expected, rel=1e-9)


def test_mann_whitney_is_exact_for_few_values() -> None:
    first, second = [1.1, 2.3, 3.8, 9.0], [4.2, 5.9, 6.1, 7.7, 10.4]
    expected = scipy.stats.mannwhitneyu(first, second, method="exact").pvalue
    assert mann_whitney(first, second) == pytest.approx(expected)
    assert mann_whitney([1.0] * 30, [1.0] * 30) == 1


@given(
    st.lists(st.integers(-5, 5), min_size=2, max_size=8),
    st.lists(st.integers(-5, 5), min_size=2, max_size=8),
    st.randoms(),
)
@settings(max_examples=50)
def test_swapping_mirrors_and_order_changes_nothing(
    first: list[int], second: list[int], random: Random
) -> None:
    before = compare_unpaired(first, second, resamples=200)
    swapped = compare_unpaired(second, first, resamples=200)
    assert swapped.difference.value == pytest.approx(-before.difference.value)
    assert swapped.difference.high == pytest.approx(-before.difference.low)
    assert mann_whitney(first, second) == pytest.approx(mann_whitney(second, first))
    random.shuffle(first)
    assert compare_unpaired(first, second, resamples=200) == before


@pytest.mark.parametrize(
    ("first", "groups", "test"),
    [
        ([1, 0], (None, None), "Fisher's exact"),
        ([1, 0], ("aa", "bc"), "permutation of groups"),
        ([1, 2], (None, None), "permutation"),
    ],
)
def test_a_comparison_names_its_test(
    first: list[float], groups: tuple[str | None, str | None], test: str
) -> None:
    assert compare_unpaired(first, [0, 1], *groups).test == test


def test_what_cannot_be_is_said() -> None:
    with pytest.raises(StatisticsError, match="there are 5 successes in 4 trials"):
        fisher_exact(1, 2, 5, 4)
    with pytest.raises(StatisticsError, match="the number of trials is 0"):
        two_proportions(0, 0, 1, 2)
    with pytest.raises(StatisticsError, match="there are no values of the second sample"):
        permutation_test([1.0], [])
    with pytest.raises(StatisticsError, match=r"confidence 0\.95 and 0\.9; make both alike"):
        difference_interval(wilson(1, 2), wilson(1, 2, confidence=0.9))
