from __future__ import annotations

import time
from random import Random

import numpy as np
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.contingency_tables import mcnemar as statsmodels_mcnemar

from mwplab.errors import StatisticsError
from mwplab.statistics import (
    compare_paired,
    discordant,
    mcnemar,
    mean_interval,
    paired_bootstrap,
    paired_difference,
    sign_flip,
)
from tests.statistics.worlds import grouped_outcomes

PAIRS = st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=40)


@pytest.mark.parametrize(
    ("only_first", "only_second"),
    [(0, 0), (0, 1), (1, 7), (5, 5), (30, 12), (0, 40), (510, 430), (2600, 2400)],
)
def test_mcnemar_is_that_of_statsmodels(only_first: int, only_second: int) -> None:
    expected = statsmodels_mcnemar([[50, only_first], [only_second, 30]], exact=True).pvalue
    assert mcnemar(only_first, only_second) == pytest.approx(expected, rel=1e-10)


def test_mcnemar_meets_a_published_example() -> None:
    # Fagerland, Lydersen and Laake (2013), airway hyper-responsiveness: 1 and 7 discordant children.
    assert round(mcnemar(1, 7), 3) == 0.070
    assert round(mcnemar(1, 7, mid_p=True), 3) == 0.039


@given(st.integers(0, 300), st.integers(0, 300))
def test_mcnemar_is_symmetric_and_its_mid_p_is_below(only_first: int, only_second: int) -> None:
    exact, mid = mcnemar(only_first, only_second), mcnemar(only_first, only_second, mid_p=True)
    assert exact == mcnemar(only_second, only_first)
    assert 0 < mid <= exact <= 1


def test_mid_p_counts_half_of_what_is_as_likely() -> None:
    chances = scipy.stats.binom.pmf(range(11), 10, 0.5)
    for seen in range(11):
        as_likely = np.isclose(chances, chances[seen])
        expected = chances[(chances < chances[seen]) & ~as_likely].sum() + chances[as_likely].sum() / 2
        assert mcnemar(seen, 10 - seen, mid_p=True) == pytest.approx(expected)


def test_a_million_discordant_pairs_are_quick_and_right() -> None:
    started = time.perf_counter()
    value = mcnemar(498_500, 501_500)
    assert time.perf_counter() - started < 5
    # The normal approximation with continuity correction is good to four digits here.
    assert value == pytest.approx(2 * scipy.stats.norm.sf(2999 / 1000), rel=1e-3)
    assert mcnemar(0, 1_000_000) == 0


@given(PAIRS)
def test_for_outcomes_without_groups_sign_flips_are_mcnemar(pairs: list[tuple[bool, bool]]) -> None:
    first, second = zip(*pairs, strict=True)
    assert sign_flip(first, second) == pytest.approx(mcnemar(*discordant(first, second)))


@pytest.mark.parametrize("groups", [None, [0, 0, 1, 1, 2, 3, 4, 5, 6, 6, 7, 7]])
def test_sign_flips_are_those_of_scipy(groups: list[int] | None) -> None:
    rng = np.random.default_rng(8)
    first, second = rng.normal(0.6, 1, size=12), rng.normal(0, 1, size=12)
    totals = first - second if groups is None else np.bincount(groups, weights=first - second)
    expected = scipy.stats.permutation_test(
        (totals,), np.sum, permutation_type="samples", n_resamples=np.inf
    ).pvalue
    assert sign_flip(first.tolist(), second.tolist(), groups) == pytest.approx(expected)


def test_sign_flips_by_chance_come_near_the_exact_value() -> None:
    rng = np.random.default_rng(4)
    first, second = rng.normal(0.25, 1, size=60), rng.normal(0, 1, size=60)
    by_chance = sign_flip(first.tolist(), second.tolist(), resamples=20_000)
    assert by_chance == pytest.approx(scipy.stats.ttest_rel(first, second).pvalue, abs=0.01)
    assert sign_flip(first.tolist(), second.tolist(), seed=1) != sign_flip(
        first.tolist(), second.tolist(), seed=2
    )


def grouped_world(rng: np.random.Generator, groups: int) -> tuple[list[bool], list[bool], list[int]]:
    """No true difference: within a group, whoever is better is better throughout."""
    differ, names = grouped_outcomes(rng, groups=groups, share=0.3, likeness=0.4)
    first_better = rng.random(groups) < 0.5
    first, second = differ & first_better[names], differ & ~first_better[names]
    return first.tolist(), second.tolist(), names.tolist()


def test_under_the_null_tests_of_groups_keep_their_size_and_plain_ones_do_not() -> None:
    rng = np.random.default_rng(12)
    flips, bootstraps, plain, covered = [], [], [], []
    for seed in range(300):
        first, second, names = grouped_world(rng, 40)
        flips.append(sign_flip(first, second, names) <= 0.05)
        bootstraps.append(paired_bootstrap(first, second, names, resamples=400, seed=seed) <= 0.05)
        plain.append(mcnemar(*discordant(first, second)) <= 0.05)
        covered.append(0 in paired_difference(first, second, names))
    assert 0.01 < np.mean(flips) < 0.09
    assert 0.01 < np.mean(bootstraps) < 0.11
    assert np.mean(plain) > 0.15
    assert np.mean(covered) > 0.92


def test_the_paired_bootstrap_comes_near_the_exact_test() -> None:
    rng = np.random.default_rng(6)
    first, second = rng.random(400) < 0.70, rng.random(400) < 0.64
    exact = mcnemar(*discordant(first.tolist(), second.tolist()))
    assert paired_bootstrap(first.tolist(), second.tolist()) == pytest.approx(exact, abs=0.03)


@pytest.mark.parametrize(("pairs", "up", "down"), [(20, 0.15, 0.05), (60, 0.1, 0.1), (200, 0.08, 0.02)])
def test_the_difference_of_outcomes_is_covered(pairs: int, up: float, down: float) -> None:
    rng = np.random.default_rng(3)
    draws = rng.choice([1, -1, 0], p=[up, down, 1 - up - down], size=(500, pairs))
    covered = [up - down in paired_difference((draw > 0).tolist(), (draw < 0).tolist()) for draw in draws]
    assert np.mean(covered) > 0.93


def test_the_difference_is_bonett_and_prices() -> None:
    # By hand from their formula: 2/22 and 7/22 are the adjusted shares of 1 and 6 among 20 pairs.
    first, second = [1] + [0] * 6 + [1] * 13, [0] + [1] * 6 + [1] * 13
    interval = paired_difference(first, second)
    reach = 1.959964 * ((9 / 22 - (5 / 22) ** 2) / 22) ** 0.5
    assert interval.value == -0.25
    assert (interval.low, interval.high) == pytest.approx((-5 / 22 - reach, -5 / 22 + reach), abs=1e-6)


def test_equal_solvers_still_have_an_interval() -> None:
    interval = paired_difference([1, 0, 1, 1], [1, 0, 1, 1])
    assert interval.value == 0
    assert -1 <= interval.low < 0 < interval.high <= 1


def test_the_difference_of_numbers_is_students() -> None:
    first, second = [3.0, 4.5, 6.0, 2.0, 8.0], [2.5, 4.0, 5.0, 2.5, 6.0]
    expected = scipy.stats.ttest_rel(first, second).confidence_interval()
    interval = paired_difference(first, second)
    assert (interval.low, interval.high) == pytest.approx((expected.low, expected.high))
    assert paired_difference(first, second, "aabbc") == mean_interval([0.5, 0.5, 1.0, -0.5, 2.0], "aabbc")


@given(PAIRS, st.randoms())
@settings(max_examples=50)
def test_swapping_mirrors_and_order_changes_nothing(pairs: list[tuple[bool, bool]], random: Random) -> None:
    rows = [(*pair, number % 5) for number, pair in enumerate(pairs)]
    before = compare_paired(*zip(*rows, strict=True))
    random.shuffle(rows)
    first, second, groups = zip(*rows, strict=True)
    assert compare_paired(first, second, groups) == before
    swapped = compare_paired(second, first, groups)
    assert swapped.p_value == pytest.approx(before.p_value)
    assert swapped.difference.value == -before.difference.value
    assert swapped.difference.low == pytest.approx(-before.difference.high)
    assert paired_bootstrap(first, second, groups, resamples=100) <= 1


@pytest.mark.parametrize(
    ("first", "second", "groups", "test"),
    [
        ([1, 0, 1], [0, 0, 1], None, "exact McNemar"),
        ([1, 0, 1], [0, 0, 1], "aab", "sign flips of groups"),
        ([1, 0.5, 1], [0, 0, 1], None, "sign flips"),
    ],
)
def test_a_comparison_names_its_test(
    first: list[float], second: list[float], groups: str | None, test: str
) -> None:
    comparison = compare_paired(first, second, groups)
    assert comparison.test == test
    assert comparison.p_value == pytest.approx(sign_flip(first, second, groups))


def test_what_cannot_be_is_said() -> None:
    with pytest.raises(
        StatisticsError, match="the first sample has 1 values, the second 2; pairs need as many"
    ):
        sign_flip([1], [1, 0])
    with pytest.raises(StatisticsError, match="there are no values of the first sample"):
        compare_paired([], [])
    with pytest.raises(StatisticsError, match=r"the outcomes of the second hold 0\.5"):
        discordant([1, 0], [1, 0.5])
    with pytest.raises(StatisticsError, match="the number that only the first solved is -1"):
        mcnemar(-1, 2)
    with pytest.raises(StatisticsError, match="there are 1 group names for 2 values"):
        paired_bootstrap([1, 0], [1, 1], ["a"])
