"""Each text once."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwplab.catalogue import load
from mwplab.curate import Deduplicate, Same, remake
from mwplab.errors import RecordError
from mwplab.records import Dataset, Problem
from mwplab.text import quantities
from mwplab.text.words import masked_words


def told(*texts: str) -> Dataset:
    problems = tuple(
        Problem(id=f"a/{place}", body=text, quantities=quantities(text)) for place, text in enumerate(texts)
    )
    return Dataset(name="a", problems=problems)


CASES = [
    (("Ann has 3 figs.", "ann has  3 figs ."), {"a/1": "a/0"}, {"a/1": "a/0"}),
    (("Ann has 3 figs.", "Ann has 30 figs.", "Ann has three figs."), {}, {"a/1": "a/0", "a/2": "a/0"}),
    (("Ann has 3 figs.", "Ann has 3 figs!"), {}, {}),
    (("", ""), {"a/1": "a/0"}, {"a/1": "a/0"}),
]


@pytest.mark.parametrize(("texts", "exact", "masked"), CASES)
def test_repeats_are_found_by_words_and_by_words_without_numbers(
    texts: tuple[str, ...], exact: dict[str, str], masked: dict[str, str]
) -> None:
    assert Deduplicate(same=Same.EXACT).repeats(told(*texts).problems) == exact
    assert Deduplicate(same=Same.MASKED).repeats(told(*texts).problems) == masked


def naive(dataset: Dataset, above: float) -> dict[str, str]:
    """Every kept problem is compared with every later one; texts without a word are the same."""

    def grams(problem: Problem) -> set[object]:
        words = masked_words(problem.text, problem.quantities)
        return {*words, *pairwise(words)} or {None}

    kept: list[Problem] = []
    gone = {}
    for problem in dataset:
        mine = grams(problem)
        near = [one for one in kept if len(mine & grams(one)) / len(mine | grams(one)) >= above]
        if near:
            gone[problem.id] = near[0].id
        else:
            kept.append(problem)
    return gone


WORDS = st.lists(st.sampled_from(["owl", "fig", "red", "two", "7", "sang", "."]), max_size=6).map(" ".join)


@given(st.lists(WORDS, max_size=12), st.sampled_from([0.07, 0.3, 0.5, 0.6, 0.8, 1.0]))
def test_similar_texts_are_those_that_a_look_at_all_pairs_finds(texts: list[str], above: float) -> None:
    dataset = told(*texts)
    assert Deduplicate(same=Same.SIMILAR, above=above).repeats(dataset.problems) == naive(dataset, above)


def test_what_is_kept_has_no_repeats_left() -> None:
    for same in Same:
        once = Deduplicate(same=same, above=0.2)(load("starter"))
        assert Deduplicate(same=same, above=0.2).repeats(once.problems) == {}


@pytest.mark.parametrize(
    ("options", "message"),
    [({"same": "alike"}, "by 'alike'; give one of exact, masked, similar"), ({"above": 0}, "more than 0")],
)
def test_options_are_checked(options: dict[str, object], message: str) -> None:
    with pytest.raises(RecordError, match=message):
        Deduplicate(**options)  # type: ignore[arg-type]


@pytest.mark.realdata
def test_the_published_folds_of_mawps_hold_many_texts_twice() -> None:
    mawps = load("mawps")
    assert [len(Deduplicate(same=same)(mawps)) for same in Same] == [1744, 1501, 1158]


def test_what_was_made_is_made_again() -> None:
    made = Deduplicate(same=Same.SIMILAR, above=0.2)(load("starter"))
    assert 0 < len(made) < len(load("starter"))
    assert remake(made.recipe, load).problems == made.problems
