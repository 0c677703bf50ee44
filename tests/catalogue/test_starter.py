"""The corpus that ships with the package: complete, consistent, varied, and nobody else's."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import pairwise

import pytest

from mwplab.catalogue import datasets, load
from mwplab.equations.solve import answers
from mwplab.measures import check
from mwplab.records import Problem
from mwplab.records.answers import EXACT, same_values
from mwplab.records.taxonomy import TYPES
from mwplab.text import quantities

NEAR_COPY = 0.3
"""The share of words and word pairs in common from which on two texts tell the same story."""


def test_it_has_fifteen_problems_of_each_type_over_six_grades() -> None:
    starter = load("starter")
    assert Counter(problem.type for problem in starter) == dict.fromkeys(TYPES, 15)
    assert {problem.grade for problem in starter} == {1, 2, 3, 4, 5, 6}


def test_every_problem_passes_the_check() -> None:
    assert check(load("starter")) == ()


@pytest.mark.parametrize("problem", load("starter").problems, ids=lambda problem: problem.key)
def test_a_problem_is_complete_and_its_equation_gives_its_answer_exactly(problem: Problem) -> None:
    assert problem.equations is not None
    assert problem.filled_equations is not None
    assert problem.derivation is not None
    assert problem.derivation.system == problem.equations
    assert problem.question.endswith(("?", "."))
    gold = [answer.value for answer in problem.answers]
    solutions = answers(problem.filled_equations, problem.filled_asked)
    assert any(same_values(found, gold, ordered=True, tolerance=EXACT) for found in solutions)


def test_its_quantities_are_those_that_the_text_room_finds() -> None:
    for problem in load("starter"):
        found = set(quantities(problem.text))
        assert found <= set(problem.quantities), problem.id


def test_answers_have_units_unless_they_are_plain_numbers_ratios_or_words() -> None:
    without = [one for one in load("starter") if not any(answer.unit for answer in one.answers)]
    assert {one.type for one in without} <= {
        "Number-Operation",
        "Number-Pattern",
        "Ratio",
        "Comparison",
        "Algebra-1",
        "Algebra-2",
    }


def test_no_two_problems_tell_the_same_story() -> None:
    starter = list(load("starter"))
    assert near_copies(starter, starter) == []


@pytest.mark.realdata
def test_no_problem_is_a_near_copy_of_a_published_one() -> None:
    published = [problem for name in datasets if name != "starter" for problem in load(name)]
    assert len(published) > 50_000
    assert near_copies(list(load("starter")), published) == []


def near_copies(ours: list[Problem], others: list[Problem]) -> list[tuple[str, str, float]]:
    shingles = {id(problem): _shingles(problem.text) for problem in (*ours, *others)}
    holders: dict[object, list[Problem]] = defaultdict(list)
    for problem in others:
        for shingle in shingles[id(problem)]:
            holders[shingle].append(problem)
    found = []
    for problem in ours:
        own = shingles[id(problem)]
        candidates = {id(one): one for one in _sharing(own, holders) if one.id != problem.id}
        for key, other in candidates.items():
            shared = len(own & shingles[key]) / len(own | shingles[key])
            if shared >= NEAR_COPY:
                found.append((problem.id, other.id, round(shared, 2)))
    return found


def _sharing(own: set[object], holders: dict[object, list[Problem]]) -> Iterable[Problem]:
    """Return those with a pair of words in common that is not in everybody's texts."""
    return (
        one
        for shingle in own
        if isinstance(shingle, tuple) and len(holders[shingle]) < 3000
        for one in holders[shingle]
    )


def _shingles(text: str) -> set[object]:
    words = ["#" if word[0].isdigit() else word for word in re.findall(r"[a-z]+|\d[\d.,/]*", text.casefold())]
    return {word for word in words if len(word) > 3} | set(pairwise(words))
