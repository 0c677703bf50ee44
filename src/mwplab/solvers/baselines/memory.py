"""What a baseline has learnt, as a JSON file in a folder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TypeVar

from mwplab.errors import RecordError
from mwplab.records import from_json, to_json
from mwplab.records.files import reading
from mwplab.records.jsonl import parse_json, write_atomically

LearntT = TypeVar("LearntT")

FILE = "learnt.json"
"""The name of the file."""


def save_learnt(learnt: object, folder: Path) -> None:
    """Write what was learnt."""
    write_atomically(folder / FILE, json.dumps(to_json(learnt), ensure_ascii=False) + "\n")


def load_learnt(kind: type[LearntT], folder: Path) -> LearntT:
    """Read what was learnt, or say what is wrong with the file."""
    path = folder / FILE
    with reading(path):
        text = path.read_text(encoding="utf-8")
    try:
        return from_json(kind, parse_json(text))
    except RecordError as error:
        raise RecordError(f"{str(path)!r} does not hold what this solver learns: {error}") from error
