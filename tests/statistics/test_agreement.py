from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from statsmodels.stats.inter_rater import aggregate_raters, cohens_kappa
from statsmodels.stats.inter_rater import fleiss_kappa as statsmodels_fleiss

from mwplab.errors import StatisticsError
from mwplab.statistics import bootstrap_interval, cohen_kappa, fleiss_kappa, krippendorff_alpha, raw_agreement
from mwplab.statistics.agreement import Level, Weights

# Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011), section E: four observers, twelve units.
KRIPPENDORFF = list(
    zip(
        [1, 2, 3, 3, 2, 1, 4, 1, 2, None, None, None],
        [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, None, 3],
        [None, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, None],
        [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, None],
        strict=True,
    )
)

# Fleiss (1971) as commonly reworked: ten items, fourteen raters, five labels, as counts of labels.
FLEISS = [
    [0, 0, 0, 0, 14],
    [0, 2, 6, 4, 2],
    [0, 0, 3, 5, 6],
    [0, 3, 9, 2, 0],
    [2, 2, 8, 1, 1],
    [7, 7, 0, 0, 0],
    [3, 2, 6, 3, 0],
    [2, 5, 3, 2, 2],
    [6, 5, 2, 1, 0],
    [0, 2, 2, 3, 7],
]

TABLE = np.array([[22, 3, 1, 0], [4, 15, 6, 2], [0, 5, 18, 4], [1, 1, 2, 16]])
PAIRS = [(one, two) for one in range(4) for two in range(4) for _ in range(TABLE[one, two])]

RATINGS = st.lists(st.tuples(*[st.sampled_from("abc")] * 3), min_size=2, max_size=20)


def varied(ratings: list[tuple[str, ...]]) -> bool:
    return len({label for labels in ratings for label in labels}) > 1


@pytest.mark.parametrize(("level", "expected"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849)])
def test_alpha_meets_krippendorffs_example(level: Level, expected: float) -> None:
    assert round(krippendorff_alpha(KRIPPENDORFF, level=level), 3) == expected


def test_fleiss_meets_the_worked_example_and_statsmodels() -> None:
    ratings = [[label for label, count in enumerate(row) for _ in range(count)] for row in FLEISS]
    assert round(fleiss_kappa(ratings), 3) == 0.210
    assert fleiss_kappa(ratings) == pytest.approx(statsmodels_fleiss(np.array(FLEISS)))


@pytest.mark.parametrize("weights", ["nominal", "linear", "quadratic"])
def test_cohen_is_that_of_statsmodels(weights: Weights) -> None:
    named = {"nominal": None, "linear": "linear", "quadratic": "quadratic"}[weights]
    expected = cohens_kappa(TABLE, wt=named, return_results=False)
    assert cohen_kappa(PAIRS, weights=weights) == pytest.approx(expected)


@given(RATINGS)
def test_fleiss_is_that_of_statsmodels(ratings: list[tuple[str, ...]]) -> None:
    assume(varied(ratings))
    expected = statsmodels_fleiss(aggregate_raters(np.array(ratings))[0])
    assert fleiss_kappa(ratings) == pytest.approx(expected)


def alpha_by_pairs(ratings: list[tuple[str | None, ...]]) -> float:
    """The nominal alpha from its definition: disagreement within items over that of all pairs of ratings."""
    rows = [[label for label in labels if label is not None] for labels in ratings]
    rows = [row for row in rows if len(row) > 1]
    everything = [label for row in rows for label in row]
    within = sum(sum(one != two for one in row for two in row) / (len(row) - 1) for row in rows)
    among = sum(one != two for one in everything for two in everything) / (len(everything) - 1)
    return 1 - within / among


@given(st.lists(st.tuples(*[st.sampled_from(["a", "b", "c", None])] * 4), min_size=1, max_size=15))
def test_alpha_is_its_definition_with_labels_missing(ratings: list[tuple[str | None, ...]]) -> None:
    kept = [
        label for row in ratings if sum(x is not None for x in row) > 1 for label in row if label is not None
    ]
    assume(len(set(kept)) > 1)
    assert krippendorff_alpha(ratings) == pytest.approx(alpha_by_pairs(ratings))


@given(RATINGS, st.randoms(), st.permutations(["x", "y", "z"]))
def test_order_of_items_and_raters_and_names_of_labels_change_nothing(
    ratings: list[tuple[str, ...]], random: Random, names: list[str]
) -> None:
    assume(varied(ratings))
    renamed = [tuple(names["abc".index(label)] for label in reversed(labels)) for labels in ratings]
    random.shuffle(renamed)
    for figure in (raw_agreement, fleiss_kappa, krippendorff_alpha):
        assert figure(renamed) == pytest.approx(figure(ratings))
        assert figure(ratings) <= 1
    two, two_renamed = [row[:2] for row in ratings], [row[1:] for row in renamed]
    if varied(two):
        assert cohen_kappa(two_renamed) == pytest.approx(cohen_kappa(two))


@given(st.lists(st.tuples(st.integers(1, 5), st.integers(1, 5)), min_size=2, max_size=20))
def test_figures_of_ranks_follow_the_order_given(pairs: list[tuple[int, int]]) -> None:
    assume(len({label for pair in pairs for label in pair}) > 1)
    words = ["z", "y", "x", "w", "v"]
    named = [(words[one - 1], words[two - 1]) for one, two in pairs]
    expected = krippendorff_alpha(pairs, level="ordinal")
    assert krippendorff_alpha(named, level="ordinal", order=words) == pytest.approx(expected)
    assert krippendorff_alpha(named, level="ordinal", order=words[::-1]) == pytest.approx(expected)
    moved = [(one * 10 + 3, two * 10 + 3) for one, two in pairs]
    assert krippendorff_alpha(moved, level="interval") == pytest.approx(
        krippendorff_alpha(pairs, level="interval")
    )
    weighted = cohen_kappa(named, weights="quadratic", order=words)
    assert weighted == pytest.approx(cohen_kappa(pairs, weights="quadratic", order=[1, 2, 3, 4, 5]))


@given(st.lists(st.sampled_from("abc"), min_size=2, max_size=20))
def test_full_agreement_is_1(labels: list[str]) -> None:
    assume(len(set(labels)) > 1)
    ratings = [(label, label) for label in labels]
    for figure in (raw_agreement, cohen_kappa, fleiss_kappa, krippendorff_alpha):
        assert figure(ratings) == pytest.approx(1)


def test_raters_who_guess_agree_no_more_than_chance() -> None:
    rng = np.random.default_rng(5)
    ratings = [tuple(row) for row in rng.choice(["a", "b", "c"], p=[0.6, 0.3, 0.1], size=(4000, 2)).tolist()]
    for figure in (cohen_kappa, fleiss_kappa, krippendorff_alpha):
        assert figure(ratings) == pytest.approx(0, abs=0.05)
    assert raw_agreement(ratings) == pytest.approx(0.46, abs=0.03)


def test_an_agreement_has_its_bootstrap_interval() -> None:
    interval = bootstrap_interval(PAIRS, cohen_kappa, resamples=500)
    expected = cohens_kappa(TABLE)
    assert interval.value == pytest.approx(expected.kappa)
    assert (interval.low, interval.high) == pytest.approx((expected.kappa_low, expected.kappa_upp), abs=0.03)
    ordinal = bootstrap_interval(
        PAIRS, partial(krippendorff_alpha, level="ordinal"), method="bca", resamples=300
    )
    assert ordinal.low < ordinal.value < ordinal.high <= 1


def test_items_rated_once_do_not_count() -> None:
    more = [*PAIRS, (3, None), (None, 2), (None, None)]
    for figure in (raw_agreement, cohen_kappa, krippendorff_alpha):
        assert figure(more) == pytest.approx(figure(PAIRS))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: raw_agreement([]), "no item was rated twice"),
        (lambda: cohen_kappa([("a", None), (None, "b")]), "no item was rated twice"),
        (lambda: cohen_kappa([("a", "b", "c")]), "an item has 3 ratings; Cohen's kappa is for two raters"),
        (lambda: cohen_kappa([("a", "b")], weights=cast("Any", "cubic")), "no weights are named 'cubic'"),
        (
            lambda: cohen_kappa([("a", "a")]),
            "every rating is the same, so agreement beyond chance is not defined",
        ),
        (lambda: cohen_kappa([("a", 1)], weights="linear"), "the labels cannot be sorted"),
        (
            lambda: cohen_kappa([("a", "b")], weights="linear", order="a"),
            "the label 'b' is not in the order given",
        ),
        (lambda: fleiss_kappa([("a", None, "b")]), "some ratings are missing; Fleiss' kappa needs all"),
        (lambda: fleiss_kappa([("a", "b"), ("a", "b", "a")]), "unequal numbers of ratings"),
        (lambda: krippendorff_alpha([("a", "b")], level=cast("Any", "ratio")), "no level is named 'ratio'"),
        (lambda: krippendorff_alpha([("a", "b")], level="interval"), "the interval level needs numbers"),
    ],
)
def test_what_cannot_be_is_said(call: Callable[[], object], message: str) -> None:
    with pytest.raises(StatisticsError, match=message):
        call()
