"""Equations against answers and texts."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwplab.catalogue import load
from mwplab.equations import parse
from mwplab.measures import check, check_problem
from mwplab.measures.consistency import (
    INCORRECT_FORMULA,
    PROBLEMATIC_DESCRIPTION,
    VALUELESS_ANSWER,
)
from mwplab.records import Answer, Dataset, FindingKind, Problem, parse_answers


def make(equations: str | None, answers: str, **fields: object) -> Problem:
    system = None if equations is None else parse(equations)
    return replace(
        Problem(id="a/1", question="How many?", equations=system, answers=parse_answers(answers)),
        **fields,  # type: ignore[arg-type]
    )


AGREE = [
    make("x = 7 + 2", "9"),
    make("x = 100 / 3", "33.33"),
    make("x = 2000 / 3", "667"),
    make("x + y = 5; x - y = 1", "3; 2"),
    make("x + y = 5; x - y = 1", "2"),
    make("x^2 = 16", "4"),
    make("x^2 = 16", "-4"),
    make("x = 12 : 20", "3:5"),
    make('x = largest("Ann": 3, "Bo": 2)', "ann"),
    make("x = 11 * 60 + 30", "11:30 a.m."),
    make(None, "9"),
]

DISAGREE = [
    (make("x = 7 + 2", "8"), FindingKind.ANSWER, "gives 9, the answer is 8"),
    (make("x = 7 + 2", "9.02"), FindingKind.ANSWER, "gives 9, the answer is 9.02"),
    (make("x = 1 / 0", "9"), FindingKind.ANSWER, "gives no answer"),
    (make("x = 1; x = 2", "1"), FindingKind.ANSWER, "gives no answer"),
    (make("9 = 3 + 6", "9"), FindingKind.MALFORMED, "has no unknown"),
    (
        make(None, "9", extra={"malformed": "expected '='"}),
        FindingKind.MALFORMED,
        "cannot be read: expected '='",
    ),
    (make("x = 7 + 2", ""), FindingKind.MISSING, "has no answer"),
    (make("x = 7 + 2", "9", question=""), FindingKind.MISSING, "has no text"),
    (make("x = 7 + 2", "9", extra={"unmatched": ["7"]}), FindingKind.UNMATCHED_NUMBER, "not in the text: 7"),
]


@pytest.mark.parametrize("problem", AGREE, ids=lambda problem: f"{problem.equations} -> {problem.answers[0]}")
def test_what_agrees_yields_no_finding(problem: Problem) -> None:
    assert check_problem(problem) == []


@pytest.mark.parametrize(("problem", "kind", "message"), DISAGREE)
def test_what_disagrees_is_named_with_both_values(problem: Problem, kind: FindingKind, message: str) -> None:
    (finding,) = check_problem(problem)
    assert finding.kind is kind
    assert message in finding.message
    assert finding.problem == "a/1"


@given(st.fractions(-1000, 1000), st.fractions(-1000, 1000))
def test_the_tolerance_is_the_larger_of_a_hundredth_and_a_thousandth_of_the_answer(
    found: Fraction, gold: Fraction
) -> None:
    problem = Problem(id="a/1", question="?", equations=parse(f"x = [{found}]"), answers=(Answer(gold),))
    within = abs(found - gold) <= max(Fraction(1, 100), abs(gold) / 1000)
    assert (check_problem(problem) == []) is within


def test_a_repeated_text_is_found_whatever_its_case_and_punctuation() -> None:
    problems = (Problem(id="a/1", question="How many, then?"), Problem(id="a/2", question="how MANY then"))
    duplicates = [
        one for one in check(Dataset(name="a", problems=problems)) if one.kind is FindingKind.DUPLICATE
    ]
    assert [(one.problem, one.found) for one in duplicates] == [("a/2", "a/1")]


CLASSES = [
    (make("x = 4", "none of these", options=("3", "5", "none of these")), VALUELESS_ANSWER),
    (make("x = 5", "3", options=("3", "5", "7")), VALUELESS_ANSWER),
    (make("x = 4", "3", options=("3", "5"), extra={"unmatched": ["4"]}), PROBLEMATIC_DESCRIPTION),
    (make("x = 4", "3", options=("3", "5")), INCORRECT_FORMULA),
]


@pytest.mark.parametrize(("problem", "expected"), CLASSES)
def test_contradictions_fall_into_the_classes_of_table_6(problem: Problem, expected: str) -> None:
    assert check_problem(problem)[0].error_class == expected


def test_many_processes_find_what_one_finds() -> None:
    broken = replace(
        load("starter"),
        problems=tuple(replace(one, answers=(Answer(Fraction(-1)),)) for one in load("starter")),
    )
    assert check(broken, jobs=2) == check(broken, jobs=1)
    assert len(check(broken, jobs=1)) >= 359


KNOWN = [
    ("mawps/addsub", {"malformed": 1}),
    ("mawps/singleop", {}),
    ("mawps/multiarith", {}),
    ("mawps/singleeq", {"answer": 11, "malformed": 1}),
    ("svamp", {"answer": 1}),
    ("draw", {}),
    ("alg514", {}),
]


def contradictions(name: str) -> Counter[str]:
    wrong = (FindingKind.ANSWER, FindingKind.MALFORMED)
    return Counter(one.kind.value for one in check(load(name)) if one.kind in wrong)


@pytest.mark.realdata
@pytest.mark.parametrize(("name", "expected"), KNOWN)
def test_the_known_errors_of_published_sets_are_found_and_no_others(
    name: str, expected: dict[str, int]
) -> None:
    assert contradictions(name) == expected


@pytest.mark.realdata
@pytest.mark.parametrize(("name", "expected"), [("mawps/simuleq-s", 4), ("mawps@3220", 45)])
def test_the_known_number_of_errors_is_found_in_sets_with_several_kinds(name: str, expected: int) -> None:
    assert contradictions(name).total() == expected


@pytest.mark.realdata
def test_the_contradiction_in_svamp_is_the_known_one() -> None:
    (finding,) = [one for one in check(load("svamp")) if one.kind is FindingKind.ANSWER]
    assert (finding.problem, finding.expected, finding.found) == ("svamp/chal-680", "1", "5")


def test_a_quantity_that_the_text_has_not_is_a_finding_of_its_problem() -> None:
    (finding,) = check_problem(make("x = q0 + q7", "9"))
    assert finding.kind is FindingKind.MALFORMED
    assert "x = q0 + q7 has quantities that the text has not (a/1: q0 is asked for" in finding.message
