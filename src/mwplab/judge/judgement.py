"""What a judge says, and what a judge is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from mwplab.records import Prediction, Problem, Verdict


@dataclass(frozen=True, slots=True)
class Judgement:
    """A verdict with its reason."""

    verdict: Verdict
    """What was decided."""

    reason: str = ""
    """Why, in words for a person; empty where the verdict speaks for itself."""


class Judge(Protocol):
    """Compares a prediction with the gold side of its problem; never hangs, never runs text as code."""

    def __call__(self, problem: Problem, prediction: Prediction) -> Judgement:
        """Return the verdict on one prediction."""
        ...
