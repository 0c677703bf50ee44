from __future__ import annotations

import math
import time

import numpy as np
import pytest
import scipy.stats

from mwplab.statistics.distributions import (
    binomial,
    hypergeometric,
    normal_quantile,
    normal_tail,
    t_quantile,
    t_tail,
)


@pytest.mark.parametrize("freedom", [1, 2, 3, 4.5, 10, 29, 100, 1000, 123_456])
@pytest.mark.parametrize("probability", [0.001, 0.025, 0.3, 0.5, 0.8, 0.95, 0.975, 0.9995])
def test_quantiles_of_student_are_those_of_scipy(probability: float, freedom: float) -> None:
    expected = scipy.stats.t.ppf(probability, freedom)
    assert t_quantile(probability, freedom) == pytest.approx(expected, rel=1e-8, abs=1e-12)


@pytest.mark.parametrize("freedom", [1, 2, 7, 60, 5000])
@pytest.mark.parametrize("distance", [0.0, 0.01, 0.7, -1.3, 2.5, 9.0])
def test_tails_of_student_are_those_of_scipy(distance: float, freedom: float) -> None:
    expected = 2 * scipy.stats.t.sf(abs(distance), freedom)
    assert t_tail(distance, freedom) == pytest.approx(expected, rel=1e-8, abs=1e-13)


def test_without_freedom_the_quantile_is_infinite() -> None:
    assert t_quantile(0.9, 0) == math.inf
    assert t_quantile(0.1, 0) == -math.inf


@pytest.mark.parametrize("probability", [1e-6, 0.025, 0.5, 0.9, 0.9999])
def test_normal_quantile_and_tail_are_those_of_scipy(probability: float) -> None:
    point = normal_quantile(probability)
    assert point == pytest.approx(scipy.stats.norm.ppf(probability), rel=1e-12, abs=1e-12)
    assert normal_tail(point) == pytest.approx(2 * min(probability, 1 - probability), rel=1e-9)


@pytest.mark.parametrize("share", [0.5, 0.01, 0.93])
@pytest.mark.parametrize("trials", [1, 2, 15, 16, 17, 200])
def test_binomial_chances_are_exact_for_few_trials(trials: int, share: float) -> None:
    expected = [
        math.comb(trials, count) * share**count * (1 - share) ** (trials - count)
        for count in range(trials + 1)
    ]
    assert binomial(range(trials + 1), trials, share) == pytest.approx(expected, rel=1e-12, abs=1e-250)


def test_binomial_chances_keep_twelve_digits_at_a_million_trials() -> None:
    # The middle coefficient by the Wallis product's asymptotic series, which has no cancellation.
    half = 500_000
    expected = math.exp(-1 / (8 * half) + 1 / (192 * half**3)) / math.sqrt(math.pi * half)
    assert float(binomial(half, 2 * half, 0.5)) == pytest.approx(expected, rel=1e-12)
    assert float(binomial(range(2 * half + 1), 2 * half, 0.5).sum()) == pytest.approx(1, rel=1e-12)


@pytest.mark.parametrize(("share", "expected"), [(0.0, [1, 0, 0]), (1.0, [0, 0, 1])])
def test_certain_trials_have_one_result(share: float, expected: list[float]) -> None:
    assert binomial([0, 1, 2], 2, share).tolist() == expected


@pytest.mark.parametrize(
    ("marked", "unmarked", "draws"),
    [(4, 4, 4), (1, 9, 3), (10, 0, 4), (0, 5, 2), (7, 3, 10), (300, 500, 200), (4000, 6000, 3000)],
)
def test_hypergeometric_chances_are_those_of_scipy(marked: int, unmarked: int, draws: int) -> None:
    possible = np.arange(max(0, draws - unmarked), min(draws, marked) + 1)
    expected = scipy.stats.hypergeom.pmf(possible, marked + unmarked, marked, draws)
    # scipy's own log-gamma form loses digits in the large table.
    assert hypergeometric(possible, marked, unmarked, draws) == pytest.approx(expected, rel=1e-7, abs=1e-200)
    assert float(hypergeometric(possible, marked, unmarked, draws).sum()) == pytest.approx(1, rel=1e-11)


def test_a_million_trials_are_quick() -> None:
    started = time.perf_counter()
    binomial(range(1_000_000), 1_000_000, 0.5)
    assert time.perf_counter() - started < 5
