"""``mwp reproduce PAPER[.TABLE]...``: the paper's cells, ours, the difference."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Group
from rich.table import Table

from mwplab.cli.output import Json, print_json, print_view
from mwplab.reports.terminal import table

if TYPE_CHECKING:
    from mwplab.papers import Cell, Training


def run(
    names: Annotated[
        list[str],
        typer.Argument(metavar="PAPER[.TABLE]...", help="svamp.table9, or svamp for all its tables."),
    ],
    recorded: Annotated[
        bool, typer.Option("--recorded", help="Show kept results of what needs training.")
    ] = False,
    quick: Annotated[
        bool, typer.Option("--quick", help="Train small networks on one fold: minutes, and it says so.")
    ] = False,
    device: Annotated[
        str, typer.Option("--device", help="cpu or cuda; by default a GPU where there is one.")
    ] = "",
    keep: Annotated[
        Path | None,
        typer.Option("--keep", help="Keep verdicts and models in this folder; a stopped run goes on."),
    ] = None,
    json: Json = False,
) -> None:
    """Compute tables of the papers again and set them beside the printed figures.

    Tables of trained solvers are trained anew unless --recorded is given.

    Example: mwp reproduce svamp.table2 --recorded
    """
    from mwplab.papers import Kept, reproduce

    cells = reproduce(names, Kept() if recorded else training(device, quick, keep))
    if json:
        print_json(cell.to_dict() for cell in cells)
        return
    print_view(
        Group(*(_view(name, list(part)) for name, part in groupby(cells, key=lambda cell: cell.table)))
    )


def training(device: str, quick: bool, folder: Path | None) -> Training:
    """Return what carries experiments out, keeping what it makes where a folder is named."""
    from mwplab.papers import Kept, Training

    kept = None if folder is None else Kept(folder / "verdicts")
    runs = None if folder is None else folder / "runs"
    return Training(device=device, quick=quick, kept=kept, runs=runs)


def _view(name: str, cells: list[Cell]) -> Table:
    rows = [(one.row, one.column, one.paper, _shown(one.ours), one.status.value, one.note) for one in cells]
    return table(rows, ["row", "column", "paper", "ours", "status", "note"], title=name, whole=5)


def _shown(ours: float | None) -> str:
    return "" if ours is None else f"{ours:.4f}".rstrip("0").rstrip(".")
