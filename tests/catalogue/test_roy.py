from __future__ import annotations

import pytest

from mwplab.catalogue import load
from mwplab.equations.solve import solve
from mwplab.records import same_values
from tests.catalogue.pins import Pin, three_pins

pytestmark = pytest.mark.realdata

PINS = {
    "aggregate": [
        Pin("1", "e35240f1", 2, "x = q0 - q1", "43"),
        Pin("10", "647d58f6", 2, "x = q0 + q1", "10"),
        Pin("1232857331", "a30604ce", 2, "x = q0 + q1", "87.25"),
    ],
    "aggregate/lex": [
        Pin("1", "e35240f1", 2, "x = q0 - q1", "43"),
        Pin("60", "f88d9e0b", 2, "x = q1 - q0", "12"),
        Pin("1232857331", "a30604ce", 2, "x = q0 + q1", "87.25"),
    ],
    "aggregate/tmpl": [
        Pin("1", "e35240f1", 2, "x = q0 - q1", "43"),
        Pin("10", "647d58f6", 2, "x = q0 + q1", "10"),
        Pin("1232857326", "ea98757d", 4, "x = q3 + q2 - (q0 + q1)", "309"),
    ],
    "allarith": [
        Pin("1", "e35240f1", 2, "x = q0 - q1", "43"),
        Pin("10", "647d58f6", 2, "x = q0 + q1", "10"),
        Pin("1623", "bc576168", 2, "x = q1 / q0", "7"),
    ],
    "allarith/lex": [
        Pin("1", "e35240f1", 2, "x = q0 - q1", "43"),
        Pin("52", "9c2900e6", 3, "x = q0 + q1 + q2", "44"),
        Pin("1623", "bc576168", 2, "x = q1 / q0", "7"),
    ],
    "allarith/tmpl": [
        Pin("1", "e35240f1", 2, "x = q0 - q1", "43"),
        Pin("10", "647d58f6", 2, "x = q0 + q1", "10"),
        Pin("1613", "519ba554", 4, "x = q3 - (q0 + q1 + q2)", "159"),
    ],
    "roy-handcrafted": [
        Pin("100001", "35497245", 2, "x = q0 - q1", "43"),
        Pin("100010", "597217c1", 2, "x = q0 - q1", "5"),
        Pin("100021", "bdd68ae1", 2, "x = q1 - q0", "5"),
    ],
    "simple-interest": [
        Pin("1", "e35240f1", 2, "x = q0 - q1", "43"),
        Pin("10", "647d58f6", 2, "x = q0 + q1", "10"),
        Pin("110048", "adc17f36", 3, "x = q0 / (q1 * (q2 / 100))", "698"),
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
        ("aggregate", [298, 298, 299, 298, 299]),
        ("aggregate/lex", [149, 149, 149, 149, 150]),
        ("aggregate/tmpl", [149, 149, 149, 149, 150]),
        ("allarith", [166, 166, 166, 166, 167]),
        ("allarith/lex", [83] * 5),
        ("allarith/tmpl", [83] * 5),
    ],
)
def test_folds_part_the_problems(name: str, sizes: list[int]) -> None:
    dataset = load(name)
    tests = [dataset.splits[f"fold{fold}/test"] for fold in range(5)]
    assert [len(test) for test in tests] == sizes
    assert sorted(id for test in tests for id in test) == sorted(problem.id for problem in dataset)


def test_the_perturbed_problems_are_those_outside_allarith() -> None:
    aggregate = load("aggregate")
    assert {name: len(aggregate.split(name)) for name in ("perturb-old", "perturb-new")} == {
        "perturb-old": 831,
        "perturb-new": 661,
    }
    old = {problem.key for problem in aggregate.split("perturb-old")}
    assert old == {problem.key for problem in load("allarith")}


@pytest.mark.parametrize("name", PINS)
def test_every_equation_gives_its_solution(name: str) -> None:
    for problem in load(name):
        assert problem.filled_equations is not None
        (found,) = solve(problem.filled_equations)
        assert same_values(found.answers, [answer.value for answer in problem.answers]), problem.id


def test_rates_are_positions_of_quantities() -> None:
    annotated = [problem for problem in load("aggregate") if problem.rates]
    assert len(annotated) == 501
    assert all(-1 <= rate < len(problem.quantities) for problem in annotated for rate in problem.rates)


def test_a_share_in_the_equation_refers_to_the_percentage_in_the_text() -> None:
    new = load("simple-interest").split("new")
    assert len(new) == 49
    assert sum("/ 100" in str(problem.equations) for problem in new) == 44


def test_34_of_the_new_problems_are_in_no_fold() -> None:
    dataset = load("simple-interest")
    tested = {id for fold in dataset.folds for id in dataset.splits[f"{fold}/test"]}
    untested = {problem.id for problem in dataset} - tested
    assert len(untested) == 34
    assert untested <= set(dataset.splits["new"])


def test_wrong_alignments_of_the_handcrafted_problems_are_not_used() -> None:
    problem = load("roy-handcrafted")["100012"]
    assert problem.extra["lAlignments"] == [0, 1]
    assert str(problem.equations) == "x = q1 - q0"
