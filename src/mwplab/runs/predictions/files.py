"""Files of predictions read within bounds: a hostile one ends in an error that names file and line."""

from __future__ import annotations

import gzip
import hashlib
import io
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from mwplab.errors import DataError, RecordError
from mwplab.records.files import reading
from mwplab.records.jsonl import parse_json

MAX_LINE = 16 * 2**20
"""Characters of the longest line."""

MAX_FILE = 2**30
"""Characters of the longest file of lines, unpacked."""

MAX_DOCUMENT = 2**28
"""Characters of the longest document that must be read as a whole."""

GZIP, ZIP = b"\x1f\x8b", b"PK\x03\x04"
"""How packed files begin."""


def begins(path: Path) -> bytes:
    """Return the first four bytes of a file."""
    with reading(path), path.open("rb") as file:
        return file.read(4)


def digest(path: Path) -> str:
    """Return a short hash of a file's content."""
    with reading(path), path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:16]


@contextmanager
def opened(path: Path) -> Iterator[IO[str]]:
    """Give the text of a file, unpacked where it is packed with gzip."""
    packed = begins(path).startswith(GZIP)
    try:
        with reading(path), gzip.open(path, "rb") if packed else path.open("rb") as file:
            yield io.TextIOWrapper(file, encoding="utf-8-sig", newline="")
    except (EOFError, zlib.error) as error:
        raise DataError(f"{path.name} is not packed as gzip does it: {error}") from error


def lines(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the lines of a file with their numbers."""
    total = 0
    with opened(path) as file:
        number = 0
        while line := file.readline(MAX_LINE + 1):
            number += 1
            total += len(line)
            if len(line) > MAX_LINE:
                raise DataError(f"{path.name}, line {number}: the line has more than {MAX_LINE:,} characters")
            if total > MAX_FILE:
                raise DataError(f"{path.name}, line {number}: the file has more than {MAX_FILE:,} characters")
            yield number, line


def first_line(path: Path) -> tuple[int, str]:
    """Return the first line of a file that is not blank, with its number; a very long one is cut."""
    with opened(path) as file:
        number = 0
        while line := file.readline(MAX_LINE + 1):
            number += 1
            if line.strip():
                return number, line.strip()
    return 0, ""


def document(path: Path) -> Any:
    """Return what a file of JSON says that is one document, not lines."""
    with opened(path) as file:
        text = file.read(MAX_DOCUMENT + 1)
    if len(text) > MAX_DOCUMENT:
        raise DataError(
            f"{path.name}: the file has more than {MAX_DOCUMENT:,} characters; write lines instead"
        )
    try:
        return parse_json(text)
    except RecordError as error:
        raise DataError(f"{path.name}: {error}") from error


def json_records(path: Path) -> Iterator[tuple[str, Any]]:
    """Yield each record of a file with its place: one a line, or the items of one list."""
    if first_line(path)[1].startswith("["):
        items = document(path)
        yield from ((f"record {number}", item) for number, item in enumerate(items, start=1))
        return
    for number, line in lines(path):
        if not line.strip():
            continue
        try:
            yield f"line {number}", parse_json(line)
        except RecordError as error:
            raise DataError(f"{path.name}, line {number}: {error}") from error
