from __future__ import annotations

import pytest

from mwplab.catalogue import load
from tests.catalogue.pins import Pin, three_pins

pytestmark = pytest.mark.realdata

PINS = {
    "gsm-symbolic": [
        Pin("symbolic-0000", "d240279b", 3, "", "10"),
        Pin("symbolic-0009", "35ca9ab3", 4, "x = q3 - 48", "14"),
        Pin("p2-0049", "84101ae2", 7, "x = (q2 + q2 + (q2 + q2) * (q3 / 100) + (q2 + q2)) * q0 * q6", "1248"),
    ],
    "gsm-symbolic/p2": [
        Pin("0-0", "72b73557", 7, "", "32.5"),
        Pin("0-9", "c594681a", 7, "", "42.5"),
        Pin("49-49", "2dab2b70", 10, "", "550"),
    ],
}


@pytest.mark.parametrize("name", PINS)
def test_first_tenth_and_last_problem_are_as_published(name: str) -> None:
    dataset = load(name)
    assert three_pins(dataset) == PINS[name]
    assert len(dataset) == dataset.card.counts["problems"]


def test_templates_come_in_three_kinds() -> None:
    dataset = load("gsm-symbolic")
    assert {name: len(ids) for name, ids in dataset.splits.items()} == {"symbolic": 100, "p1": 100, "p2": 50}
    assert all("#answer" in str(problem.extra["question_annotated"]) for problem in dataset)


def test_the_seed_of_a_template_is_the_problem_of_gsm8k_with_its_text() -> None:
    originals = load("gsm8k")
    for problem in load("gsm-symbolic"):
        assert problem.seed is not None
        assert originals[problem.seed].text.split() == problem.text.split()


def test_instances_come_from_templates_fifty_from_each_and_keep_the_canary() -> None:
    templates, instances = load("gsm-symbolic"), load("gsm-symbolic/p2")
    parents = [problem.parent for problem in instances]
    assert {parents.count(id) for id in templates.splits["p2"]} == {50}
    assert all("canary GUID" in str(problem.extra["canary"]) for problem in instances)
    assert all(templates[problem.parent or ""].seed == problem.seed for problem in instances)
