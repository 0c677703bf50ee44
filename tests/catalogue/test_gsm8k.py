from __future__ import annotations

import pytest

from mwplab.catalogue import load
from mwplab.equations.evaluate import evaluate
from mwplab.records import same_value
from tests.catalogue.pins import Pin, three_pins

pytestmark = pytest.mark.realdata

PINS = {
    "gsm8k": [
        Pin("train-0", "73429d56", 2, "x = q0 + q0 / 2", "72"),
        Pin("train-9", "699ab795", 5, "x = q1 * q0 * q4 + 270", "990"),
        Pin("test-1318", "d633d02d", 3, "x = q1 * q2 / (1 + q0)", "14"),
    ],
}


@pytest.mark.parametrize("name", PINS)
def test_first_tenth_and_last_problem_are_as_published(name: str) -> None:
    dataset = load(name)
    assert three_pins(dataset) == PINS[name]
    assert len(dataset) == dataset.card.counts["problems"]


def test_the_parts_are_as_published() -> None:
    assert {name: len(ids) for name, ids in load("gsm8k").splits.items()} == {"train": 7473, "test": 1319}


def test_equations_made_from_the_marks_give_the_answer() -> None:
    made = [problem for problem in load("gsm8k") if problem.filled_equations is not None]
    assert len(made) > 8_100
    for problem in made:
        assert problem.filled_equations is not None
        value = evaluate(problem.filled_equations.statements[0].right)
        assert same_value(value, problem.answers[0].value), problem.id
