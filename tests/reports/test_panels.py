"""Distributions side by side."""

from __future__ import annotations

import re

import pytest

from mwplab.reports.panels import Distribution, histogram_panels, stacked_bars


def spread(name: str, *shares: float) -> Distribution:
    return Distribution(name, shares, 0.5, 0.25)


@pytest.mark.parametrize("number", [1, 2, 3, 4, 7])
def test_each_distribution_has_its_caption(number: int) -> None:
    found = [spread(f"set{place}", 0.25, 0.25, 0.5) for place in range(number)]
    drawn = histogram_panels(found, title="Spread", label="LD")
    assert drawn.startswith("<svg")
    for one in found:
        assert one.caption in drawn
    assert drawn.count(">0.75<") == number


def test_a_long_name_is_cut_and_an_empty_bin_drawn() -> None:
    drawn = histogram_panels([spread("n" * 60, 0, 0)], title="Spread", label="LD")
    assert "n" * 30 in drawn
    assert "n" * 40 not in drawn


def test_stacked_bars_show_kinds_and_totals() -> None:
    drawn = stacked_bars({"Sum": {1: 3, 2: 40}, "Ratio": {1: 4, 2: 50}}, title="Kinds", label="grade")
    assert {"7", "90"} <= set(re.findall(r">(\d+)<", drawn))
    assert "Ratio" in drawn
    assert "grade" in drawn
