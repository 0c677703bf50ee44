"""``mwp admit FILE --into NAME``: which new problems add something to a collection?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Group, RenderableType

from mwplab.catalogue import load
from mwplab.cli.output import Cluster, Jobs, Json, Limit, print_json, print_view
from mwplab.curate import Decision, First, Gate, Ruling
from mwplab.curate.admission import REFUSE, REVISE
from mwplab.records import write_jsonl
from mwplab.reports.terminal import table

SHOWN = 30
"""How many problems that are not admitted a person is shown."""


def run(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="The new problems: a .jsonl file or a dataset.")
    ],
    into: Annotated[str, typer.Option("--into", help="The collection: a dataset or a .jsonl file.")],
    refuse: Annotated[
        float, typer.Option("--refuse", min=0, max=1, help="Below this lexicon diversity: refused.")
    ] = REFUSE,
    revise: Annotated[
        float, typer.Option("--revise", min=0, max=1, help="Below this lexicon diversity: to be revised.")
    ] = REVISE,
    out: Annotated[
        Path | None, typer.Option("--out", help="Write the admitted problems to this .jsonl file.")
    ] = None,
    limit: Limit = None,
    jobs: Jobs = None,
    cluster: Cluster = None,
    json: Json = False,
) -> None:
    """Admit new problems to a collection by their lexicon diversity, or send them back with what they repeat.

    Example: mwp admit starter[grade=3] --into starter[grade=4] --out admitted.jsonl
    """
    gate = Gate(refuse=refuse, revise=revise)
    new, collection = load(file), load(into)
    if limit is not None:
        new = First(count=limit)(new)
    rulings = gate.rule(new, collection, jobs=jobs, cluster=cluster)
    if out is not None:
        write_jsonl(gate.admitted(new, collection, rulings), out)
    if json:
        print_json(map(record, rulings))
    else:
        print_view(view(rulings))


def record(ruling: Ruling) -> dict[str, Any]:
    """Return a ruling as the record that ``--json`` prints."""
    near = ruling.neighbour
    return {
        "problem": ruling.problem.id,
        "decision": ruling.decision,
        "diversity": ruling.diversity,
        "neighbour": near.id if near else None,
        "neighbour_text": near.text if near else None,
    }


def view(rulings: Sequence[Ruling]) -> RenderableType:
    """Return for a person how many were admitted, and what the others repeat."""
    counts = Counter(ruling.decision for ruling in rulings)
    back = [ruling for ruling in rulings if ruling.decision is not Decision.ADMITTED]
    rows = [
        (
            ruling.decision,
            f"{ruling.diversity:.3f}",
            f"{ruling.problem.id}: {ruling.problem.text}",
            f"{ruling.neighbour.id}: {ruling.neighbour.text}" if ruling.neighbour else "has no words",
        )
        for ruling in back[:SHOWN]
    ]
    called = {Decision.REVISE: "to revise"}
    summary = ", ".join(f"{counts[one]} {called.get(one, one.value)}" for one in Decision)
    more = f"; the first {SHOWN} that were not admitted are shown" if len(back) > SHOWN else ""
    shown: list[RenderableType] = [f"{len(rulings)} problems: {summary}{more}"]
    if rows:
        shown += ["", table(rows, ["decision", "diversity", "problem", "nearest"])]
    return Group(*shown)
