"""What a test remembers of a published problem: enough to notice any change, and none of its text."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from mwplab.records import Dataset, Problem


class Pin(NamedTuple):
    """A problem as its test expects it."""

    key: str
    digest: str
    quantities: int
    equations: str
    answers: str


def pin(dataset: Dataset, problem: Problem) -> Pin:
    """Return what is remembered of a problem."""
    return Pin(
        problem.id.removeprefix(f"{dataset.name}/"),
        hashlib.sha256(problem.text.encode()).hexdigest()[:8],
        len(problem.quantities),
        str(problem.equations or ""),
        "; ".join(map(str, problem.answers)),
    )


def three_pins(dataset: Dataset) -> list[Pin]:
    """Return the first, the tenth and the last problem."""
    return [pin(dataset, dataset.problems[place]) for place in (0, 9, -1)]
