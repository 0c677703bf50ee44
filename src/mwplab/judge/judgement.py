"""What a judge says, what a judge is, and what all judges say of a prediction that says nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from mwplab.records import FAILURE, READING, UNREACHED, Prediction, Problem, Verdict


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


def silence(prediction: Prediction, missing: str) -> Judgement:
    """Return what is to be said of a prediction without what a judge looks at.

    A solver that gave no text gave no answer; one whose text could not be read is unreadable, never wrong;
    one that could not be asked is not judged.

    >>> silence(Prediction(problem="a/1"), "answer")
    Judgement(verdict=<Verdict.NO_ANSWER: 'no_answer'>, reason='the prediction has no answer')
    >>> silence(Prediction(problem="a/1", samples=("Hmm!",)), "answer").verdict
    <Verdict.UNREADABLE: 'unreadable'>
    """
    unreached, failure = prediction.trace.get(UNREACHED), prediction.trace.get(FAILURE)
    reading = prediction.trace.get(READING)
    if isinstance(unreached, str) and unreached:
        return Judgement(Verdict.UNJUDGED, f"the solver could not be asked: {unreached}")
    if isinstance(failure, str) and failure:
        return Judgement(Verdict.NO_ANSWER, f"the solver failed: {failure}")
    if reading == "unreadable" or (reading is None and any(sample.strip() for sample in prediction.samples)):
        return Judgement(Verdict.UNREADABLE, f"no {missing} could be read in what the solver wrote")
    return Judgement(Verdict.NO_ANSWER, f"the prediction has no {missing}")
