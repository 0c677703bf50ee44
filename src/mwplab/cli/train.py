"""``mwp train SOLVER --on NAME...``: a trained solver in a folder, with the curves of its training."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import RenderableType

from mwplab.cli.output import Json, Limit, Seed, print_json, print_view, stoppable
from mwplab.reports.terminal import table

if TYPE_CHECKING:
    from mwplab.runs.train import TrainedRun


def run(
    solver: Annotated[str, typer.Argument(help="A solver with its options, such as gts(epochs=20).")],
    on: Annotated[
        list[str], typer.Option("--on", help="A dataset or a part of one to train on; may be repeated.")
    ],
    out: Annotated[Path, typer.Option("--out", help="The folder that the trained solver is written to.")],
    valid: Annotated[
        str | None,
        typer.Option("--valid", help="Choose the best epoch by these; by default by some held out."),
    ] = None,
    seed: Seed = 0,
    limit: Limit = None,
    json: Json = False,
) -> None:
    """Train a solver and keep it; a training that was stopped goes on when the command is given again.

    Example: mwp train 'constrained(epochs=3)' --on 'starter[grade<=3]' --out model
    """
    from mwplab.runs.train import train

    with stoppable("the same command goes on from the last epoch that was kept, if one was"):
        done = train(solver, on, out, valid=valid, seed=seed, limit=limit)
    if json:
        print_json([record(done)])
    else:
        print_view(view(done))


def record(done: TrainedRun) -> dict[str, Any]:
    """Return a training as the record that ``--json`` prints."""
    return {
        "solver": done.solver,
        "train": list(done.train),
        "valid": done.valid or None,
        "out": str(done.out),
        "problems": done.problems,
        "learnt": done.learnt,
        "held_out": done.held_out,
        "epochs": done.epochs,
        "chosen": done.chosen,
        "accuracy": done.accuracy,
        "seconds": round(done.seconds, 3),
        "notes": list(done.notes),
    }


def view(done: TrainedRun) -> RenderableType:
    """Return a training for a person."""
    rows = [
        (name.replace("_", " "), ", ".join(value) if isinstance(value, list) else value)
        for name, value in record(done).items()
        if value not in (None, [])
    ]
    return table(rows, ["trained", ""])
