"""ParaMAWPS, as the published files have it."""

from __future__ import annotations

import pytest

from mwplab.catalogue import load
from tests.catalogue.agreement import contradictions
from tests.catalogue.pins import Pin, three_pins

PINS: list[Pin] = [
    Pin("2113", "35c37a24", 2, "x = q0 * q1", "4.62"),
    Pin("30002114", "94d3195d", 3, "x = (q0 + q1) / q2", "6"),
    Pin("50002112", "f3a8fc67", 3, "x = q1 + q2", "82"),
]
WRONG_SEEDS = {2185: 11, 2234: 6, 2250: 6, 2286: 6}
"""Seeds whose answer contradicts their equation, with the number of problems that inherit it."""


@pytest.mark.realdata
def test_it_has_its_count_its_parts_and_its_first_tenth_and_last_problem() -> None:
    dataset = load("paramawps")
    assert {part: len(ids) for part, ids in dataset.splits.items()} == {"test": 1628, "valid": 1627}
    assert len(dataset) == 3255
    assert three_pins(dataset) == PINS


@pytest.mark.realdata
def test_variants_name_their_seed_and_seeds_have_no_parent() -> None:
    dataset = load("paramawps")
    seeds = [problem for problem in dataset if problem.parent is None]
    assert len(seeds) == 261 + 262
    assert all(problem.seed == problem.id and not problem.changes for problem in seeds)
    assert dataset["30002114"].parent == dataset["30002114"].seed == "paramawps/2114"
    known = {problem.id for problem in seeds}
    assert len({problem.id for problem in dataset if problem.seed not in known}) == 1
    assert {problem.changes for problem in dataset if problem.parent} == {
        ("paraphrase",),
        ("invert-question",),
    }


@pytest.mark.realdata
def test_the_known_errors_are_found_and_no_others() -> None:
    found = contradictions(load("paramawps"))
    assert found == {str(k * 10**7 + seed) for seed, count in WRONG_SEEDS.items() for k in range(count)}
