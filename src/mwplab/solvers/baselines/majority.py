"""The majority baseline: the commonest equation of the training problems, whatever is asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from mwplab.equations.nodes import EquationSystem
from mwplab.errors import RecordError
from mwplab.records import Prediction, Problem, Question
from mwplab.solvers.baselines.memory import load_learnt, save_learnt
from mwplab.solvers.baselines.pattern import Pattern, apply, not_fitted, patterns_of


class Reading(StrEnum):
    """What counts as one and the same equation."""

    EXECUTION = "execution"
    """The template; its slots take the question's numbers in order, and the equation is solved."""

    FREQUENCY = "frequency"
    """The template with its numbers in their places: ``q0 - q1`` is not ``q1 - q0``, as SVAMP counts."""


@dataclass(frozen=True, slots=True)
class Learnt:
    """The commonest pattern."""

    pattern: Pattern
    """What is predicted for every question."""

    count: int
    """How many training problems have it."""

    problems: int
    """How many training problems have equations."""


class Majority:
    """Predicts the commonest training equation; of several, the one met first.

    >>> from mwplab.equations import parse
    >>> from mwplab.text import quantities
    >>> train = [Problem(id=f"a/{number}", equations=parse("x = q0 * q1")) for number in range(3)]
    >>> text = "5 rows of 6 beans. How many beans?"
    >>> solver = Majority()
    >>> solver.fit(train)
    >>> str(solver.solve([Question(id="a/9", text=text, quantities=quantities(text))])[0].answers[0])
    '30'
    """

    def __init__(self, *, reading: str = Reading.EXECUTION) -> None:
        if reading not in list(Reading):
            raise RecordError(
                f"no reading of 'majority' is called {reading!r}; there are: {', '.join(Reading)}"
            )
        self.reading = Reading(reading)
        self.learnt: Learnt | None = None

    def fit(self, train: Sequence[Problem], valid: Sequence[Problem] | None = None) -> None:
        """Count the training equations."""
        found = patterns_of(train, "majority")
        counts = Counter(one.in_order() if self.reading is Reading.EXECUTION else one for one in found)
        ((pattern, count),) = counts.most_common(1)
        self.learnt = Learnt(pattern, count, len(found))

    def solve(self, questions: Sequence[Question]) -> list[Prediction]:
        """Return the same equation for every question, over its own numbers."""
        if self.learnt is None:
            raise not_fitted("majority")
        return [apply(self.learnt.pattern, question) for question in questions]

    def save(self, folder: Path) -> None:
        """Write the commonest pattern."""
        if self.learnt is None:
            raise not_fitted("majority")
        save_learnt(self.learnt, folder)

    def load(self, folder: Path) -> None:
        """Read the commonest pattern."""
        self.learnt = load_learnt(Learnt, folder)


@dataclass(frozen=True, slots=True)
class Commonest:
    """How often the commonest equation of a set of problems is met there."""

    equations: EquationSystem
    """The equation over quantity references."""

    count: int
    """How many problems have it."""

    problems: int
    """How many problems there are, those without equations included."""


def commonest(systems: Iterable[EquationSystem | None]) -> Commonest:
    """Return the commonest equation of a set of problems, numbers told apart by their places in the text.

    Its share is what SVAMP prints as the accuracy of the majority template: nothing is trained or executed.

    >>> from mwplab.equations import parse
    >>> most = commonest(map(parse, ["x = q0 - q1", "x = q1 - q0", "x = q0 - q1"]))
    >>> str(most.equations), most.count, most.problems
    ('x = q0 - q1', 2, 3)
    """
    everything = list(systems)
    counts = Counter(system for system in everything if system is not None)
    if not counts:
        raise RecordError(f"none of the {len(everything)} problems has an equation, so none is the commonest")
    ((system, count),) = counts.most_common(1)
    return Commonest(system, count, len(everything))
