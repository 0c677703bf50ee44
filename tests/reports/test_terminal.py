"""Problems, cards and tables as text."""

from __future__ import annotations

import re
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console, RenderableType

from mwplab.catalogue import load
from mwplab.records import Finding, FindingKind, Problem
from mwplab.reports.terminal import card_view, findings_view, marked_text, problem_view, table
from mwplab.text import quantities


def printed(view: RenderableType, width: int = 90) -> str:
    console = Console(file=StringIO(), width=width, markup=False, highlight=False, emoji=False)
    console.print(view)
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


WORDS = st.lists(
    st.sampled_from(["two", "owls", "1,200", "met", "half", "of", "3/4", "a", "\n", "seventeen"]), min_size=1
)


@given(WORDS, st.integers(12, 60))
def test_every_quantity_is_underlined_exactly_where_it_stands(words: list[str], width: int) -> None:
    text = " ".join(words)
    found = quantities(text)
    shown = marked_text(text, found, width).splitlines()
    labels, above = [], ""
    for line in shown:
        if "▔" not in line:
            above = line
            continue
        labels += [part.lstrip("▔") for part in line.split()]
        assert line.rindex("▔") < len(above)
        assert all(above[mark.start()].strip() for mark in re.finditer("▔+", line))
    assert sorted(labels) == sorted(f"q{index}" for index in range(len(found)))


def test_numbers_stand_to_the_right_and_words_to_the_left() -> None:
    shown = printed(table([("Ann", 5), ("Bo", 12)], ["name", "age"]))
    assert shown.splitlines()[1:] == ["Ann     5", "Bo     12"]


def test_markup_in_a_text_is_shown_and_not_obeyed() -> None:
    problem = Problem(id="a/1", question="[bold]How[/bold] many :smile:?")
    assert "[bold]How[/bold] many :smile:?" in printed(problem_view(problem))


@pytest.mark.parametrize("width", [40, 80, 200])
def test_every_starter_problem_can_be_drawn(width: int) -> None:
    for problem in load("starter"):
        shown = printed(problem_view(problem), width)
        assert problem.id in shown
        assert "answer:" in shown


def test_a_problem_without_equation_or_answer_says_so() -> None:
    assert "answer: none given" in printed(problem_view(Problem(id="a/1", question="Why?")))


def test_a_card_shows_licence_and_splits() -> None:
    shown = printed(card_view(load("starter")))
    assert "Apache-2.0" in shown
    assert "360" in shown


def test_a_finding_shows_both_values() -> None:
    finding = Finding(problem="a/1", kind=FindingKind.ANSWER, message="no", expected="5", found="6")
    assert {"a/1", "answer", "5", "6"} <= set(printed(findings_view([finding])).split())


@pytest.mark.parametrize("before", ["", "A\u0301nn, ", "🍎🍎 ", "\u202e", "\t \n", "a  b "])
def test_marks_stand_beneath_their_numbers_whatever_room_letters_take(before: str) -> None:
    text = f"{before}7 figs"
    line, marks = marked_text(text, quantities(text)).splitlines()
    assert cell_len(line[: line.index("7")]) == marks.index("▔")


def test_a_long_text_is_marked_to_its_end_and_of_a_huge_one_the_beginning() -> None:
    text = "Ann had 3 figs and then 4 more. " * 600
    assert marked_text(text, quantities(text)).splitlines()[-1].endswith("q1199")
    huge = text * 100
    *_, marks, rest = marked_text(huge, quantities(huge)).splitlines()
    assert marks.endswith("q1249")
    assert rest == "... and 1,900,000 more characters"
