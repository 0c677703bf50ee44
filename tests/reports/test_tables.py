"""The numbers of a report as tables, as Markdown and as LaTeX."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from mwplab.records import Result
from mwplab.reports.latex import escape, latex_table, report_latex
from mwplab.reports.markdown import code, markdown_table, report_markdown
from mwplab.reports.markdown import escape as escape_markdown
from mwplab.reports.report import Entry, Report, ReportForm
from mwplab.reports.tables import Table, breakdown_table, breakdowns, report_tables, score_table
from tests.reports.made import HOSTILE, hostile_report, one_report, score, two_reports

READER = MarkdownIt("commonmark").enable("table")

CELLS = st.one_of(st.text(), st.text(alphabet="\\`*_[]<>|&~$#!-'\"{}^%() ab1\n", max_size=12))


def squeezed(text: str) -> str:
    return " ".join(text.split())


TURNING = "\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def plain(text: str) -> str:
    """Return a text on one line without controls and without what turns the direction of writing."""
    kept = (one for one in squeezed(text) if unicodedata.category(one) != "Cc" and one not in TURNING)
    return squeezed("".join(kept))


@pytest.mark.parametrize(("name", "report"), [("one", one_report), ("two", two_reports)])
@pytest.mark.parametrize(("ending", "write"), [("md", report_markdown), ("tex", report_latex)])
def test_a_report_reads_as_the_golden_file(
    name: str, report: Any, ending: str, write: Any, golden: Any
) -> None:
    golden.check(f"report-{name}.{ending}", write(report()))


def test_judges_of_one_result_and_results_of_one_judge_stand_side_by_side() -> None:
    alone = breakdowns(one_report())
    assert [(one.title, one.series) for one in alone] == [
        ("accuracy by type", ("solution", "derivation")),
        ("accuracy by grade", ("solution", "derivation")),
        ("accuracy-delta without category", ("solution",)),
    ]
    several = breakdowns(two_reports())
    assert [one.title for one in several][:2] == ["solution-accuracy by type", "solution-accuracy by grade"]
    assert all(one.series == ("nearest", "majority") for one in several)


def test_a_part_that_only_one_result_has_leaves_the_other_empty() -> None:
    entries = tuple(
        Entry(name=name, result=Result(signature="s", scores=(score("a", 0.5, f"type={label}"),)))
        for name, label in (("one", "Sum"), ("two", "Ratio"))
    )
    report = Report(title="t", entries=entries)
    (only,) = breakdowns(report)
    assert breakdown_table(only, report).rows == (
        ("Sum", "0.500 [0.400, 0.600]", "20", "", ""),
        ("Ratio", "", "", "0.500 [0.400, 0.600]", "20"),
    )


def test_every_score_of_the_whole_stands_in_the_table_with_its_interval() -> None:
    rows = {row[0]: row[1:] for row in score_table(two_reports()).rows}
    assert rows["solution-accuracy"] == ("0.400 [0.300, 0.500]", "20", "0.500 [0.400, 0.600]", "20")
    assert rows["train-overlap-exact"][1] == "20"


def cells_of(markdown: str) -> list[list[str]]:
    """Return the cells of the tables in a text as a Markdown reader shows them; markup is an error."""
    rows: list[list[str]] = []
    inside = False
    for token in READER.parse(markdown):
        inside = token.type == "td_open" or token.type == "th_open" or (inside and token.type == "inline")
        if token.type == "tr_open":
            rows.append([])
        if inside and token.type == "inline":
            parts = token.children or []
            assert {part.type for part in parts} <= {"text", "text_special"}, markdown
            rows[-1].append("".join(part.content for part in parts))
    return rows


@given(CELLS)
def test_a_line_of_text_is_one_paragraph_without_markup(text: str) -> None:
    tokens = READER.parse(escape_markdown(text))
    assert [token.type for token in tokens if token.level == 0] in ([], ["paragraph_open", "paragraph_close"])
    parts = [part for token in tokens for part in token.children or ()]
    assert "".join(part.content for part in parts) == plain(text)
    assert {part.type for part in parts} <= {"text", "text_special"}


@given(st.lists(st.tuples(CELLS, CELLS), min_size=1, max_size=4))
def test_a_markdown_reader_shows_every_cell_as_it_is(rows: list[tuple[str, str]]) -> None:
    found = cells_of(markdown_table(Table("", ("a", "b"), tuple(rows))))
    assert found[1:] == [[plain(cell) for cell in row] for row in rows]


@given(CELLS.filter(lambda text: bool(plain(text))))
def test_code_is_shown_as_it_is(text: str) -> None:
    (token, *rest) = [part for one in READER.parse(f"- x: {code(text)}") for part in one.children or ()][1:]
    assert token.type == "code_inline"
    assert token.content.strip() == plain(text)
    assert rest == []


def test_hostile_texts_stay_text_in_markdown() -> None:
    markdown = report_markdown(hostile_report())
    shown = READER.render(markdown)
    for tag in ("<script", "<img", "<a ", "<em"):
        assert tag not in shown
    assert sum(cell == plain(HOSTILE) for row in cells_of(markdown) for cell in row) >= 5


LETTERS = {
    r"\textbackslash{}": "\\",
    r"\textasciicircum{}": "^",
    r"\textasciitilde{}": "~",
    r"\textless{}": "<",
    r"\textgreater{}": ">",
    r"\textbar{}": "|",
    r"\char34{}": '"',
    r"\char96{}": "`",
    "{}": "",
}
PIECE = re.compile(
    "|".join([*map(re.escape, sorted(LETTERS, key=len, reverse=True)), r"\\([{}$&#%_])", r"[^\\{}$&#%_^~]"]),
    re.DOTALL,
)


def printed(latex: str) -> str:
    """Return what LaTeX prints of escaped text; a command, group or special sign that is left is an error."""
    shown, place = "", 0
    while place < len(latex):
        piece = PIECE.match(latex, place)
        assert piece is not None, f"{latex[place:]!r} would not be printed as it is"
        shown += piece[1] or LETTERS.get(piece[0], piece[0])
        place = piece.end()
    return shown


@given(CELLS)
def test_latex_prints_every_text_letter_by_letter(text: str) -> None:
    escaped = escape(text)
    assert printed(escaped) == "".join(one if one.isprintable() else "?" for one in squeezed(text))
    # Two of these in a row would be printed as one other sign.
    assert not re.search(r"--|''|``", escaped)


@pytest.mark.parametrize("label", ["[2pt] x", "*", "[", "a & b", "50% off", HOSTILE])
def test_a_label_at_the_start_of_a_line_is_no_option_of_the_line_before(label: str) -> None:
    lines = latex_table(Table("", ("a", "b"), ((label, "1"), (label, "2"))), "c").splitlines()
    body = [line.strip() for line in lines if line.endswith(r"\\")]
    assert len(body) == 3
    assert not any(line.startswith(("[", "*")) for line in body)
    assert all(len(re.findall(r"(?<!\\)&", line)) == 1 for line in body)


def test_negative_numbers_have_a_minus_sign_and_not_a_hyphen() -> None:
    latex = report_latex(two_reports())
    assert "$-0.150~[-0.310, +0.020]$" in latex
    assert "$< 0.0001$" in latex


def test_all_tables_stand_in_every_form() -> None:
    report = two_reports()
    tables = report_tables(report)
    assert [table.title for table in tables][:3] == [
        "Scores",
        "Compared, problem by problem",
        "Compared, part by part",
    ]
    assert report_latex(report).count(r"\begin{tabular}") == len(tables)
    assert len(re.findall(r"^\| ---", report_markdown(report), re.MULTILINE)) == len(tables)


def test_no_column_is_empty() -> None:
    for table in report_tables(two_reports()):
        for place, column in enumerate(table.columns):
            assert any(row[place] for row in table.rows), column


@pytest.mark.parametrize(
    ("name", "form"), [("a.md", "markdown"), ("a.TEX", "latex"), ("a.html", "html"), ("a", "html")]
)
def test_the_ending_of_a_file_says_its_form(name: str, form: str) -> None:
    assert ReportForm.of(Path(name)).value == form
