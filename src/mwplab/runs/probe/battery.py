"""All probes of a solver, one after the other, and what they show in one report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import is_dataclass, replace
from pathlib import Path
from typing import Any, cast

from mwplab.curate.folds import By
from mwplab.errors import NotRun
from mwplab.records import Dataset
from mwplab.records.jsonl import write_atomically
from mwplab.registry import check_kinds
from mwplab.reports.battery import Battery, Section, battery_markdown
from mwplab.reports.battery_views import battery_page
from mwplab.reports.report import by_ending
from mwplab.runs.contrasts import solver_of
from mwplab.runs.probe.bench import Bench, make_bench
from mwplab.runs.probe.probe import Probe, probes
from mwplab.runs.probe.settings import Settings
from mwplab.solvers import Solver
from mwplab.spec import Spec

WRITERS = {"": battery_page, ".html": battery_page, ".htm": battery_page, ".md": battery_markdown}
"""What writes a battery, by the ending of the file's name."""


def probe(
    solver: str | Path | Spec | Solver,
    dataset: str | Dataset,
    *,
    only: Sequence[str] = (),
    train: Sequence[str | Dataset] = (),
    folds: int | str | None = None,
    by: By = By.CHANCE,
    limit: int | None = None,
    folder: Path | None = None,
    settings: Settings | None = None,
) -> Battery:
    """Probe a solver and return what every probe shows.

    It is trained on ``train``, on the ``folds`` of the dataset, or comes as it is: saved in a folder, an
    object, or one that needs no training. Then the probes that train are named as not run. Each training is
    done once. In a ``folder`` every run is kept, and a stopped battery goes on from there.

    >>> battery = probe("nearest", "starter", folds=3, limit=90, only=["question-removed", "variations"])
    >>> [(section.name, section.not_run) for section in battery.sections]
    [('question-removed', ''), ('variations', 'no problem of starter@1.0 says which variation made it')]
    """
    specs = [Spec.parse(one) for one in only] or [Spec(name) for name in probes]
    made = [(spec, _made(spec)) for spec in specs]
    bench = make_bench(
        solver, dataset, train=train, folds=folds, by=by, limit=limit, folder=folder, settings=settings
    )
    clean = bench.ask()
    sections = tuple(_section(spec, one, bench) for spec, one in made)
    return Battery(
        title=f"{solver_of(clean)} on {bench.whole.full_name}: what the probes show",
        signature=clean.signature,
        sections=sections,
    )


def _made(spec: Spec) -> Probe:
    one = probes.make(spec)
    if is_dataclass(type(one)):
        check_kinds(cast(Any, one))
    return one


def _section(spec: Spec, one: Probe, bench: Bench) -> Section:
    try:
        return replace(one(bench), name=str(spec))
    except NotRun as error:
        return Section(name=str(spec), title=one.title, not_run=str(error))


def write_battery(battery: Battery, path: Path) -> None:
    """Write a battery as a page, or as Markdown where the file's name ends so, whole or not at all."""
    write_atomically(path, by_ending(path, WRITERS)(battery))
