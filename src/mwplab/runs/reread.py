"""Runs read back from their folders, and judged again without solving."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from mwplab.errors import DataError
from mwplab.judge import judge_row
from mwplab.records import Result
from mwplab.runs.folder import RunFolder
from mwplab.runs.plan import make_judges
from mwplab.runs.summary import summarise


def load_result(folder: Path) -> Result:
    """Return the result in a folder; of a run that is not finished, the rows so far with their scores."""
    place = RunFolder(folder)
    if not place.is_run:
        raise DataError(f"{str(folder)!r} holds no run; give a folder that 'mwp evaluate --out' has made")
    signature = place.signature()
    rows = tuple(place.rows(place.dataset()))
    if any(row.verdicts.keys() != set(signature.judges) for row in rows):
        raise DataError(
            f"{str(folder)!r} was being judged anew when it was stopped; judge it again with rejudge"
        )
    scores = place.scores()
    return Result(
        signature=str(signature), rows=rows, scores=summarise(rows, signature) if scores is None else scores
    )


def rejudge(folder: Path, judges: Sequence[str]) -> Result:
    """Judge the predictions of a run again, by other judges or other options, and keep the new verdicts.

    Nothing is solved. The folder then holds a run of the new judges, finished or not as before.
    """
    place = RunFolder(folder)
    if not place.is_run:
        raise DataError(f"{str(folder)!r} holds no run; give a folder that 'mwp evaluate --out' has made")
    made = make_judges(judges)
    signature = replace(place.signature(), judges=tuple(made))
    old = place.rows(place.dataset())
    rows = tuple(judge_row(row.problem, row.prediction, made) for row in old)
    finished = place.scores() is not None
    result = Result(signature=str(signature), rows=rows, scores=summarise(rows, signature))
    place.replace_rows(rows)
    place.sign(signature)
    if finished:
        place.finish(result)
    return result
