"""What asking a model will cost, said before a run or instead of it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import asdict
from typing import Annotated

import typer

from mwplab.cli.output import print_json

Estimating = Annotated[
    bool, typer.Option("--estimate", help="Say what asking a model will cost, and ask nothing.")
]
"""The option of commands that may ask a model."""


def print_estimate(solver: str, run: Callable[[], object], *, json: bool) -> None:
    """Print what asking a model will cost, about."""
    from mwplab.runs.usage import estimate

    found = estimate(solver, run)
    if found is None:
        raise typer.BadParameter(f"{solver} asks no model, so there is nothing to estimate")
    if json:
        print_json([asdict(found)])
    else:
        typer.echo(str(found))


def say_estimate(solver: str, run: Callable[[], object]) -> None:
    """Tell the person at the terminal what a run is about to cost, where it asks a model."""
    from mwplab.solvers.language_model.kinds import MODELS

    if sys.stderr.isatty() and solver.partition("(")[0] in MODELS:
        from mwplab.runs.usage import estimate

        typer.echo(f"mwp: {estimate(solver, run)}", err=True)
