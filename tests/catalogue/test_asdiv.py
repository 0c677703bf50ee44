"""ASDiv and its arithmetic part, as the published files have them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from mwplab.catalogue import load
from mwplab.catalogue.asdiv import read_answers
from mwplab.equations.evaluate import TIED, Value
from mwplab.records import Time
from mwplab.records.taxonomy import TYPES
from tests.catalogue.agreement import contradictions, settled_share
from tests.catalogue.pins import Pin, three_pins

PINS: list[Pin] = [
    Pin("nluds-0001", "b6f053a5", 2, "x = q0 + q1", "9 (apples)"),
    Pin("nluds-0010", "0958c3fe", 2, "x = q0 + q1", "11 (apples)"),
    Pin("nluds-2305", "37d24864", 3, "x = q1 / q0", "40 (apples)"),
]
COUNTS = {"asdiv": 2305, "asdiv-a": 1218}
TESTED = {"asdiv": [444, 444, 444, 444, 529], "asdiv-a": [238, 238, 238, 238, 266]}
COMMON_TYPES = {"Subtraction": 453, "Addition": 351, "Ratio": 94, "UnitTrans": 4, "Number-Pattern": 1}
ANSWERS: list[tuple[str, str, str, list[Value | Time]]] = [
    ("12 (hats)", "3*4=12", "", [Fraction(12)]),
    ("8 (m); 3 (m)", "x:...", "", [Fraction(8), Fraction(3)]),
    ("4:6", "4:6=2:3", "", [(Fraction(2), Fraction(3))]),
    ("4:06", "3:50+0:16", "Time", [Time(4 * 3600 + 6 * 60)]),
    ("4:06", "246/60=4 r6; hh:mm=4:06", "", [Time(4 * 3600 + 6 * 60)]),
    ("4:06 p.m.", "x=1", "", [Time(16 * 3600 + 6 * 60, "pm")]),
    ("-(2/5)", "5x=-2", "", [Fraction(-2, 5)]),
    ("They are equal", "3(A) equals 3(B)", "", [TIED]),
    ("Tuesday", "1 > 0", "", ["Tuesday"]),
]


@pytest.mark.parametrize(("answer", "formula", "transformed", "values"), ANSWERS)
def test_an_answer_reads_as_what_it_is(
    answer: str, formula: str, transformed: str, values: list[Value | Time]
) -> None:
    assert [one.value for one in read_answers(answer, formula, transformed)] == values


@pytest.mark.realdata
@pytest.mark.parametrize("name", COUNTS)
def test_it_has_its_count_its_first_tenth_and_last_problem_and_its_folds(name: str) -> None:
    dataset = load(name)
    assert len(dataset) == COUNTS[name]
    assert three_pins(dataset) == PINS
    tests = [dataset.splits[f"{fold}/test"] for fold in dataset.folds]
    assert [len(test) for test in tests] == TESTED[name]
    assert {id for test in tests for id in test} == {problem.id for problem in dataset}


@pytest.mark.realdata
def test_grades_and_types_are_those_of_the_file_with_the_misspelling_repaired() -> None:
    dataset = load("asdiv")
    grades = Counter(problem.grade for problem in dataset)
    assert [grades[grade] for grade in range(1, 7)] == [195, 340, 808, 301, 146, 515]
    types = Counter(problem.type for problem in dataset)
    assert set(types) == set(TYPES)
    assert {name: types[name] for name in COMMON_TYPES} == COMMON_TYPES
    raw = [problem.extra["Solution-Type"] for problem in dataset if "Solution-Type" in problem.extra]
    assert raw == ["Substraction"]


@pytest.mark.realdata
def test_subgoals_units_and_classes_are_kept() -> None:
    dataset = load("asdiv")
    assert sum("UnitTrans" in problem.extra for problem in dataset) == 58
    assert sum("Class" in problem.extra for problem in dataset) == 15
    assert sum(bool(problem.subgoals) for problem in dataset) == 351
    assert {goal for problem in dataset for goal in problem.subgoals} <= set(TYPES)
    assert len({problem.source for problem in dataset}) == 29


@pytest.mark.realdata
def test_the_arithmetic_part_is_the_same_problems_with_the_one_that_the_csv_lacks() -> None:
    whole, part = load("asdiv"), load("asdiv-a")
    assert all(problem.text == whole[problem.key].text for problem in part)
    assert "asdiv-a/nluds-1358" in {problem.id for problem in part}
    assert settled_share(part) == 1


@pytest.mark.realdata
def test_every_formula_reads_and_has_one_asked_expression_for_each_answer() -> None:
    dataset = load("asdiv")
    assert [problem.id for problem in dataset if problem.equations is None] == []
    uneven = {problem.key for problem in dataset if len(problem.asked) != len(problem.answers)}
    assert uneven <= {"nluds-1111"}


@pytest.mark.realdata
def test_the_arithmetic_part_agrees_and_the_whole_has_its_known_errors() -> None:
    assert contradictions(load("asdiv-a")) == set()
    assert {"nluds-1408", "nluds-1983", "nluds-1984"} <= contradictions(load("asdiv"))
