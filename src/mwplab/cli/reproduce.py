"""``mwp reproduce PAPER[.TABLE]...``: the paper's cells, ours, the difference."""

from __future__ import annotations

from typing import Annotated

import typer

from mwplab.cli.output import Json, print_json, print_view
from mwplab.papers import reproduce
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
    rows = [
        (cell.table, cell.row, cell.column, cell.paper, cell.ours, cell.status.value, cell.note)
        for cell in cells
    ]
    print_view(table(rows, ["table", "row", "column", "paper", "ours", "status", "note"]))
