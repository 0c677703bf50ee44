"""BLEU against the two packages that others use."""

from __future__ import annotations

import math
import subprocess
import sys
import warnings
from collections.abc import Sequence
from itertools import pairwise, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwplab.errors import StatisticsError, UnknownName
from mwplab.text.similarity import SMOOTHINGS, Bleu, ngrams

NLTK = [f"method{number}" for number in range(8)]
SACREBLEU = ["none", "floor", "add-k", "exp"]
CLOSE = 1e-12

texts = st.lists(st.sampled_from("abcd"), max_size=12)
orders = st.integers(1, 6)


def nltk_bleu(
    hypothesis: Sequence[str], reference: Sequence[str], order: int, smoothing: str, **options: bool
) -> float:
    """Return NLTK's value; 0 where its method6 refuses a pair for want of a common trigram."""
    from nltk.translate.bleu_score import SmoothingFunction, sentence_bleu

    weights = (0.25,) * 4 if order == 4 else (1 / order,) * order
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return float(
                sentence_bleu(
                    [reference], hypothesis, weights, getattr(SmoothingFunction(), smoothing), **options
                )
            )
        except AssertionError:
            assert smoothing == "method6"
            return 0.0


def sacrebleu_score(
    hypothesis: Sequence[str], reference: Sequence[str], order: int, smoothing: str, effective: bool
) -> float:
    """Return sacreBLEU's value, between 0 and 1."""
    from sacrebleu.metrics.bleu import BLEU

    metric = BLEU(
        tokenize="none", smooth_method=smoothing, max_ngram_order=order, effective_order=effective, force=True
    )
    return metric.sentence_score(" ".join(hypothesis), [" ".join(reference)]).score / 100


@pytest.mark.parametrize("smoothing", NLTK)
@given(hypothesis=texts, reference=texts, order=orders)
def test_every_method_equals_nltk(
    smoothing: str, hypothesis: list[str], reference: list[str], order: int
) -> None:
    order = max(3, order) if smoothing == "method6" else order
    expected = nltk_bleu(hypothesis, reference, order, smoothing)
    assert abs(Bleu(order=order, smoothing=smoothing).score(hypothesis, reference) - expected) <= CLOSE


@pytest.mark.parametrize("smoothing", NLTK)
@given(hypothesis=texts, reference=texts)
def test_effective_order_equals_nltks_new_weights(
    smoothing: str, hypothesis: list[str], reference: list[str]
) -> None:
    expected = nltk_bleu(hypothesis, reference, 4, smoothing, auto_reweigh=True)
    found = Bleu(smoothing=smoothing, effective_order=True).score(hypothesis, reference)
    assert abs(found - expected) <= CLOSE


@pytest.mark.parametrize(("smoothing", "effective"), list(product(SACREBLEU, [False, True])))
@given(hypothesis=texts, reference=texts, order=orders)
def test_every_smoothing_equals_sacrebleu(
    smoothing: str, effective: bool, hypothesis: list[str], reference: list[str], order: int
) -> None:
    expected = sacrebleu_score(hypothesis, reference, order, smoothing, effective)
    found = Bleu(order=order, smoothing=smoothing, effective_order=effective).score(hypothesis, reference)
    assert abs(found - expected) <= CLOSE


@given(hypothesis=texts, reference=texts, value=st.floats(0.01, 9))
def test_values_reach_both_packages(hypothesis: list[str], reference: list[str], value: float) -> None:
    from nltk.translate.bleu_score import SmoothingFunction, sentence_bleu
    from sacrebleu.metrics.bleu import BLEU

    options = SmoothingFunction(epsilon=value, alpha=value, k=value)
    for method in ("method1", "method4", "method6", "method7"):
        found = Bleu(smoothing=method, value=value).score(hypothesis, reference)
        try:
            expected = sentence_bleu([reference], hypothesis, smoothing_function=getattr(options, method))
        except AssertionError:
            expected = 0.0
        assert found == pytest.approx(expected, rel=1e-12, abs=1e-12)
    for method in ("floor", "add-k"):
        metric = BLEU(
            tokenize="none", smooth_method=method, smooth_value=value, effective_order=True, force=True
        )
        expected = metric.sentence_score(" ".join(hypothesis), [" ".join(reference)]).score / 100
        found = Bleu(smoothing=method, value=value, effective_order=True).score(hypothesis, reference)
        assert found == pytest.approx(expected, rel=1e-12, abs=1e-12)


@pytest.mark.realdata
@pytest.mark.parametrize("name", ["svamp", "asdiv-a", "mathqa"])
def test_real_pairs_equal_both_packages(name: str) -> None:
    from mwplab.catalogue import load
    from mwplab.text import tokens

    random = Random(name)
    chosen = random.sample(load(name).problems, 60)
    real = [[token.text.lower() for token in tokens(problem.text)] for problem in chosen]
    for one, other in pairwise(real):
        for smoothing in NLTK:
            expected = nltk_bleu(one, other, 4, smoothing)
            assert abs(Bleu(smoothing=smoothing).score(one, other) - expected) <= CLOSE
        for smoothing in SACREBLEU:
            expected = sacrebleu_score(one, other, 4, smoothing, False)
            assert abs(Bleu(smoothing=smoothing).score(one, other) - expected) <= CLOSE


@pytest.mark.parametrize("smoothing", SMOOTHINGS)
@given(one=texts, other=texts)
def test_similarity_is_the_mean_of_both_ways(smoothing: str, one: list[str], other: list[str]) -> None:
    bleu = Bleu(smoothing=smoothing)
    mean = (bleu.score(one, other) + bleu.score(other, one)) / 2
    assert bleu.similarity(one, other) == bleu.similarity(other, one) == mean


@given(hypothesis=texts, reference=texts)
def test_brevity_penalty_is_a_factor(hypothesis: list[str], reference: list[str]) -> None:
    short = hypothesis and len(hypothesis) < len(reference)
    factor = math.exp(1 - len(reference) / len(hypothesis)) if short else 1
    free = Bleu(brevity_penalty=False).score(hypothesis, reference)
    assert Bleu().score(hypothesis, reference) == pytest.approx(free * factor, rel=1e-14)


@given(texts.filter(lambda text: len(text) >= 4))
def test_text_is_like_itself(text: list[str]) -> None:
    assert Bleu().similarity(text, text) == 1.0


def test_any_hashable_is_a_token() -> None:
    assert Bleu().similarity([1, ("a", 2), None, "x"], [1, ("a", 2), None, "x"]) == 1.0
    assert list(ngrams([1, 2], 3)) == []


def test_trigram_that_method6_needs_is_missing() -> None:
    assert Bleu(smoothing="method6").score(["a", "b", "x", "y"], ["a", "b", "z", "y"]) == 0.0


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"smoothing": "method8"}, UnknownName, "no smoothing named 'method8'; did you mean 'method7'"),
        ({"order": 0}, StatisticsError, "cannot have the order 0; give 1 or more"),
        ({"smoothing": "method6", "order": 2}, StatisticsError, "2 is too low; give 3 or more"),
        ({"smoothing": "floor", "value": 0.0}, StatisticsError, "value 0.0; give a number above 0"),
        ({"smoothing": "floor", "value": math.nan}, StatisticsError, "value nan; give a number above 0"),
        (
            {"smoothing": "exp", "value": 2.0},
            StatisticsError,
            "the smoothing exp takes no value, found 2.0; leave it out",
        ),
    ],
)
def test_impossible_options_are_told(
    options: dict[str, int | str | float], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        Bleu(**options)  # type: ignore[arg-type]


WITHOUT_NUMBA = """
import sys
sys.modules["numba"] = None
from mwplab.errors import MissingDependency
from mwplab.text.similarity import Bleu, Jaccard, mean_jaccard, nearest, nearest_among
print(Bleu().score("a b c d e".split(), "a b c d f".split()))
for search in (lambda: nearest([["a"], ["b"]], Bleu()), lambda: nearest_among([["a"]], [["b"]], Jaccard()),
               lambda: mean_jaccard([["a"], ["b"]])):
    try:
        search()
    except MissingDependency as error:
        print(error)
"""


def test_pairs_need_no_numba_and_searches_name_the_extra() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT_NUMBA], capture_output=True, text=True, check=True)
    value, *told = done.stdout.splitlines()
    assert float(value) == pytest.approx(
        Bleu().score(["a", "b", "c", "d", "e"], ["a", "b", "c", "d", "f"]), rel=1e-15
    )
    purposes = ["a search for nearest neighbours"] * 2 + ["the overlap of all pairs"]
    advice = "needs the package 'numba'; install it with: pip install 'mwplab[nlp]'"
    assert told == [f"{purpose} {advice}" for purpose in purposes]
