"""Dolphin1878, as the published files have it."""

from __future__ import annotations

import pytest

from mwplab.catalogue import load
from mwplab.catalogue.dolphin1878 import read_answers
from mwplab.equations import render
from tests.catalogue.pins import Pin, three_pins

PINS: list[Pin] = [
    Pin("algebra.com.117395", "72598169", 5, "x = y + q0; q2 * x = q3 * y + q4", "40; 29"),
    Pin("algebra.com.437200", "3acffc8b", 2, "x = y - q0; x + y = q1", "13; 20"),
    Pin(
        "yahoo.answers.20140329152744aauzkqg", "d0a1f68b", 6, "v = (q0 * q4 - q1) / (-q1 * --q5 + q3)", "18/7"
    ),
]
ANSWERS: list[tuple[str, list[float], list[str], list[list[str]]]] = [
    ("{3; 4}", [3, 4], ["3", "4"], []),
    ("2; 5 or -5; -2", [2, 5], ["2", "5"], [["-5", "-2"]]),
    ("7/3 | 2.333", [2.333], ["7/3"], []),
    ("4 | 9", [9], ["9"], [["4"]]),
    ("n = -6 | -6", [-6], ["-6"], []),
    ("{1+sqrt(3)} | 2.732", [2.732], ["2.732"], []),
    ("ans_no_result", [], [], []),
]


@pytest.mark.parametrize(("text", "simple", "answers", "alternatives"), ANSWERS)
def test_an_answer_is_exact_and_knows_its_alternatives(
    text: str, simple: list[float], answers: list[str], alternatives: list[list[str]]
) -> None:
    found, others = read_answers(text, simple)
    assert [str(one) for one in found] == answers
    assert [[str(one) for one in other] for other in others] == alternatives


@pytest.mark.realdata
def test_it_has_its_count_its_parts_and_its_first_tenth_and_last_problem() -> None:
    dataset = load("dolphin1878")
    assert {part: len(ids) for part, ids in dataset.splits.items()} == {"dev": 374, "test": 1504}
    assert len(dataset) == 1878
    assert three_pins(dataset) == PINS


@pytest.mark.realdata
def test_what_is_asked_may_be_an_expression() -> None:
    problem = load("dolphin1878")["algebra.com.475582"]
    assert [render(expr) for expr in problem.asked] == ["2 * k - 2", "2 * k", "2 * k + 2"]
    assert not problem.ordered


@pytest.mark.realdata
def test_twenty_four_have_no_answer_and_few_equations_cannot_be_read() -> None:
    dataset = load("dolphin1878")
    assert sum(not problem.answers for problem in dataset) == 24
    assert sum(problem.equations is None for problem in dataset) <= 18
