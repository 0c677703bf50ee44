from __future__ import annotations

import pytest

from mwplab.catalogue import load
from tests.catalogue.pins import Pin, three_pins

pytestmark = pytest.mark.realdata

PINS = {
    "gsm-ic": [
        Pin("two-step-0", "9540182b", 4, "", "54"),
        Pin("two-step-9", "aa442164", 3, "", "845640"),
        Pin("multi-step-999", "7835a578", 4, "", "62"),
    ],
}


@pytest.mark.parametrize("name", PINS)
def test_first_tenth_and_last_problem_are_as_published(name: str) -> None:
    dataset = load(name)
    assert three_pins(dataset) == PINS[name]
    assert len(dataset) == dataset.card.counts["problems"]


def test_both_samples_have_1000_problems() -> None:
    sizes = {name: len(ids) for name, ids in load("gsm-ic").splits.items()}
    assert sizes == {"two-step": 1000, "multi-step": 1000}


@pytest.mark.parametrize(("split", "literally"), [("two-step", 994), ("multi-step", 989)])
def test_the_irrelevant_sentence_stands_in_the_body(split: str, literally: int) -> None:
    problems = load(f"gsm-ic:{split}").problems
    assert sum(str(problem.extra["irrelevant_sentence"]) in problem.body for problem in problems) == literally
