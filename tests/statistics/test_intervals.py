from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, cast

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.regression.linear_model import OLS
from statsmodels.stats.proportion import proportion_confint

from mwplab.errors import StatisticsError
from mwplab.statistics import Interval, design_effect, mean_interval, proportion_interval, wilson
from tests.statistics.worlds import grouped_outcomes

CONFIDENCES = [0.5, 0.9, 0.95, 0.999]


@pytest.mark.parametrize("confidence", CONFIDENCES)
@pytest.mark.parametrize(
    ("successes", "trials"), [(0, 1), (1, 1), (0, 10), (9, 10), (10, 10), (742, 1000), (123_456, 1_000_000)]
)
def test_wilson_is_that_of_statsmodels(successes: int, trials: int, confidence: float) -> None:
    interval = wilson(successes, trials, confidence=confidence)
    low, high = proportion_confint(successes, trials, alpha=1 - confidence, method="wilson")
    assert interval.value == successes / trials
    assert (interval.low, interval.high) == pytest.approx((low, high), abs=1e-12)
    assert interval.confidence == confidence


def test_wilson_covers_the_truth_as_often_as_it_says() -> None:
    rng = np.random.default_rng(5)
    for share, trials in [(0.5, 40), (0.8, 60), (0.95, 120)]:
        covered = [share in wilson(int(count), trials) for count in rng.binomial(trials, share, size=1000)]
        assert 0.92 < np.mean(covered) < 0.98


@given(trials=st.integers(1, 10_000), data=st.data(), confidence=st.floats(0.01, 0.999))
def test_wilson_holds_its_share_within_0_and_1_and_mirrors(
    trials: int, data: st.DataObject, confidence: float
) -> None:
    successes = data.draw(st.integers(0, trials))
    interval = wilson(successes, trials, confidence=confidence)
    mirrored = wilson(trials - successes, trials, confidence=confidence)
    assert 0 <= interval.low <= interval.value <= interval.high <= 1
    assert (mirrored.low, mirrored.high) == pytest.approx((1 - interval.high, 1 - interval.low))


@given(st.lists(st.booleans(), min_size=1), st.randoms())
def test_order_and_names_of_groups_change_nothing(outcomes: list[bool], random: Random) -> None:
    groups = [number % 3 for number in range(len(outcomes))]
    order = list(range(len(outcomes)))
    random.shuffle(order)
    names = {0: "z", 1: "y", 2: "x"}
    shuffled = proportion_interval([outcomes[i] for i in order], [names[groups[i]] for i in order])
    assert shuffled == proportion_interval(outcomes, groups)


@given(st.lists(st.booleans(), min_size=1))
def test_groups_of_one_change_nothing(outcomes: list[bool]) -> None:
    plain = proportion_interval(outcomes)
    assert proportion_interval(outcomes, range(len(outcomes))) == plain
    assert plain == wilson(sum(outcomes), len(outcomes))


def test_the_variance_between_groups_is_the_cluster_robust_one_of_statsmodels() -> None:
    rng = np.random.default_rng(2)
    outcomes, groups = grouped_outcomes(rng, groups=40, share=0.7, likeness=0.3)
    values = outcomes.astype(float)
    fit = OLS(values, np.ones(len(values))).fit(cov_type="cluster", cov_kwds={"groups": groups})
    alone = values.mean() * (1 - values.mean()) / len(values)
    assert design_effect(values.tolist(), groups.tolist()) == pytest.approx(float(fit.bse[0]) ** 2 / alone)
    interval = mean_interval(values.tolist(), groups.tolist())
    reach = scipy.stats.t.ppf(0.975, 39) * float(fit.bse[0])
    assert (interval.low, interval.high) == pytest.approx((values.mean() - reach, values.mean() + reach))


def test_equal_groups_that_agree_inside_are_worth_one_item_each() -> None:
    outcomes = [True] * 30 + [False] * 30
    groups = [number // 3 for number in range(60)]
    assert design_effect(outcomes, groups) == pytest.approx(3 * 20 / 19)


def test_where_nothing_varies_each_group_counts_once() -> None:
    assert design_effect([True] * 12, "aaabbbcccddd") == 3
    grouped = proportion_interval([True] * 12, "aaabbbcccddd")
    assert grouped.low < wilson(4, 4).low
    assert grouped.high == 1


def test_one_group_says_nothing() -> None:
    assert proportion_interval([True, True, False], "aaa") == Interval(2 / 3, 0.0, 1.0, 0.95)
    with pytest.raises(StatisticsError, match="all values are of one group"):
        mean_interval([0.1, 0.2], "aa")


@pytest.mark.parametrize(("groups", "share", "likeness"), [(15, 0.7, 0.3), (40, 0.9, 0.5), (60, 0.5, 0.2)])
def test_the_grouped_interval_covers_where_the_plain_one_does_not(
    groups: int, share: float, likeness: float
) -> None:
    rng = np.random.default_rng(7)
    grouped, plain = [], []
    for _ in range(400):
        outcomes, names = grouped_outcomes(rng, groups=groups, share=share, likeness=likeness)
        grouped.append(share in proportion_interval(outcomes.tolist(), names.tolist()))
        plain.append(share in proportion_interval(outcomes.tolist()))
    assert 0.91 < np.mean(grouped) < 0.99
    assert np.mean(plain) < 0.88


@pytest.mark.parametrize("confidence", CONFIDENCES)
def test_the_interval_of_repeats_is_that_of_scipy(confidence: float) -> None:
    values = [0.71, 0.74, 0.72, 0.73, 0.76]
    interval = mean_interval(values, confidence=confidence)
    expected = scipy.stats.t.interval(confidence, 4, np.mean(values), scipy.stats.sem(values))
    assert (interval.low, interval.high) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: wilson(3, 0), "the number of trials is 0; give a whole number of at least 1"),
        (lambda: wilson(-1, 4), "the number of successes is -1"),
        (lambda: wilson(5, 4), "there are 5 successes in 4 trials"),
        (lambda: wilson(1, 4, confidence=95), "the confidence is 95; give a value between 0 and 1"),
        (lambda: proportion_interval([]), "there are no outcomes"),
        (lambda: proportion_interval([1, 0.5]), "the outcomes hold 0.5; every outcome is true or false"),
        (lambda: proportion_interval([1, 0], "a"), "there are 1 group names for 2 values"),
        (lambda: mean_interval([0.7]), "a single value has no deviation"),
        (lambda: mean_interval([0.7, float("nan")]), "item 1 of the values is nan"),
        (lambda: mean_interval(cast("Any", ["a", "b"])), "the values are not all numbers"),
        (lambda: mean_interval(cast("Any", [[1.0], [2.0]])), "the values are nested"),
    ],
)
def test_what_cannot_be_is_said(call: Callable[[], object], message: str) -> None:
    with pytest.raises(StatisticsError, match=message):
        call()
