"""``mwp evaluate SOLVER NAME``: scores with their intervals, and every break-down."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Group, RenderableType

from mwplab.catalogue import load
from mwplab.cli.estimate import Estimating, print_estimate, say_estimate
from mwplab.cli.output import Json, Limit, Seed, kept_in, print_json, print_view, stoppable
from mwplab.curate.folds import By
from mwplab.records import Result, Score
from mwplab.reports.tables import cost_table, verdict_table
from mwplab.reports.terminal import table, table_view
from mwplab.runs.selection import Selection

if TYPE_CHECKING:
    from mwplab.runs.breakdown import Slice


def run(
    solver: Annotated[str, typer.Argument(help="A solver, such as nearest, or a folder with a trained one.")],
    name: Annotated[str, typer.Argument(help="A dataset, a part of one, or a .jsonl file.")],
    train: Annotated[
        list[str] | None, typer.Option("--train", help="Train on this first; may be repeated.")
    ] = None,
    folds: Annotated[
        bool, typer.Option("--folds", help="Cross-validate: on the published folds, or on five made ones.")
    ] = False,
    make: Annotated[
        int | None, typer.Option("--make-folds", min=2, help="Cross-validate on as many folds, made anew.")
    ] = None,
    by: Annotated[
        By, typer.Option("--by", help="Made folds keep types even, or the variants of a seed together.")
    ] = By.CHANCE,
    repeats: Annotated[
        int, typer.Option("--repeats", min=1, help="Cross-validate as often, each time with the next seed.")
    ] = 1,
    selection: Annotated[
        Selection,
        typer.Option(
            "--selection", help="What chooses the best epoch; best-on-test is marked in the result."
        ),
    ] = Selection.HELD_OUT,
    judge: Annotated[
        list[str] | None, typer.Option("--judge", help="Who decides what is right; may be repeated.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", help="Keep rows and scores in this folder; a stopped run goes on.")
    ] = None,
    seed: Seed = 0,
    limit: Limit = None,
    jobs: Annotated[int, typer.Option("--jobs", min=1, help="Number of processes.")] = 1,
    estimate: Estimating = False,
    json: Json = False,
) -> None:
    """Evaluate a solver on a dataset, with confidence intervals and every break-down.

    Example: mwp evaluate nearest starter --folds --by type
    """
    from mwplab.runs.crossvalidate import crossvalidate
    from mwplab.runs.divisions import usual_folds
    from mwplab.runs.evaluate import evaluate

    crossed = folds or make is not None
    if not crossed and (repeats > 1 or by is not By.CHANCE):
        raise typer.BadParameter("--by and --repeats are for cross-validation; add --folds")

    def go(*, rehearsing: bool = False) -> Result:
        options: dict[str, Any] = {
            "train": train or [],
            "selection": selection,
            "judges": judge or ["solution"],
            "folder": None if rehearsing else out,
            "seed": seed,
            "limit": limit,
            "jobs": 1 if rehearsing else jobs,
            "progress": False if rehearsing else None,
        }
        if not crossed:
            return evaluate(solver, name, **options)
        dataset = load(name)
        made = make or usual_folds(dataset, by)
        return crossvalidate(solver, dataset, folds=made, by=by, repeats=repeats, **options)

    if estimate:
        print_estimate(solver, lambda: go(rehearsing=True), json=json)
        return
    say_estimate(solver, lambda: go(rehearsing=True))
    with stoppable(kept_in(out)):
        result = go()
    tested = _tested(result)
    if json:
        from mwplab.runs.usage import usage_scores

        scores = [*result.scores, *usage_scores(result.rows, result.signature)]
        print_json(record(score, tested.get((score.name, score.slice))) for score in scores)
    else:
        print_view(view(result, tested))


def _tested(result: Result) -> dict[tuple[str, str], Slice]:
    """Return the slices whose accuracy was tested against the rest, by score and slice."""
    from mwplab.runs.summary import slices

    judges = list(result.rows[0].verdicts) if result.rows else []
    found = [one for judge in judges for one in slices(result.rows, judge)]
    return {(one.score.name, one.score.slice): one for one in found}


def record(score: Score, tested: Slice | None = None) -> dict[str, Any]:
    """Return a score as the record that ``--json`` prints."""
    found: dict[str, Any] = {
        "score": score.name,
        "slice": score.slice,
        "value": score.value,
        "low": score.low,
        "high": score.high,
        "n": score.n,
        "signature": score.signature,
    }
    if tested is not None and tested.p_value is not None:
        found |= {"p": tested.p_value, "p_adjusted": tested.adjusted}
    return found


def view(result: Result, tested: dict[tuple[str, str], Slice]) -> RenderableType:
    """Return the scores for a person: those of the whole, then each break-down."""
    whole = [(score.name, *_cells(score)) for score in result.scores if not score.slice]
    shown: list[RenderableType] = [
        table_view(verdict_table([("", result.rows)])),
        "",
        table_view(cost_table([("", result.rows)])),
        "",
        table(whole, ["score", "value", "95 % interval", "n"]),
    ]
    for name in dict.fromkeys(score.name for score in result.scores if score.slice):
        parts = [score for score in result.scores if score.name == name and score.slice]
        rows = [(one.slice, *_cells(one), _p_value(tested.get((one.name, one.slice)))) for one in parts]
        p_values = any(row[-1] for row in rows)
        columns = [name, "value", "95 % interval", "n", *(["p (Holm)"] if p_values else [])]
        shown += ["", table([row if p_values else row[:-1] for row in rows], columns)]
    return Group(*shown, "", result.signature)


def _cells(score: Score) -> tuple[str, str, str]:
    ends = "" if score.low is None or score.high is None else f"[{score.low:.3f}, {score.high:.3f}]"
    return f"{score.value:.3f}", ends, str(score.n)


def _p_value(tested: Slice | None) -> str:
    return "" if tested is None or tested.adjusted is None else f"{tested.adjusted:.3g}"
