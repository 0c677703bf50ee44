"""A solver in a folder: its spec, what it has learnt, and from what."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from mwplab.errors import DataError, RecordError
from mwplab.records import Problem, from_json, to_json
from mwplab.records.files import reading, replacing
from mwplab.records.jsonl import parse_json
from mwplab.solvers.shelf import solvers
from mwplab.solvers.solver import Solver
from mwplab.spec import Spec

FILE = "solver.json"
"""The file that names the solver."""

SCHEMA = 1
"""The version of its form."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lessons:
    """What a kept solver was trained on."""

    train: tuple[str, ...] = ()
    """The training data, as signatures have it."""

    valid: str = ""
    """What chose the best epoch, where that was not held out from the training data."""

    seen: frozenset[str] = frozenset()
    """The marks of all these problems."""

    texts: frozenset[str] = frozenset()
    """The marks of their texts, whatever the problems are called."""

    masked: frozenset[str] = frozenset()
    """The marks of their texts with all numbers alike."""


def mark(problem: Problem) -> str:
    """Return what tells a problem from others, and nothing else about it.

    >>> mark(Problem(id="a/1", body="Ann has 5 figs."))
    'a5f3de68331f2a92'
    """
    return hashlib.sha256(f"{problem.id}\n{problem.text}".encode()).hexdigest()[:16]


def marks(problems: Iterable[Problem]) -> frozenset[str]:
    """Return the marks of problems."""
    return frozenset(map(mark, problems))


def save_solver(solver: Solver, spec: Spec, folder: Path, lessons: Lessons | None = None) -> None:
    """Write a solver to a folder that is not there yet, whole or not at all."""
    if folder.exists():
        raise DataError(f"{str(folder)!r} exists already; give the name of a new folder")
    with replacing(folder) as draft:
        draft.mkdir(parents=True)
        solver.save(draft)
        record = {"mwplab": "solver", "schema": SCHEMA, "spec": str(spec), "files": _files(draft)}
        if lessons is not None:
            record["lessons"] = to_json(lessons)
        (draft / FILE).write_text(json.dumps(record) + "\n", encoding="utf-8")


def load_solver(folder: Path) -> tuple[Spec, Solver]:
    """Return the solver in a folder, with its spec."""
    spec = stored_spec(folder)
    solver = solvers.make(spec)
    solver.load(folder)
    return spec, solver


def stored_spec(folder: Path) -> Spec:
    """Return the spec of the solver in a folder."""
    return Spec.parse(_record(folder)["spec"])


def stored_lessons(folder: Path) -> Lessons:
    """Return what the solver in a folder was trained on, as far as that was written down."""
    try:
        return from_json(Lessons, _record(folder).get("lessons", {}))
    except RecordError as error:
        raise RecordError(f"{str(folder / FILE)!r}: {error}") from error


def fingerprint(folder: Path) -> str:
    """Return what tells what was learnt from what another solver has learnt, whatever else is put there."""
    there = _files(folder)
    written = _record(folder).get("files", there)
    return _digest(folder, [one for one in there if one in written])


def learnt_by(solver: Solver) -> str:
    """Return the fingerprint that a folder with a trained solver would have."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        solver.save(folder)
        return _digest(folder, _files(folder))


def _digest(folder: Path, names: Iterable[str]) -> str:
    digest = hashlib.sha256()
    for name in names:
        path = folder / name
        with reading(path), path.open("rb") as file:
            digest.update(f"{name}\n".encode() + hashlib.file_digest(file, "sha256").digest())
    return digest.hexdigest()[:16]


def _files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.is_file() and path.name != FILE)


def _record(folder: Path) -> dict[str, Any]:
    path = folder / FILE
    if not path.exists():
        raise DataError(f"{str(folder)!r} holds no solver; give a folder that 'mwp train --out' has made")
    with reading(path):
        text = path.read_text(encoding="utf-8")
    try:
        record: dict[str, Any] = parse_json(text)
    except RecordError as error:
        raise RecordError(f"{str(path)!r}: {error}") from error
    match record:
        case {"mwplab": "solver", "schema": int(schema), "spec": str()} if schema == SCHEMA:
            if isinstance(record.get("files", []), list):
                return record
            raise RecordError(f"{str(path)!r} does not list the solver's files; write one with save_solver")
        case _:
            raise RecordError(f"{str(path)!r} does not name a solver; write one with save_solver")
