"""A number that nobody needs: where it is put, what it never touches, and why there is none."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwplab.catalogue import load
from mwplab.equations import parse
from mwplab.equations.nodes import QuantityRef, walk
from mwplab.errors import NoVariant, SpecError
from mwplab.perturb import IrrelevantInformation, perturb
from mwplab.perturb.asides import WAYS, asides
from mwplab.perturb.told import Told, things
from mwplab.records import Dataset, Problem, parse_answers
from mwplab.text import quantities, tokens

STARTER = load("starter")


def told(text: str, equations: str = "x = q0 - q1", **fields: object) -> Problem:
    return Problem(
        id="made/1",
        question=text,
        quantities=quantities(text),
        equations=parse(equations),
        **fields,  # type: ignore[arg-type]
    )


def made(problem: Problem, way: str, seed: int) -> Problem:
    return IrrelevantInformation(way=way)(problem, Random(seed))[0]


@given(st.sampled_from(STARTER.problems), st.sampled_from(["", *WAYS]), st.integers(0, 10**6))
def test_the_text_is_the_old_one_with_one_number_more_that_nothing_refers_to(
    problem: Problem, way: str, seed: int
) -> None:
    try:
        variant = made(problem, way, seed)
    except NoVariant:
        return
    assert len(variant.quantities) == len(problem.quantities) + 1
    grown = len(variant.text) - len(problem.text)
    assert any(
        variant.text[:at] + variant.text[at + grown :] == problem.text for at in range(len(problem.text) + 1)
    )
    assert str(variant.filled_equations) == str(problem.filled_equations)
    assert variant.answers == problem.answers
    kept = [one.surface for one in problem.quantities]
    (new,) = [
        place
        for place in range(len(variant.quantities))
        if [one.surface for one in variant.quantities[:place] + variant.quantities[place + 1 :]] == kept
    ][:1]
    assert variant.equations is not None
    assert QuantityRef(new) not in walk(variant.equations)
    assert variant.quantities[new].value not in problem.values


BESIDE = [
    ("Ann has 7 figs. She eats 3. How many figs are left?", "7 figs and N T. She"),
    ("If Ann has 7 red figs but eats 3, how many figs are left?", "7 red figs and N T but eats"),
    ("Ann had seven figs . She ate three . How many figs are left ?", "seven figs and N T . She"),
]


@pytest.mark.parametrize(("text", "expected"), BESIDE)
def test_other_things_stand_beside_those_that_are_counted(text: str, expected: str) -> None:
    for seed in range(8):
        variant = made(told(text), "beside", seed)
        new = next(one for one in variant.quantities if one.value not in (3, 7))
        thing = next(one.text for one in tokens(variant.text) if one.start >= new.end)
        shown = variant.text.replace(f"{new.surface} {thing}", "N T")
        before = expected.replace("7 figs and N T", "N T and 7 figs").replace(
            "seven figs and N T", "N T and seven figs"
        )
        assert expected in shown or before.replace("7 red figs and N T", "N T and 7 red figs") in shown
        assert new.surface.isalpha() == ("seven" in text)
        assert any(thing in kind for kind in things() if "figs" in kind)


def test_a_sentence_is_said_again_of_other_things() -> None:
    problem = told("Ann bought 7 green figs at the shop. She ate 3. How many figs are left?")
    found = [
        re.findall(r"Ann bought (\d+) (green |)(\w+) at the shop\.", made(problem, "again", seed).text)
        for seed in range(40)
    ]
    assert all(len(sentences) == 2 and sentences[0] == ("7", "green ", "figs") for sentences in found)
    assert {adjective for _, (_, adjective, _) in found} == {"green ", ""}
    assert all(number != "7" and thing != "figs" for _, (number, _, thing) in found)


def test_an_aside_shares_no_telling_word_with_the_story() -> None:
    text = "The shop is 3 miles away . Ann walked 7 miles in 40 minutes . How many miles were left ?"
    problem = told(text, "x = q1 - q0")
    for seed in range(60):
        added = made(problem, "aside", seed).text
        assert added.count(" miles away") == 1
        assert added.count("minutes") == 1
        assert added.endswith("How many miles were left ?")
        assert added.count(".") == added.count(" .") == 3


def test_references_follow_the_numbers_and_derivations_do_too() -> None:
    whole = next(one for one in STARTER if one.derivation is not None and len(one.quantities) == 2)
    for seed in range(12):
        variant = made(whole, "aside", seed)
        assert variant.derivation is not None
        assert whole.derivation is not None
        slots = [variant.values[place] for place in variant.derivation.alignment]
        assert slots == [whole.values[place] for place in whole.derivation.alignment]
    problem = told("Ann has 7 figs. Bo has 3 figs. How many figs?", "x = q0 * q1", rates=(1, -1))
    variant = made(problem, "again", 4)
    assert (variant.rates, str(variant.values[2])) == ((2, -1), "3")
    assert str(variant.equations) == "x = q0 * q2"


@pytest.mark.parametrize(
    ("text", "way", "reason"),
    [
        ("Ann has 7 figs and 3 dates. How much is that?", "beside", r"need \(way=beside\)"),
        ("Each of 7 figs weighs 3 grams. How many figs?", "again", r"need \(way=again\)"),
        ("How many figs are 7 figs and 3 figs?", "", "no place for a number that nobody would need$"),
        (
            "There are 7 more figs than dates, 3 of them green. How many figs?",
            "beside",
            "that nobody would need",
        ),
    ],
)
def test_where_nothing_fits_the_reason_is_told(text: str, way: str, reason: str) -> None:
    with pytest.raises(NoVariant, match=reason):
        made(told(text), way, 0)


def test_several_variants_differ() -> None:
    problem = told("Ann has 7 figs. She eats 3 figs. How many figs are left?")
    variants = IrrelevantInformation(count=5)(problem, Random(1))
    assert len({one.text for one in variants}) == 5
    assert [one.id for one in variants] == [f"made/1~add-irrelevant-information-{n}" for n in range(1, 6)]


@pytest.mark.parametrize(
    ("options", "said"),
    [({"way": "above"}, "there are: beside, again, aside"), ({"count": 0}, "a count of 1 or more")],
)
def test_options_that_make_no_sense_are_refused(options: dict[str, object], said: str) -> None:
    with pytest.raises(SpecError, match=said):
        IrrelevantInformation(**options)  # type: ignore[arg-type]


def test_a_text_that_names_everything_still_gets_a_number() -> None:
    everything = " ".join(thing for kind in things() for thing in kind)
    problem = told(f"Ann has 7 figs. Bo sells {everything}. She eats 3. How many figs?")
    assert "and" in made(problem, "beside", 1).text


def test_the_lists_hold_what_they_should() -> None:
    flat = [thing for kind in things() for thing in kind]
    assert len(flat) == len(set(flat)) > 100
    for sentence in asides():
        assert sentence.count("{n}") == 1
        assert sentence.endswith(".")
        assert len(quantities(sentence.replace("{n}", "7"))) == 1


def test_the_question_is_found_where_the_body_ends_or_within_one_sentence() -> None:
    apart = Problem(id="a/1", body="Ann has 7 figs.", question="How many figs has she?")
    within = Problem(id="a/2", question="If Ann has 7 figs, how many figs has she?")
    assert (Told.of(apart).question, Told.of(within).question) == (16, 19)
    assert Told.of(replace(apart, question="What is left?")).asked == ""


def test_body_and_question_stay_apart() -> None:
    body, question = "Ann has 7 figs. She eats 3.", "If Bo brings 4 figs now, how many figs are there?"
    problem = Problem(
        id="a/1",
        body=body,
        question=question,
        quantities=quantities(f"{body} {question}"),
        equations=parse("x = q0 - q1 + q2"),
        answers=parse_answers("8"),
    )
    found = perturb(Dataset(name="a", problems=(problem,)), ["add-irrelevant-information(count=12)"]).dataset
    assert all(one.body.startswith("Ann has") and one.question.startswith("If Bo brings") for one in found)
    assert {one.question == question for one in found} == {True, False}
