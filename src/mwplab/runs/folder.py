"""A run on disk: what it is, its rows as they come, and its result at the end.

run.json        the signature; written first, a run of another signature is refused
problems.jsonl  the test problems, so that a run can be read and judged again without the catalogue
rows.jsonl      one line per solved problem, appended batch by batch and synced to the disk
usage.jsonl     time, tokens and cost of each, kept apart since no two runs have the same
solver/         what the solver has learnt, while the run lasts
training/       how far a long training is, until the solver is there
result.json     the scores, once every problem has its row

After a kill the folder is taken up where it was left: a last line that was not written to its end is dropped.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from mwplab.errors import DataError, MwplabError, RecordError
from mwplab.records import (
    UNREACHED,
    Dataset,
    Prediction,
    Result,
    Row,
    Score,
    Usage,
    Verdict,
    from_json,
    read_jsonl,
    to_json,
    write_jsonl,
)
from mwplab.records.files import reading, replacing
from mwplab.records.jsonl import parse_json, parse_line, write_atomically, write_line
from mwplab.runs.signature import Signature
from mwplab.solvers import Solver

SCHEMA = 1
"""The version of the folder's form."""

RUN, PROBLEMS, ROWS, USAGE, SOLVER, TRAINING, RESULT = (
    "run.json",
    "problems.jsonl",
    "rows.jsonl",
    "usage.jsonl",
    "solver",
    "training",
    "result.json",
)


class RunFolder:
    """The files of one run."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def is_run(self) -> bool:
        """Tell whether a run was begun here."""
        return (self.path / RUN).is_file()

    def begin(self, signature: Signature, dataset: Dataset) -> None:
        """Make the folder for a run, or take up the one that was begun with the same signature."""
        if self.is_run:
            difference = self.signature().difference(signature)
            if difference:
                raise DataError(
                    f"{str(self.path)!r} holds another run: {difference}; choose another folder or remove it"
                )
            return
        if self.path.exists() and not (
            self.path.is_dir() and {one.name for one in self.path.iterdir()} <= {PROBLEMS}
        ):
            raise DataError(f"{str(self.path)!r} is there already and holds no run; choose another folder")
        write_jsonl(dataset, self.path / PROBLEMS)
        self.sign(signature)

    def sign(self, signature: Signature) -> None:
        """Write what the run is."""
        record = {"mwplab": "run", "schema": SCHEMA, "signature": to_json(signature)}
        write_atomically(self.path / RUN, json.dumps(record, indent=1, ensure_ascii=False) + "\n")

    def signature(self) -> Signature:
        """Return what the run is."""
        record = self._object(RUN)
        if record.get("mwplab") != "run" or record.get("schema") != SCHEMA:
            raise DataError(f"{str(self.path / RUN)!r} does not describe a run that this version reads")
        return from_json(Signature, record.get("signature"))

    def dataset(self) -> Dataset:
        """Return the test problems."""
        return read_jsonl(self.path / PROBLEMS)

    def append(self, rows: Sequence[Row]) -> None:
        """Add the rows of a batch; when this returns they are on the disk."""
        self._append(USAGE, _usage_data(rows))
        self._append(ROWS, [row_data(row) for row in rows])

    def rows(self, dataset: Dataset) -> list[Row]:
        """Return the rows written so far; a last line that was torn is cut off."""
        found = []
        for number, (line, usage) in enumerate(self._with_usage(), start=1):
            try:
                found.append(read_row(line, dataset, usage))
            except MwplabError as error:
                raise DataError(f"{str(self.path / ROWS)!r}, line {number}: {error}") from error
        return found

    def spent(self) -> float:
        """Return what the rows cost, without those of which something is to be asked again."""
        made = [row.prediction for row in self.rows(self.dataset())]
        return sum(one.usage.cost for one in made if one.usage is not None and UNREACHED not in one.trace)

    def replace_rows(self, rows: Iterable[Row]) -> None:
        """Write all rows anew, with what they cost, each file whole or not at all."""
        kept = list(rows)
        for name, records in ((USAGE, _usage_data(kept)), (ROWS, map(row_data, kept))):
            text = "".join(write_line(record, str(record["problem"])) for record in records)
            write_atomically(self.path / name, text)

    def finish(self, result: Result) -> None:
        """Write the scores; what the solver had learnt goes."""
        record = {
            "mwplab": "result",
            "schema": SCHEMA,
            "signature": result.signature,
            "rows": len(result.rows),
            "scores": [to_json(score) for score in result.scores],
        }
        write_atomically(self.path / RESULT, json.dumps(record, indent=1, ensure_ascii=False) + "\n")
        for name in (SOLVER, TRAINING):
            shutil.rmtree(self.path / name, ignore_errors=True)

    def scores(self) -> tuple[Score, ...] | None:
        """Return the scores of a finished run; none while it is not finished."""
        if not (self.path / RESULT).is_file():
            return None
        return tuple(from_json(Score, score) for score in self._object(RESULT)["scores"])

    def keep_solver(self, solver: Solver) -> None:
        """Write what the solver has learnt, so that a run taken up again need not train."""
        with replacing(self.path / SOLVER) as draft:
            draft.mkdir()
            solver.save(draft)

    def restore_solver(self, solver: Solver) -> bool:
        """Have the solver read what it learnt before the run was stopped; tell whether there was anything."""
        if not (self.path / SOLVER).is_dir():
            return False
        solver.load(self.path / SOLVER)
        return True

    def _with_usage(self) -> list[tuple[dict[str, Any], Usage | None]]:
        """Return the lines of the rows, each with what it cost: line by line, or else by problem.

        In pooled repeats a problem has several rows, line by line. After a kill there may be costs without a
        row, which the same problem's later ones replace.
        """
        lines, costs = list(self._lines(ROWS)), list(self._lines(USAGE))
        usages = [from_json(Usage, cost.get("usage")) for cost in costs]
        ids, owners = ([one.get("problem") for one in records] for records in (lines, costs))
        if ids == owners:
            return list(zip(lines, usages, strict=True))
        latest = dict(zip(owners, usages, strict=True))
        return [(line, latest.get(id)) for line, id in zip(lines, ids, strict=True)]

    def _append(self, name: str, records: Sequence[dict[str, Any]]) -> None:
        if not records:
            return
        text = "".join(write_line(record, str(record["problem"])) for record in records)
        path = self.path / name
        try:
            with path.open("ab") as file:
                file.write(text.encode())
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise DataError(f"{str(path)!r} cannot be written: {error.strerror or error}") from error

    def _lines(self, name: str) -> Iterator[dict[str, Any]]:
        path = self.path / name
        if not path.exists():
            return
        with reading(path):
            content = path.read_bytes()
            whole = content[: content.rfind(b"\n") + 1]
            if len(whole) < len(content):
                os.truncate(path, len(whole))
            lines = whole.decode().split("\n")[:-1]  # texts may hold other ends of lines
        for number, line in enumerate(lines, start=1):
            try:
                yield parse_line(line)
            except RecordError as error:
                raise DataError(f"{str(path)!r}, line {number}: {error}") from error

    def _object(self, name: str) -> dict[str, Any]:
        path = self.path / name
        with reading(path):
            text = path.read_text(encoding="utf-8")
        try:
            found = parse_json(text)
        except RecordError as error:
            raise DataError(f"{str(path)!r}: {error}") from error
        if not isinstance(found, dict):
            raise DataError(f"{str(path)!r} does not hold an object")
        return found


def spent_in(folder: Path | None) -> float:
    """Return what a run in a folder has cost so far, with all its folds, or all runs of a battery."""
    places = [] if folder is None else [one.parent for one in folder.rglob(ROWS)]
    pooled = {above for place in places for above in place.parents}
    return sum(RunFolder(place).spent() for place in places if place not in pooled)


def _usage_data(rows: Sequence[Row]) -> list[dict[str, Any]]:
    costs = [(row.problem.id, row.prediction.usage) for row in rows]
    return [{"problem": id, "usage": to_json(usage)} for id, usage in costs if usage is not None]


def row_data(row: Row) -> dict[str, Any]:
    """Return a row as JSON values: the problem by its id, the prediction without its cost."""
    prediction = to_json(replace(row.prediction, usage=None))
    prediction.pop("problem")
    return {
        "problem": row.problem.id,
        "prediction": prediction,
        "verdicts": {judge: verdict.value for judge, verdict in row.verdicts.items()},
        "reasons": dict(row.reasons),
    }


def read_row(data: dict[str, Any], dataset: Dataset, usage: Usage | None) -> Row:
    """Return the row that a line stands for."""
    missing = {"problem", "prediction", "verdicts"} - data.keys()
    if missing:
        raise RecordError(f"a row needs the field {min(missing)!r}")
    id = data["problem"]
    prediction = from_json(Prediction, {"problem": id, **data["prediction"]})
    try:
        verdicts = {judge: Verdict(verdict) for judge, verdict in data["verdicts"].items()}
    except ValueError as error:
        raise RecordError(str(error)) from error
    return Row(
        problem=dataset[id],
        prediction=replace(prediction, usage=usage),
        verdicts=verdicts,
        reasons=data.get("reasons", {}),
    )
