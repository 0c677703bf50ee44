"""``mwp judge FILE --gold NAME``: predictions made elsewhere, judged."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Group, RenderableType

from mwplab.cli import evaluate
from mwplab.cli.output import Json, Limit, print_json, print_view
from mwplab.records import Row
from mwplab.reports.terminal import table
from mwplab.runs.predictions.forms import PredictionForm

if TYPE_CHECKING:
    from mwplab.runs.predictions.judging import Judged
    from mwplab.runs.predictions.theirs import Claim, Claims

SHOWN = 20
"""How many lines without a problem, problems without a line, and disagreements are shown one by one."""


END = 60
"""Characters of a reply's end that are shown where harness and judge differ."""


def run(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="Predictions: JSON Lines, CSV, or a log of a harness.")
    ],
    gold: Annotated[str, typer.Option("--gold", help="The dataset that they are about, or a part of one.")],
    form: Annotated[
        PredictionForm | None, typer.Option("--form", help="What the file is; by default its content tells.")
    ] = None,
    judge: Annotated[
        list[str] | None, typer.Option("--judge", help="Who decides what is right; may be repeated.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", help="Keep rows and scores in this folder, as evaluate does.")
    ] = None,
    limit: Limit = None,
    jobs: Annotated[int, typer.Option("--jobs", min=1, help="Number of processes.")] = 1,
    json: Json = False,
) -> None:
    """Judge predictions made elsewhere, with confidence intervals and every break-down.

    Example: mwp judge predictions.jsonl --gold starter --judge solution --judge derivation
    """
    from mwplab.runs.predictions.judging import judge_predictions

    judged = judge_predictions(
        file, gold, form=form, judges=judge or ["solution"], folder=out, limit=limit, jobs=jobs
    )
    if json:
        print_json(record(row, name) for row in judged.result.rows for name in row.verdicts)
        print_json(claim_record(claim, each.metric) for each in judged.theirs for claim in each.differing)
        for line in left_over(judged):
            typer.echo(f"mwp: {file.name}: {line}", err=True)
    else:
        print_view(view(judged))


def record(row: Row, judge: str) -> dict[str, Any]:
    """Return what one judge says of a row as the record that ``--json`` prints."""
    return {
        "problem": row.problem.id,
        "judge": judge,
        "verdict": row.verdicts[judge].value,
        "reason": row.reasons.get(judge, ""),
    }


def claim_record(claim: Claim, metric: str) -> dict[str, Any]:
    """Return a problem on which the harness and our judge differ as the record that ``--json`` prints."""
    return {
        "problem": claim.row.problem.id,
        "metric": metric,
        "theirs": claim.score,
        "judge": claim.judge,
        "ours": claim.row.verdicts[claim.judge].value,
        "read": [str(answer) for answer in claim.row.prediction.answers],
        "gold": [str(answer) for answer in claim.row.problem.answers],
        "end": " ".join(claim.row.prediction.samples[:1])[-END:],
    }


def left_over(judged: Judged) -> list[str]:
    """Return in words what of the file was not used, and what it does not answer."""
    lines = []
    if judged.unmatched:
        lines.append(f"{len(judged.unmatched)} of {judged.lines} lines are about none of the problems")
        lines += [f"{one.place}: {one.reason}" for one in judged.unmatched[:SHOWN]]
        lines += _more(judged.unmatched)
    if judged.missing:
        lines.append(f"{len(judged.missing)} problems have no prediction and count as not answered")
        lines += [*judged.missing[:SHOWN], *_more(judged.missing)]
    return lines


def _more(items: Sequence[object]) -> list[str]:
    return [f"and {len(items) - SHOWN} more"] if len(items) > SHOWN else []


def view(judged: Judged) -> RenderableType:
    """Return the scores for a person, then where the judges disagree, then what was left over."""
    from mwplab.judge import disagreements
    from mwplab.runs.summary import slices

    result = judged.result
    found = [one for judge in result.rows[0].verdicts for one in slices(result.rows, judge)]
    tested = {(one.score.name, one.score.slice): one for one in found}
    shown: list[RenderableType] = [evaluate.view(result, tested)]
    differing = list(disagreements(result.rows))
    if differing:
        rows = [(one.row.problem.id, one.kind.value, one.reason) for one in differing[:SHOWN]]
        shown += ["", f"{len(differing)} rows on which the judges disagree", *_more(differing)]
        shown.append(table(rows, ["problem", "kind", "reason"]))
    for each in judged.theirs:
        shown += ["", *_claims_view(each)]
    left = left_over(judged)
    return Group(*shown, *(["", *left] if left else []))


def _claims_view(claims: Claims) -> list[RenderableType]:
    judge, differing = claims.claims[0].judge, claims.differing
    heading = (
        f"{claims.metric} of the harness: {claims.theirs:.3f} on {len(claims.claims)} problems, "
        f"ours ({judge}): {claims.ours:.3f}; they differ on {len(differing)}"
    )
    records = [claim_record(claim, claims.metric) for claim in differing[:SHOWN]]
    cells = [
        (
            one["problem"],
            f"{one['theirs']:g}",
            one["ours"],
            "; ".join(one["read"]),
            "; ".join(one["gold"]),
            one["end"],
        )
        for one in records
    ]
    columns = ["problem", "theirs", "ours", "we read", "gold", "the reply ends"]
    return [heading, table(cells, columns), *_more(differing)] if cells else [heading]
