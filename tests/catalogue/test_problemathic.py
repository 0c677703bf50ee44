from __future__ import annotations

import pytest

from mwplab.catalogue import load
from mwplab.catalogue.problemathic import tagged_parts
from tests.catalogue.pins import Pin, three_pins

PINS = {
    "problemathic": [
        Pin("simple-non-adversarial-passage_0", "91c3ef61", 2, "", "68"),
        Pin("simple-non-adversarial-passage_9", "6fe351e0", 3, "", "4"),
        Pin("complex-adversarial-passage_630", "6c6bee6a", 5, "", "26"),
    ],
}


@pytest.mark.realdata
@pytest.mark.parametrize("name", PINS)
def test_first_tenth_and_last_problem_are_as_published(name: str) -> None:
    dataset = load(name)
    assert three_pins(dataset) == PINS[name]
    assert len(dataset) == dataset.card.counts["problems"]


@pytest.mark.realdata
def test_the_four_files_are_splits() -> None:
    assert {name: len(ids) for name, ids in load("problemathic").splits.items()} == {
        "simple-non-adversarial": 1362,
        "simple-adversarial": 1313,
        "complex-non-adversarial": 632,
        "complex-adversarial": 613,
    }


@pytest.mark.realdata
def test_an_adversarial_problem_asks_and_answers_as_its_parent_does() -> None:
    dataset = load("problemathic")
    for problem in dataset:
        if problem.parent is not None:
            parent = dataset[problem.parent]
            assert problem.answers == parent.answers
            assert "".join(problem.question.split()) == "".join(parent.question.split())
    assert sum(problem.parent is not None for problem in dataset) == 1313 + 613


def test_a_text_without_tags_has_no_parts() -> None:
    assert tagged_parts("Ann has 5 figs.") == {}
