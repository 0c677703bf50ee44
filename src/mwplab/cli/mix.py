"""``mwp mix NAME NAME...``: datasets put together, with a report of what they share."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Group, RenderableType

from mwplab.catalogue import load
from mwplab.cli.output import Cluster, Jobs, Json, Limit, print_json, print_view
from mwplab.curate import First
from mwplab.records import write_jsonl
from mwplab.reports.terminal import table

if TYPE_CHECKING:
    from mwplab.runs.mixing import Mixed


def run(
    names: Annotated[
        list[str], typer.Argument(metavar="NAME NAME...", help="Two datasets or more, or .jsonl files.")
    ],
    reconcile: Annotated[
        bool,
        typer.Option("--reconcile/--as-written", help="Write equations that come to the same in one form."),
    ] = True,
    out: Annotated[Path | None, typer.Option("--out", help="Write the mix to this .jsonl file.")] = None,
    limit: Limit = None,
    jobs: Jobs = None,
    cluster: Cluster = None,
    json: Json = False,
) -> None:
    """Put datasets together, their equations written alike, and report what they have in common.

    Example: mwp mix asdiv-a mawps --out both.jsonl
    """
    from mwplab.runs.mixing import mix

    datasets = [load(name) for name in names]
    if limit is not None:
        datasets = [First(count=limit)(dataset) for dataset in datasets]
    mixed = mix(datasets, reconcile=reconcile, jobs=jobs, cluster=cluster)
    if out is not None:
        write_jsonl(mixed.dataset, out)
    if json:
        print_json({"kind": "portion", **asdict(one)} for one in mixed.portions)
        print_json({"kind": "shared", **asdict(one)} for one in mixed.shared)
    else:
        print_view(view(mixed))


def view(mixed: Mixed) -> RenderableType:
    """Return the report for a person."""
    portions = [
        (
            one.dataset,
            one.problems,
            one.templates,
            _percent(one.lexical_overlap),
            _percent(one.template_overlap),
        )
        for one in mixed.portions
    ]
    shared = [(one.other, one.one, one.exact, one.masked, one.templates) for one in mixed.shared]
    return Group(
        table(portions, ["dataset", "problems", "templates", "lexical overlap", "template overlap"]),
        "",
        table(shared, ["problems of", "that are in", "exactly", "but for numbers", "templates in common"]),
    )


def _percent(value: float | None) -> str:
    return "" if value is None else f"{100 * value:.2f} %"
