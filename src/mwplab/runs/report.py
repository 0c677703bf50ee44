"""Results read from their folders, compared with each other and written for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from mwplab.errors import RecordError
from mwplab.judge import disagreements
from mwplab.records import Result
from mwplab.records.jsonl import write_atomically
from mwplab.reports.charts import file_names, report_charts
from mwplab.reports.latex import report_latex
from mwplab.reports.markdown import report_markdown
from mwplab.reports.report import Difference, Entry, Report, ReportForm
from mwplab.reports.result_html import report_page
from mwplab.runs.compare import Contest
from mwplab.runs.contrasts import compare_all, name_results
from mwplab.runs.reread import load_result
from mwplab.runs.summary import slices

WRITERS = {
    ReportForm.HTML: report_page,
    ReportForm.MARKDOWN: report_markdown,
    ReportForm.LATEX: report_latex,
}
"""What writes each form."""


def read_results(folders: Sequence[Path]) -> dict[str, Result]:
    """Return the results in some folders, named by their solvers, or by the folders if two are alike."""
    if not folders:
        raise RecordError("a report needs a result; give a folder that 'mwp evaluate --out' has made")
    return name_results(folders, [load_result(folder) for folder in folders])


def make_report(results: Mapping[str, Result], *, by: Sequence[str] = (), seed: int = 0) -> Report:
    """Return what there is to say of results by name, every two of them compared problem by problem.

    ``by`` names fields to compare by, too. P-values are corrected for all pairs together (Holm).

    >>> from mwplab.runs.evaluate import evaluate
    >>> parts = {"train": ["starter[type=Subtraction]"]}
    >>> runs = {name: evaluate(name, "starter[type=Addition]", **parts) for name in ("nearest", "majority")}
    >>> report = make_report(runs)
    >>> report.title, len(report.differences)
    ('nearest, majority on starter@1.0', 1)
    """
    alone = len(results) == 1
    contrasts = compare_all(results, by=by, seed=seed)
    notes = [
        f"Rows that only one of {one.first} and {one.second} has: {one.compared.unpaired}."
        for one in contrasts.pairs
        if one.compared.unpaired
    ]
    data = dict.fromkeys(_data(result) for result in results.values())
    return Report(
        title=f"{', '.join(results)} on {', '.join(data)}",
        entries=tuple(
            Entry(
                name=name,
                result=result,
                adjusted=_adjusted(result) if alone else {},
                remarks=_remarks(result),
            )
            for name, result in results.items()
        ),
        differences=tuple(
            difference_of(one.first, one.second, contest)
            for one in contrasts.pairs
            for contest in one.compared.contests
        ),
        notes=(*contrasts.refused, *notes),
    )


def write_report(report: Report, form: ReportForm, path: Path) -> None:
    """Write a report to a file, whole or not at all."""
    write_atomically(path, WRITERS[form](report))


def write_plots(report: Report, folder: Path) -> list[Path]:
    """Write the pictures of a report as SVG files into a folder and return where they are."""
    charts = report_charts(report)
    paths = [folder / name for name in file_names(charts)]
    for path, chart in zip(paths, charts, strict=True):
        write_atomically(path, f"{chart.svg}\n")
    return paths


def _data(result: Result) -> str:
    return result.signature.partition("|")[0].removeprefix("data:").partition("#")[0]


def difference_of(first: str, second: str, contest: Contest) -> Difference:
    """Return what a judge says of two results, under the names that a report calls them by."""
    return Difference(
        first=first,
        second=second,
        judge=contest.judge,
        slice=contest.slice,
        first_score=contest.first,
        second_score=contest.second,
        comparison=contest.comparison,
        only_first=contest.only_first,
        only_second=contest.only_second,
        adjusted=contest.adjusted,
    )


def _adjusted(result: Result) -> dict[tuple[str, str], float]:
    """Return the corrected p-value of every slice against the rest."""
    judges = result.rows[0].verdicts if result.rows else ()
    found = [one for judge in judges for one in slices(result.rows, judge)]
    return {(one.score.name, one.score.slice): one.adjusted for one in found if one.adjusted is not None}


def _remarks(result: Result) -> dict[int, str]:
    """Return by place the rows on which the judges disagree, with the kind."""
    places = {id(row): place for place, row in enumerate(result.rows)}
    return {places[id(one.row)]: one.kind.value for one in disagreements(result.rows)}
