"""Verdicts that were kept, for tables that take training: one small file for each test set, no texts."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mwplab.errors import RecordError
from mwplab.papers.cells import NotRun
from mwplab.papers.experiments import Experiment, Outcome
from mwplab.records import Verdict
from mwplab.records.files import locked
from mwplab.records.jsonl import write_atomically
from mwplab.version import __version__

FOLDER = Path(__file__).parent / "data" / "verdicts"
"""What ships with the package."""

SCHEMA = 1
"""The version of the files' layout."""

LETTERS = {
    "C": Verdict.CORRECT,
    "W": Verdict.WRONG,
    "N": Verdict.NO_ANSWER,
    "R": Verdict.UNREADABLE,
    "J": Verdict.UNJUDGED,
}
"""A verdict in a file; a problem that was not asked has a full stop."""

LETTER_OF = {verdict: letter for letter, verdict in LETTERS.items()}


@dataclass(frozen=True, slots=True)
class Kept:
    """Outcomes in a folder."""

    folder: Path = FOLDER
    """Where the files are."""

    def outcome(self, experiment: Experiment, change: str = "") -> Outcome | NotRun:
        """Return what was kept of an experiment, or that nothing was."""
        data = self._read(experiment.test)
        line = data["runs"].get(_key(experiment, change))
        if line is None:
            return NotRun(f"no kept result of {_key(experiment, change)}")
        ids = data["problems"]
        try:
            verdicts = tuple(
                {id: LETTERS[letter] for id, letter in zip(ids, letters, strict=True) if letter != "."}
                for letters in line["verdicts"]
            )
            signature, version = str(line["signature"]), str(line["version"])
            if type(lost := line.get("lost", 0)) is not int or lost < 0:
                raise ValueError(f"{lost!r} trainings cannot have lost their way")
        except (KeyError, TypeError, ValueError) as error:
            where = f"{str(self._path(experiment.test))!r}: {_key(experiment, change)}"
            raise RecordError(f"{where} does not hold kept verdicts: {error!r}") from error
        return Outcome(signature=signature, verdicts=verdicts, lost=lost, version=version)

    def keep(self, experiment: Experiment, change: str, outcome: Outcome) -> None:
        """Write an outcome over what was kept for the same experiment, while no other command writes here.

        More seeds of the same making stay as they are: another command was faster.
        """
        with locked(self.folder):
            self._keep(experiment, change, outcome)

    def _keep(self, experiment: Experiment, change: str, outcome: Outcome) -> None:
        data, there = self._read(experiment.test), self.outcome(experiment, change)
        if isinstance(there, Outcome) and unseeded(there.signature) == unseeded(outcome.signature):
            outcome = max(outcome, there, key=lambda one: len(one.verdicts))  # of equals the last word
        ids = list(dict.fromkeys([*data["problems"], *(id for one in outcome.verdicts for id in one)]))
        padding = "." * (len(ids) - len(data["problems"]))
        for line in data["runs"].values():
            line["verdicts"] = [letters + padding for letters in line["verdicts"]]
        letters = [
            "".join(LETTER_OF[one[id]] if id in one else "." for id in ids) for one in outcome.verdicts
        ]
        data["runs"][_key(experiment, change)] = {
            "signature": outcome.signature,
            "version": __version__,
            **({"lost": outcome.lost} if outcome.lost else {}),
            "verdicts": letters,
        }
        data["problems"], data["runs"] = ids, dict(sorted(data["runs"].items()))
        write_atomically(self._path(experiment.test), json.dumps(data, indent=0) + "\n")

    def _path(self, test: str) -> Path:
        return self.folder / f"{test.replace('/', '-')}.json"

    def _read(self, test: str) -> dict[str, Any]:
        path = self._path(test)
        if not path.exists():
            return {"schema": SCHEMA, "problems": [], "runs": {}}
        try:
            data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
            schema, _, _ = data["schema"], data["problems"], data["runs"].items()
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise RecordError(f"{path} does not hold kept verdicts: {error!r}") from error
        if schema != SCHEMA:
            raise RecordError(f"{path} has the layout {schema}; this version reads layout {SCHEMA}")
        return data


def unseeded(signature: str) -> str:
    """Return what the signatures of several seeds have in common.

    >>> unseeded("solver:gts(hidden=16, seed=3)|judge:solution|seed:3|version:1")
    'solver:gts(hidden=16, seed)|judge:solution|seed|version:1'
    """
    return re.sub(r"\bseed[=:]\d+", "seed", signature)


def _key(experiment: Experiment, change: str) -> str:
    return f"{experiment.key}, {change}" if change else experiment.key
