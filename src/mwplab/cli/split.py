"""``mwp split NAME --folds 5``: folds and held-out parts."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mwplab.catalogue import load
from mwplab.cli.output import Json, Seed, print_json, print_view
from mwplab.curate import hold_out, make_folds
from mwplab.curate.folds import By
from mwplab.records import write_jsonl
from mwplab.reports.terminal import table


def run(
    name: Annotated[str, typer.Argument(help="A dataset, or a .jsonl file.")],
    folds: Annotated[int, typer.Option("--folds", min=2, help="How many folds.")] = 5,
    test: Annotated[
        float | None, typer.Option("--test", help="Instead of folds: the share held out as test.")
    ] = None,
    by: Annotated[
        By, typer.Option("--by", help="Keep types even, or the variants of a seed together.")
    ] = By.CHANCE,
    seed: Seed = 0,
    out: Annotated[
        Path | None, typer.Option("--out", help="Write the dataset with its splits to this .jsonl file.")
    ] = None,
    json: Json = False,
) -> None:
    """Split a dataset into folds, or into a training and a test part.

    Example: mwp split starter --folds 5 --by type --out starter-folds.jsonl
    """
    dataset = load(name)
    made = (
        hold_out(dataset, test, by=by, seed=seed)
        if test is not None
        else make_folds(dataset, folds, by=by, seed=seed)
    )
    if out is not None:
        write_jsonl(made, out)
    records = [
        {"dataset": made.full_name, "split": split, "problems": len(ids)}
        for split, ids in made.splits.items()
    ]
    if json:
        print_json(records)
    else:
        print_view(table([tuple(record.values()) for record in records], list(records[0])))
