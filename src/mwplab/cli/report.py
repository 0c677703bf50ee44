"""``mwp report RESULT...``: a page, or tables for a paper, about one result or several."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mwplab.cli.output import Seed
from mwplab.reports.report import ReportForm


def run(
    results: Annotated[list[Path], typer.Argument(metavar="RESULT...", help="Folders of runs.")],
    out: Annotated[Path, typer.Option("--out", help="The file to write.")] = Path("report.html"),
    form: Annotated[
        ReportForm | None,
        typer.Option("--as", help="What to write; by default what the file's name says, .html, .md or .tex."),
    ] = None,
    plots: Annotated[
        Path | None, typer.Option("--plots", help="Also write the pictures as SVG files to this folder.")
    ] = None,
    by: Annotated[
        list[str] | None,
        typer.Option("--by", help="Compare results by this field as well, such as type; may be repeated."),
    ] = None,
    seed: Seed = 0,
) -> None:
    """Report on one run or several: scores, break-downs, comparisons, and on a page every row side by side.

    Example: mwp report runs/nearest runs/majority --by type --out report.html
    """
    from mwplab.runs.report import make_report, read_results, write_plots, write_report

    form = form or ReportForm.of(out)
    report = make_report(read_results(results), by=by or [], seed=seed)
    write_report(report, form, out)
    typer.echo(f"{out}: {report.title}")
    if plots is not None:
        typer.echo(f"{plots}: {len(write_plots(report, plots))} pictures")
