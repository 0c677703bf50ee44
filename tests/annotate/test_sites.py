"""Where equations take numbers from the text."""

from __future__ import annotations

import pytest

from mwplab.annotate import is_ambiguous, sites
from mwplab.annotate.sites import referred, strange_numbers
from mwplab.equations import parse
from mwplab.errors import RecordError
from tests.annotate.problems import HATS, made

RENT = "A flat costs 100 euros a day, 5 % of it tax. It is let for 5 days. What is the tax?"

CASES = [
    # text, equations, the options of each place
    (HATS, "x = 5 + 2", [(0, 1), (2,)]),
    (HATS, "x = q0 + q2", [(0, 1), (2,)]),
    (HATS, "x = q0 + q1", [(0, 1), (0, 1)]),
    (HATS, "x = 2 * y; y = 2", [(2,), (2,)]),
    (HATS, "x = 7", []),
    # The 100 behind a percentage is no quantity, although the text has one.
    (RENT, "x = q0 * (q1 / 100) * q2", [(0,), (1, 2), (1, 2)]),
    ("Jo ran 3 km, then 3.0 km more.", "x = 3 + 3", [(0, 1), (0, 1)]),
]


@pytest.mark.parametrize(("text", "equations", "options"), CASES)
def test_a_place_may_take_every_quantity_with_its_value(
    text: str, equations: str, options: list[tuple[int, ...]]
) -> None:
    problem = made("a/1", text, equations)
    assert [site.options for site in sites(problem)] == options
    assert is_ambiguous(problem) == any(len(each) > 1 for each in options)


def test_numbers_said_twice_are_no_ambiguity_if_the_equations_do_not_use_them() -> None:
    assert not is_ambiguous(made("a/1", HATS, "x = 2 + 2"))


def test_a_problem_without_equations_has_no_places() -> None:
    problem = made("a/1", HATS, None)
    assert (referred(problem), sites(problem), is_ambiguous(problem)) == (None, (), False)


def test_a_reference_beyond_the_text_is_refused() -> None:
    with pytest.raises(RecordError, match="a/1: q3 is asked for, the text has 3 quantities"):
        sites(made("a/1", HATS, "x = q3"))


def test_numbers_of_common_knowledge_are_not_strange() -> None:
    assert strange_numbers(parse("x = q0 * 60 + 100 + 12")) == ()
    assert [str(value) for value in strange_numbers(parse("x = q0 + 77 + 77 + 83"))] == ["77", "83"]
