"""The command line: typed words, one call, one printed record."""

from __future__ import annotations

import signal
import sys

import typer

from mwplab.cli import (
    admit,
    align,
    check,
    compare,
    curate,
    data,
    demo,
    evaluate,
    export,
    judge,
    listing,
    measure,
    mix,
    perturb,
    probe,
    reconcile,
    report,
    reproduce,
    show,
    solve,
    split,
    train,
    tune,
)
from mwplab.errors import MwplabError
from mwplab.reports.harmless import harmless

app = typer.Typer(
    name="mwp",
    help="A workbench for math word problems.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.command("list")(listing.run)
app.command("show")(show.run)
app.add_typer(data.app, name="data")
app.command("check")(check.run)
app.command("measure")(measure.run)
app.command("curate")(curate.run)
app.command("split")(split.run)
app.command("admit")(admit.run)
app.command("mix")(mix.run)
app.command("export")(export.run)
app.command("align")(align.run)
app.command("reconcile")(reconcile.run)
app.command("perturb")(perturb.run)
app.command("train")(train.run)
app.command("tune")(tune.run)
app.command("solve")(solve.run)
app.command("evaluate")(evaluate.run)
app.command("judge")(judge.run)
app.command("probe")(probe.run)
app.command("compare")(compare.run)
app.command("report")(report.run)
app.command("reproduce")(reproduce.run)
app.command("demo")(demo.run)


def main() -> None:
    """Run the command line; an MwplabError ends as one line on stderr and status 1."""
    # What a scheduler sends is taken as Ctrl-C, which keeps what is done and ends worker processes too.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        app()
    except MwplabError as error:
        typer.echo(f"mwp: {harmless(str(error))}", err=True)
        raise SystemExit(1) from None
    except BrokenPipeError:
        sys.stderr.close()
        raise SystemExit(0) from None
