"""What the page's script draws from: rows paired, quantities with the slots that they fill."""

from __future__ import annotations

from typing import Any

import pytest

from mwplab.equations import Template, parse
from mwplab.equations.templates import Derivation
from mwplab.records import Problem, Result, Row
from mwplab.reports.report import Entry, Report
from mwplab.reports.side_by_side import LONGEST_RAW, page_data, paired
from tests.reports.made import problem, row


def data_of(*sides: tuple[Row, ...]) -> list[dict[str, Any]]:
    entries = tuple(
        Entry(name=str(number), result=Result(signature="s", rows=rows)) for number, rows in enumerate(sides)
    )
    found: list[dict[str, Any]] = page_data(Report(title="t", entries=entries))["rows"]
    return found


def reading(equations: str, of: Problem | None = None) -> dict[str, Any]:
    found: dict[str, Any] = data_of((row(of or problem("1"), equations),))[0]["said"][0]
    return found


def test_text_and_quantities_take_turns() -> None:
    (found,) = data_of((row(problem("1")),))
    assert found["text"] == ["Ann has ", "5", " owls, Bo has ", "3", ". How many more has Ann?"]
    assert found["gold"]["slots"] == [[0, 0], [1, 1]]
    assert found["gold"]["equation"] == ["x = ", 0, " - ", 1, ""]
    assert found["gold"]["answer"] == "2 (owls)"


@pytest.mark.parametrize(
    ("equations", "slots", "drawn", "other"),
    [
        ("x = q0 - q1", [[0, 0], [1, 1]], False, False),
        ("y = -q1 + q0", [[1, 1], [0, 0]], False, False),
        ("x = q1 - q0", [[0, 1], [1, 0]], True, False),
        ("x = q0 + q1", [[0, 0], [1, 1]], True, True),
        ("x = q1 * 2", [[0, 1]], True, True),
    ],
)
def test_predicted_slots_have_the_names_of_the_gold_ones_where_the_template_is_the_same(
    equations: str, slots: list[list[int]], drawn: bool, other: bool
) -> None:
    found = reading(equations)
    assert sorted(found["slots"]) == sorted(slots)
    assert (found.get("drawn", False), found.get("other", False)) == (drawn, other)


def test_a_quantity_that_means_the_same_is_no_difference() -> None:
    gold = Derivation(Template(parse("x = A * 2")), (0,), ((0, 1),))
    assert "drawn" not in reading("x = q1 * 2", problem("1", derivation=gold))


def test_equations_over_plain_numbers_are_shown_and_not_drawn() -> None:
    found = reading("x = 5 - 3")
    assert found["equation"] == ["x = 5 - 3"]
    assert "slots" not in found
    assert "drawn" not in found


def test_a_prediction_is_drawn_where_there_is_no_gold_derivation() -> None:
    found = reading("x = q0 - q1", problem("1", derivation=None))
    assert found["slots"] == [[0, 0], [1, 1]]
    assert found["drawn"]


def test_a_word_in_quotes_refers_to_nothing() -> None:
    found = reading('x = largest("q1 \\" q0": q0, "Bo": q1)')
    assert found["equation"] == ['x = largest("q1 \\" q0": ', 0, ', "Bo": ', 1, ")"]


def test_a_reference_beyond_the_text_is_kept_as_it_is() -> None:
    assert 7 in reading("x = q7 + q0")["equation"]


def test_signs_outside_the_plane_keep_quantities_in_their_place() -> None:
    found = data_of((row(problem("1", "🦉🦉 saw 4 mice. 🦉 saw 2. How many more?")),))[0]
    assert found["text"][1::2] == ["4", "2"]


def test_rows_are_paired_by_problem_and_repeat() -> None:
    one, two = row(problem("1")), row(problem("2"))
    assert paired([(one, two, one), (two, one)]) == [(0, 1), (1, 0), (2, None)]
    found = data_of((one,), (two,))
    assert [[side is not None for side in each["said"]] for each in found] == [[True, False], [False, True]]


def test_a_long_completion_is_cut() -> None:
    found = data_of((row(problem("1"), raw="x" * 10_000),))[0]["said"][0]
    assert found["raw"] == "x" * LONGEST_RAW + " […]"
