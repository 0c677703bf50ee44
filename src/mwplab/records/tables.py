"""Datasets as Parquet and CSV: one row per problem, one column per field.

Parquet keeps a dataset exactly. Quantities, answers and derivations are nested columns, lists are lists,
``extra`` is JSON text; name, edition, splits, card, recipe and schema version are in the file's metadata.

CSV keeps the problems exactly, and the splits as the names of those that a problem belongs to; nested fields
and lists are JSON text, and the file's name becomes the dataset's. Of the card only a canary is kept. Texts
stand as they are: a program that takes a cell beginning with ``=`` for a formula should be told to import
text.

The column ``text`` is written for readers' convenience; on the way back body and question say the same.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from mwplab.errors import DataError, MwplabError, RecordError
from mwplab.records.dataset import Card, Dataset
from mwplab.records.files import reading, replacing
from mwplab.records.jsonl import Header, build_dataset, header_line, parse_json, parse_line, read_header
from mwplab.records.problem import Problem
from mwplab.records.rows import MAX_CELL, problem_row, problem_table, row_problem, table_schema

MAX_ROWS = 10_000_000
"""Rows of the longest Parquet file that is read."""

MAX_BYTES = 8 * 2**30
"""Bytes that a Parquet file may hold when unpacked."""

METADATA = b"mwplab"
"""The key of the header in a Parquet file's metadata."""

SPLITS = "splits"
"""The column of a CSV file that names the parts a problem belongs to."""

CANARY = "canary"
"""The column of a CSV file that repeats the dataset's canary, where it has one."""

_BATCH = 1_000
_TEXTS = (
    "id",
    "text",
    "body",
    "question",
    "equations",
    "type",
    "source",
    "rationale",
    "parent",
    "seed",
    "extra",
    CANARY,
)


def write_parquet(dataset: Dataset, path: Path) -> None:
    """Write a dataset to a Parquet file, exactly and whole or not at all."""
    import pyarrow.parquet as pq

    table = problem_table(dataset.problems)
    table = table.replace_schema_metadata({METADATA: header_line(dataset).strip().encode()})
    with replacing(path) as draft:
        pq.write_table(table, draft, compression="zstd")


def read_parquet(path: Path) -> Dataset:
    """Read a dataset from a Parquet file; without our metadata the file's name becomes the dataset's."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with reading(path), pq.ParquetFile(path) as file:
            _check_size(file.metadata, path)
            about = (file.schema_arrow.metadata or {}).get(METADATA)
            header = read_header(parse_line(about.decode())) if about else Header.named(path.stem)
            problems = list(_parquet_problems(file, header.name))
    except (pa.ArrowException, OverflowError, UnicodeDecodeError) as error:
        raise DataError(f"{path.name} is not a sound Parquet file: {error}") from error
    except RecordError as error:
        raise RecordError(f"{path.name}: {error}") from error
    return build_dataset(header, problems, path.name)


def _check_size(metadata: Any, path: Path) -> None:
    size = sum(metadata.row_group(index).total_byte_size for index in range(metadata.num_row_groups))
    if size > MAX_BYTES or metadata.num_rows > MAX_ROWS:
        raise DataError(
            f"{path.name} holds {metadata.num_rows:,} rows of {size:,} bytes; "
            f"at most {MAX_ROWS:,} rows of {MAX_BYTES:,} bytes are read"
        )


def _parquet_problems(file: Any, name: str) -> Iterator[Problem]:
    number = 0
    for batch in file.iter_batches(batch_size=_BATCH):
        for row in batch.to_pylist():
            number += 1
            try:
                yield row_problem(row, name=name, key=str(number))
            except MwplabError as error:
                raise RecordError(f"row {number}: {error}") from error


def write_csv(dataset: Dataset, path: Path) -> None:
    """Write the problems of a dataset to a CSV file, whole or not at all."""
    parts: dict[str, list[str]] = {}
    for split, ids in dataset.splits.items():
        for id in ids:
            parts.setdefault(id, []).append(split)
    with replacing(path) as draft, draft.open("w", encoding="utf-8", newline="") as file:
        canary = {CANARY: dataset.card.canary} if dataset.card.canary else {}
        writer = csv.DictWriter(file, [*table_schema().names, SPLITS, *canary])
        writer.writeheader()
        for problem in dataset.problems:
            row = {**problem_row(problem), SPLITS: parts.get(problem.id, []), **canary}
            writer.writerow({column: _write_cell(column, cell, problem.id) for column, cell in row.items()})


def _write_cell(column: str, cell: Any, id: str) -> str:
    text = str(cell) if column in _TEXTS else json.dumps(cell, ensure_ascii=False)
    if len(text) > MAX_CELL:
        raise RecordError(f"{id}: {column!r} has {len(text)} characters; a table takes {MAX_CELL}")
    return text


def read_csv(path: Path) -> Dataset:
    """Read problems from a CSV file; the file's name becomes the dataset's."""
    problems: list[Problem] = []
    splits: dict[str, list[str]] = {}
    canary = ""
    with reading(path), path.open(encoding="utf-8-sig", newline="") as file:
        reader = csv.DictReader(file, strict=True)
        try:
            for number, cells in enumerate(reader, start=1):
                row = {column: _read_cell(column, cell) for column, cell in cells.items() if cell != ""}
                parts = _split_names(row.pop(SPLITS, []))
                canary = row.pop(CANARY, canary)
                problems.append(row_problem(row, name=path.stem, key=str(number)))
                for split in parts:
                    splits.setdefault(split, []).append(problems[-1].id)
        except csv.Error as error:
            raise RecordError(f"{path.name}, behind line {reader.line_num}: {error}") from error
        except MwplabError as error:
            raise RecordError(f"{path.name}, line {reader.line_num}: {error}") from error
    named = {split: tuple(ids) for split, ids in splits.items()}
    header = replace(Header.named(path.stem, named), card=Card(canary=canary))
    return build_dataset(header, problems, path.name)


def _split_names(cell: Any) -> list[str]:
    if not isinstance(cell, list) or not all(isinstance(split, str) for split in cell):
        raise RecordError(f"expected a list of names of splits, found {str(cell)[:40]!r}")
    return cell


def _read_cell(column: str | None, cell: str | None) -> Any:
    if column is None or cell is None:
        raise RecordError("the row has more or fewer cells than the first line names")
    if column in _TEXTS or column == "answer":
        return cell
    return parse_json(cell)
