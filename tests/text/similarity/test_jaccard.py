"""Jaccard of two sets and of all pairs, against fractions."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwplab.errors import StatisticsError
from mwplab.text.similarity import Jaccard, mean_jaccard, overlap, shingles

sets = st.frozensets(st.integers(0, 9), max_size=7)


def exact(one: frozenset[Any], other: frozenset[Any]) -> Fraction:
    return Fraction(len(one & other), len(one | other)) if one or other else Fraction(0)


@given(sets, sets)
def test_pair_is_the_share_of_common_members(one: frozenset[int], other: frozenset[int]) -> None:
    assert Jaccard().similarity(one, other) == float(exact(one, other))


@given(st.lists(sets, min_size=2, max_size=15))
def test_mean_is_the_exact_fraction_rounded_once(corpus: list[frozenset[int]]) -> None:
    values = [exact(one, other) for one, other in combinations(corpus, 2)]
    found = mean_jaccard(corpus, jobs=1)
    assert found.mean == float(sum(values) / len(values))
    for place, one in enumerate(corpus):
        others = [exact(one, other) for at, other in enumerate(corpus) if at != place]
        assert found.each[place] == pytest.approx(float(sum(others) / len(others)), rel=1e-14)


def test_repeated_members_count_once() -> None:
    assert mean_jaccard([["a", "a", "b"], ["b", "c"]]).mean == 1 / 3
    assert Jaccard().similarity(["a", "a", "b"], ["b", "c"]) == 1 / 3


def test_mean_is_the_same_in_any_blocks_and_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    corpus = [{number % 7, number % 11, number % 13, number} for number in range(300)]
    whole = mean_jaccard(corpus, jobs=1)
    monkeypatch.setattr(overlap, "BLOCK", 37)
    parts = mean_jaccard(corpus, jobs=2)
    assert parts.mean == whole.mean
    assert parts.each.tobytes() == whole.each.tobytes()


def test_mean_needs_a_pair() -> None:
    with pytest.raises(StatisticsError, match="needs two sets or more, found 1"):
        mean_jaccard([{"a"}])


@pytest.mark.parametrize(
    ("orders", "expected"),
    [
        ((1,), {("a",), ("b",), ("c",)}),
        ((1, 2), {("a",), ("b",), ("c",), ("a", "b"), ("c", "a")}),
        ((3,), set()),
    ],
)
def test_shingles_stay_within_their_sentence(orders: tuple[int, ...], expected: set[Any]) -> None:
    assert shingles([["a", "b"], ["c", "a"]], orders) == expected


@pytest.mark.realdata
@pytest.mark.parametrize(
    ("name", "published"),
    [
        ("mawps/addsub", 7.9),
        ("mawps/singleop", 7.8),
        ("mawps/multiarith", 9.4),
        ("mawps/singleeq", 6.8),
        ("mawps/simuleq-s", 6.0),
        ("mawps/simuleq-l", 5.7),
    ],
)
def test_overlap_of_the_six_mawps_sets_is_the_published_one(name: str, published: float) -> None:
    from mwplab.catalogue import load
    from mwplab.text import sentences, tokens

    corpus = [
        shingles(
            [[token.text for token in tokens(span.of(problem.text))] for span in sentences(problem.text)]
        )
        for problem in load(name)
    ]
    assert 100 * mean_jaccard(corpus).mean == pytest.approx(published, abs=0.1)
