"""``mwp tune SOLVER --on NAME``: the best options, searched on the training part of one fold."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Group, RenderableType

from mwplab.cli.output import Json, Limit, Seed, kept_in, print_json, print_view, stoppable
from mwplab.records.files import check_writable
from mwplab.reports.terminal import table

if TYPE_CHECKING:
    from mwplab.runs.tune import Tuned


def run(
    solver: Annotated[
        str, typer.Argument(help="A neural solver; options that it names are held fixed, others searched.")
    ],
    on: Annotated[
        str,
        typer.Option("--on", help="Training data, such as asdiv-a:fold0/train, or asdiv-a: every fold's."),
    ],
    study: Annotated[
        Path, typer.Option("--study", help="The file that results are kept in; the search goes on from it.")
    ] = Path("tuning.journal"),
    trials: Annotated[
        int | None, typer.Option("--trials", min=0, help="So many more; by default all combinations.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", help="Write the solver's defaults with the best options to this file, as TOML."
        ),
    ] = None,
    together: Annotated[
        int, typer.Option("--together", min=1, help="Models that are trained at once on a GPU.")
    ] = 8,
    seed: Seed = 0,
    limit: Limit = None,
    json: Json = False,
) -> None:
    """Search the grid of SVAMP's Table 16 for the best options; a fifth of the training data judges.

    Example: mwp tune 'constrained(epochs=1)' --on 'starter[grade<=3]' --trials 2
    """
    from mwplab.records.jsonl import write_atomically
    from mwplab.runs.tune import tune

    if out is not None:
        check_writable(out)
    with stoppable(kept_in(study)):
        found = tune(solver, on, study, trials=trials, together=together, seed=seed, limit=limit)
    if out is not None and found.attempts:
        write_atomically(out, found.toml())
    if json:
        print_json(records(found))
    else:
        print_view(view(found))


def records(found: Tuned) -> list[dict[str, Any]]:
    """Return the attempts as the records that ``--json`` prints, best first."""
    head = {"solver": found.solver, "data": found.data}
    return [
        {**head, "options": dict(one.options), "accuracy": one.accuracy, "epoch": one.epoch}
        for one in found.attempts
    ]


def view(found: Tuned) -> RenderableType:
    """Return the attempts for a person, best first."""
    names = list(found.attempts[0].options) if found.attempts else []
    rows = [
        (f"{one.accuracy:.3f}", one.epoch, *(one.options[name] for name in names)) for one in found.attempts
    ]
    tried = (
        f"{len(found.attempts)} of {found.combinations} combinations tried for {found.solver} on {found.data}"
    )
    return Group(table(rows, ["accuracy", "epoch", *names]), "", tried)
