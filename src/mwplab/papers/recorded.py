"""Results that were kept, for tables that take training: written by `record`, never by hand."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from mwplab import __version__
from mwplab.errors import RecordError
from mwplab.papers.cells import Cell, Value
from mwplab.papers.table import spec_name, tables

RECORDED = Path(__file__).parent / "data" / "recorded.json"
"""The results that ship with the package."""

SCHEMA = 1
"""The version of the file's layout."""

Kept = dict[tuple[str, str, str], Value]
"""Table, row and column to the value kept for them."""


def record(cells: Iterable[Cell], path: Path = RECORDED) -> int:
    """Keep our figures of tables that take training, over what was kept for them; return how many.

    Each needs a signature; the version of the program is kept beside it.
    """
    lines = {_place(line): line for line in _lines(path)} if path.exists() else {}
    kept = 0
    for cell in cells:
        if cell.value is None or not tables.make(spec_name(cell.table)).training:
            continue
        if not cell.value.signature:
            raise RecordError(
                f"{cell.table}, row {cell.row!r}, column {cell.column!r}: the result has no signature,"
                " so it cannot be kept; give its Value one"
            )
        line = {"table": cell.table, "row": cell.row, "column": cell.column, **asdict(cell.value)}
        lines[_place(line)] = {**line, "version": __version__}
        kept += 1
    text = json.dumps({"schema": SCHEMA, "cells": [lines[place] for place in sorted(lines)]}, indent=1)
    path.write_text(text + "\n", encoding="utf-8")
    return kept


def read_recorded(path: Path = RECORDED) -> Kept:
    """Return the kept values by table, row and column; their notes name the version that made them."""
    return {_place(line): _value(line, path) for line in _lines(path)}


def _lines(path: Path) -> list[dict[str, Any]]:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        schema, lines = data["schema"], data["cells"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise RecordError(f"{path} does not hold kept results: {error!r}") from error
    if schema != SCHEMA:
        raise RecordError(f"{path} has the layout {schema}; this version reads layout {SCHEMA}")
    return list(lines)


def _place(line: dict[str, Any]) -> tuple[str, str, str]:
    return line["table"], line["row"], line["column"]


def _value(line: dict[str, Any], path: Path) -> Value:
    try:
        made_with = f"recorded with mwplab {line['version']}"
        return Value(
            number=line["number"],
            note="; ".join(part for part in (line["note"], made_with) if part),
            encoder=line["encoder"],
            sheet=line["sheet"],
            signature=line["signature"],
        )
    except KeyError as error:
        raise RecordError(f"{path}: a kept result without {error} was met; record it again") from error
