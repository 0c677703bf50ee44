"""``mwp compare RUN RUN``: two runs on the same problems, side by side."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Group, RenderableType

from mwplab.cli.output import Json, Seed, print_json, print_view
from mwplab.records import Row
from mwplab.reports.terminal import table

if TYPE_CHECKING:
    from mwplab.runs.compare import Contest

SHOWN = 20
"""How many differing rows a person is shown."""


def run(
    first: Annotated[
        Path, typer.Argument(metavar="RUN", help="The folder of one run, or a log of a harness.")
    ],
    second: Annotated[Path, typer.Argument(metavar="RUN", help="The other.")],
    gold: Annotated[
        str | None, typer.Option("--gold", help="The dataset that a log is about; folders know theirs.")
    ] = None,
    by: Annotated[
        list[str] | None,
        typer.Option("--by", help="Compare by this field as well, such as type; may be repeated."),
    ] = None,
    variants: Annotated[
        bool, typer.Option("--variants", help="Pair each variant of the second with its parent in the first.")
    ] = False,
    rows: Annotated[int, typer.Option("--rows", min=0, help="Show as many rows that differ.")] = SHOWN,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Compare two runs problem by problem: paired tests, seeds clustered, and the rows that differ.

    Example: mwp compare runs/nearest runs/majority --by type
    """
    from mwplab.runs.compare import compare, compare_variants
    from mwplab.runs.predictions.judging import read_result

    results = read_result(first, gold), read_result(second, gold)
    found = (compare_variants if variants else compare)(*results, by=by or [], seed=seed)
    if json:
        print_json(contest_record(one) for one in found.contests)
        print_json(difference_record(*pair) for pair in found.differing)
        return
    columns = ["slice", "judge", "first", "second", "difference", "95 % interval", "n", "p", "p (Holm)"]
    shown: list[RenderableType] = [
        table([_cells(one) for one in found.contests], columns),
        "",
        f"{len(found.differing)} problems are judged differently"
        + (f"; {found.unpaired} rows have no partner and were left out" if found.unpaired else ""),
    ]
    if found.differing[:rows]:
        pairs = [difference_record(*pair) for pair in found.differing[:rows]]
        cells = [
            (one["problem"], *("; ".join(one[side]) for side in ("gold", "first", "second")), one["text"])
            for one in pairs
        ]
        shown.append(table(cells, ["problem", "gold", "first", "second", "text"]))
    print_view(Group(*shown, "", f"first   {found.first}", f"second  {found.second}"))


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
        f"{contest.comparison.p_value:.3g}",
        "" if contest.adjusted is None else f"{contest.adjusted:.3g}",
    )
