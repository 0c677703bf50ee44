"""``mwp align NAME``: derivations, the certain ones by machine, the ambiguous ones by people."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from mwplab import annotate
from mwplab.annotate import Item, Log, Mode, Queue, Session
from mwplab.catalogue import load
from mwplab.cli.align.keys import open_keys
from mwplab.cli.align.screen import Screen
from mwplab.cli.align.views import agreement_records, agreement_view, queue_records, queue_view
from mwplab.cli.output import Json, Limit, print_json, print_view
from mwplab.records import Dataset, write_jsonl

Files = Annotated[list[Path] | None, typer.Argument(metavar="[DECISIONS]...", help="Files of decisions.")]


def run(
    name: Annotated[str, typer.Argument(help="A dataset, a part of one, or a .jsonl file.")],
    files: Files = None,
    annotator: Annotated[str, typer.Option("--annotator", help="Who answers; a name or initials.")] = "",
    out: Annotated[
        Path | None, typer.Option("--out", help="The file that answers, or what is made, go to.")
    ] = None,
    listing: Annotated[bool, typer.Option("--list", help="Print what is settled and what waits.")] = False,
    verify: Annotated[bool, typer.Option("--verify", help="Look at what the machine settled.")] = False,
    control: Annotated[
        bool, typer.Option("--control", help="Write whole derivations, to measure time.")
    ] = False,
    agreement: Annotated[bool, typer.Option("--agreement", help="Agreement, disputes and times.")] = False,
    adjudicate: Annotated[
        bool, typer.Option("--adjudicate", help="Decide where annotators disagree.")
    ] = False,
    apply: Annotated[bool, typer.Option("--apply", help="Write the dataset with its derivations.")] = False,
    relevance: Annotated[bool, typer.Option("--relevance", help="Write which numbers are needed.")] = False,
    limit: Limit = None,
    json: Json = False,
) -> None:
    """Align equations with texts: the machine settles what is certain, a screen asks about the rest.

    Example: mwp align starter --list
    """
    if sum((listing, verify, control, agreement, adjudicate, apply, relevance)) > 1:
        raise typer.BadParameter(
            "give one of --list --verify --control --agreement --adjudicate --apply --relevance"
        )
    if (agreement or adjudicate or apply) and not files:
        raise typer.BadParameter("name the files of decisions behind the dataset")
    if not (listing or agreement) and out is None:
        raise typer.BadParameter("name a file with --out")
    dataset = load(name)
    if limit is not None:
        dataset = dataset.derive(dataset.problems[:limit], f"first({limit})")
    if listing:
        found = annotate.queue(dataset)
        print_json(queue_records(found)) if json else print_view(queue_view(found))
    elif agreement:
        _print_agreement(annotate.queue(dataset), files or [], json)
    elif apply and out is not None:
        _write_dataset(dataset, files or [], out)
    elif relevance and out is not None:
        count = annotate.write_relevance(dataset, out)
        typer.echo(f"{out}: which numbers are needed in {count} of {len(dataset)} problems")
    elif out is not None:
        mode = (
            Mode.VERIFY
            if verify
            else Mode.CONTROL
            if control
            else Mode.ADJUDICATE
            if adjudicate
            else Mode.QUEUE
        )
        _work(_items(annotate.queue(dataset), mode, files or []), out, annotator, mode)


def _items(found: Queue, mode: Mode, files: list[Path]) -> tuple[Item, ...]:
    if mode is Mode.ADJUDICATE:
        return annotate.adjudicate(found, annotate.read_decisions(files))
    return found.settled if mode is Mode.VERIFY else found.items


def _work(items: tuple[Item, ...], out: Path, annotator: str, mode: Mode) -> None:
    if not annotator:
        raise typer.BadParameter("say who answers with --annotator")
    session = Session(items, Log(out), annotator=annotator, mode=mode)
    console = Console(highlight=False, emoji=False, markup=False)
    with open_keys() as keys:
        try:
            Screen(session, console, keys).run()
        except KeyboardInterrupt:
            # Every answer is on the disk already, so that an interrupt is a way to quit.
            typer.echo("")
    typer.echo(f"{out}: {session.done} of {len(items)} decided by {annotator}")


def _print_agreement(found: Queue, files: list[Path], json: bool) -> None:
    decisions = annotate.read_decisions(files)
    figures = annotate.agreement(found, decisions)
    disputes = annotate.resolve(found, decisions).disputes
    spent = annotate.times(decisions)
    parts = (figures, disputes, spent, annotate.time_saved(spent))
    print_json(agreement_records(*parts)) if json else print_view(agreement_view(*parts))


def _write_dataset(dataset: Dataset, files: list[Path], out: Path) -> None:
    made = annotate.apply(dataset, annotate.read_decisions(files))
    write_jsonl(made, out)
    typer.echo(f"{out}: {len(made)} problems of {dataset.full_name}, {made.recipe.steps[-1]}")
