from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.proportion import power_proportions_2indep

from mwplab.errors import StatisticsError
from mwplab.statistics import detectable_paired, detectable_unpaired, mcnemar, paired_power, unpaired_power


def exact_paired_power(pairs: int, difference: float, discordance: float) -> float:
    """The power of the mid-p McNemar test, summed over all that can happen."""
    power = 0.0
    for total in range(1, pairs + 1):
        seen = scipy.stats.binom.pmf(total, pairs, discordance)
        if seen < 1e-7:
            continue
        splits = np.arange(total + 1)
        chances = scipy.stats.binom.pmf(splits, total, (discordance + difference) / (2 * discordance))
        found = [mcnemar(int(split), total - int(split), mid_p=True) <= 0.05 for split in splits]
        power += seen * float(chances[found].sum())
    return power


@pytest.mark.parametrize(("pairs", "discordance"), [(150, 0.2), (100, 0.5), (300, 0.1)])
def test_the_detectable_difference_of_pairs_is_detected_as_often_as_said(
    pairs: int, discordance: float
) -> None:
    difference = detectable_paired(pairs, discordance)
    assert difference is not None
    assert exact_paired_power(pairs, difference, discordance) == pytest.approx(0.8, abs=0.04)


def test_paired_power_meets_connors_sample_size() -> None:
    # Connor (1987): n = (z_a sqrt(psi) + z_b sqrt(psi - d^2))^2 / d^2.
    psi, difference = 0.3, 0.1
    pairs = (1.959964 * psi**0.5 + 1.281552 * (psi - difference**2) ** 0.5) ** 2 / difference**2
    assert paired_power(pairs, difference, psi) == pytest.approx(0.9, abs=1e-4)


@pytest.mark.parametrize("shares", [(0.55, 0.5), (0.9, 0.8), (0.3, 0.35)])
@pytest.mark.parametrize("sizes", [(400, 400), (300, 900)])
def test_unpaired_power_is_that_of_statsmodels(sizes: tuple[int, int], shares: tuple[float, float]) -> None:
    expected = power_proportions_2indep(
        shares[0] - shares[1], shares[1], sizes[0], ratio=sizes[1] / sizes[0], alpha=0.05
    ).power
    assert unpaired_power(*sizes, *shares) == pytest.approx(expected, abs=5e-3)


def test_the_detectable_gain_is_found_by_simulation_as_often_as_said() -> None:
    gain = detectable_unpaired(400, 600, 0.6)
    assert gain is not None
    rng = np.random.default_rng(1)
    first, second = (
        rng.binomial(400, 0.6 + gain, size=20_000) / 400,
        rng.binomial(600, 0.6, size=20_000) / 600,
    )
    pooled = (first * 400 + second * 600) / 1000
    scores = (first - second) / np.sqrt(pooled * (1 - pooled) * (1 / 400 + 1 / 600))
    assert np.mean(np.abs(scores) >= 1.959964) == pytest.approx(0.8, abs=0.015)


@given(st.floats(10, 1e6), st.floats(0.01, 1), st.floats(0.5, 0.99))
def test_more_pairs_detect_less_and_the_power_is_met(pairs: float, discordance: float, power: float) -> None:
    found = detectable_paired(pairs, discordance, power=power)
    if found is None:
        assert paired_power(pairs, discordance, discordance) < power
    else:
        assert paired_power(pairs, found, discordance) >= power - 1e-9
        more = detectable_paired(pairs * 2, discordance, power=power)
        assert more is not None
        assert more < found


def test_without_a_difference_the_power_is_the_level() -> None:
    assert paired_power(500, 0.0, 0.2, alpha=0.1) == pytest.approx(0.1)
    assert unpaired_power(500, 300, 0.4, 0.4) == pytest.approx(0.05)


def test_a_loss_mirrors_a_gain() -> None:
    assert unpaired_power(200, 300, 0.7, 0.6) == pytest.approx(unpaired_power(200, 300, 0.3, 0.4))
    assert unpaired_power(200, 300, 1.0, 0.0) == 1
    assert detectable_unpaired(5, 5, 0.9) is None


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: detectable_paired(0, 0.1), "a sample of 0 cannot be"),
        (lambda: detectable_paired(100, 0), "the discordance is 0; give a share above 0"),
        (lambda: detectable_paired(100, 0.1, power=80), "the power is 80"),
        (lambda: paired_power(100, 0.2, 0.1), "a difference of 0.2 needs as large a share"),
        (lambda: unpaired_power(10, 10, 0.5, 1.2), "a share of 1.2 cannot be"),
        (lambda: detectable_unpaired(10, 10, 0.5, alpha=0), "the level alpha is 0"),
    ],
)
def test_what_cannot_be_is_said(call: Callable[[], object], message: str) -> None:
    with pytest.raises(StatisticsError, match=message):
        call()
