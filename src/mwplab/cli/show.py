"""``mwp show NAME[/KEY]``: a dataset's card, or one problem with its quantities, tree and derivation."""

from __future__ import annotations

from typing import Annotated

import typer

from mwplab.catalogue import find, is_file_name, load, parse_name
from mwplab.cli.output import Json, print_json, print_view
from mwplab.records import to_json
from mwplab.reports.terminal import card_view, problem_view


def run(
    name: Annotated[str, typer.Argument(help="A dataset, or a problem of one: svamp, svamp/chal-1.")],
    json: Json = False,
) -> None:
    """Show a dataset's card, or one problem with its quantities, its equation as a tree, and its answer.

    Example: mwp show starter/addition-01
    """
    if is_file_name(name) or not parse_name(name).key:
        dataset = load(name)
        if json:
            record = {
                "dataset": dataset.full_name,
                "problems": len(dataset),
                "fingerprint": dataset.fingerprint,
            }
            print_json(
                [
                    {
                        **record,
                        "splits": {split: len(ids) for split, ids in dataset.splits.items()},
                        **to_json(dataset.card),
                    }
                ]
            )
        else:
            print_view(card_view(dataset))
        return
    problem = find(name)
    if json:
        print_json([to_json(problem)])
    else:
        print_view(problem_view(problem))
