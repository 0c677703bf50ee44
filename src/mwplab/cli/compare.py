"""``mwp compare RUN RUN...``: runs on the same problems, side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Group, RenderableType

from mwplab.cli.output import Json, Seed, print_json, print_view
from mwplab.records import Result, Row
from mwplab.records.account import reasked, tally, total_usage
from mwplab.reports.harmless import harmless
from mwplab.reports.tables import cost_table, shown_p, verdict_table
from mwplab.reports.terminal import table, table_view

if TYPE_CHECKING:
    from mwplab.runs.compare import Contest
    from mwplab.runs.contrasts import Contrast

SHOWN = 20
"""How many differing rows a person is shown."""


def run(
    runs: Annotated[
        list[Path],
        typer.Argument(metavar="RUN RUN...", help="Folders of two runs or more, or logs of a harness."),
    ],
    gold: Annotated[
        str | None, typer.Option("--gold", help="The dataset that a log is about; folders know theirs.")
    ] = None,
    by: Annotated[
        list[str] | None,
        typer.Option("--by", help="Compare by this field as well, such as type; may be repeated."),
    ] = None,
    with_first: Annotated[
        bool, typer.Option("--with-first", help="Compare each run with the first only, not every two.")
    ] = False,
    variants: Annotated[
        bool, typer.Option("--variants", help="Pair each variant of the second with its parent in the first.")
    ] = False,
    rows: Annotated[int, typer.Option("--rows", min=0, help="Show as many rows that differ.")] = SHOWN,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Compare runs problem by problem: paired tests, seeds clustered, corrected (Holm), and what differs.

    Example: mwp compare runs/nearest runs/majority --by type
    """
    from mwplab.errors import RecordError
    from mwplab.runs.compare import compare_variants
    from mwplab.runs.contrasts import Contrast, compare_all, name_results
    from mwplab.runs.predictions.judging import read_result

    if len(runs) < 2:
        raise typer.BadParameter("one run cannot be compared; name another, or read it with mwp report")
    if variants and len(runs) > 2:
        raise typer.BadParameter("--variants takes two runs: the problems, and their variants")
    read = [read_result(place, gold) for place in runs]
    if variants:
        results = dict(zip(("first", "second"), read, strict=True))
        found = compare_variants(*read, by=by or [], seed=seed)
        pairs: Sequence[Contrast] = (Contrast(first="first", second="second", compared=found),)
    else:
        results = name_results(runs, read)
        contrasts = compare_all(results, by=by or [], with_first=with_first, seed=seed)
        pairs = contrasts.pairs
        for sentence in contrasts.refused if pairs else ():
            typer.echo(f"mwp: {harmless(sentence)}", err=True)
        if not pairs:
            raise RecordError(" ".join(contrasts.refused).removesuffix("."))
    if json:
        print_json(records(pairs, results))
    else:
        print_view(view(pairs, results, rows))


def view(pairs: Sequence[Contrast], results: Mapping[str, Result], rows: int) -> RenderableType:
    """Return the comparison for a person: verdicts and costs, the tests, the rows that differ."""
    # Of several runs the tests tell numbers, since two long names would leave no room for the rest.
    several = len(results) > 2
    numbers = {name: str(place) for place, name in enumerate(results, start=1)}
    named = [
        (f"{numbers[name]}: {name}" if several else name, result.rows) for name, result in results.items()
    ]
    columns = ["first", "second", "slice", "judge", "of first", "of second"]
    columns += ["difference", "95 % interval", "n", "p", "p (Holm)"]
    cells = [
        (numbers[one.first], numbers[one.second], *_cells(contest))
        for one in pairs
        for contest in one.compared.contests
    ]
    hidden = 0 if several else 2
    shown: list[RenderableType] = [
        table_view(verdict_table(named)),
        "",
        table_view(cost_table(named)),
        "",
        table([row[hidden:] for row in cells], columns[hidden:]),
    ]
    for one in pairs:
        shown += ["", *_rows_view(one, rows)]
    return Group(*shown, "", *(f"{name}  {result.signature}" for name, result in results.items()))


def _rows_view(pair: Contrast, rows: int) -> list[RenderableType]:
    """Return how many problems are judged differently, and some of them."""
    found = pair.compared
    shown: list[RenderableType] = [
        f"{len(found.differing)} problems are judged differently: {pair.first} and {pair.second}"
        + (f"; {found.unpaired} rows have no partner and were left out" if found.unpaired else "")
    ]
    if found.differing[:rows]:
        told = [difference_record(*one) for one in found.differing[:rows]]
        cells = [
            (one["problem"], *("; ".join(one[side]) for side in ("gold", "first", "second")), one["text"])
            for one in told
        ]
        shown.append(table(cells, ["problem", "gold", "first", "second", "text"]))
    return shown


def records(pairs: Sequence[Contrast], results: Mapping[str, Result]) -> Iterator[dict[str, Any]]:
    """Yield what ``--json`` prints: tests, problems that are judged differently, what each run came to."""
    for one in pairs:
        yield from (
            {"runs": [one.first, one.second], **contest_record(contest)} for contest in one.compared.contests
        )
    for one in pairs:
        yield from (
            {"runs": [one.first, one.second], **difference_record(*pair)} for pair in one.compared.differing
        )
    for name, result in results.items():
        yield {**run_record(name, result.rows), "signature": result.signature}


def run_record(name: str, rows: Sequence[Row]) -> dict[str, Any]:
    """Return what a run came to and what it took as the record that ``--json`` prints."""
    return {
        "run": name,
        "counts": {judge: tally(rows, judge).verdicts for judge in (rows[0].verdicts if rows else ())},
        **asdict(total_usage(rows)),
        "reasked": reasked(rows),
    }


def contest_record(contest: Contest) -> dict[str, Any]:
    """Return what one judge says of two runs as the record that ``--json`` prints."""
    difference = contest.comparison.difference
    return {
        "judge": contest.judge,
        "slice": contest.slice,
        "first": contest.first.value,
        "second": contest.second.value,
        "difference": difference.value,
        "low": difference.low,
        "high": difference.high,
        "n": contest.first.n,
        "only_first": contest.only_first,
        "only_second": contest.only_second,
        "test": contest.comparison.test,
        "p": contest.comparison.p_value,
        "p_adjusted": contest.adjusted,
        "p_mcnemar": contest.mcnemar,
        "p_bootstrap": contest.bootstrap,
    }


def difference_record(first: Row, second: Row) -> dict[str, Any]:
    """Return a problem that is judged differently as the record that ``--json`` prints."""
    return {
        "problem": second.problem.id,
        "text": second.problem.text,
        "gold": [str(answer) for answer in second.problem.answers],
        "first": [str(answer) for answer in first.prediction.answers],
        "second": [str(answer) for answer in second.prediction.answers],
        "verdicts": {
            judge: [first.verdicts[judge].value, second.verdicts[judge].value]
            for judge in first.verdicts
            if judge in second.verdicts
        },
    }


def _cells(contest: Contest) -> tuple[str, ...]:
    difference = contest.comparison.difference
    return (
        contest.slice or "all",
        contest.judge,
        f"{contest.first.value:.3f}",
        f"{contest.second.value:.3f}",
        f"{difference.value:+.3f}",
        f"[{difference.low:+.3f}, {difference.high:+.3f}]",
        str(contest.first.n),
        shown_p(contest.comparison.p_value),
        shown_p(contest.adjusted),
    )
