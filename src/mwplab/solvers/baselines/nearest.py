"""The nearest-neighbour baseline: the equation of the training problem whose text is most similar."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from mwplab.errors import RecordError
from mwplab.records import Prediction, Problem, Question
from mwplab.records.problem import Json
from mwplab.solvers.baselines.memory import load_learnt, save_learnt
from mwplab.solvers.baselines.pattern import Pattern, apply, not_fitted, pattern_of, patterns_of

if TYPE_CHECKING:
    from mwplab.solvers.baselines.similarity import Index

NEIGHBOURS = 20
"""How many neighbours are looked at for one whose equation the question has enough numbers for."""


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A training problem as it is remembered."""

    problem: str
    """Its id."""

    pattern: Pattern
    """Its equation."""

    features: tuple[str, ...]
    """The words and pairs of words of its text."""


@dataclass(frozen=True, slots=True)
class Learnt:
    """The training problems."""

    neighbours: tuple[Neighbour, ...]
    """Those that have equations."""

    def __post_init__(self) -> None:
        if not self.neighbours:
            raise RecordError("there are no neighbours")


class Nearest:
    """Predicts the equation of the most similar training problem, its numbers in the same places.

    >>> from mwplab.equations import parse
    >>> from mwplab.text import quantities
    >>> body = "A baker makes {} loaves and sells {}."
    >>> told = body.format(9, 4)
    >>> train = [Problem(id="a/1", body=told, quantities=quantities(told), equations=parse("x = q0 - q1"))]
    >>> text = body.format(80, 65)
    >>> solver = Nearest()
    >>> solver.fit(train)
    >>> prediction = solver.solve([Question(id="a/2", text=text, quantities=quantities(text))])[0]
    >>> str(prediction.answers[0]), prediction.trace["neighbour"]
    ('15', 'a/1')
    """

    def __init__(self) -> None:
        self.learnt: Learnt | None = None
        self.index: Index | None = None

    def fit(self, train: Sequence[Problem], valid: Sequence[Problem] | None = None) -> None:
        """Remember the training problems that have equations."""
        from mwplab.solvers.baselines.similarity import features

        patterns_of(train, "nearest")
        pairs = ((problem, pattern_of(problem)) for problem in train)
        self._remember(
            Learnt(
                tuple(
                    Neighbour(problem.id, pattern, features(problem.text, problem.quantities))
                    for problem, pattern in pairs
                    if pattern is not None
                )
            )
        )

    def _remember(self, learnt: Learnt) -> None:
        from mwplab.solvers.baselines.similarity import Index

        self.learnt = learnt
        self.index = Index([neighbour.features for neighbour in learnt.neighbours])

    def solve(self, questions: Sequence[Question]) -> list[Prediction]:
        """Return for each question the equation of its nearest neighbour that fits."""
        return [self._solve(question) for question in questions]

    def _solve(self, question: Question) -> Prediction:
        from mwplab.solvers.baselines.similarity import features

        if self.learnt is None or self.index is None:
            raise not_fitted("nearest")
        found = self.index.nearest(features(question.text, question.quantities), NEIGHBOURS)
        near = [(self.learnt.neighbours[place], similarity) for place, similarity in found]
        neighbour, similarity = next((one for one in near if one[0].pattern.fits(question)), near[0])
        trace: dict[str, Json] = {"neighbour": neighbour.problem, "similarity": round(similarity, 6)}
        return apply(neighbour.pattern, question, trace)

    def save(self, folder: Path) -> None:
        """Write the remembered problems."""
        if self.learnt is None:
            raise not_fitted("nearest")
        save_learnt(self.learnt, folder)

    def load(self, folder: Path) -> None:
        """Read the remembered problems."""
        self._remember(load_learnt(Learnt, folder))
