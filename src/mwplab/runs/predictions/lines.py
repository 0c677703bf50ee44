"""Our own forms: JSON Lines and CSV with an id, and an answer, an equation, a derivation or a completion."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from mwplab.equations import Derivation, EquationSystem, Template, parse
from mwplab.errors import DataError, EquationError, RecordError
from mwplab.records import Prediction, from_json, to_json
from mwplab.records.jsonl import parse_json
from mwplab.runs.predictions.files import lines
from mwplab.runs.predictions.said import LONGEST_ANSWER, Said, scalar_texts, shown

ID, TEXT = ("id", "problem"), ("text", "question")
ANSWER, EQUATION = ("answer", "answers", "prediction"), ("equation", "equations")
DERIVATION, COMPLETION = ("derivation",), ("completion", "completions", "raw")
SAYING = (*ANSWER, *EQUATION, *DERIVATION, *COMPLETION)
"""Fields of which a line has at least one."""

WHOLE = ("samples", "alternatives", "confidence", "trace", "usage")
"""Fields that only a whole prediction has, written as our records are."""


def read_line(place: str, data: Any) -> Said:
    """Return what an object says.

    >>> read_line("line 1", {"id": "a/1", "answer": 12}).answers
    ('12',)
    >>> read_line("line 1", {"id": "a/1", "anwser": 12})
    Traceback (most recent call last):
    mwplab.errors.RecordError: nothing is predicted; give an answer, equation, derivation or completion
    """
    if not isinstance(data, dict):
        raise RecordError(f"expected an object in braces, found {shown(data)}")
    ids, texts = (scalar_texts(_field(data, names), names[0]) for names in (ID, TEXT))
    if _is_whole(data):
        ready = from_json(Prediction, data)
        # What cannot be written again is refused here, where the line can be named.
        to_json(ready)
        return Said(place=place, ids=ids, ready=ready)
    if not any(name in data for name in SAYING):
        raise RecordError("nothing is predicted; give an answer, equation, derivation or completion")
    answers = scalar_texts(_field(data, ANSWER), "answer")
    completions = _completions(_field(data, COMPLETION))
    if any(len(text) > LONGEST_ANSWER or "\n" in text for text in answers):
        answers, completions = (), completions or answers
    unread = []
    equations, derivation = None, None
    written = "; ".join(scalar_texts(_field(data, EQUATION), "equation"))
    try:
        equations = read_equations(written) if written else None
    except EquationError:
        unread.append(written)
    try:
        derivation = read_derivation(_field(data, DERIVATION))
    except EquationError:
        unread.append(str(_field(data, DERIVATION)))
    return Said(
        place=place,
        ids=ids,
        texts=texts,
        answers=answers,
        equations=equations,
        derivation=derivation,
        unread="; ".join(unread)[:LONGEST_ANSWER],
        completions=completions,
    )


def _field(data: Mapping[str, Any], names: tuple[str, ...]) -> Any:
    given = [name for name in names if data.get(name) is not None]
    if len(given) > 1:
        raise RecordError(f"both {given[0]!r} and {given[1]!r} are given; give one of them")
    return data[given[0]] if given else None


def _is_whole(data: Mapping[str, Any]) -> bool:
    """Tell whether a line is a prediction as we write it."""
    answers = data.get("answers")
    nested = isinstance(answers, list) and any(isinstance(one, dict) for one in answers)
    return "problem" in data and (nested or any(name in data for name in WHOLE))


def _completions(value: Any) -> tuple[str, ...]:
    texts = value if isinstance(value, list) else [] if value is None else [value]
    strange = next((text for text in texts if not isinstance(text, str)), None)
    if strange is not None:
        raise RecordError(f"'completion' should be a text or a list of texts, found {shown(strange)}")
    return tuple(texts)


def read_equations(text: str) -> EquationSystem:
    """Return equations as they are written; an expression alone is what is asked for.

    >>> str(read_equations("q0 + 2"))
    'x = q0 + 2'
    """
    return parse(text if any(sign in text for sign in "=<>") else f"x = {text}")


def read_derivation(data: Any) -> Derivation | None:
    """Return a derivation given as template, alignment and classes of equivalent quantities.

    >>> read_derivation({"template": "x = A - B", "alignment": [1, 0]}).alignment
    (1, 0)
    """
    if data is None:
        return None
    if not isinstance(data, dict) or not isinstance(data.get("template"), str):
        raise RecordError(f"a derivation has a template and an alignment, found {shown(data)}")
    equivalent = data.get("equivalent", [])
    if not isinstance(equivalent, list):
        raise RecordError(f"'equivalent' should be a list of lists, found {shown(equivalent)}")
    alignment, *classes = (_positions(group) for group in (data.get("alignment"), *equivalent))
    return Derivation(Template(parse(data["template"])), alignment, tuple(classes))


def _positions(data: Any) -> tuple[int, ...]:
    if not isinstance(data, list) or not all(type(one) is int for one in data):
        raise RecordError(f"expected a list of positions such as [0, 2], found {shown(data)}")
    return tuple(data)


def csv_records(path: Path) -> Iterator[tuple[str, Any]]:
    """Yield the rows of a table with their places; empty cells are nothing, a derivation is JSON."""
    reader = csv.DictReader((line for _, line in lines(path)), strict=True)
    try:
        for row in reader:
            yield f"line {reader.line_num}", {name: _cell(name, cell) for name, cell in row.items()}
    except csv.Error as error:
        raise DataError(f"{path.name}, behind line {reader.line_num}: {error}") from error
    except RecordError as error:
        raise DataError(f"{path.name}, line {reader.line_num}: {error}") from error


def _cell(name: str | None, cell: Any) -> Any:
    if name is None or cell is None:
        raise RecordError("the row has more or fewer cells than the first line names")
    if not cell.strip():
        return None
    return parse_json(cell) if name in DERIVATION else cell
