"""Results of real solvers read back, compared and written for people."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from mwplab.curate.folds import By
from mwplab.errors import DataError, MwplabError, RecordError
from mwplab.records import Result, Verdict
from mwplab.reports.charts import report_charts
from mwplab.reports.report import Report, ReportForm
from mwplab.reports.result_html import report_page
from mwplab.reports.tables import report_tables
from mwplab.runs.crossvalidate import crossvalidate
from mwplab.runs.report import make_report, read_results, write_plots, write_report
from tests.reports.made import open_page
from tests.runs.made import problem, result, row

JUDGES = ["solution", "derivation"]


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    place = tmp_path_factory.mktemp("runs")
    for solver in ("nearest", "majority"):
        crossvalidate(solver, "starter", folds=5, by=By.TYPE, judges=JUDGES, folder=place / solver)
    return [place / "nearest", place / "majority"]


@pytest.fixture(scope="module")
def results(folders: list[Path]) -> dict[str, Result]:
    return read_results(folders)


@pytest.fixture(scope="module")
def report(results: dict[str, Result]) -> Report:
    return make_report(results, by=["type"])


def test_results_are_named_by_their_solvers(results: dict[str, Result]) -> None:
    assert list(results) == ["nearest", "majority"]


def test_runs_of_one_solver_are_named_by_their_folders(folders: list[Path], tmp_path: Path) -> None:
    crossvalidate("nearest", "starter", folds=2, judges=JUDGES, folder=tmp_path / "halves", limit=40)
    assert list(read_results([folders[0], tmp_path / "halves"])) == ["nearest", "halves"]


def test_a_folder_given_twice_or_not_at_all_is_refused(folders: list[Path]) -> None:
    with pytest.raises(RecordError, match="given twice"):
        read_results([folders[0], folders[0]])
    with pytest.raises(RecordError, match="a report needs a result"):
        read_results([])


def test_every_score_of_the_runs_stands_in_some_table(report: Report) -> None:
    cells = {cell for table in report_tables(report) for row in table.rows for cell in row}
    for entry in report.entries:
        for score in entry.result.scores:
            assert f"{score.value:.3f} [{score.low:.3f}, {score.high:.3f}]" in cells


def test_differences_are_counted_from_the_rows(report: Report) -> None:
    sides = [
        {row.problem.id: row.verdicts["solution"] is Verdict.CORRECT for row in entry.result.rows}
        for entry in report.entries
    ]
    whole = next(one for one in report.differences if one.judge == "solution" and not one.slice)
    assert whole.only_first == sum(sides[0][id] and not sides[1][id] for id in sides[0])
    assert whole.only_second == sum(sides[1][id] and not sides[0][id] for id in sides[0])
    assert {one.slice.partition("=")[0] for one in report.differences} == {"", "type"}


def test_rows_on_which_judges_disagree_are_remarked(report: Report) -> None:
    entry = report.entries[0]
    assert entry.remarks
    for place in entry.remarks:
        verdicts = entry.result.rows[place].verdicts
        assert verdicts["solution"] != verdicts["derivation"]


def test_one_result_shows_which_parts_differ_from_the_rest(results: dict[str, Result]) -> None:
    (entry,) = make_report({"nearest": results["nearest"]}).entries
    assert ("solution-accuracy", "type=Addition") in entry.adjusted
    assert all(0 <= p_value <= 1 for p_value in entry.adjusted.values())


def test_the_page_shows_every_row_where_two_solvers_differ(
    report: Report, chromium: str, tmp_path: Path
) -> None:
    one, two = ({row.problem.id: row for row in entry.result.rows} for entry in report.entries)
    differing = sum(one[id].verdicts != two[id].verdicts for id in one)
    page = open_page(chromium, report_page(report), tmp_path, "#only=results+judged+differently")
    assert f"{differing} of 360 rows, page 1 of" in page.text
    assert "is given, gold" in page.articles[0]


def test_the_pictures_of_the_page_are_those_in_the_files(report: Report, tmp_path: Path) -> None:
    page, paths = report_page(report), write_plots(report, tmp_path / "plots")
    assert len(paths) == len(set(paths)) == len(report_charts(report)) > 10
    for path in paths:
        drawing = path.read_text(encoding="utf-8").strip()
        assert drawing in page
        assert ElementTree.fromstring(drawing).tag.endswith("svg")
    assert {"accuracy.svg", "solution-accuracy-by-type.svg", "nearest-less-majority.svg"} <= {
        path.name for path in paths
    }


@pytest.mark.parametrize(
    ("form", "start"),
    [
        (ReportForm.HTML, "<!doctype html>"),
        (ReportForm.MARKDOWN, "# nearest, majority on starter@1.0"),
        (ReportForm.LATEX, "% Needs"),
    ],
)
def test_every_form_is_written_and_is_the_same_each_time(
    form: ReportForm, start: str, report: Report, tmp_path: Path
) -> None:
    for name in ("one", "two"):
        write_report(report, form, tmp_path / name)
    written = (tmp_path / "one").read_bytes()
    assert written.decode().startswith(start)
    assert written == (tmp_path / "two").read_bytes()


def test_results_without_a_common_problem_are_reported_side_by_side() -> None:
    sides = {name: result([row(problem(name), True)], name) for name in ("a", "b")}
    report = make_report(sides)
    assert report.differences == ()
    assert re.search("a and b are not compared: .*no problem in common", report.notes[0])


def test_rows_without_a_partner_are_told() -> None:
    shared = row(problem("1"), True)
    report = make_report({"a": result([shared, row(problem("2"), False)]), "b": result([shared])})
    assert report.notes == ("Rows that only one of a and b has: 1.",)


def test_a_place_that_cannot_be_written_is_a_clear_error(report: Report, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(DataError, match="cannot be written"):
        write_report(report, ReportForm.MARKDOWN, tmp_path / "file" / "report.md")


def test_a_folder_without_a_run_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(MwplabError, match="holds no run"):
        read_results([tmp_path])
