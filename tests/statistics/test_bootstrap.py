from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st

from mwplab.errors import StatisticsError
from mwplab.statistics import bootstrap_interval
from mwplab.statistics.bootstrap import Method
from tests.statistics.worlds import grouped_outcomes

SKEWED = np.random.default_rng(3).lognormal(0, 0.5, size=60).tolist()


def deviation(values: npt.NDArray[np.float64], axis: int) -> npt.NDArray[np.float64]:
    return np.asarray(values.std(axis=axis, ddof=1))


@pytest.mark.parametrize("method", ["percentile", "bca"])
@pytest.mark.parametrize(
    ("statistic", "vectorized"),
    [(None, np.mean), (statistics.median, np.median), (statistics.stdev, deviation)],
)
def test_ends_are_those_of_scipy_up_to_chance(
    statistic: Callable[[Sequence[float]], float] | None, vectorized: Callable[..., object], method: Method
) -> None:
    interval = bootstrap_interval(SKEWED, statistic, method=method, resamples=4000)
    expected = scipy.stats.bootstrap(
        (SKEWED,), vectorized, n_resamples=4000, method=method, rng=np.random.default_rng(1)
    ).confidence_interval
    width = expected.high - expected.low
    assert interval.low == pytest.approx(expected.low, abs=width / 12)
    assert interval.high == pytest.approx(expected.high, abs=width / 12)


def test_the_mean_has_the_same_interval_when_called_as_a_statistic() -> None:
    methods: list[Method] = ["percentile", "bca"]
    for method in methods:
        quick = bootstrap_interval(SKEWED, method=method, resamples=4000)
        called = bootstrap_interval(SKEWED, statistics.fmean, method=method, resamples=4000)
        assert (quick.low, quick.high) == pytest.approx((called.low, called.high), rel=0.03)


def test_drawing_groups_whole_covers_the_truth() -> None:
    rng = np.random.default_rng(11)
    grouped, plain = [], []
    for seed in range(300):
        outcomes, groups = grouped_outcomes(rng, groups=50, share=0.6, likeness=0.4)
        grouped.append(
            0.6 in bootstrap_interval(outcomes.tolist(), None, groups.tolist(), resamples=300, seed=seed)
        )
        plain.append(0.6 in bootstrap_interval(outcomes.tolist(), resamples=300, seed=seed))
    assert 0.90 < np.mean(grouped) < 0.98
    assert np.mean(plain) < 0.80


def test_a_statistic_sees_whole_groups_only() -> None:
    def both_or_none(values: Sequence[str]) -> float:
        assert values.count("a") == values.count("b")
        return values.count("a")

    interval = bootstrap_interval("abcc", both_or_none, [1, 1, 2, 2], resamples=50)
    assert (interval.low, interval.high) == (0, 2)


@given(st.lists(st.booleans(), min_size=1, max_size=30), st.randoms())
@settings(max_examples=30)
def test_the_order_of_items_changes_nothing_for_a_mean(values: list[bool], random: Random) -> None:
    pairs = [(value, number % 4) for number, value in enumerate(values)]
    before = bootstrap_interval(values, None, [group for _, group in pairs], resamples=50)
    random.shuffle(pairs)
    after = bootstrap_interval(
        [value for value, _ in pairs], None, [group for _, group in pairs], resamples=50
    )
    assert before == after


@given(st.lists(st.floats(-100, 100), min_size=1, max_size=20), st.sampled_from(["percentile", "bca"]))
@settings(max_examples=40)
def test_the_interval_of_a_mean_lies_within_the_values(values: list[float], method: Method) -> None:
    interval = bootstrap_interval(values, method=method, resamples=60)
    assert min(values) - 1e-9 <= interval.low <= interval.high <= max(values) + 1e-9


def test_the_seed_decides() -> None:
    assert bootstrap_interval(SKEWED, seed=4) == bootstrap_interval(SKEWED, seed=4)
    assert bootstrap_interval(SKEWED, seed=4) != bootstrap_interval(SKEWED, seed=5)


def test_a_million_outcomes_are_quick() -> None:
    outcomes = [True, False] * 500_000
    started = time.perf_counter()
    interval = bootstrap_interval(outcomes)
    assert time.perf_counter() - started < 8
    assert interval.high - interval.low == pytest.approx(4 * 0.5 / 1000, rel=0.1)


def defined_for_variety(values: Sequence[int]) -> float:
    if len(set(values)) < 2:
        raise StatisticsError("every value is the same")
    return float(len(set(values)))


def only_for_the_sample(values: Sequence[int]) -> float:
    if values[-1] == 1:
        raise StatisticsError("the last value is not 2")
    return 1.0


def test_resamples_without_a_figure_are_left_out() -> None:
    assert bootstrap_interval([1, 2, 3], defined_for_variety, method="bca", resamples=200).low == 2
    with pytest.raises(StatisticsError, match=r"defined for \d+ of 200 resamples; give more data"):
        bootstrap_interval([1] * 50 + [2, 2], only_for_the_sample, resamples=200)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"values": []}, "there are no values"),
        ({"values": [], "statistic": max}, "there are no values"),
        ({"values": [1], "resamples": 0}, "the number of resamples is 0"),
        ({"values": [1], "seed": -1}, "the seed is -1"),
        (
            {"values": [1], "method": "basic"},
            "no bootstrap method is named 'basic'; there are: percentile, bca",
        ),
        ({"values": [1], "confidence": 1}, "the confidence is 1"),
    ],
)
def test_what_cannot_be_is_said(options: dict[str, Any], message: str) -> None:
    with pytest.raises(StatisticsError, match=message):
        bootstrap_interval(**options)
