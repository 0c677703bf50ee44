"""Derivations written by hand."""

from __future__ import annotations

import pytest

from mwplab.annotate import as_numbers, read_derivation, read_marks
from mwplab.annotate.scratch import read_alignment
from mwplab.equations import induce, parse
from mwplab.errors import MwplabError, RecordError
from tests.annotate.problems import HATS, made

PROBLEM = made("a/1", HATS, "x = q0 + q2")

RIGHT = [
    ("x = A + B", "0 2", (0, 2)),
    ("x = A + B", "q1, q2", (1, 2)),
    ("x = A + B", "B=q2 A=q0", (0, 2)),
    ("x = A + B", "A: 0; B: 2", (0, 2)),
    ("m - A = B", "q2 q0", (2, 0)),
    ("x = A + 2", "0", (0,)),
]


@pytest.mark.parametrize(("template", "alignment", "places"), RIGHT)
def test_a_derivation_is_read_in_any_usual_spelling(
    template: str, alignment: str, places: tuple[int, ...]
) -> None:
    found = read_derivation(PROBLEM, template, alignment, ((0, 1),))
    assert found.alignment == places
    assert str(found.template) == template
    assert found.equivalent == ((0, 1),)


WRONG = [
    ("x = A - B", "0 2", "a/1: x = 5 - 2 has other solutions than x = 5 [+] 2"),
    ("x = A + B", "0", "the template has 2 slots; name a quantity for each, such as A=q0 B=q1"),
    ("x = A + B", "0 1 2", "the template has 2 slots"),
    ("x = A + B", "A=q0 C=q2", "the template has 2 slots"),
    ("x = A + B", "0 7", "a/1: there is no q7; the text has 3 quantities, from q0 on"),
    ("x = q0 + B", "0 2", "refers to quantity q0; write a slot such as A"),
    ("x = = A", "0", "expected"),
    ("", "", "expected"),
]


@pytest.mark.parametrize(("template", "alignment", "message"), WRONG)
def test_a_slip_of_the_pen_is_a_clear_message(template: str, alignment: str, message: str) -> None:
    with pytest.raises(MwplabError, match=message):
        read_derivation(PROBLEM, template, alignment)


def test_a_template_without_slots_needs_no_alignment() -> None:
    assert read_alignment("", 0) == ()


def test_marks_grow_and_join() -> None:
    problem = made("a/1", "He saw 4 or 4 or 4 or 4 owls and 3 mice.", None)
    first = read_marks(problem, "0 1")
    assert read_marks(problem, "q3 q2", first) == ((0, 1), (2, 3))
    assert read_marks(problem, "1,2", read_marks(problem, "q3 q2", first)) == ((0, 1, 2, 3),)


@pytest.mark.parametrize("text", ["q0", "0 0", "none", "q0 q4", "q0 q9"])
def test_marks_name_two_or_more_quantities_of_one_value(text: str) -> None:
    problem = made("a/1", "He saw 4 or 4 or 4 or 4 owls and 3 mice.", None)
    with pytest.raises(RecordError, match=r"marks no equivalents|there is no q9"):
        read_marks(problem, text)


def test_equations_show_numbers_with_their_names() -> None:
    problem = made("a/1", "Two pens cost $2.50, a pad costs 1/3 of it.", None)
    assert as_numbers(problem, induce(parse("q0 * x = q1; y = q2 * q1"))) == (
        "2(q0) * x = 2.5(q1); y = 1/3(q2) * 2.5(q1)"
    )
