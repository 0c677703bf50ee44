"""The oracle-template baseline: it is told the gold template of each question and guesses the alignment.

What it misses is what is left to do once the template is known. It cannot be trained to this: the gold
templates of the test problems come to it by `reveal`, which `runs` calls for solvers that have it, and the
solver's name carries the warning into every signature. A template holds no number of the text and no answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from random import Random
from typing import Protocol, runtime_checkable

from mwplab.errors import RecordError
from mwplab.records import Prediction, Problem, Question
from mwplab.solvers.baselines.memory import load_learnt, save_learnt
from mwplab.solvers.baselines.pattern import Pattern, apply, not_fitted, pattern_of


class Guess(StrEnum):
    """How the alignment is guessed."""

    ORDER = "order"
    """The slots take the numbers of the text as they come."""

    RANDOM = "random"
    """The slots take numbers of the text by chance, each at most once where there are enough."""


@runtime_checkable
class Oracle(Protocol):
    """A solver that must be told something about the test problems."""

    def reveal(self, templates: Mapping[str, Pattern]) -> None:
        """Take the gold templates by problem id; the places of the numbers are not in them."""
        ...


def gold_templates(problems: Sequence[Problem]) -> dict[str, Pattern]:
    """Return each problem's gold template without its alignment.

    >>> from mwplab.equations import parse
    >>> gold_templates([Problem(id="a/1", equations=parse("x = q3 - q1"))])["a/1"].alignment
    (0, 1)
    """
    found = ((problem.id, pattern_of(problem)) for problem in problems)
    return {id: pattern.in_order() for id, pattern in found if pattern is not None}


@dataclass(frozen=True, slots=True)
class Told:
    """What the oracle was told."""

    templates: Mapping[str, Pattern] = field(default_factory=dict, hash=False)
    """Gold templates by problem id."""


class OracleTemplate:
    """Fills the gold template with the numbers of the text, in order or by chance.

    >>> from mwplab.equations import parse
    >>> from mwplab.text import quantities
    >>> text = "Ann ate 3 of 7 figs. How many are left?"
    >>> solver = OracleTemplate()
    >>> solver.reveal(gold_templates([Problem(id="a/1", equations=parse("x = q1 - q0"))]))
    >>> str(solver.solve([Question(id="a/1", text=text, quantities=quantities(text))])[0].answers[0])
    '-4'
    """

    def __init__(self, *, alignment: str = Guess.ORDER, seed: int = 0) -> None:
        if alignment not in list(Guess):
            raise RecordError(f"no alignment is guessed by {alignment!r}; there are: {', '.join(Guess)}")
        self.alignment = Guess(alignment)
        self.seed = seed
        self.told: Told | None = None

    def reveal(self, templates: Mapping[str, Pattern]) -> None:
        """Take the gold templates of the problems to come."""
        self.told = Told({id: pattern.in_order() for id, pattern in templates.items()})

    def fit(self, train: Sequence[Problem], valid: Sequence[Problem] | None = None) -> None:
        """Learn nothing: what it knows it is told."""

    def solve(self, questions: Sequence[Question]) -> list[Prediction]:
        """Return the gold template with a guessed alignment; nothing for a question it was not told about."""
        if self.told is None:
            raise not_fitted("oracle-template")
        return [self._solve(self.told.templates.get(question.id), question) for question in questions]

    def _solve(self, pattern: Pattern | None, question: Question) -> Prediction:
        if pattern is None:
            return Prediction(problem=question.id, trace={"reason": "the gold template is not known"})
        if self.alignment is Guess.RANDOM:
            rng = Random(f"{self.seed}:{question.id}")
            pattern = pattern.shuffled(len(question.quantities), rng)
        return apply(pattern, question)

    def save(self, folder: Path) -> None:
        """Write what it was told."""
        if self.told is None:
            raise not_fitted("oracle-template")
        save_learnt(self.told, folder)

    def load(self, folder: Path) -> None:
        """Read what it was told."""
        self.told = load_learnt(Told, folder)
