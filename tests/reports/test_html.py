"""Pages and pictures: self-contained, escaped, the same on every run, and working in a real browser."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

from mwplab.catalogue import load
from mwplab.measures import profile
from mwplab.records import Dataset, Finding, FindingKind, Problem
from mwplab.reports.html import Chart, dataset_page
from mwplab.reports.plots import bars, heat_map
from mwplab.text import quantities

HOSTILE = "<script>document.title = 'owned'</script> has 3 \"hats\" & <img src=x onerror=alert(1)>"


def page_of(dataset: Dataset) -> str:
    finding = Finding(problem="a/1", kind=FindingKind.ANSWER, message=HOSTILE)
    return dataset_page(
        dataset,
        [finding],
        [Chart("Grades", bars({1: 2}, title="Grades", label="grade"))],
        dataset.problems,
        signature="data:a",
    )


def test_a_hostile_text_is_shown_and_not_run() -> None:
    problem = Problem(id="a/1", question=HOSTILE, quantities=quantities(HOSTILE), type=HOSTILE)
    page = page_of(Dataset(name="a", problems=(problem,)))
    assert page.count("<script>") == 1
    assert "<img" not in page
    assert "&lt;script&gt;" in page


def test_charts_are_well_formed_and_the_same_on_every_run() -> None:
    first, second = drawn(), drawn()
    assert first == second
    assert all(ElementTree.fromstring(picture).tag.endswith("svg") for picture in first)


def drawn() -> tuple[str, str]:
    counts = profile(load("starter"))
    return (
        bars(counts.operators, title="Operations", label="operations"),
        heat_map(counts.types_by_grade, title="Types", label="grade"),
    )


def test_an_empty_dataset_has_a_page() -> None:
    assert "<article>" not in page_of(Dataset(name="empty"))


def test_the_page_opens_in_a_browser_and_its_filter_hides_what_does_not_match(
    chromium: str, tmp_path: Path
) -> None:
    starter = load("starter")
    page = page_of(replace(starter, problems=starter.problems[:30], splits={}))
    probe = """
    <script>
    box.value = "hedgehog"; box.dispatchEvent(new Event("input"));
    const seen = [...document.querySelectorAll("article")].filter(one => !one.hidden).length;
    document.body.setAttribute("data-seen", seen);
    </script></body>"""
    path = tmp_path / "page.html"
    path.write_text(page.replace("</body>", probe), encoding="utf-8")
    flags = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--no-first-run",
        "--disable-background-networking",
    ]
    command = [
        chromium,
        *flags,
        "--disable-component-update",
        "--disable-sync",
        f"--user-data-dir={tmp_path / 'profile'}",
    ]
    done = subprocess.run(
        [*command, "--dump-dom", path.as_uri()], capture_output=True, text=True, timeout=120, check=True
    )
    assert 'data-seen="1"' in done.stdout
