"""Equation accuracy: against a derivation drawn at random from those that yield the gold equations."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from mwplab.equations.templates import Derivation
from mwplab.errors import EquationError, SpecError
from mwplab.judge.derivation import ground, judge_against
from mwplab.judge.judgement import Judgement
from mwplab.records import Prediction, Problem, Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class EquationJudge:
    """The derivation is one drawn at random among those that yield the gold equations (section 4.1).

    Where a number stands twice in the text, the drawn derivation may be a wrong one: that is the weakness
    which annotated derivations mend.

    >>> from mwplab.equations import parse
    >>> from mwplab.text import quantities
    >>> text = "Ana has 3 pens and finds 4. How many?"
    >>> gold = parse("x = q0 + q1")
    >>> problem = Problem(id="a/1", question=text, quantities=quantities(text), equations=gold)
    >>> EquationJudge()(problem, Prediction(problem="a/1", equations=parse("x - q1 = q0"))).verdict
    <Verdict.CORRECT: 'correct'>
    """

    seed: int = 0
    """Chooses the derivation, together with the id of the problem."""

    def __post_init__(self) -> None:
        if isinstance(self.seed, bool) or not isinstance(self.seed, int):
            raise SpecError(f"the option 'seed' is {self.seed!r}; give a whole number")

    def reference(self, problem: Problem) -> Derivation | None:
        """Return the derivation that stands for the gold one, or ``None`` without gold equations."""
        if problem.equations is None:
            return None
        return ground(problem, problem.equations).choose(Random(f"{self.seed}:{problem.id}"))

    def __call__(self, problem: Problem, prediction: Prediction) -> Judgement:
        """Return whether the prediction's derivation is the drawn one."""
        try:
            reference = self.reference(problem)
        except EquationError as error:
            return Judgement(Verdict.UNJUDGED, f"the gold equations have no derivation: {error}")
        if reference is None:
            return Judgement(Verdict.UNJUDGED, "the problem has no gold equations")
        return judge_against(reference, problem, prediction)
