"""Do the equations of a problem give its answers?"""

from __future__ import annotations

import pytest

from mwplab.catalogue import load
from mwplab.equations import parse
from mwplab.equations.nodes import Unknown
from mwplab.records import FindingKind, Problem, parse_answers
from mwplab.records.agreement import consistent

CASES = [
    ("x = 2 + 3", "5", True),
    ("x = 2 + 3", "6", False),
    ("x = 1 / 3", "0.333", True),
    ("x + y = 10; x - y = 2", "4; 6", True),
    ("x + y = 10; x - y = 2", "4; 7", False),
    ("x = 1 / 0", "1", False),
    ("2 + 3 = 5", "5", False),
    ("x + y = 10", "5", False),
]


@pytest.mark.parametrize(("equations", "answer", "expected"), CASES)
def test_equations_are_solved_and_compared(equations: str, answer: str, expected: bool) -> None:
    problem = Problem(id="a/1", question="?", equations=parse(equations), answers=parse_answers(answer))
    assert consistent(problem) == expected


def test_what_is_asked_for_counts() -> None:
    system, answers = parse("x + y = 10; x - y = 2"), parse_answers("4")
    asked = Problem(id="a/1", question="?", equations=system, answers=answers, asked=(Unknown("y"),))
    assert consistent(asked)


def test_without_equations_or_answers_nothing_agrees() -> None:
    assert not consistent(Problem(id="a/1", answers=parse_answers("5")))
    assert not consistent(Problem(id="a/1", equations=parse("x = 5")))


def test_the_check_of_a_dataset_finds_the_same() -> None:
    from mwplab.measures import check_problem

    wrong = {FindingKind.ANSWER, FindingKind.MALFORMED}
    for problem in load("starter"):
        if problem.equations is not None:
            assert consistent(problem) == (not wrong & {one.kind for one in check_problem(problem)})
