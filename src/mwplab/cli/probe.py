"""``mwp probe SOLVER NAME``: a battery that tells how a solver comes to its answers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mwplab.catalogue import load
from mwplab.cli.compare import run_record
from mwplab.cli.estimate import Estimating, print_estimate, say_estimate
from mwplab.cli.measure import split_specs
from mwplab.cli.output import Json, Limit, Seed, kept_in, print_json, print_view, stoppable
from mwplab.curate.folds import By
from mwplab.records.files import check_writable
from mwplab.runs.selection import Selection

if TYPE_CHECKING:
    from mwplab.reports.battery import Battery, Section


def run(
    solver: Annotated[str, typer.Argument(help="A solver, such as nearest, or a folder with a trained one.")],
    name: Annotated[str, typer.Argument(help="A dataset, a part of one, or a .jsonl file.")],
    only: Annotated[
        list[str] | None,
        typer.Option("--only", help="These probes, with commas between them; by default all."),
    ] = None,
    train: Annotated[
        list[str] | None, typer.Option("--train", help="Train on this first; may be repeated.")
    ] = None,
    folds: Annotated[
        bool, typer.Option("--folds", help="Cross-validate: on the published folds, or on five made ones.")
    ] = False,
    by: Annotated[
        By, typer.Option("--by", help="Made folds keep types even, or the variants of a seed together.")
    ] = By.CHANCE,
    judge: Annotated[
        list[str] | None, typer.Option("--judge", help="Who decides what is right; may be repeated.")
    ] = None,
    selection: Annotated[
        Selection, typer.Option("--selection", help="What chooses a model's best epoch.")
    ] = Selection.HELD_OUT,
    out: Annotated[
        Path | None, typer.Option("--out", help="Keep all runs in this folder; a stopped battery goes on.")
    ] = None,
    html: Annotated[
        Path | None, typer.Option("--html", help="Write the report to this file, as a page or .md.")
    ] = None,
    seed: Seed = 0,
    limit: Limit = None,
    jobs: Annotated[int, typer.Option("--jobs", min=1, help="Number of processes.")] = 1,
    estimate: Estimating = False,
    json: Json = False,
) -> None:
    """Probe a solver: question removed, words shuffled, other numbers, easy and hard, majority, attention.

    Example: mwp probe nearest starter --folds --by type --html probes.html
    """
    from mwplab.reports.battery_views import battery_view
    from mwplab.reports.report import by_ending
    from mwplab.runs.divisions import usual_folds
    from mwplab.runs.probe import Settings, probe, write_battery
    from mwplab.runs.probe.battery import WRITERS

    if by is not By.CHANCE and not folds:
        raise typer.BadParameter("--by is for made folds; add --folds")
    if html is not None:
        by_ending(html, WRITERS)
        check_writable(html)
    dataset = load(name)
    made = usual_folds(dataset, by)

    def go(*, rehearsing: bool = False) -> Battery:
        return probe(
            solver,
            dataset,
            only=split_specs(only or []),
            train=train or [],
            folds=made if folds else None,
            by=by,
            limit=limit,
            folder=None if rehearsing else out,
            settings=Settings(
                judges=tuple(judge or ["solution"]),
                seed=seed,
                jobs=1 if rehearsing else jobs,
                selection=selection,
                progress=False if rehearsing else None,
            ),
        )

    if estimate:
        print_estimate(solver, lambda: go(rehearsing=True), json=json)
        return
    say_estimate(solver, lambda: go(rehearsing=True))
    with stoppable(kept_in(out)):
        battery = go()
    if html is not None:
        write_battery(battery, html)
    if json:
        print_json(records(battery))
    else:
        print_view(battery_view(battery))


def records(battery: Battery) -> Iterator[dict[str, Any]]:
    """Yield what ``--json`` prints: what each probe says, its scores, tests and tables; then every run."""
    from mwplab.reports.battery import battery_runs

    for section in battery.sections:
        head = {"probe": section.name}
        if section.not_run:
            yield {**head, "not_run": section.not_run}
        yield from ({**head, "says": sentence} for sentence in section.sentences)
        yield from ({**head, **record} for record in numbers(section))
    for name, rows in battery_runs(battery):
        yield run_record(name, rows)


def numbers(section: Section) -> Iterator[dict[str, Any]]:
    """Yield the scores, the comparisons and the rows of the tables of a probe."""
    from mwplab.cli.evaluate import record

    for score in section.scores:
        adjusted = section.adjusted.get((score.name, score.slice))
        yield record(score) | ({} if adjusted is None else {"p_adjusted": adjusted})
    for one in section.differences:
        apart = one.comparison.difference
        yield {
            "compared": [one.first, one.second],
            "judge": one.judge,
            "difference": apart.value,
            "low": apart.low,
            "high": apart.high,
            "n": one.first_score.n,
            "only_first": one.only_first,
            "only_second": one.only_second,
            "test": one.comparison.test,
            "p": one.comparison.p_value,
        }
    for table in section.tables:
        yield from ({"table": table.title, **record} for record in table.records)
