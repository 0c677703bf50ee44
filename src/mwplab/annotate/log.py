"""Decisions in a file, one line each, only ever appended.

{"schema": 1, "problem": "a/1", "annotator": "ann", "seconds": 8.2,
 "derivation": {"template": "x = A + B", "alignment": [1, 2]}}
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from mwplab.annotate.decisions import Decision
from mwplab.errors import DataError, MwplabError, RecordError
from mwplab.records import from_json, to_json
from mwplab.records.files import reading
from mwplab.records.jsonl import parse_line, write_line

SCHEMA = 1
"""The version of the form; a line of a later version is refused, not guessed at."""


class Log:
    """The decisions of a file, and the file that more are appended to."""

    def __init__(self, path: Path) -> None:
        """Read what is there; a last line that was cut off in writing is dropped from the file."""
        self.path = path
        self.decisions: list[Decision] = []
        if path.exists():
            self.decisions = list(read_decisions([path]))
            _mend(path)

    def append(self, decision: Decision) -> None:
        """Write a decision so that it is on the disk when this returns."""
        line = decision_line(decision).encode()
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("ab", buffering=0) as file:
                file.write(line)
                os.fsync(file.fileno())
        except OSError as error:
            raise DataError(f"{str(self.path)!r} cannot be written: {error.strerror or error}") from error
        self.decisions.append(decision)


def decision_line(decision: Decision) -> str:
    """Return a decision as a line of JSON.

    >>> from mwplab.annotate.decisions import Action
    >>> decision_line(Decision(problem="a/1", annotator="ann", action=Action.SKIPPED, seconds=3.5))
    '{"schema": 1, "problem": "a/1", "annotator": "ann", "action": "skipped", "seconds": 3.5}\\n'
    """
    return write_line({"schema": SCHEMA, **to_json(decision)}, decision.problem)


def read_decision(line: str) -> Decision:
    """Return the decision on a line.

    >>> read_decision('{"schema": 1, "problem": "a/1", "annotator": "ann", "action": "skipped"}').annotator
    'ann'
    """
    data = parse_line(line)
    schema = data.pop("schema", None)
    if schema != SCHEMA:
        raise RecordError(f"the line has schema version {schema!r}, this mwplab reads {SCHEMA}")
    return from_json(Decision, data)


def read_decisions(paths: Iterable[Path]) -> tuple[Decision, ...]:
    """Return the decisions of several files, in the order given; of each, a last line cut off is left out."""
    return tuple(decision for path in paths for decision in _read(path))


def _read(path: Path) -> list[Decision]:
    with reading(path):
        whole, torn = _parts(path.read_bytes())
        lines = whole.decode().split("\n")
    decisions = []
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                decisions.append(read_decision(line))
            except MwplabError as error:
                raise RecordError(f"{path.name}, line {number}: {error}") from error
    last = _complete(torn)
    return decisions if last is None else [*decisions, last]


def _mend(path: Path) -> None:
    """Bring a file to the end of a line: a whole last line gets its end, a torn one goes."""
    whole, torn = _parts(path.read_bytes())
    if torn:
        with path.open("r+b") as file:
            if _complete(torn) is None:
                file.truncate(len(whole))
            else:
                file.seek(0, os.SEEK_END)
                file.write(b"\n")
            os.fsync(file.fileno())


def _parts(content: bytes) -> tuple[bytes, bytes]:
    """Return the lines of a file that have an end, and what comes behind them."""
    end = content.rfind(b"\n") + 1
    return content[:end], content[end:]


def _complete(torn: bytes) -> Decision | None:
    """Return the decision on a line without an end, if all of it is there."""
    try:
        return read_decision(torn.decode())
    except (MwplabError, UnicodeDecodeError):
        return None
