"""The greedy choice against the plain algorithm, and swaps against all swaps."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mwplab.errors import StatisticsError
from mwplab.text.similarity import Jaccard, choose, improve, weigh

Sets = list[frozenset[str]]

WEIGHTS = st.sampled_from([(1.0, 0.0), (0.0, 1.0), (0.5, 0.5), (0.3, 0.7)])


@st.composite
def collections(draw: st.DrawFn, least: int = 2, most: int = 14) -> tuple[Sets, list[str | None]]:
    """Draw sets with many equal similarities, so that ties decide, and a class or none for each."""
    size = draw(st.integers(least, most))
    sets = st.frozensets(st.sampled_from("abcde"), max_size=5)
    classes = st.sampled_from(["sum", "product", "ratio", None])
    return (
        draw(st.lists(sets, min_size=size, max_size=size)),
        draw(st.lists(classes, min_size=size, max_size=size)),
    )


class Plain:
    """What pairs have in common, pair by pair."""

    def __init__(self, sets: Sets, classes: Sequence[str | None], weights: tuple[float, float]) -> None:
        self.sets, self.classes, self.weights = sets, classes, weights

    def common(self, one: int, other: int) -> float:
        same = self.classes[one] is not None and self.classes[one] == self.classes[other]
        jaccard = Jaccard().similarity(self.sets[one], self.sets[other])
        return self.weights[0] * jaccard + (self.weights[1] if same else 0.0)

    def greedy(self, size: int, start: int) -> tuple[int, ...]:
        chosen = [start]
        while len(chosen) < size:
            left = [place for place in range(len(self.sets)) if place not in chosen]
            chosen.append(min(left, key=lambda place: sum(self.common(place, one) for one in chosen)))
        return tuple(chosen)

    def total(self, places: Sequence[int]) -> float:
        return sum(self.common(one, other) for one, other in combinations(sorted(places), 2))


@settings(max_examples=200)
@given(collections(), WEIGHTS, st.data())
def test_the_choice_is_the_plain_algorithm_s_with_every_tie(
    made: tuple[Sets, list[str | None]], weights: tuple[float, float], data: st.DataObject
) -> None:
    size = data.draw(st.integers(1, len(made[0])))
    start = data.draw(st.integers(0, len(made[0]) - 1))
    plain = Plain(*made, weights)
    found = choose(weigh(*made, of_sets=weights[0], of_classes=weights[1]), size, start)
    assert found.places == plain.greedy(size, start)
    assert found.total == pytest.approx(plain.total(found.places), abs=1e-12)


@settings(max_examples=150)
@given(collections(), WEIGHTS, st.data())
def test_swaps_never_worsen_and_end_where_none_helps(
    made: tuple[Sets, list[str | None]], weights: tuple[float, float], data: st.DataObject
) -> None:
    size = data.draw(st.integers(1, len(made[0])))
    plain = Plain(*made, weights)
    weighted = weigh(*made, of_sets=weights[0], of_classes=weights[1])
    before = choose(weighted, size, 0)
    after = improve(weighted, before)
    assert len(set(after.places)) == size
    assert after.total == pytest.approx(plain.total(after.places), abs=1e-9)
    assert after.total <= before.total
    outside = set(range(len(made[0]))) - set(after.places)
    for gone in after.places:
        for new in outside:
            swapped = [*(place for place in after.places if place != gone), new]
            assert plain.total(swapped) >= after.total - 1e-8


@settings(max_examples=60)
@given(collections(least=4, most=8), st.data())
def test_greedy_keeps_at_least_half_of_what_can_differ(
    made: tuple[Sets, list[str | None]], data: st.DataObject
) -> None:
    # The approximation ratio of 2 that the paper cites is about distances, and Jaccard's is a metric.
    size = data.draw(st.integers(2, len(made[0])))
    plain = Plain(*made, (1.0, 0.0))
    pairs = size * (size - 1) / 2
    most = max(pairs - plain.total(places) for places in combinations(range(len(made[0])), size))
    found = choose(weigh(*made), size, 0)
    assert pairs - found.total >= most / 2 - 1e-9


def test_improvement_finds_what_a_bad_start_misses() -> None:
    sets = [frozenset("ab"), frozenset("a"), frozenset("b")]
    weighted = weigh(sets, [None] * 3)
    greedy = choose(weighted, 2, start=0)
    assert greedy.total > 0
    assert improve(weighted, greedy).total == 0


@pytest.mark.parametrize(
    ("size", "start", "message"),
    [
        (0, 0, "cannot choose 0 of 2; give 1 to 2"),
        (3, 0, "cannot choose 3 of 2; give 1 to 2"),
        (1, 2, "there is no start 2 among 2; give 0 to 1"),
        (1, -1, "there is no start -1"),
    ],
)
def test_what_cannot_be_chosen_is_told(size: int, start: int, message: str) -> None:
    with pytest.raises(StatisticsError, match=message):
        choose(weigh([{"a"}, {"b"}], [None, None]), size, start)


def test_weights_and_classes_are_checked() -> None:
    with pytest.raises(StatisticsError, match="there are 2 sets but 1 classes"):
        weigh([{"a"}, {"b"}], ["x"])
    with pytest.raises(StatisticsError, match="weights cannot be negative"):
        weigh([{"a"}], ["x"], of_classes=-1)
