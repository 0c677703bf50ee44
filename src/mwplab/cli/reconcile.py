"""``mwp reconcile NAME...``: equivalent templates, within and across datasets."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Group, RenderableType

from mwplab.catalogue import load
from mwplab.cli.output import Json, Limit, print_json, print_view
from mwplab.curate import First, Mix
from mwplab.curate.reconcile import Reconciled, TemplateClass, labelled, reconcile
from mwplab.records import write_jsonl
from mwplab.reports.terminal import table

SHOWN = 20
"""How many merged classes, and how many problems that stay as they are, a person is shown."""


def run(
    names: Annotated[
        list[str], typer.Argument(metavar="NAME...", help="Datasets, parts of them, or .jsonl files.")
    ],
    out: Annotated[
        Path | None,
        typer.Option("--out", help="Write the problems with their new equations to this .jsonl file."),
    ] = None,
    limit: Limit = None,
    json: Json = False,
) -> None:
    """Merge equivalent templates, within and across datasets, and rewrite the equations.

    Example: mwp reconcile starter --out reconciled.jsonl
    """
    datasets = [load(name) for name in names]
    if limit is not None:
        datasets = [First(count=limit)(dataset) for dataset in datasets]
    found = reconcile(datasets)
    if out is not None:
        several = len(datasets) > 1
        write_jsonl(Mix().joined(datasets, found.datasets) if several else found.datasets[0], out)
    if json:
        print_json(record(number, one) for number, one in enumerate(found.classes, start=1))
        for kept in found.kept:
            typer.echo(f"mwp: {kept.problem} stays as it is: {kept.reason}", err=True)
    else:
        print_view(view(found))


def record(number: int, found: TemplateClass) -> dict[str, Any]:
    """Return a class as the record that ``--json`` prints."""
    return {
        "class": number,
        "template": str(found.template),
        "members": found.members,
        "datasets": dict(found.datasets),
        "forms": {str(form): count for form, count in found.forms},
        "examples": list(found.examples),
    }


def view(found: Reconciled) -> RenderableType:
    """Return the classes for a person: how many, those of several forms, and what stays as it is."""
    sizes = []
    for label, dataset in zip(labelled(found.datasets), found.datasets, strict=True):
        here = [dict(one.datasets)[label] for one in found.classes if label in dict(one.datasets)]
        sizes.append((label, len(dataset), sum(here), len(here)))
    forms = sum(len(one.forms) for one in found.classes)
    merged = [one for one in found.classes if len(one.forms) > 1]
    columns = ["template", "members", "datasets", "forms", "one of them", "example"]
    rows = [
        (
            str(one.template),
            one.members,
            ", ".join(f"{name} {count}" for name, count in one.datasets),
            len(one.forms),
            str(one.forms[1][0]),
            one.examples[1],
        )
        for one in merged[:SHOWN]
    ]
    more = f", of which the {SHOWN} largest are shown" if len(merged) > SHOWN else ""
    shown: list[RenderableType] = [
        table(sizes, ["dataset", "problems", "with equations", "classes"]),
        "",
        f"{forms} forms make {len(found.classes)} classes; {len(merged)} classes have several forms{more}",
        *([table(rows, columns)] if rows else []),
    ]
    if found.kept:
        shown += ["", f"{len(found.kept)} problems stay as they are"]
        shown.append(table([(one.problem, one.reason) for one in found.kept[:SHOWN]], ["problem", "reason"]))
    return Group(*shown)
