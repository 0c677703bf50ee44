"""Which form a file of predictions has, and its lines read accordingly."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import Any

from mwplab.errors import DataError, MwplabError, RecordError
from mwplab.records.jsonl import parse_json
from mwplab.runs.predictions import files, inspect_log, lm_eval
from mwplab.runs.predictions.files import ZIP, begins, document, first_line, json_records
from mwplab.runs.predictions.lines import ID, SAYING, TEXT, csv_records, read_line
from mwplab.runs.predictions.said import Said


class PredictionForm(StrEnum):
    """What a file of predictions may be."""

    LINES = "lines"
    CSV = "csv"
    LM_EVAL = "lm-eval"
    INSPECT = "inspect"


def read_predictions(path: Path, form: PredictionForm | None = None) -> Iterator[Said]:
    """Yield what each line of a file says; the form is told from the content unless it is given."""
    chosen = form or detect(path)
    records, read = _READERS[chosen]
    for place, data in records(path):
        try:
            yield read(place, data)
        except MwplabError as error:
            raise DataError(f"{path.name}, {place}: {error}") from error
        except RecursionError as error:
            raise DataError(f"{path.name}, {place}: it is nested too deeply to be read") from error


def detect(path: Path) -> PredictionForm:
    """Return the form that the beginning of a file shows."""
    if begins(path) == ZIP:
        return PredictionForm.INSPECT
    number, text = first_line(path)
    if not text:
        raise DataError(f"{path.name} is empty; give a file with a prediction a line")
    if text.startswith(("{", "[")):
        return _json_form(_beginning(path, number, text))
    columns = next(csv.reader([text]), [])
    if {*columns} & {*ID, *TEXT} and {*columns} & {*SAYING}:
        return PredictionForm.CSV
    raise DataError(
        f"{path.name} begins with {text[:40]!r}: neither JSON nor a table with the columns id and answer; "
        f"say what it is with --form: {', '.join(PredictionForm)}"
    )


def _beginning(path: Path, number: int, text: str) -> Any:
    """Return the first record of a file of JSON: a line, an item of a list, or the one document."""
    if text.startswith("["):
        found = document(path)
        return found[0] if found else {}
    if text == "{" or len(text) > files.MAX_LINE:
        return document(path)
    try:
        return parse_json(text)
    except RecordError as error:
        raise DataError(f"{path.name}, line {number}: {error}") from error


def _json_form(data: Any) -> PredictionForm:
    keys = data.keys() if isinstance(data, dict) else set()
    if "eval" in keys and ("samples" in keys or "status" in keys):
        return PredictionForm.INSPECT
    if "resps" in keys and "doc" in keys:
        return PredictionForm.LM_EVAL
    return PredictionForm.LINES


def _sample_log(path: Path) -> Iterator[tuple[str, Any]]:
    return lm_eval.mark_repeats(json_records(path))


Records = Callable[[Path], Iterator[tuple[str, Any]]]
Read = Callable[[str, Any], Said]

_READERS: dict[PredictionForm, tuple[Records, Read]] = {
    PredictionForm.LINES: (json_records, read_line),
    PredictionForm.CSV: (csv_records, read_line),
    PredictionForm.LM_EVAL: (_sample_log, lm_eval.read_sample),
    PredictionForm.INSPECT: (inspect_log.log_records, inspect_log.read_sample),
}
