"""``mwp list WHAT``: everything registered under a kind."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Annotated

import typer

from mwplab.catalogue import datasets
from mwplab.catalogue.folder import Folder
from mwplab.cli.output import Json, print_json, print_view
from mwplab.measures import measures
from mwplab.papers import table_names
from mwplab.reports.terminal import table
from mwplab.solvers import solvers


class What(StrEnum):
    """What can be listed."""

    DATASETS = "datasets"
    MEASURES = "measures"
    SOLVERS = "solvers"
    PAPERS = "papers"


def run(
    what: Annotated[What, typer.Argument(help="What to list.")] = What.DATASETS, json: Json = False
) -> None:
    """List the datasets of the catalogue, the measures, the solvers, or the tables of the papers.

    Example: mwp list datasets
    """
    records = _LISTS[what]()
    if json:
        print_json(records)
    else:
        print_view(table([tuple(record.values()) for record in records], list(records[0])))


def _datasets() -> list[dict[str, object]]:
    return [_dataset(name) for name in datasets]


def _dataset(name: str) -> dict[str, object]:
    entry = datasets.make(name)
    here = Folder(entry.full_name, entry.checksums).is_complete()
    return {
        "dataset": name,
        "edition": entry.edition,
        "problems": entry.card.counts.get("problems", ""),
        "here": "yes" if here else "no",
        "licence": entry.card.licence,
        "title": entry.card.title,
    }


_LISTS: dict[What, Callable[[], list[dict[str, object]]]] = {
    What.DATASETS: _datasets,
    What.MEASURES: lambda: [{"measure": name} for name in measures],
    What.SOLVERS: lambda: [{"solver": name} for name in solvers],
    What.PAPERS: lambda: [{"table": name} for name in table_names()],
}
