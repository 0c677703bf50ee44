"""``mwp reproduce PAPER[.TABLE]...``: the paper's cells, ours, the difference."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Group
from rich.table import Table

from mwplab.cli.output import Json, kept_in, print_json, print_view, stoppable
from mwplab.records.files import check_writable
from mwplab.reports.terminal import table
from mwplab.runs.selection import Selection

if TYPE_CHECKING:
    from mwplab.papers import Cell, Training


def run(
    names: Annotated[
        list[str],
        typer.Argument(metavar="PAPER[.TABLE]...", help="svamp.table9, or svamp for all its tables."),
    ],
    rows: Annotated[
        str, typer.Option("--rows", metavar="PATTERN", help="Only rows like this, such as '*/S' or 'gts*'.")
    ] = "*",
    recorded: Annotated[
        bool, typer.Option("--recorded", help="Show kept results of what needs training.")
    ] = False,
    quick: Annotated[
        bool, typer.Option("--quick", help="Train small networks on one fold: minutes, and it says so.")
    ] = False,
    selection: Annotated[
        Selection | None,
        typer.Option("--selection", help="Train for this choice of epoch only; by default for both."),
    ] = None,
    device: Annotated[
        str, typer.Option("--device", help="cpu or cuda; by default a GPU where there is one.")
    ] = "",
    keep: Annotated[
        Path | None,
        typer.Option("--keep", help="Keep verdicts in this folder; a stopped run goes on from there."),
    ] = None,
    minutes: Annotated[
        float | None,
        typer.Option(
            "--minutes", min=0, help="Begin no training later than this; with --keep the next run goes on."
        ),
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", min=1, help="Processes that train, also on one GPU.")] = 1,
    together: Annotated[
        int, typer.Option("--together", min=1, help="Solvers that each process trains at once on a GPU.")
    ] = 15,
    json: Json = False,
) -> None:
    """Compute tables of the papers again and set them beside the printed figures.

    Tables of trained solvers are trained anew unless --recorded is given; a line on stderr tells of each.

    Example: mwp reproduce svamp.table2 --recorded
    """
    from mwplab.papers import Kept, Training, reproduce

    given = {
        "--quick": quick,
        "--selection": selection,
        "--keep": keep,
        "--device": device,
        "--minutes": minutes is not None,
    }
    unused = ", ".join(name for name, value in given.items() if value)
    if recorded and unused:
        raise typer.BadParameter(f"--recorded trains nothing; leave out {unused}")
    if quick and keep:
        raise typer.BadParameter("--quick keeps nothing; leave out --keep")
    training = Training(
        device=device,
        quick=quick,
        selection=selection,
        jobs=jobs,
        together=together,
        until=None if minutes is None else time.time() + 60 * minutes,
        tell=partial(typer.echo, err=True),
    )
    source = Kept() if recorded else kept_by(training, keep)
    with stoppable(kept_in(keep, "--keep")):
        cells = reproduce(names, source, rows=rows)
    if json:
        print_json(cell.to_dict() for cell in cells)
        return
    print_view(
        Group(*(_view(name, list(part)) for name, part in groupby(cells, key=lambda cell: cell.table)))
    )


def kept_by(training: Training, folder: Path | None) -> Training:
    """Return what keeps verdicts and long trainings in a folder, where one is named."""
    from mwplab.papers import Kept

    if folder is None:
        return training
    check_writable(folder / "verdicts")
    return replace(training, kept=Kept(folder / "verdicts"), runs=folder / "runs")


def _view(name: str, cells: list[Cell]) -> Table:
    rows = [(one.row, one.column, one.paper, _shown(one.ours), one.status.value, one.note) for one in cells]
    return table(rows, ["row", "column", "paper", "ours", "status", "note"], title=name, whole=5)


def _shown(ours: float | None) -> str:
    return "" if ours is None else f"{ours:.4f}".rstrip("0").rstrip(".")
