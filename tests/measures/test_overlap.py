"""Lexical and template overlap."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, pairwise
from time import perf_counter

import pytest
from hypothesis import given, settings

from mwplab.catalogue import load
from mwplab.errors import StatisticsError
from mwplab.measures import take
from mwplab.records import Dataset
from mwplab.text import sentences, tokens
from tests.measures.made import dataset, datasets

TABLE_1 = {
    "addsub": (7.952, 37.240, 37.240),
    "singleop": (7.781, 25.383, 25.383),
    "multiarith": (9.378, 22.092, 22.092),
    "singleeq": (6.853, 17.771, 17.874),
    "simuleq-s": (5.980, 12.526, 12.512),
    "simuleq-l": (5.722, 3.270, 3.411),
}
"""Lexical overlap, template overlap, and the latter as the authors' program reads equations, in percent."""


def grams(text: str) -> set[tuple[str, ...]]:
    found: set[tuple[str, ...]] = set()
    for span in sentences(text):
        words = [token.text for token in tokens(span.of(text))]
        found |= {(word,) for word in words} | set(pairwise(words))
    return found


def naive(texts: list[str]) -> float:
    pairs = [(grams(one), grams(other)) for one, other in combinations(texts, 2)]
    jaccards = [
        Fraction(len(one & other), len(one | other)) if one | other else Fraction(0) for one, other in pairs
    ]
    return float(sum(jaccards, Fraction(0)) / len(jaccards))


@settings(max_examples=50)
@given(datasets(least=2))
def test_lexical_overlap_is_the_mean_over_all_pairs(data: Dataset) -> None:
    found = take(data, "lexical-overlap")
    assert found.score.value == naive([problem.text for problem in data])
    assert sum(value or 0 for value in found.values.values()) / len(data) == pytest.approx(found.score.value)


@settings(max_examples=50)
@given(datasets(least=2))
def test_template_overlap_is_the_share_of_pairs_with_one_template(data: Dataset) -> None:
    classes = {"x = 3 + 2": 0, "3 + x = 5": 0, "x = 3 - 2": 1, "x = 2 * 3 - 1": 2, "x + y = 3; x - y = 1": 3}
    keys = [None if one.equations is None else classes[str(one.equations)] for one in data]
    same = [one is not None and one == other for one, other in combinations(keys, 2)]
    assert take(data, "template-overlap").score.value == pytest.approx(sum(same) / len(same), abs=1e-15)


@settings(max_examples=25)
@given(datasets(least=2))
def test_the_mean_of_both_is_the_mean_of_both(data: Dataset) -> None:
    lexical, template, both = (
        take(data, name) for name in ("lexical-overlap", "template-overlap", "overlap")
    )
    assert both.score.value == (lexical.score.value + template.score.value) / 2


OPTIONS = [
    ("", 1 / 9),
    ("(lowercase=True)", 2 / 8),
    ("(orders=[1])", 1 / 5),
    ("(punctuation=False)", 0.0),
    ("(tokenisation=spaces)", 0.0),
]


@pytest.mark.parametrize(("options", "value"), OPTIONS)
def test_options_change_what_is_compared(options: str, value: float) -> None:
    data = dataset("Owls sing.", "owls sang.")
    assert take(data, f"lexical-overlap{options}").score.value == pytest.approx(value)


def test_pairs_of_words_end_with_their_sentence() -> None:
    data = dataset("Owls. Sing", "Owls . Sing")
    assert take(data, "lexical-overlap").score.value == 1.0
    apart, joined = dataset("a. b", "c. b"), "lexical-overlap(sentences=False)"
    assert take(apart, joined).score.value > take(apart, "lexical-overlap").score.value


def test_one_problem_makes_no_pair() -> None:
    for name in ("lexical-overlap", "template-overlap", "overlap"):
        with pytest.raises(StatisticsError, match="needs two problems or more, found 1"):
            take(dataset("Why?"), name)


def test_impossible_orders_are_refused() -> None:
    with pytest.raises(StatisticsError, match=r"n-grams cannot have the lengths \[0\]"):
        take(dataset("a", "b"), "lexical-overlap(orders=[0])")


@pytest.mark.realdata
@pytest.mark.parametrize("name", TABLE_1)
def test_the_six_sets_of_mawps_have_the_overlap_of_table_1(name: str) -> None:
    data = load(f"mawps/{name}")
    asked = ("lexical-overlap", "template-overlap", "template-overlap(reading=unranked)")
    assert tuple(round(100 * take(data, one).score.value, 3) for one in asked) == TABLE_1[name]


@pytest.mark.realdata
def test_the_largest_set_takes_well_under_a_second() -> None:
    data = load("mawps/simuleq-l")
    take(data, "lexical-overlap")
    times = []
    for _ in range(3):
        start = perf_counter()
        take(data, "lexical-overlap")
        times.append(perf_counter() - start)
    assert min(times) < 1
