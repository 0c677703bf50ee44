from __future__ import annotations

import pytest

from mwplab.catalogue import load
from tests.catalogue.pins import Pin, three_pins

pytestmark = pytest.mark.realdata

PINS = {
    "aqua": [
        Pin("dev-0", "893a7218", 4, "", "32400"),
        Pin("dev-9", "3ae53df7", 3, "", "22.5 (litres)"),
        Pin("test-253", "0d6fff40", 3, "", "125"),
    ],
}


@pytest.mark.parametrize("name", PINS)
def test_first_tenth_and_last_problem_are_as_published(name: str) -> None:
    dataset = load(name)
    assert three_pins(dataset) == PINS[name]
    assert len(dataset) == dataset.card.counts["problems"]


def test_both_parts_have_254_problems_with_five_options() -> None:
    aqua = load("aqua")
    assert {name: len(ids) for name, ids in aqua.splits.items()} == {"dev": 254, "test": 254}
    assert all(len(problem.options) == 5 and problem.rationale for problem in aqua)


def test_the_answer_is_the_marked_option() -> None:
    problem = load("aqua")["dev-9"]
    marked = problem.options["ABCDE".index(str(problem.extra["correct"]))]
    assert marked.startswith("22.5")
