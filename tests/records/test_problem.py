"""Problems and what solvers see of them."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields
from fractions import Fraction

import pytest
from hypothesis import given

from mwplab.equations import parse, parse_expression, render
from mwplab.errors import EquationError, RecordError
from mwplab.records import Answer, Problem, Question
from mwplab.records.problem import join_parts
from mwplab.text import Form, Quantity, quantities
from tests.records.strategies import problems

TEXT = "Two owls and 3 mice meet. How many animals meet?"
OWLS = Problem(
    id="zoo/small/7",
    body="Two owls and 3 mice meet.",
    question="How many animals meet?",
    quantities=quantities(TEXT),
    equations=parse("x = q0 + q1; y = 2x"),
    answers=(Answer(Fraction(5)), Answer(Fraction(10))),
    options=("5", "6"),
)

PARTS = [("", "", ""), ("A.", "", "A."), ("", "B?", "B?"), ("A.", "B?", "A. B?")]


@pytest.mark.parametrize(("body", "question", "text"), PARTS)
def test_body_and_question_make_one_text(body: str, question: str, text: str) -> None:
    assert join_parts(body, question) == text
    assert Problem(id="a/1", body=body, question=question).text == text


@given(problems())
def test_a_question_shows_no_gold(problem: Problem) -> None:
    question = problem.as_question()
    assert {field.name for field in fields(Question)} == {"id", "text", "quantities", "options"}
    assert (question.id, question.text, question.options) == (problem.id, problem.text, problem.options)
    for quantity in question.quantities:
        assert question.text[quantity.start : quantity.end] == quantity.surface


def test_references_are_filled_with_the_numbers_of_the_text() -> None:
    assert str(OWLS.filled_equations) == "x = 2 + 3; y = 2 * x"
    assert OWLS.values == (Fraction(2), Fraction(3))
    assert [render(expr) for expr in OWLS.filled_asked] == ["x", "y"]
    assert Problem(id="a/1").filled_equations is None
    assert Problem(id="a/1").filled_asked == ()


def test_what_is_asked_may_be_an_expression() -> None:
    asked = Problem(id="a/1", body="3", quantities=quantities("3"), asked=(parse_expression("2x - q0"),))
    assert [render(expr) for expr in asked.filled_asked] == ["2 * x - 3"]


def test_a_reference_beyond_the_quantities_is_an_error_that_names_the_problem() -> None:
    with pytest.raises(EquationError, match="a/1: q4 is asked for, the text has 0 quantities"):
        _ = Problem(id="a/1", equations=parse("x = q4")).filled_equations


def test_the_key_is_the_last_part_of_the_id() -> None:
    assert OWLS.key == "7"
    assert Problem(id="alone").key == "alone"


@pytest.mark.parametrize(
    ("start", "end", "surface", "message"),
    [
        (0, 0, "", "outside the text or out of order"),
        (-1, 1, "T", "outside the text or out of order"),
        (40, 99, "meet?", "outside the text or out of order"),
        (0, 3, "two", "the text has 'Two' in place of the quantity 'two'"),
    ],
)
def test_a_quantity_that_is_not_in_the_text_is_refused(
    start: int, end: int, surface: str, message: str
) -> None:
    quantity = Quantity(value=Fraction(2), start=start, end=end, surface=surface, form=Form.WORDS)
    with pytest.raises(RecordError, match=f"a/1: .*{message}"):
        Problem(id="a/1", body=TEXT, quantities=(quantity,))


def test_quantities_out_of_order_are_refused() -> None:
    with pytest.raises(RecordError, match="a/1: the quantity 'Two' at 0 is outside the text or out of order"):
        Problem(id="a/1", body=TEXT, quantities=quantities(TEXT)[::-1])


def test_a_problem_is_frozen_and_can_be_put_into_a_set() -> None:
    with pytest.raises(FrozenInstanceError):
        OWLS.body = ""  # type: ignore[misc]
    assert len({OWLS, OWLS, Problem(id="a/1", extra={"k": [1]})}) == 2
