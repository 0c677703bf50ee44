"""A solver in a folder: its spec, and what it has learnt."""

from __future__ import annotations

import json
from pathlib import Path

from mwplab.errors import DataError, RecordError
from mwplab.records.files import reading, replacing
from mwplab.records.jsonl import parse_json
from mwplab.solvers.shelf import solvers
from mwplab.solvers.solver import Solver
from mwplab.spec import Spec

FILE = "solver.json"
"""The file that names the solver."""

SCHEMA = 1
"""The version of its form."""


def save_solver(solver: Solver, spec: Spec, folder: Path) -> None:
    """Write a solver to a folder that is not there yet, whole or not at all."""
    if folder.exists():
        raise DataError(f"{str(folder)!r} exists already; give the name of a new folder")
    with replacing(folder) as draft:
        draft.mkdir(parents=True)
        solver.save(draft)
        record = {"mwplab": "solver", "schema": SCHEMA, "spec": str(spec)}
        (draft / FILE).write_text(json.dumps(record) + "\n", encoding="utf-8")


def load_solver(folder: Path) -> tuple[Spec, Solver]:
    """Return the solver in a folder, with its spec."""
    spec = stored_spec(folder)
    solver = solvers.make(spec)
    solver.load(folder)
    return spec, solver


def stored_spec(folder: Path) -> Spec:
    """Return the spec of the solver in a folder."""
    path = folder / FILE
    with reading(path):
        record = parse_json(path.read_text(encoding="utf-8"))
    match record:
        case {"mwplab": "solver", "schema": int(schema), "spec": str(spec)} if schema == SCHEMA:
            return Spec.parse(spec)
        case _:
            raise RecordError(f"{str(path)!r} does not name a solver; write one with save_solver")
