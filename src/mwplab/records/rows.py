"""A problem as a row of a table, and back: one column per field."""

from __future__ import annotations

from functools import cache
from typing import Any

from mwplab.errors import RecordError
from mwplab.records.jsonl import parse_line, problem_data, read_problem, write_line
from mwplab.records.problem import Problem

MAX_CELL = 131_072
"""Characters of the longest text in a cell, both ways: what Python's csv module reads."""

_WRITTEN = {"body": "", "question": "", "ordered": True}


@cache
def table_schema() -> Any:
    """Return the columns of a table of problems with their Arrow types.

    >>> table_schema().field("grade").type
    DataType(int64)
    """
    import pyarrow as pa

    text, texts, places = pa.string(), pa.list_(pa.string()), pa.list_(pa.int64())
    quantity = {
        "value": text,
        "start": pa.int64(),
        "end": pa.int64(),
        "surface": text,
        "form": text,
        "flags": texts,
    }
    answer = {"number": text, "ratio": texts, "time": pa.int64(), "half": text, "word": text, "unit": text}
    derivation = {"template": text, "alignment": places, "equivalent": pa.list_(places)}
    columns = {
        "id": text,
        "text": text,
        "body": text,
        "question": text,
        "quantities": pa.list_(pa.struct(quantity)),
        "equations": text,
        "asked": texts,
        "answers": pa.list_(pa.struct(answer)),
        "ordered": pa.bool_(),
        "derivation": pa.struct(derivation),
        "type": text,
        "grade": pa.int64(),
        "subgoals": texts,
        "source": text,
        "options": texts,
        "rationale": text,
        "rates": places,
        "parent": text,
        "seed": text,
        "changes": texts,
        "extra": text,
    }
    return pa.schema(list(columns.items()))


def problem_row(problem: Problem) -> dict[str, Any]:
    """Return a problem as a row: texts, numbers, lists, nested values, and ``extra`` as JSON text.

    >>> problem_row(Problem(id="mine/1", question="How many?", extra={"page": 7}))["extra"]
    '{"page": 7}'
    """
    row = {**_WRITTEN, **problem_data(problem), "text": problem.text}
    if "extra" in row:
        row["extra"] = write_line(row["extra"], problem.id).strip()
    for column, cell in row.items():
        if isinstance(cell, str) and len(cell) > MAX_CELL:
            raise RecordError(
                f"{problem.id}: {column!r} has {len(cell)} characters; a table takes {MAX_CELL}"
            )
    return row


def row_problem(row: dict[str, Any], *, name: str, key: str) -> Problem:
    """Return the problem that a row stands for; nulls are fields that it does not have."""
    data = _without_nulls(row)
    if "body" in data or "question" in data:
        data.pop("text", None)
    for column, cell in data.items():
        if isinstance(cell, str) and len(cell) > MAX_CELL:
            raise RecordError(f"{column!r} has {len(cell)} characters; a table takes {MAX_CELL}")
    if isinstance(data.get("extra"), str):
        data["extra"] = parse_line(data["extra"])
    return read_problem(data, name=name, key=key)


def _without_nulls(value: Any) -> Any:
    match value:
        case dict():
            return {key: _without_nulls(part) for key, part in value.items() if part is not None}
        case list():
            return [_without_nulls(part) for part in value]
        case _:
            return value


def problem_table(problems: tuple[Problem, ...]) -> Any:
    """Return problems as an Arrow table."""
    import pyarrow as pa

    schema = table_schema()
    rows = [problem_row(problem) for problem in problems]
    empty: dict[str, list[Any]] = {field.name: [] for field in schema if pa.types.is_list(field.type)}
    try:
        return pa.Table.from_pylist([{**empty, **row} for row in rows], schema=schema)
    except (pa.ArrowException, OverflowError, UnicodeEncodeError) as error:
        raise RecordError(f"the problems do not fit into a table: {error}") from error
