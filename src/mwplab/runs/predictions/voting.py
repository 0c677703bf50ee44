"""Samples from a file put to the vote, equations among them by their solution."""

from __future__ import annotations

from collections.abc import Sequence

from mwplab.judge import Judgement
from mwplab.judge.predicted import predicted_answers
from mwplab.reading.voting import vote
from mwplab.records import Answer, Prediction, Problem


def vote_on(problem: Problem, samples: Sequence[Prediction]) -> Prediction:
    """Return the prediction that most samples agree with; see `mwplab.reading.voting.vote`.

    >>> from mwplab.equations import parse
    >>> samples = [Prediction(problem="a/1", equations=parse(text)) for text in ("x = 7", "x = 8", "2x = 16")]
    >>> str(vote_on(Problem(id="a/1"), samples).equations)
    'x = 8'
    """

    def answers(sample: Prediction) -> tuple[Answer, ...]:
        found = predicted_answers(problem, sample)
        return () if isinstance(found, Judgement) or not found else found[0]

    return vote(samples, answers, ordered=problem.ordered)
