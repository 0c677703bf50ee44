from __future__ import annotations

import pytest

from mwplab.catalogue import load
from mwplab.equations.solve import solve
from mwplab.records import same_values
from tests.catalogue.pins import Pin, three_pins

pytestmark = pytest.mark.realdata

PINS = {
    "allarith@2017": [
        Pin("1", "e35240f1", 2, "x = q0 - q1", "43"),
        Pin("10", "647d58f6", 2, "x = q0 + q1", "10"),
        Pin("1623", "bc576168", 2, "x = q1 / q0", "7"),
    ],
    "allarith@2017-long": [
        Pin("1", "e35240f1", 2, "x = q0 - q1", "43"),
        Pin("10", "647d58f6", 2, "x = q0 + q1", "10"),
        Pin("1623", "bc576168", 2, "x = q1 / q0", "7"),
    ],
    "allarith/lex@2017": [
        Pin("1", "e35240f1", 2, "x = q0 - q1", "43"),
        Pin("257", "1375907f", 3, "x = q1 + q2", "9.12"),
        Pin("267", "1b4badb4", 4, "x = q1 + q2", "12.7"),
    ],
    "allarith/tmpl@2017": [
        Pin("1", "e35240f1", 2, "x = q0 - q1", "43"),
        Pin("1219", "a646d721", 3, "x = (q0 - q1) / q2", "5"),
        Pin("831", "7347e2dd", 2, "x = q0 * q1", "296"),
    ],
    "ai2": [
        Pin("0", "6745bb4a", 2, "x = q0 - q1", "43"),
        Pin("9", "f8bb6a56", 2, "x = q0 + q1", "10"),
        Pin("394", "07c25c84", 3, "x = q0 + q2", "57"),
    ],
    "il": [
        Pin("0", "864c8b79", 2, "x = q0 + q1", "14"),
        Pin("9", "864c8b79", 2, "x = q0 + q1", "14"),
        Pin("1413", "f7712202", 2, "x = q0 * q1", "7.5"),
    ],
    "commoncore": [
        Pin("0", "1ced8384", 3, "x = q0 + q1 - q2", "39"),
        Pin("9", "a264a73b", 3, "x = q0 + q1 - q2", "1"),
        Pin("599", "108e582e", 4, "x = (q0 - q1) / q3", "2"),
    ],
}


@pytest.mark.parametrize("name", PINS)
def test_first_tenth_and_last_problem_are_as_published(name: str) -> None:
    dataset = load(name)
    assert three_pins(dataset) == PINS[name]
    assert len(dataset) == dataset.card.counts["problems"]


@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        ("allarith@2017", [166, 166, 166, 166, 167]),
        ("allarith/lex@2017", [83] * 5),
        ("allarith/tmpl@2017", [83] * 5),
        ("ai2", [134, 140, 121]),
        ("il", [132, 104, 110, 108, 108]),
        ("commoncore", [100] * 6),
    ],
)
def test_folds_part_the_problems(name: str, sizes: list[int]) -> None:
    dataset = load(name)
    tests = [dataset.splits[f"{fold}/test"] for fold in dataset.folds]
    assert [len(test) for test in tests] == sizes
    assert sorted(id for test in tests for id in test) == sorted(problem.id for problem in dataset)


@pytest.mark.parametrize("name", PINS)
def test_every_equation_gives_its_solution_and_every_number_was_read_by_ourselves(name: str) -> None:
    for problem in load(name):
        assert problem.filled_equations is not None
        (found,) = solve(problem.filled_equations)
        assert same_values(found.answers, [answer.value for answer in problem.answers]), problem.id
        assert "added" not in problem.extra


def test_the_releases_of_allarith_differ_where_the_card_says() -> None:
    old, new = load("allarith@2017"), load("allarith")
    assert [problem.id for problem in old] == [problem.id for problem in new]
    pairs = list(zip(old, new, strict=True))
    corrected = [one.key for one, other in pairs if str(one.equations) != str(other.equations)]
    assert corrected == ["329", "604", "640", "680", "788", "806", "834"]
    assert [one.key for one, other in pairs if one.rates != other.rates] == [
        "604",
        "640",
        "779",
        "834",
        "838",
    ]
    assert sum(one.text != other.text for one, other in pairs) == 91


def test_the_fold_of_ai2_leaves_out_the_id_that_does_not_exist() -> None:
    assert "ai2/395" not in load("ai2").splits["fold2/test"]
