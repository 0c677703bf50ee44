"""``mwp perturb NAME --with SPEC``: variants of problems, each with where it comes from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Group, RenderableType

from mwplab.catalogue import load
from mwplab.cli.output import Json, Limit, Seed, print_json, print_view
from mwplab.records import write_jsonl
from mwplab.reports.terminal import table

if TYPE_CHECKING:
    from mwplab.perturb import Perturbed

SHOWN = 5
"""How many variants and reasons a person is shown."""


def run(
    name: Annotated[str, typer.Argument(help="A dataset, a part of one, or a .jsonl file.")],
    changes: Annotated[
        list[str],
        typer.Option("--with", help="A perturbation, such as resampled-numbers(count=2); may be repeated."),
    ],
    out: Annotated[Path | None, typer.Option("--out", help="Write the variants to this .jsonl file.")] = None,
    originals: Annotated[
        bool, typer.Option("--originals", help="Keep the problems themselves, each before its variants.")
    ] = False,
    seed: Seed = 0,
    limit: Limit = None,
    jobs: Annotated[int, typer.Option("--jobs", min=1, help="Number of processes.")] = 1,
    json: Json = False,
) -> None:
    """Make variants of problems: without their questions, words shuffled, numbers drawn anew or added.

    Example: mwp perturb starter --with question-removed --with resampled-numbers --out variants.jsonl
    """
    from mwplab.perturb import perturb

    dataset = load(name)
    if limit is not None:
        dataset = dataset.derive(dataset.problems[:limit], f"first({limit})")
    found = perturb(dataset, changes, seed=seed, originals=originals, jobs=jobs)
    if out is not None:
        write_jsonl(found.dataset, out)
    if json:
        print_json(records(found))
    else:
        print_view(view(found))


def records(found: Perturbed) -> Iterator[dict[str, Any]]:
    """Yield what ``--json`` prints: a record for each variant, then for each problem without one."""
    for variant in found.dataset:
        if variant.parent is not None:
            yield {
                "problem": variant.id,
                "parent": variant.parent,
                "change": variant.changes[-1],
                "text": variant.text,
                "equation": str(variant.equations or ""),
                "answers": [str(answer) for answer in variant.answers],
            }
    for one in found.skipped:
        yield {"problem": one.problem, "change": one.change, "skipped": one.reason}


def view(found: Perturbed) -> RenderableType:
    """Return how many variants there are of each kind, a few of them, and why some are missing."""
    variants = [one for one in found.dataset if one.parent is not None]
    made, missing = Counter(one.changes[-1] for one in variants), Counter(one.change for one in found.skipped)
    counts = [(change, made[change], missing[change]) for change in dict.fromkeys([*made, *missing])]
    shown: list[RenderableType] = [table(counts, ["change", "variants", "problems without"])]
    if variants:
        cells = [(one.id, one.text, "; ".join(map(str, one.answers))) for one in variants[:SHOWN]]
        shown += ["", table(cells, ["variant", "text", "answer"])]
    shown += [f"none made: {one.reason}" for one in found.skipped[:SHOWN]]
    more = len(found.skipped) - SHOWN
    return Group(*shown, *([f"and {more} more without a variant"] if more > 0 else []))
