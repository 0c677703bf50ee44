from __future__ import annotations

import math
import time
from collections.abc import Callable
from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mwplab.errors import StatisticsError
from mwplab.statistics import majority_at_k, majority_vote, pass_at_k


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ([], None),
        ([None], None),
        (["3"], "3"),
        (["3", "4", "4"], "4"),
        (["3", "4", "4", "3"], "3"),
        (["4", "3", "4", "3"], "4"),
        ([None, None, None, "5"], "5"),
        ([0, None, 0, 1], 0),
        ([False, True, True], True),
    ],
)
def test_the_commonest_answer_wins_and_the_first_of_several(answers: list[object], expected: object) -> None:
    assert majority_vote(answers) == expected


@given(st.integers(1, 12), st.data())
def test_pass_at_k_is_the_share_of_draws_that_hold_a_right_one(samples: int, data: st.DataObject) -> None:
    correct, k = data.draw(st.integers(0, samples)), data.draw(st.integers(1, samples))
    draws = list(combinations([True] * correct + [False] * (samples - correct), k))
    assert pass_at_k(samples, correct, k) == pytest.approx(sum(map(any, draws)) / len(draws), abs=1e-15)


def test_pass_at_k_is_unbiased() -> None:
    rng = np.random.default_rng(0)
    estimates = [pass_at_k(20, int(correct), 5) for correct in rng.binomial(20, 0.13, size=20_000)]
    assert np.mean(estimates) == pytest.approx(1 - 0.87**5, abs=0.006)


def test_pass_at_1_is_the_share_itself() -> None:
    assert [pass_at_k(10, correct, 1) for correct in range(11)] == [correct / 10 for correct in range(11)]


def test_many_samples_are_quick() -> None:
    started = time.perf_counter()
    value = pass_at_k(1_000_000, 300, 2000)
    assert time.perf_counter() - started < 2
    assert value == pytest.approx(1 - math.exp(300 * math.log1p(-2000 / 1_000_000)), rel=1e-3)


@given(st.lists(st.sampled_from(["a", "b", "c", None]), min_size=1, max_size=6), st.data())
@settings(max_examples=60)
def test_majority_at_k_is_the_share_of_ordered_draws_that_vote_right(
    answers: list[str | None], data: st.DataObject
) -> None:
    k = data.draw(st.integers(1, len(answers)))
    draws = list(permutations(answers, k))
    right = sum(majority_vote(draw) == "a" for draw in draws) / len(draws)
    assert majority_at_k(answers, "a", k) == pytest.approx(right)


@given(st.lists(st.sampled_from("abcd"), min_size=1, max_size=12), st.data())
def test_someone_wins_every_vote(answers: list[str], data: st.DataObject) -> None:
    k = data.draw(st.integers(1, len(answers)))
    assert sum(majority_at_k(answers, label, k) for label in "abcd") == pytest.approx(1)


def test_a_vote_of_many_samples_is_quick() -> None:
    answers = ["right"] * 30 + [f"wrong {number // 2}" for number in range(98)]
    started = time.perf_counter()
    assert majority_at_k(answers, "right", 1) == 30 / 128 < majority_at_k(answers, "right", 64)
    assert time.perf_counter() - started < 5


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: pass_at_k(0, 0, 1), "the number of samples is 0"),
        (lambda: pass_at_k(5, 6, 1), "6 of 5 samples cannot be correct; give at most 5"),
        (lambda: pass_at_k(5, 2, 6), "cannot draw k = 6 of 5 samples; give at most 5"),
        (lambda: pass_at_k(5, 2, 0), "the number k of samples drawn is 0"),
        (lambda: majority_at_k(["a"], "a", 2), "cannot draw k = 2 of 1 samples"),
    ],
)
def test_what_cannot_be_is_said(call: Callable[[], object], message: str) -> None:
    with pytest.raises(StatisticsError, match=message):
        call()
