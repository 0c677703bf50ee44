"""Variants of problems: contracts for all perturbations, and what each of them promises."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwplab.catalogue import load
from mwplab.equations import parse
from mwplab.equations.solve import answers
from mwplab.errors import NoVariant, SpecError
from mwplab.perturb import QuestionRemoved, ResampledNumbers, ShuffledWords, perturb, perturbations, spec_of
from mwplab.perturb.surfaces import similar_numbers, write_like
from mwplab.records import Answer, Dataset, Problem, parse_answers, read_jsonl, same_values, write_jsonl
from mwplab.text import quantities
from mwplab.text.spelling import spell

STARTER = load("starter")
NAMES = [*perturbations, "shuffled-words(numbers=True)", "resampled-numbers(count=3)"]


@cache
def starter_variants(name: str) -> Dataset:
    return perturb(STARTER, [name]).dataset


def told(body: str, question: str = "", equations: str = "", answer: str = "", **fields: object) -> Problem:
    text = f"{body} {question}" if body and question else body or question
    return Problem(
        id="made/1",
        body=body,
        question=question,
        quantities=quantities(text),
        equations=parse(equations) if equations else None,
        answers=parse_answers(answer) if answer else (),
        **fields,  # type: ignore[arg-type]
    )


@pytest.mark.parametrize("name", NAMES)
def test_every_variant_says_where_it_comes_from(name: str) -> None:
    change = perturbations.make(name)
    made = starter_variants(name)
    assert len(made) > 300
    for variant in made:
        parent = STARTER[variant.parent or ""]
        assert variant.seed == parent.id
        assert variant.changes == (*parent.changes, str(spec_of(change)))
        assert variant.id.startswith(f"{parent.id}~{change.name}-")
        assert variant.text != parent.text
        assert len(variant.answers) == len(parent.answers)


@pytest.mark.parametrize("name", NAMES)
def test_a_variants_answer_is_its_equations_value(name: str) -> None:
    for variant in starter_variants(name):
        assert variant.equations is not None
        assert variant.filled_equations is not None
        found = answers(variant.filled_equations, variant.filled_asked)
        gold = [answer.value for answer in variant.answers]
        assert any(same_values(values, gold, ordered=False) for values in found), variant.id


@pytest.mark.parametrize("name", NAMES)
def test_the_seed_decides_and_neither_order_nor_company_does(name: str) -> None:
    some = STARTER.problems[5:25]
    there = perturb(Dataset(name="a", problems=some), [name], seed=3)
    back = perturb(Dataset(name="a", problems=tuple(reversed(some))), [name], seed=3)
    assert {one.id: one for one in there.dataset} == {one.id: one for one in back.dataset}
    other = perturb(Dataset(name="a", problems=some), [name], seed=4)
    chance = perturbations.make(name).chance
    assert ([one.text for one in other.dataset] != [one.text for one in there.dataset]) is chance


@pytest.mark.parametrize("name", NAMES)
def test_a_variant_of_a_variant_keeps_the_seed_and_both_changes(name: str) -> None:
    first = perturb(Dataset(name="a", problems=STARTER.problems[:8]), ["question-removed"]).dataset
    second = perturb(first, [name])
    for variant in second.dataset:
        parent = first[variant.parent or ""]
        assert variant.seed == parent.seed == parent.parent
        assert variant.changes[0] == "question-removed"
        assert len(variant.changes) == 2


def test_variants_survive_a_file(tmp_path: object) -> None:
    made = perturb(Dataset(name="a", problems=STARTER.problems[:60]), NAMES).dataset
    path = tmp_path / "variants.jsonl"  # type: ignore[operator]
    write_jsonl(made, path)
    assert read_jsonl(path).problems == made.problems


def test_folds_hold_the_variants_of_their_problems_and_a_second_spec_of_one_name_goes_on_counting() -> None:
    problems = tuple(replace(told("Ann has 3 owls and Bo 4.", "How many?"), id=f"a/{n}") for n in range(4))
    whole = Dataset(name="a", problems=problems, splits={"test": ("a/1", "a/3")})
    found = perturb(
        whole, ["question-removed", "shuffled-words", "shuffled-words(numbers=True)"], originals=True
    )
    assert found.dataset.splits["test"][:4] == (
        "a/1",
        "a/1~question-removed-1",
        "a/1~shuffled-words-1",
        "a/1~shuffled-words-2",
    )
    assert len(found.dataset.splits["test"]) == 8
    assert "originals=True" in found.dataset.recipe.steps[-1]


REMOVED = [
    (told("Ann has 3 owls.", "How many has she?"), "Ann has 3 owls."),
    (told("Ann has 3 owls. How many has she?"), "Ann has 3 owls."),
    (told("", "If Ann has 3 owls, how many has she?"), "If Ann has 3 owls,"),
]


@pytest.mark.parametrize(("problem", "left"), REMOVED)
def test_without_its_question_a_problem_is_its_story(problem: Problem, left: str) -> None:
    (variant,) = QuestionRemoved()(problem, Random(0))
    assert (variant.text, variant.question) == (left, "")
    assert variant.quantities == problem.quantities


def test_a_number_of_the_question_becomes_a_constant() -> None:
    problem = told("Figs cost 4 cents each.", "What do 6 cost?", "x = q0 * q1", "24", rates=(0, -1))
    problem = replace(problem, derivation=None)
    (variant,) = QuestionRemoved()(problem, Random(0))
    assert str(variant.equations) == "x = q0 * 6"
    assert (len(variant.quantities), variant.rates, variant.answers) == (1, (0,), problem.answers)


@pytest.mark.parametrize(
    ("problem", "reason"),
    [
        (told("Ann has 3 owls."), "has no question"),
        (told("", "How many owls are 3 owls?"), "no story before its question"),
    ],
)
def test_what_has_no_question_or_no_story_is_skipped_with_the_reason(problem: Problem, reason: str) -> None:
    with pytest.raises(NoVariant, match=reason):
        QuestionRemoved()(problem, Random(0))
    found = perturb(Dataset(name="a", problems=(problem,)), ["question-removed"])
    assert [(one.problem, one.change) for one in found.skipped] == [("made/1", "question-removed")]
    assert reason in found.skipped[0].reason


@given(st.integers(0, 10**6), st.booleans())
def test_shuffling_keeps_the_words_the_numbers_and_what_the_equation_says(seed: int, numbers: bool) -> None:
    body = "Ann paid $12.50 for two dozen figs, 3 owls and 1,200 nails on 4-inch boards."
    problem = told(body, "What is left?", "x = q1 * q0 - q3 + q2", "", rates=(0, 3, -1))
    (variant,) = ShuffledWords(numbers=numbers)(problem, Random(seed))
    assert Counter(variant.text.split()) == Counter(problem.text.split())
    assert str(variant.filled_equations) == str(problem.filled_equations)
    assert [variant.values[place] for place in variant.rates[:2]] == [Fraction(25, 2), Fraction(1200)]
    if not numbers:
        assert variant.values == problem.values
        assert variant.equations == problem.equations


def test_numbers_that_may_move_do_move() -> None:
    problem = told("Ann has 3 owls and 4 cats.", "How many?", "x = q0 - q1", "")
    orders = {ShuffledWords(numbers=True)(problem, Random(seed))[0].values for seed in range(30)}
    assert orders == {(Fraction(3), Fraction(4)), (Fraction(4), Fraction(3))}


@pytest.mark.parametrize("body", ["Five", "5 6", "owls owls", ""])
def test_a_text_without_two_words_cannot_be_shuffled(body: str) -> None:
    with pytest.raises(NoVariant, match="no words that could change places"):
        ShuffledWords()(told(body), Random(0))


@given(st.integers(0, 10**6))
def test_new_numbers_make_sense(seed: int) -> None:
    body = "Of 96 children 24 went home. Half of the others, seven of them twins, formed 6 teams; 1 sang."
    problem = told(body, "How many are in a team?", "x = (q0 - q1) * q2 / q4", "6 (children)")
    (variant,) = ResampledNumbers()(problem, Random(seed))
    whole, home, half, seven, teams, one = variant.values
    assert (half, seven, one) == (Fraction(1, 2), Fraction(7), Fraction(1))
    assert 48 <= whole <= 192
    assert 12 <= home <= 48
    assert home < whole
    assert home > teams
    (answer,) = variant.answers
    assert answer == Answer(Fraction((whole - home) / 2 / teams), "children")
    assert isinstance(answer.value, Fraction)
    assert answer.value.denominator == 1
    assert answer.value != 6
    assert not {one for one, two in zip(problem.values, variant.values, strict=True) if one == two} - {
        Fraction(1, 2),
        Fraction(7),
        Fraction(1),
    }


def test_several_variants_differ_from_each_other() -> None:
    problem = told("Ann has 30 figs and eats 12.", "How many are left?", "x = q0 - q1", "18")
    made = ResampledNumbers(count=5)(problem, Random(0))
    assert [one.id for one in made] == [f"made/1~resampled-numbers-{n}" for n in range(1, 6)]
    assert len({one.text for one in made}) == 5


def test_equal_numbers_stay_equal_and_the_order_of_sizes_stays() -> None:
    for variant in starter_variants("resampled-numbers"):
        old = STARTER[variant.parent or ""].values
        for (one, new_one), (other, new_other) in combinations(zip(old, variant.values, strict=True), 2):
            assert (one < other, one == other) == (new_one < new_other, new_one == new_other), variant.id


def test_new_numbers_read_back_from_the_text() -> None:
    again = 0
    for variant in starter_variants("resampled-numbers"):
        forms = {one.form for one in variant.quantities}
        again += quantities(variant.text, count=forms) == variant.quantities
    assert again > 300


@pytest.mark.parametrize(
    ("problem", "reason"),
    [
        (told("Ann has 3 owls."), "no equations"),
        (told("Ann has 3 owls and 4 cats.", "All?", "x = q0 + q1", "9"), "gives 7, the answer is 9"),
        (told("Ann has 3 owls.", "Twice?", "x = 2 * q0", "6", options=("6", "7")), "multiple choice"),
        (told("Half of 1 is what?", "", "x = q0 * q1", "1/2"), "no number that another could stand for"),
        (
            told("Ann has 3 owls.", "And?", "x = q0 + 9", "12", extra={"unmatched": ["9"]}),
            "not in the text: 9",
        ),
        (told("Four squared is what?", "", "x^2 = q0", "2"), "several or no exact"),
        (told("A gift of 7 among 1.", "Each?", "x = q0 - q0 + q1", "1"), "600 draws gave 0 of 1"),
    ],
)
def test_what_cannot_have_other_numbers_is_skipped_with_the_reason(problem: Problem, reason: str) -> None:
    with pytest.raises(NoVariant, match=reason):
        ResampledNumbers()(problem, Random(0))


def test_answers_in_an_order_of_their_own_keep_it() -> None:
    problem = told("Two numbers add to 17 and differ by 3.", "Which?", "x + y = q1; x - y = q2", "7; 10")
    (variant,) = ResampledNumbers()(problem, Random(0))
    total, apart = variant.values[1:]
    assert [answer.value for answer in variant.answers] == [(total - apart) / 2, (total + apart) / 2]


def test_the_article_before_a_number_still_fits() -> None:
    problem = told("Ann has an 8-foot pole and cuts 5 feet off.", "What is left?", "x = q0 - q1", "3")
    texts = [ResampledNumbers()(problem, Random(seed))[0].text for seed in range(20)]
    assert {text.partition("-foot")[0] for text in texts} == {"Ann has an 11"}
    longer = told("Ann has an 84-foot pole and cuts 5 feet off.", "What is left?", "x = q0 - q1", "79")
    assert ResampledNumbers()(longer, Random(0))[0].text.startswith("Ann has an 8")


def test_no_variants_are_refused() -> None:
    with pytest.raises(SpecError, match="a count of 1 or more"):
        perturbations.make("resampled-numbers(count=0)")


SURFACES = [
    ("1,200 nails", "1,350", 1350),
    ("1,200 nails", "950", 950),
    ("1200 nails", "13500", 13500),
    ("$ 2.50", "3.75", "15/4"),
    ("Seven owls", "Eleven", 11),
    ("seventy two owls", "thirty one", 31),
    ("one hundred and five owls", "two hundred and seven", 207),
    ("TWO owls", "FORTY-ONE", 41),
    ("7 owls", None, "1/2"),
    ("two dozen owls", None, 36),
    ("3/4 of it", None, "1/4"),
    ("-3 degrees", None, 4),
]


@pytest.mark.parametrize(("text", "expected", "value"), SURFACES)
def test_a_number_is_written_as_the_other_was(text: str, expected: str | None, value: int | str) -> None:
    assert write_like(Fraction(value), quantities(text)[0]) == expected


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("10 owls", 2, 20),
        ("45 % of it", 23, 90),
        ("80 % of it", 40, 100),
        ("500 owls", 300, 1000),
        ("0.75 kg", "0.4", "0.95"),
        ("1.5 kg", "0.8", "3"),
        ("in 1998", 1983, 2013),
        ("1,998 owls", 999, 3996),
    ],
)
def test_new_numbers_are_of_the_size_of_the_old(text: str, low: int | str, high: int | str) -> None:
    found = similar_numbers(quantities(text)[0])
    assert found is not None
    assert (found.low * found.step, found.high * found.step) == (Fraction(low), Fraction(high))


@given(st.integers(0, 10**15 - 1), st.sampled_from(["-", " "]), st.sampled_from([" ", " and "]))
def test_spelt_numbers_read_back(value: int, hyphen: str, conjunction: str) -> None:
    words = spell(value, hyphen=hyphen, conjunction=conjunction)
    (found,) = quantities(words)
    assert (int(found.value), found.surface) == (value, words)


@pytest.mark.parametrize("value", [-1, 10**15])
def test_numbers_without_words_are_refused(value: int) -> None:
    with pytest.raises(ValueError, match="has no words here"):
        spell(value)


@pytest.mark.realdata
def test_nearly_every_problem_of_svamp_can_have_other_numbers() -> None:
    svamp = load("svamp")
    found = perturb(svamp, ["resampled-numbers", "question-removed", "shuffled-words"])
    made = Counter(one.changes[-1] for one in found.dataset)
    assert made == {"resampled-numbers": 995, "question-removed": 1000, "shuffled-words": 1000}
    for variant in found.dataset:
        if variant.changes[-1] == "resampled-numbers":
            (answer,) = variant.answers
            assert isinstance(answer.value, Fraction)
            assert answer.value >= 0


def test_a_reference_to_a_number_that_is_not_there_stays_as_wrong_as_it_was() -> None:
    body, question = "Ann had 7 figs.", "How many are left after 3 days?"
    text = f"{body} {question}"
    system = parse("x = q0 + q1 * q5")
    problem = Problem(id="a/1", body=body, question=question, quantities=quantities(text), equations=system)
    (variant,) = QuestionRemoved()(problem, Random(0))
    assert str(variant.equations) == "x = q0 + 3 * q5"


def test_options_of_another_kind_are_refused() -> None:
    for count in ("two", 1.5, True):
        with pytest.raises(SpecError, match=r"the option 'count' cannot be .*; give a whole number"):
            ResampledNumbers(count=count)  # type: ignore[arg-type]
    with pytest.raises(SpecError, match="the option 'numbers' cannot be 'no'; give True or False"):
        perturbations.make("shuffled-words(numbers=no)")


def test_a_problem_whose_equation_lacks_a_quantity_is_skipped_with_the_reason() -> None:
    text = "Ann has 5 pens and 3 figs."
    found = quantities(text)
    bad, good = (
        Problem(
            id=f"a/{key}",
            body=text,
            quantities=found,
            equations=parse(equation),
            answers=parse_answers("8"),
        )
        for key, equation in (("1", "x = q0 + q7"), ("2", "x = q0 + q1"))
    )
    made = perturb(Dataset(name="a", problems=(bad, good)), ["resampled-numbers"])
    assert [variant.parent for variant in made.dataset] == ["a/2"]
    assert [one.reason for one in made.skipped] == ["a/1: q7 is asked for, the text has 2 quantities"]
