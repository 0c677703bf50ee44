"""The page about results: whole, quick, and deaf to what its texts ask for, in a real browser."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwplab.records import Result
from mwplab.reports.pages import script_json, script_source
from mwplab.reports.report import Entry, Report
from mwplab.reports.result_html import report_page
from tests.reports.made import (
    HOSTILE,
    hostile_report,
    one_report,
    open_page,
    problem,
    row,
    scores,
    two_reports,
)

POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy"[^>]*>')
MANY = 5000


def without_policy(page: str) -> str:
    """Return the page as a browser without content policies sees it."""
    changed, count = POLICY.subn("", page)
    assert count == 1
    return changed


def probed(page: str, probe: str) -> str:
    """Return the page with a script at its end that says in the title what it found."""
    return without_policy(page).replace("</body>", f"<script>document.title = {probe}</script></body>")


@pytest.mark.parametrize("prepare", [str, without_policy], ids=["as it is", "without its policy"])
def test_hostile_texts_are_shown_and_not_run(
    prepare: Callable[[str], str], chromium: str, tmp_path: Path
) -> None:
    page = open_page(chromium, prepare(report_page(hostile_report())), tmp_path)
    assert page.elements.count("script") == 2
    assert "img" not in page.elements
    assert page.title == f"{HOSTILE} - mwplab"
    (article,) = page.articles
    # The text, its type, how it was changed, the answer, the reason, the remark, and what the solver wrote.
    letters = re.sub(r"\W", "", article)
    assert letters.count(re.sub(r"\W", "", HOSTILE)) >= 6
    assert "49" not in page.text


def test_only_the_script_of_the_page_is_allowed_to_run(chromium: str, tmp_path: Path) -> None:
    page = report_page(two_reports())
    injected = page.replace("</body>", "<script>document.title = 'owned'</script></body>")
    assert open_page(chromium, injected, tmp_path).title == "nearest, majority on made@1.0 - mwplab"
    script = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    assert len(script) == 1
    assert script_source(script[0]) in page.replace("&#39;", "'")


def test_the_page_asks_the_network_for_nothing() -> None:
    page = report_page(two_reports())
    addresses = set(re.findall(r"https?://[^\s\"'<>)]+", page))
    assert addresses <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    assert "default-src 'none'" in page
    assert not re.search(r"<link|<iframe|@import|url\((?!#)", page)


@given(st.recursive(st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)))
def test_data_in_a_script_reads_back_and_never_ends_it(value: object) -> None:
    text = script_json(value)
    assert json.loads(text) == value
    assert not set("<>&\u2028\u2029") & set(text)


def test_scores_stand_with_interval_and_signature(chromium: str, tmp_path: Path) -> None:
    page = open_page(chromium, report_page(one_report()), tmp_path)
    assert "0.400 [0.300, 0.500]" in page.text
    assert "data:made@1.0#0a1b|solver:nearest" in page.text
    assert "< 0.0001" in page.text
    assert page.elements.count("svg") == 4


def test_rows_stand_side_by_side_with_reasons_and_drawn_derivations(chromium: str, tmp_path: Path) -> None:
    first, second = open_page(chromium, report_page(two_reports()), tmp_path).articles
    assert "8 is given, gold 2" in first
    assert "Ann has 5A owls, Bo has 3B." in first
    assert "x = 5A - 3B" in first
    # Another template has slots of its own, drawn again over the text.
    assert "x = 5A′ + 3B′" in first
    assert "Ann has 5A′ owls, Bo has 3B′." in first
    # Where gold and both predictions agree, the text stands once.
    assert second.count("Ann has") == 1


@pytest.mark.parametrize(
    ("fragment", "expected"),
    [
        ("", {"made/1", "made/2"}),
        ("#search=owls+MADE/1", {"made/1"}),
        ("#search=elephant", set()),
        ("#only=results+judged+differently&verdict.1.0=wrong", {"made/1"}),
        ("#type=Difference&verdict.1.1=correct", {"made/2"}),
        # No row of the first result is wrong, so that there is nothing to choose; nor is there such a page.
        ("#only=no+such+filter&verdict.0.0=wrong&page=99", {"made/1", "made/2"}),
    ],
)
def test_the_address_says_which_rows_are_shown(
    fragment: str, expected: set[str], chromium: str, tmp_path: Path
) -> None:
    articles = open_page(chromium, report_page(two_reports()), tmp_path, fragment).articles
    assert {article.partition(" ")[0].strip() for article in articles} == expected


def many_rows() -> Report:
    """A report on as many rows as a large test set has, long texts and two results."""
    story = "In week {0} the library of the harbour lent {1} books and {2} maps to the crews. " * 2
    kinds = ("Addition", "Subtraction", "Ratio", "Algebra-1")
    sides = []
    for name, step in (("first", 3), ("second", 7)):
        rows = [
            row(
                problem(str(key), story.format(key, key + 2, key % 9) + "How many?", type=kinds[key % 4]),
                "x = q0 - q1" if key % 2 else "x = q1 * (q0 + 2)",
                right=key % step == 0,
                reason="" if key % step == 0 else f"8 is given, gold {key}",
            )
            for key in range(MANY)
        ]
        sides.append(Entry(name=name, result=Result(signature=name, rows=tuple(rows), scores=scores())))
    return Report(title="many", entries=tuple(sides))


def test_many_rows_stay_small_and_are_filtered_page_by_page(chromium: str, tmp_path: Path) -> None:
    page = report_page(many_rows())
    assert len(page.encode()) < 6_000_000
    probe = """(() => {
      const started = performance.now();
      const box = document.querySelector("input"), choose = document.querySelectorAll("select");
      box.value = "harbour maps"; box.dispatchEvent(new Event("input"));
      const [type, only, first] = choose;
      type.value = "Ratio"; type.dispatchEvent(new Event("change"));
      const ratio = document.querySelector("[role=status]").textContent;
      first.value = "correct"; first.dispatchEvent(new Event("change"));
      const right = document.querySelector("[role=status]").textContent;
      later.click();
      const cards = document.querySelectorAll("article").length;
      const page = document.querySelector("[role=status]").textContent;
      const spent = performance.now() - started;
      return JSON.stringify({ ratio, right, page, cards, spent, hash: location.hash });
    })()"""
    found = json.loads(open_page(chromium, probed(page, probe), tmp_path).title)
    ratio = [key for key in range(MANY) if key % 4 == 2]
    right = [key for key in ratio if key % 3 == 0]
    assert found["ratio"].startswith(f"{len(ratio)} of {MANY} rows, page 1 of ")
    assert found["right"].startswith(f"{len(right)} of {MANY} rows, page 1 of ")
    assert "page 2 of" in found["page"]
    assert found["cards"] == 25
    assert "type=Ratio" in found["hash"]
    assert found["spent"] < 2000


def test_a_column_is_sorted_by_its_numbers_both_ways(chromium: str, tmp_path: Path) -> None:
    probe = """(() => {
      const table = document.querySelector("details table.sortable"), seen = [];
      const cells = () => [...table.tBodies[0].rows].map(row => row.cells[0].textContent);
      const heads = table.querySelectorAll("th button");
      for (const press of [1, 1, 0]) { heads[press].click(); seen.push(cells()); }
      seen.push(table.tHead.rows[0].cells[0].getAttribute("aria-sort"));
      return JSON.stringify(seen);
    })()"""
    page = probed(report_page(one_report()), probe)
    rising, falling, named, sort = json.loads(open_page(chromium, page, tmp_path).title)
    assert rising == ["Addition", "50% of R&D"]
    assert falling == ["50% of R&D", "Addition"]
    assert named == ["50% of R&D", "Addition"]
    assert sort == "ascending"


@pytest.mark.parametrize("width", [500, 1200])
@pytest.mark.parametrize("report", [two_reports, hostile_report])
def test_every_control_has_a_label_every_picture_a_text_and_nothing_overflows(
    report: Callable[[], Report], width: int, chromium: str, tmp_path: Path
) -> None:
    probe = """(() => {
      const all = pattern => [...document.querySelectorAll(pattern)];
      return JSON.stringify({
        controls: all("input, select").filter(one => !one.labels.length).length,
        pictures: all("svg").filter(one => !one.closest("[role=img][aria-label]")).length,
        twins: all("[id]").length - new Set(all("[id]").map(one => one.id)).size,
        wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      });
    })()"""
    page = open_page(chromium, probed(report_page(report()), probe), tmp_path, width=width)
    assert json.loads(page.title) == {"controls": 0, "pictures": 0, "twins": 0, "wide": 0}


def test_a_result_without_rows_or_scores_has_a_page(chromium: str, tmp_path: Path) -> None:
    empty = Report(title="empty", entries=(Entry(name="a", result=Result(signature="s")),))
    page = open_page(chromium, report_page(empty), tmp_path)
    assert page.articles == []
    assert "0 of 0 rows" in page.text
