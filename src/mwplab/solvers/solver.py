"""What a solver is: something that learns from problems and answers questions."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from mwplab.records import Prediction, Problem, Question


class Solver(Protocol):
    """Learns from problems with their solutions, answers questions without."""

    def fit(self, train: Sequence[Problem], valid: Sequence[Problem] | None = None) -> None:
        """Learn from training problems; ``valid`` guides choices such as when to stop."""
        ...

    def solve(self, questions: Sequence[Question]) -> list[Prediction]:
        """Return one prediction per question, in order."""
        ...

    def save(self, folder: Path) -> None:
        """Write what was learnt to a folder."""
        ...

    def load(self, folder: Path) -> None:
        """Read what was learnt from a folder."""
        ...
