"""``mwp curate NAME --size K --minimise lexical``: a dataset built to order, with its recipe."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from mwplab.catalogue import load
from mwplab.cli.output import Cluster, Json, Limit, Seed, print_json, print_view
from mwplab.curate import First, Grammatical, LowOverlap, Minimise, Reduced, remake, take_step
from mwplab.errors import RecordError
from mwplab.records import Dataset, write_jsonl
from mwplab.reports.terminal import table


def run(
    names: Annotated[
        list[str] | None, typer.Argument(help="A dataset, or several for a step that takes several.")
    ] = None,
    size: Annotated[
        str | None, typer.Option("--size", help="How many problems to keep: a number, or half.")
    ] = None,
    minimise: Annotated[
        Minimise | None, typer.Option("--minimise", help="What those kept shall not have in common.")
    ] = None,
    grammatical: Annotated[
        bool, typer.Option("--grammatical", help="Only problems whose every sentence is grammatical.")
    ] = False,
    grammar: Annotated[
        str, typer.Option("--grammar", help="The grammar that decides, such as 'erg(grammar=PATH)'.")
    ] = "link-grammar",
    steps: Annotated[
        list[str] | None,
        typer.Option("--with", help="A step to take before, by its spec; may be given several times."),
    ] = None,
    improve: Annotated[
        bool, typer.Option("--improve", help="Swap problems for others as long as that helps.")
    ] = False,
    starts: Annotated[
        int, typer.Option("--starts", min=1, help="How many first problems to try; the best choice is kept.")
    ] = 1,
    reading: Annotated[
        str,
        typer.Option("--reading", help="When templates are the same: shape, prefix, unranked, reconciled."),
    ] = "shape",
    seed: Seed = 0,
    again: Annotated[
        Path | None, typer.Option("--again", help="Make this curated .jsonl file again, by its recipe.")
    ] = None,
    limit: Limit = None,
    jobs: Annotated[int, typer.Option("--jobs", min=1, help="Number of processes.")] = 1,
    cluster: Cluster = None,
    out: Annotated[Path | None, typer.Option("--out", help="Write the dataset to this .jsonl file.")] = None,
    json: Json = False,
) -> None:
    """Build a dataset with the characteristics asked for: low overlap, only grammatical problems.

    Example: mwp curate starter --size half --minimise lexical --out low.jsonl
    """
    if again is not None:
        made = make_again(again, names or [])
        _finish(made, len(made), None, out, json)
        return
    if not names:
        raise typer.BadParameter("name a dataset, or a file to make --again")
    if size is not None and minimise is None:
        raise typer.BadParameter("--size needs --minimise, to say which problems are kept")
    datasets = [load(name) for name in names]
    if limit is not None:
        datasets = [First(count=limit)(dataset) for dataset in datasets]
    before = sum(map(len, datasets))
    for step in steps or ():
        datasets = [take_step(step, *datasets)]
    if len(datasets) > 1:
        raise typer.BadParameter("several datasets need a step --with that takes several")
    [dataset] = datasets
    if grammatical:
        dataset = Grammatical(grammar=grammar).filter(dataset, jobs=jobs, cluster=cluster)
    reduced = None
    if minimise is not None:
        wanted = LowOverlap(
            size=_size(size), minimise=minimise, starts=starts, improve=improve, seed=seed, reading=reading
        )
        reduced = wanted.reduce(dataset, jobs=jobs, cluster=cluster)
        dataset = reduced.dataset
    _finish(dataset, before, reduced, out, json)


def make_again(path: Path, names: list[str]) -> Dataset:
    """Return what the recipe of a file makes, which must be what the file holds."""
    kept = load(path)
    made = remake(kept.recipe, load, at_hand=[load(name) for name in names])
    if (made.fingerprint, dict(made.splits)) != (kept.fingerprint, dict(kept.splits)):
        version = kept.recipe.version or "an unknown version"
        raise RecordError(
            f"made again, {path.name} has other content than the file, which mwplab {version} made; "
            f"the fingerprints are {made.fingerprint} and {kept.fingerprint}"
        )
    return made


def _size(text: str | None) -> int | str:
    if text is None or text == "half":
        return "half"
    if not text.isdecimal():
        raise typer.BadParameter(f"--size is a number or half, found {text!r}")
    return int(text)


def _finish(dataset: Dataset, before: int, reduced: Reduced | None, out: Path | None, json: bool) -> None:
    if out is not None:
        write_jsonl(dataset, out)
    if json:
        print_json([record(dataset, before, reduced)])
        return
    rows = [(name, _shown(value)) for name, value in record(dataset, before, reduced).items()]
    print_view(table([row for row in rows if row[1]], ["curated", ""]))


def record(dataset: Dataset, before: int, reduced: Reduced | None) -> dict[str, Any]:
    """Return what ``--json`` prints: the size, the overlaps in question, the recipe."""
    found: dict[str, Any] = {"dataset": dataset.full_name, "problems": len(dataset), "of": before}
    if reduced is not None:
        found |= {
            "minimise": reduced.minimise,
            "value": reduced.part.value(reduced.minimise),
            "greedy": reduced.greedy.value(reduced.minimise),
            "whole": reduced.whole.value(reduced.minimise),
            "optimum": reduced.optimum,
            "lexical": reduced.part.lexical,
            "template": reduced.part.template,
        }
    recipe = dataset.recipe
    return found | {
        "inputs": list(recipe.inputs),
        "steps": list(recipe.steps),
        "fingerprint": dataset.fingerprint,
    }


def _shown(value: object) -> str:
    if isinstance(value, list):
        return "\n".join(map(str, value))
    return f"{value:.6f}" if isinstance(value, float) else "" if value is None else str(value)
