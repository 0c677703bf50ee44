"""Pictures of measures."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from mwplab.records import Score
from mwplab.reports.measured import BINS, binned, distribution, histogram, part_tables, share_chart

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
    assert "length (each bar from this value on)" in histogram([1, 2, 70], title="a", label="length")
    assert "on)" not in histogram([1, 2, 2], title="a", label="length")


def test_labels_that_would_touch_are_thinned_out() -> None:
    drawn = histogram([place / 400 for place in range(20)], title="a", label="overlap")
    assert ">0.005<" in drawn
    assert ">0.0075<" not in drawn


def test_numbers_that_no_problem_has_leave_a_gap() -> None:
    parts = [Score(name="n", slice=f"numbers={number}", value=0.5, n=4) for number in (1, 4)]
    assert all(f">{number}<" in share_chart(parts, title="a") for number in range(1, 5))


def test_parts_that_make_up_the_whole_are_drawn_as_counts() -> None:
    parts = [Score(name="t", slice=f"type={kind}", value=n / 10, n=n) for kind, n in (("Sum", 7), ("LCM", 3))]
    assert ">7<" in share_chart(parts, title="a")


def printed(parts: list[Score], members: dict[str, list[str]]) -> str:
    console = Console(width=100)
    with console.capture() as shown:
        console.print(*part_tables(parts, members))
    return shown.get()


def test_bins_have_bars_and_their_counts() -> None:
    shares = {"bin=0.00-0.05": 0.5, "bin=0.05-0.10": 0.25, "bin=0.10-0.15": 0.0}
    parts = [Score(name="d", slice=name, value=share, n=8) for name, share in shares.items()]
    lines = printed([*parts, Score(name="d", slice="type=Sum", value=0.3, n=8)], {}).splitlines()
    assert lines[1].split() == ["bin=0.00-0.05", "0.5000", "4", "█" * 40]
    assert lines[2].split() == ["bin=0.05-0.10", "0.2500", "2", "█" * 20]
    assert lines[3].split() == ["bin=0.10-0.15", "0.0000", "0"]
    assert lines[-1].split() == ["type=Sum", "0.3000", "8"]


def test_found_parts_have_their_first_members_and_long_lists_are_cut() -> None:
    parts = [Score(name="p", slice=f"pattern=owl {place}", value=0.01, n=5) for place in range(60)]
    shown = printed(parts, {"pattern=owl 0": ["a/1", "a/2", "a/3", "a/4", "a/5"]})
    assert "a/1, a/2, a/3 and 2 more" in shown
    assert "and 10 more" in shown
    assert "owl 55" not in shown


def test_a_measure_without_bins_has_no_distribution() -> None:
    whole = Score(name="d", value=0.4, n=8)
    assert distribution("a", whole, [Score(name="d", slice="type=Sum", value=0.4, n=8)]) is None
    zero, bin_ = (Score(name="d", slice=name, value=0.1, n=8) for name in ("diversity=0", "bin=0.00-0.05"))
    found = distribution("a", whole, [zero, bin_])
    assert found is not None
    assert (found.shares, found.mean, found.zeros) == ([0.1], 0.4, 0.1)
