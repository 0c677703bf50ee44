"""``mwp reproduce PAPER[.TABLE]...``: the paper's cells, ours, the difference."""

from __future__ import annotations

from itertools import groupby
from typing import Annotated

import typer
from rich.console import Group
from rich.table import Table

from mwplab.cli.output import Json, print_json, print_view
from mwplab.papers import Cell, reproduce
from mwplab.reports.terminal import table


def run(
    names: Annotated[
        list[str],
        typer.Argument(metavar="PAPER[.TABLE]...", help="svamp.table9, or svamp for all its tables."),
    ],
    recorded: Annotated[
        bool, typer.Option("--recorded", help="Show kept results of what needs training.")
    ] = False,
    json: Json = False,
) -> None:
    """Compute tables of the papers again and set them beside the printed figures.

    Example: mwp reproduce svamp.table9
    """
    cells = reproduce(names, recorded=recorded)
    if json:
        print_json(cell.to_dict() for cell in cells)
        return
    print_view(
        Group(*(_view(name, list(part)) for name, part in groupby(cells, key=lambda cell: cell.table)))
    )


def _view(name: str, cells: list[Cell]) -> Table:
    rows = [(one.row, one.column, one.paper, _shown(one.ours), one.status.value, one.note) for one in cells]
    return table(rows, ["row", "column", "paper", "ours", "status", "note"], title=name, whole=5)


def _shown(ours: float | None) -> str:
    return "" if ours is None else f"{ours:.4f}".rstrip("0").rstrip(".")
