from __future__ import annotations

from fractions import Fraction

import pytest

from mwplab.catalogue import load
from mwplab.catalogue.mathqa import named_quantities, split_options
from mwplab.equations.evaluate import approximate
from mwplab.errors import EvaluationError, TooLarge
from mwplab.records import Problem, Tolerance, same_value
from mwplab.text import quantities
from tests.catalogue.pins import Pin, three_pins

PINS = {
    "mathqa": [
        Pin("train-gain-0", "14e9fa77", 3, "", "400 (rupees)"),
        Pin("train-gain-9", "43555fb2", 3, "", "450"),
        Pin("test-2984", "821fb934", 6, "x = (q5 * 2 - (q0 + q1)) / (q0 + q2)", "3"),
    ],
    "mathqa/challenge": [
        Pin("0", "a36a37c7", 3, "x = q0 / 10 + (10 - q1) * 10 + 2", "192"),
        Pin("9", "6904f9c0", 2, "x = sqrt(16 * 3 / (216 * 2))", "1/3"),
        Pin("603", "821fb934", 6, "x = (q5 * 2 - (q0 + q1)) / (q0 + q2)", "3"),
    ],
}
ONE_PERCENT = Tolerance(Fraction(0), Fraction(1, 100))
MALFORMED = 10


@pytest.mark.realdata
@pytest.mark.parametrize("name", PINS)
def test_first_tenth_and_last_problem_are_as_published(name: str) -> None:
    dataset = load(name)
    assert three_pins(dataset) == PINS[name]
    assert len(dataset) == dataset.card.counts["problems"]


@pytest.mark.realdata
def test_the_parts_are_as_published() -> None:
    mathqa = load("mathqa")
    assert {name: len(ids) for name, ids in mathqa.splits.items()} == {
        "train": 29837,
        "dev": 4475,
        "test": 2985,
    }
    sizes = {
        "gain": 5120,
        "general": 13273,
        "geometry": 2117,
        "other": 1814,
        "physics": 7063,
        "probability": 450,
    }
    train = [mathqa[id].type for id in mathqa.splits["train"]]
    assert {kind: train.count(kind) for kind in sizes} == sizes


@pytest.mark.realdata
def test_every_problem_has_five_options_and_an_answer() -> None:
    for dataset in (load("mathqa"), load("mathqa/challenge")):
        assert all(len(problem.options) == 5 and problem.answers for problem in dataset)


@pytest.mark.realdata
def test_only_the_training_part_has_no_formula() -> None:
    mathqa = load("mathqa")
    assert not any(mathqa[id].equations for id in mathqa.splits["train"])
    with_formula = [mathqa[id] for part in ("dev", "test") for id in mathqa.splits[part]]
    assert sum(problem.equations is None for problem in with_formula) == sum(
        "malformed" in problem.extra for problem in with_formula
    )
    assert sum("malformed" in problem.extra for problem in with_formula) == MALFORMED


def differs(problem: Problem) -> bool | None:
    """Tell whether formula and marked answer lie more than 1 % apart; none where they cannot be compared."""
    if problem.filled_equations is None:
        return None
    expected = problem.answers[0].value
    try:
        found = approximate(problem.filled_equations.statements[0].right)
    except (EvaluationError, TooLarge):
        return None
    if isinstance(expected, str):
        return None
    return not same_value(found, expected, ONE_PERCENT)


@pytest.mark.realdata
@pytest.mark.parametrize(("part", "share"), [("dev", 0.37), ("test", 0.37), ("challenge", 0.32)])
def test_the_formula_fails_to_give_the_marked_answer_as_often_as_is_known(part: str, share: float) -> None:
    mathqa = load("mathqa")
    problems = load("mathqa/challenge") if part == "challenge" else [mathqa[id] for id in mathqa.splits[part]]
    verdicts = [differs(problem) for problem in problems]
    assert (verdicts.count(True) + verdicts.count(None)) / len(verdicts) == pytest.approx(share, abs=0.03)
    assert verdicts.count(None) / len(verdicts) < 0.05


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a ) 1 , b ) 2 , c ) 3 , d ) 4 , e ) 5", ["1", "2", "3", "4", "5"]),
        (
            "a ) 1,000 , b ) 2 , 5 , c ) c ) 3 , d ) rs . 4 , e ) none",
            ["1,000", "2 , 5", "3", "rs . 4", "none"],
        ),
        ("[\"a ) one 's\", 'b ) 2', 'c ) 3', 'd ) 4', 'e ) 5']", ["one 's", "2", "3", "4", "5"]),
        ("1 , 2 , 3", []),
    ],
)
def test_options_are_split_however_they_are_written(text: str, expected: list[str]) -> None:
    assert split_options(text) == expected


def test_a_program_says_which_of_two_equal_numbers_it_means() -> None:
    text = "of 5 men 3 leave and 5 women come"
    assert named_quantities(text, quantities(text), "add(n1,n2)|") == {1, 2}
    assert named_quantities("5 of 3", quantities("5 of 3"), "add(n0,n1)|") == set()
