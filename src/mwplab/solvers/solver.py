"""What a solver is: something that learns from problems and answers questions."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol, runtime_checkable

from mwplab.records import Prediction, Problem, Question
from mwplab.spec import Spec


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


@runtime_checkable
class Asking(Protocol):
    """A solver that asks a model: every question costs something, and many are asked at once."""

    batch: int
    """How many questions it is handed together."""

    def signed(self, spec: Spec) -> Spec:
        """Return its spec as signatures show it: what decides the predictions, the prompt by its hash."""
        ...

    def share(self, other: Asking) -> None:
        """Ask the same model as another solver of the run: loaded once, and paid from one account."""
        ...

    def carry_on(self, spent: float) -> None:
        """Count what earlier parts of a run have cost."""
        ...
