"""Pictures of measures."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mwplab.records import Score
from mwplab.reports.measured import BINS, binned, histogram, share_chart

values = st.lists(st.floats(0, 1) | st.integers(0, 300).map(float), min_size=1)


@given(values)
def test_every_value_is_in_one_of_at_most_twenty_bins(found: list[float]) -> None:
    counts = binned(found)
    assert sum(counts.values()) == len(found)
    assert 1 <= len(counts) <= BINS
    starts = [float(start) for start in counts]
    assert starts == sorted(starts)


def test_whole_numbers_have_whole_bins() -> None:
    assert list(binned([3, 4, 6])) == ["3", "4", "5", "6"]
    assert list(binned([0, 57])) == [str(start) for start in range(0, 60, 5)]


def test_bars_stand_upright_for_numbers_and_lie_for_words() -> None:
    upright = share_chart([Score(name="n", slice="numbers=3", value=0.5, n=4)], title="a")
    lying = share_chart([Score(name="n", slice="type=Ratio", value=0.5, n=4)], title="a")
    assert "problems" in upright
    assert "Ratio" in lying
    assert "0.50" in lying


def test_many_parts_are_cut_and_the_title_says_so() -> None:
    parts = [Score(name="n", slice=f"type=t{place}", value=0.01, n=1) for place in range(100)]
    assert "the first 25 of 100" in share_chart(parts, title="a")


def test_a_histogram_names_what_it_counts() -> None:
    assert "length (each bar from this value on)" in histogram([1, 2, 2], title="a", label="length")
