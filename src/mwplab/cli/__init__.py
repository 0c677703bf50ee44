"""The command line: typed words, one call, one printed record."""

from __future__ import annotations

import signal

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
from mwplab.cli.output import add_command
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
add_command(app, "list", listing.run)
add_command(app, "show", show.run)
app.add_typer(data.app, name="data")
add_command(app, "check", check.run)
add_command(app, "measure", measure.run)
add_command(app, "curate", curate.run)
add_command(app, "split", split.run)
add_command(app, "admit", admit.run)
add_command(app, "mix", mix.run)
add_command(app, "export", export.run)
add_command(app, "align", align.run)
add_command(app, "reconcile", reconcile.run)
add_command(app, "perturb", perturb.run)
add_command(app, "train", train.run)
add_command(app, "tune", tune.run)
add_command(app, "solve", solve.run)
add_command(app, "evaluate", evaluate.run)
add_command(app, "judge", judge.run)
add_command(app, "probe", probe.run)
add_command(app, "compare", compare.run)
add_command(app, "report", report.run)
add_command(app, "reproduce", reproduce.run)
add_command(app, "demo", demo.run)


def main() -> None:
    """Run the command line; an error ends as one line on stderr and status 1."""
    # What a scheduler sends is taken as Ctrl-C, which keeps what is done and ends worker processes too.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        app()
    except MwplabError as error:
        told = str(error)
    except OSError as error:  # a place that nobody may enter, or a name that is too long for one
        told = f"{error.filename or 'a file'!r} cannot be used: {error.strerror or error}"
    else:
        return
    typer.echo(f"mwp: {harmless(told)}", err=True)
    raise SystemExit(1)
