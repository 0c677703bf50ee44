from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests

from mwplab.errors import StatisticsError
from mwplab.statistics import benjamini_hochberg, holm

P_VALUES = st.lists(st.floats(0, 1), min_size=1, max_size=30)


@given(P_VALUES)
@settings(max_examples=40)
def test_adjusted_values_are_those_of_statsmodels(p_values: list[float]) -> None:
    assert holm(p_values) == pytest.approx(multipletests(p_values, method="holm")[1])
    assert benjamini_hochberg(p_values) == pytest.approx(multipletests(p_values, method="fdr_bh")[1])


@given(P_VALUES)
def test_adjusting_never_lowers_and_keeps_the_order(p_values: list[float]) -> None:
    for adjust in (holm, benjamini_hochberg):
        adjusted = adjust(p_values)
        assert all(before <= after <= 1 for before, after in zip(p_values, adjusted, strict=True))
        assert sorted(adjusted) == [after for _, after in sorted(zip(p_values, adjusted, strict=True))]
        assert adjust(p_values[::-1]) == adjusted[::-1]


def test_holm_bounds_the_chance_of_any_false_alarm() -> None:
    rng = np.random.default_rng(9)
    alarms = [min(holm(values)) <= 0.05 for values in rng.random((4000, 12)).tolist()]
    assert np.mean(alarms) == pytest.approx(1 - (1 - 0.05 / 12) ** 12, abs=0.01)


def test_no_values_give_none() -> None:
    assert holm([]) == []
    assert benjamini_hochberg([]) == []


@pytest.mark.parametrize("adjust", [holm, benjamini_hochberg])
@pytest.mark.parametrize(
    ("p_values", "message"),
    [
        ([0.1, 1.2], "a p-value is 1.2"),
        ([-0.1], "a p-value is -0.1"),
        ([float("nan")], "item 0 of the p-values is nan"),
    ],
)
def test_what_is_no_p_value_is_said(
    adjust: Callable[[list[float]], list[float]], p_values: list[float], message: str
) -> None:
    with pytest.raises(StatisticsError, match=message):
        adjust(p_values)
