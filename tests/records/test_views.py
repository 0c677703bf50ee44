"""What a notebook shows."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from html.parser import HTMLParser

from hypothesis import given

from mwplab.catalogue import find, load
from mwplab.records import Answer, Card, Dataset, Problem
from mwplab.records.views import SHOWN_TYPES, mark_quantities
from mwplab.text import quantities
from tests.records.strategies import datasets, problems

HOSTILE = '<script>alert("1")</script>&amp;<img src=x onerror=alert(2)>'
ALLOWED = {"div", "b", "span", "p", "u", "sub", "table", "tr", "td", "code"}


class Page(HTMLParser):
    """Notes the tags and the text of a page, and whether they are nested well."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.open: list[str] = []
        self.text = ""
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def test_a_problem_shows_its_quantities_equation_and_answer() -> None:
    problem = find("starter/addition-01")
    html = problem._repr_html_()
    page = Page(html)
    assert "<u>8</u><sub>q0</sub>" in html
    assert "<code>x = q0 + q1</code>" in html
    assert "15 (beetles)" in page.text
    assert "grade 1" in page.text
    assert "Addition" in page.text


def test_a_variant_shows_what_it_was_made_from() -> None:
    problem = Problem(id="a/1~swap-1", question="?", parent="a/1", changes=("swap", "reorder(seed=1)"))
    assert "swap, reorder(seed=1) ← a/1" in Page(problem._repr_html_()).text


def test_a_dataset_shows_its_size_its_types_and_the_first_problems() -> None:
    starter = load("starter")
    page = Page(starter._repr_html_())
    assert "starter@1.0" in page.text
    assert "360 problems" in page.text
    assert f"{24 - SHOWN_TYPES} other types{15 * (24 - SHOWN_TYPES)}" in page.text
    assert starter.problems[2].id in page.text
    assert starter.problems[3].id not in page.text


def test_hostile_text_is_shown_and_not_obeyed() -> None:
    text = f"{HOSTILE} 3 {HOSTILE}"
    problem = Problem(
        id=HOSTILE,
        body=text,
        quantities=quantities(text),
        answers=(Answer(HOSTILE, HOSTILE), Answer(Fraction(3), HOSTILE)),
        type=HOSTILE,
        source=HOSTILE,
        options=(HOSTILE,),
        parent=HOSTILE,
        changes=(HOSTILE,),
    )
    dataset = Dataset(name=HOSTILE, edition=HOSTILE, problems=(problem,), card=Card(title=HOSTILE))
    for html in (problem._repr_html_(), dataset._repr_html_()):
        page = Page(html)
        assert page.tags <= ALLOWED
        assert page.attributes <= {"style"}
        assert page.text.count("<script>") >= 8


@given(problems())
def test_any_problem_is_a_well_formed_page_with_its_whole_text(problem: Problem) -> None:
    page = Page(replace(problem, quantities=())._repr_html_())
    assert page.tags <= ALLOWED
    # A page has one kind of line end, and no null.
    wanted = problem.text.replace("\r", "\n")
    assert "".join(wanted.split()) in "".join(page.text.replace("\r", "\n").split())


@given(datasets())
def test_any_dataset_is_a_well_formed_page(dataset: Dataset) -> None:
    page = Page(dataset._repr_html_())
    assert page.tags <= ALLOWED
    assert page.attributes <= {"style"}


def test_marks_stand_where_the_quantities_are() -> None:
    text = "Two < 3 dozen"
    assert (
        mark_quantities(text, quantities(text)) == "<u>Two</u><sub>q0</sub> &lt; <u>3 dozen</u><sub>q1</sub>"
    )
    assert mark_quantities("a & b", ()) == "a &amp; b"
