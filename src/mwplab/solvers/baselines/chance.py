"""The random baseline: the equation of a training problem drawn by chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from random import Random

from mwplab.errors import RecordError
from mwplab.records import Prediction, Problem, Question
from mwplab.solvers.baselines.memory import load_learnt, save_learnt
from mwplab.solvers.baselines.pattern import Pattern, apply, not_fitted, patterns_of


@dataclass(frozen=True, slots=True)
class Learnt:
    """The training patterns with their counts."""

    patterns: tuple[Pattern, ...]
    """Each pattern once, in order of appearance."""

    counts: tuple[int, ...]
    """How many training problems have each."""

    def __post_init__(self) -> None:
        if len(self.patterns) != len(self.counts) or any(count < 1 for count in self.counts):
            raise RecordError(f"{len(self.patterns)} patterns cannot have the counts {self.counts}")


class Chance:
    """Draws a training problem that the question has enough numbers for, and predicts its template.

    Each question has its own stream of chance, made from the seed and its id, so that neither order nor
    batches change a prediction.
    """

    def __init__(self, *, seed: int = 0) -> None:
        self.seed = seed
        self.learnt: Learnt | None = None

    def fit(self, train: Sequence[Problem], valid: Sequence[Problem] | None = None) -> None:
        """Count the training templates."""
        counts = Counter(pattern.in_order() for pattern in patterns_of(train, "random"))
        self.learnt = Learnt(tuple(counts), tuple(counts.values()))

    def solve(self, questions: Sequence[Question]) -> list[Prediction]:
        """Return a template drawn by chance for each question, over numbers drawn by chance."""
        if self.learnt is None:
            raise not_fitted("random")
        return [self._solve(self.learnt, question) for question in questions]

    def _solve(self, learnt: Learnt, question: Question) -> Prediction:
        rng = Random(f"{self.seed}:{question.id}")
        pairs = zip(learnt.patterns, learnt.counts, strict=True)
        fitting = [(pattern, count) for pattern, count in pairs if pattern.fits(question)]
        if not fitting:
            return Prediction(problem=question.id, trace={"reason": "no training template fits the text"})
        patterns, counts = zip(*fitting, strict=True)
        (drawn,) = rng.choices(patterns, cum_weights=list(accumulate(counts)))
        return apply(drawn.shuffled(len(question.quantities), rng), question)

    def save(self, folder: Path) -> None:
        """Write patterns and counts."""
        if self.learnt is None:
            raise not_fitted("random")
        save_learnt(self.learnt, folder)

    def load(self, folder: Path) -> None:
        """Read patterns and counts."""
        self.learnt = load_learnt(Learnt, folder)
