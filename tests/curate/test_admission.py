"""The gate of a growing collection."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.translate.bleu_score import SmoothingFunction, sentence_bleu

from mwplab.catalogue import load
from mwplab.curate import Decision, Gate, remake
from mwplab.curate import admission as module
from mwplab.errors import RecordError
from mwplab.records import Dataset, Problem
from mwplab.text.analysis import analyse, normalise


def told(name: str, *texts: str) -> Dataset:
    problems = tuple(Problem(id=f"{name}/{place}", body=text) for place, text in enumerate(texts))
    return Dataset(name=name, problems=problems)


COLLECTION = told("old", "Ada sold 5 red kites on Monday and 7 blue kites on Tuesday.", "A bus has 40 seats.")
CASES = [
    ("Bo sold 15 red kites on Monday and 2 blue kites on Tuesday.", Decision.REFUSED),
    ("Bo sold 15 red kites on Monday and 2 blue kites at noon.", Decision.REVISE),
    ("The harvest filled 9 baskets with plums.", Decision.ADMITTED),
    ("", Decision.REFUSED),
    ("???", Decision.REFUSED),
]


@pytest.mark.parametrize(("text", "decision"), CASES)
def test_a_copy_is_refused_and_a_near_copy_sent_back(text: str, decision: Decision) -> None:
    [ruling] = Gate().rule(told("new", text), COLLECTION)
    assert ruling.decision is decision
    if decision is Decision.REVISE:
        assert ruling.neighbour == COLLECTION.problems[0]


def diversity(text: Sequence[str], others: Sequence[Sequence[str]]) -> float:
    """One less the greatest BLEU of both directions, by NLTK."""

    def both(other: Sequence[str]) -> float:
        smooth = SmoothingFunction().method3
        one = sentence_bleu([other], text, smoothing_function=smooth, auto_reweigh=True)
        two = sentence_bleu([text], other, smoothing_function=smooth, auto_reweigh=True)
        return float(one + two) / 2

    return 1 - max(map(both, others), default=0.0)


STORIES = st.lists(
    st.sampled_from(["owls sang", "red figs fell", "the train left", "a boat sank", "kites rose high"]),
    min_size=2,
    max_size=5,
).map(lambda parts: " and ".join(parts) + ".")


@given(st.lists(STORIES, max_size=8), st.lists(STORIES, max_size=3))
def test_each_is_compared_with_the_collection_and_those_admitted_before(
    new: list[str], old: list[str]
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "BLOCK", 3)  # so that several searches follow each other
        rulings = Gate().rule(told("new", *new), told("old", *old))
    words = [normalise(one) for one in analyse([*new, *old], jobs=1)]
    known = words[len(new) :]
    for ruling, text in zip(rulings, words, strict=False):
        expected = diversity(text, known)
        assert ruling.diversity == pytest.approx(expected, abs=1e-12)
        assert (ruling.decision is Decision.ADMITTED) == (ruling.diversity >= 0.3)
        if ruling.decision is Decision.ADMITTED:
            known.append(text)


def test_only_the_admitted_are_kept_and_the_recipe_makes_them_again() -> None:
    new, old = load("starter[grade=3]"), load("starter[type=Addition]")
    made = Gate(refuse=0.2, revise=0.88)(new, old)
    assert 0 < len(made) < len(new)
    assert {problem.type for problem in made} >= {"Subtraction"}
    assert not {problem.id for problem in made} & {problem.id for problem in old}
    again = remake(made.recipe, load)
    assert (again.problems, again.recipe) == (made.problems, made.recipe)


def test_an_empty_collection_admits_what_does_not_repeat_itself() -> None:
    rulings = Gate().rule(told("new", "Owls sang at dawn.", "Owls sang at dawn."), Dataset(name="old"))
    assert [one.decision for one in rulings] == [Decision.ADMITTED, Decision.REFUSED]
    assert rulings[0].neighbour is None


@pytest.mark.parametrize(("refuse", "revise"), [(0.4, 0.3), (-0.1, 0.3), (0.1, 1.5)])
def test_thresholds_that_make_no_gate_are_refused(refuse: float, revise: float) -> None:
    with pytest.raises(RecordError, match="two numbers from 0 to 1, the first not above the second"):
        Gate(refuse=refuse, revise=revise)


@pytest.mark.realdata
def test_the_usual_thresholds_let_through_what_asdiv_let_through() -> None:
    """Each dataset at its own gate: ASDiv-A was built with one, AddSub was not."""
    shares = {}
    for name in ("asdiv-a", "mawps/addsub"):
        dataset = load(name)
        rulings = Gate().rule(dataset, Dataset(name="none"))
        shares[name] = sum(one.decision is Decision.ADMITTED for one in rulings) / len(dataset)
    assert shares["asdiv-a"] > 0.98
    assert shares["mawps/addsub"] < 0.8
