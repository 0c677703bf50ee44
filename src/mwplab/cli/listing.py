"""``mwp list WHAT``: everything registered under a kind."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from enum import StrEnum
from typing import Annotated, Any

import typer

from mwplab.catalogue import datasets
from mwplab.catalogue.folder import Folder
from mwplab.cli.output import Json, print_json, print_view
from mwplab.curate import curations
from mwplab.measures import measures
from mwplab.perturb import perturbations
from mwplab.registry import Registry
from mwplab.reports.terminal import table


class What(StrEnum):
    """What can be listed."""

    DATASETS = "datasets"
    CURATIONS = "curations"
    MEASURES = "measures"
    PERTURBATIONS = "perturbations"
    PROBES = "probes"
    SOLVERS = "solvers"
    PAPERS = "papers"


def run(
    what: Annotated[What, typer.Argument(help="What to list.")] = What.DATASETS, json: Json = False
) -> None:
    """List the datasets of the catalogue, curations, measures, perturbations, probes, solvers, or tables.

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


def _probes() -> list[dict[str, object]]:
    from mwplab.runs.probe import probes

    return [_described("probe", name, probes) for name in probes]


def _solvers() -> list[dict[str, object]]:
    from mwplab.solvers import solvers

    return [{"solver": name} for name in solvers]


def _tables() -> list[dict[str, object]]:
    from mwplab.papers import table_names

    return [{"table": name} for name in table_names()]


def _described(kind: str, name: str, registry: Registry[Any]) -> dict[str, object]:
    """Return a name with the first sentence of what makes it."""
    sentence, _, _ = (inspect.getdoc(registry.factory(name)) or "").partition("\n")
    return {kind: name, "does": sentence}


_LISTS: dict[What, Callable[[], list[dict[str, object]]]] = {
    What.DATASETS: _datasets,
    What.CURATIONS: lambda: [_described("curation", name, curations) for name in curations],
    What.MEASURES: lambda: [_described("measure", name, measures) for name in measures],
    What.PERTURBATIONS: lambda: [_described("perturbation", name, perturbations) for name in perturbations],
    What.PROBES: _probes,
    What.SOLVERS: _solvers,
    What.PAPERS: _tables,
}
