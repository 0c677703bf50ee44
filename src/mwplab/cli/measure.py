"""``mwp measure NAME...``: overlap, diversity, templates, operators, lengths, leakage."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Group, RenderableType

from mwplab.catalogue import load
from mwplab.cli.output import Cluster, Json, Limit, print_json, print_view
from mwplab.curate import CleanSplits, First
from mwplab.errors import MissingDependency, StatisticsError
from mwplab.measures import Leakage, Measured, measures, take
from mwplab.records import Dataset, write_jsonl
from mwplab.records.jsonl import write_atomically
from mwplab.reports.measured import part_tables, shown_value
from mwplab.reports.terminal import table

if TYPE_CHECKING:
    from mwplab.reports.html import Chart


def run(
    names: Annotated[list[str], typer.Argument(help="Datasets, parts of them, or .jsonl files.")],
    only: Annotated[
        list[str] | None,
        typer.Option("--only", help="These measures, with commas between them; by default all."),
    ] = None,
    train: Annotated[
        str | None, typer.Option("--train", help="Compare with this training data; by default the folds.")
    ] = None,
    folds: Annotated[
        bool, typer.Option("--folds", help="Compare test problems with the training part of their fold.")
    ] = False,
    parts: Annotated[bool, typer.Option("--parts", help="Also the values of parts, such as types.")] = False,
    each: Annotated[bool, typer.Option("--each", help="Also the value of each problem.")] = False,
    plots: Annotated[Path | None, typer.Option("--plots", help="Draw into this folder, as SVG.")] = None,
    html: Annotated[
        Path | None, typer.Option("--html", help="Write a page with values, parts and pictures.")
    ] = None,
    clean: Annotated[
        Path | None,
        typer.Option(
            "--clean", help="Write the one dataset to this .jsonl file, leaks out of its training parts."
        ),
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option("--resume", help="Keep what long searches found in this folder, and go on from it."),
    ] = None,
    limit: Limit = None,
    jobs: Annotated[int, typer.Option("--jobs", min=1, help="Number of processes.")] = 1,
    cluster: Cluster = None,
    json: Json = False,
) -> None:
    """Measure datasets: how diverse their problems are, how many templates they have, what they leak.

    Example: mwp measure starter --only lexical-overlap,operators
    """
    from mwplab.text.similarity import keeping  # here, since it brings numba

    wanted = split_specs(only or [])
    if clean is not None and (len(names) != 1 or train is not None):
        raise typer.BadParameter("--clean is for the parts of one dataset; name one, without --train")
    trained = None if train is None else load(train)
    found: dict[str, list[Measured]] = {}
    charts: dict[str, list[Chart]] = {}
    reasons: list[str] = []
    written = ""
    for name in names:
        dataset = _first(load(name), limit)
        for measure in wanted or measures.names():
            try:
                with keeping(resume):
                    made = take(dataset, measure, train=trained, folds=folds, jobs=jobs, cluster=cluster)
            except (StatisticsError, MissingDependency) as error:
                if wanted:
                    raise
                reasons.append(str(error))
            else:
                found.setdefault(name, []).append(made)
        if plots is not None or html is not None:
            from mwplab.runs.measure import measure_charts

            charts[name] = measure_charts(dataset, found.get(name, []))
    if plots is not None or html is not None:
        _publish(found, charts, reasons, plots, html)
    if clean is not None:
        written = _clean(_first(load(names[0]), limit), clean, wanted)
    if json:
        print_json(
            record for name in found for one in found[name] for record in records(name, one, parts, each)
        )
    else:
        print_view(view(found, reasons, parts=parts, each=each))
        if written:
            print_view(written)


def _first(dataset: Dataset, limit: int | None) -> Dataset:
    return dataset if limit is None else First(count=limit)(dataset)


def split_specs(texts: list[str]) -> list[str]:
    """Return the specs of comma-separated lists; commas within brackets or quotes separate options.

    >>> split_specs(["length,leakage(above=0.8)", "lexical-overlap(orders=[1, 2], lowercase=True)"])
    ['length', 'leakage(above=0.8)', 'lexical-overlap(orders=[1, 2], lowercase=True)']
    """
    found: list[str] = []
    for text in texts:
        depth, quote, start = 0, "", 0
        for place, sign in enumerate(text):
            if quote:
                quote = "" if sign == quote else quote
            elif sign in "'\"":
                quote = sign
            elif sign == "," and depth == 0:
                found.append(text[start:place])
                start = place + 1
            depth += 0 if quote else (sign in "([") - (sign in ")]")
        found.append(text[start:])
    return [spec.strip() for spec in found if spec.strip()]


def records(name: str, made: Measured, parts: bool, each: bool) -> Iterator[dict[str, Any]]:
    """Yield what ``--json`` prints of a measure: the whole, then its parts, then its problems."""
    head = {"dataset": name, "measure": made.measure}
    scores = [made.score, *(made.parts if parts else ())]
    members = made.members if parts else {}
    for score in scores:
        part = {"slice": score.slice} if score.slice else {}
        ids = {"members": members[score.slice]} if score.slice in members else {}
        yield {**head, **part, "value": score.value, "n": score.n, **ids, "signature": score.signature}
    for place, problem in enumerate(made.problems if each else ()):
        near = {"neighbour": made.neighbours[place]} if made.neighbours else {}
        note = {"note": made.summary.notes[place]} if made.summary.notes else {}
        yield {**head, "problem": problem, "value": made.summary.each[place], **note, **near}


def view(found: dict[str, list[Measured]], reasons: list[str], *, parts: bool, each: bool) -> RenderableType:
    """Return the measures of all datasets for a person."""
    shown: list[RenderableType] = []
    for name, made in found.items():
        rows = [(one.measure, shown_value(one.score.value), one.score.n) for one in made]
        shown += [table(rows, [name, "value", "problems"]), ""]
        for one in made:
            if parts:
                shown += [line for rows in part_tables(one.parts, one.members) for line in (rows, "")]
            if each:
                shown += [_problem_table(one), ""]
        shown += [*dict.fromkeys(one.signature for one in made), ""]
    return Group(*shown, *(f"not measured: {reason}" for reason in reasons))


def _problem_table(made: Measured) -> RenderableType:
    columns: list[Sequence[object]] = [made.problems, [shown_value(value) for value in made.summary.each]]
    names = [made.measure, "value"]
    if made.summary.notes:
        columns.append(made.summary.notes)
        names.append("")
    if made.neighbours:
        columns.append(made.neighbours)
        names.append("nearest")
    return table(zip(*columns, strict=True), names)


def _clean(dataset: Dataset, path: Path, wanted: list[str]) -> str:
    asked = [measures.make(one) for one in wanted]
    leakage = next((one for one in asked if isinstance(one, Leakage)), Leakage())
    cleaned = CleanSplits(above=leakage.above)(dataset)
    write_jsonl(cleaned, path)
    sizes = [(len(dataset.splits[part]), len(ids)) for part, ids in cleaned.splits.items()]
    parts = [before - after for before, after in sizes if before > after]
    return f"{path}: {sum(parts):,} repeated problems out of {len(parts)} training parts"


def _publish(
    found: dict[str, list[Measured]],
    charts: dict[str, list[Chart]],
    reasons: list[str],
    folder: Path | None,
    page: Path | None,
) -> None:
    """Write the pictures as files, and the same ones on a page."""
    from mwplab.reports.charts import file_names
    from mwplab.runs.measure import joint_charts, page_of

    joint = joint_charts(found)
    if folder is not None:
        drawn = [*joint, *(chart for ours in charts.values() for chart in ours)]
        for chart, name in zip(drawn, file_names(drawn), strict=True):
            write_atomically(folder / name, chart.svg)
    if page is not None:
        write_atomically(page, page_of(found, charts, joint, reasons))
