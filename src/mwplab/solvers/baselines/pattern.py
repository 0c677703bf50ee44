"""What the baselines learn from a problem, and what they make of it for a question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from mwplab.equations import Template, answers, induce
from mwplab.equations.nodes import Expr, Leaf, Number, QuantityRef, Slot, Unknown, map_expr, map_system, walk
from mwplab.equations.templates import Derivation, unknowns
from mwplab.errors import EquationError, RecordError
from mwplab.records import Answer, Prediction, Problem, Question
from mwplab.records.problem import Json

NAMES = ("x", "y", "z", "u", "v", "w")
"""What the unknowns of a pattern are called, in order of appearance."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A template with what is asked of it, and the places of the numbers in the problem it came from."""

    template: Template
    """The equations, the unknowns named in order of appearance."""

    alignment: tuple[int, ...]
    """For each slot the position of its quantity."""

    asked: tuple[Expr, ...] = ()
    """What the answers are, over slots and unknowns; empty: all unknowns."""

    def in_order(self) -> Pattern:
        """Return the pattern whose slots take the first quantities as they come.

        >>> from mwplab.equations import parse
        >>> Pattern(Template(parse("x = A - B")), (2, 0)).in_order().alignment
        (0, 1)
        """
        return Pattern(self.template, tuple(range(len(self.alignment))), self.asked)

    def shuffled(self, quantities: int, rng: Random) -> Pattern:
        """Return the pattern with its slots dealt to quantities by chance, again where they are few."""
        slots = len(self.alignment)
        if slots <= quantities:
            return Pattern(self.template, tuple(rng.sample(range(quantities), slots)), self.asked)
        return Pattern(self.template, tuple(rng.choices(range(quantities or 1), k=slots)), self.asked)

    def fits(self, question: Question) -> bool:
        """Tell whether the question has a number for every slot."""
        return max(self.alignment, default=-1) < len(question.quantities)


def pattern_of(problem: Problem) -> Pattern | None:
    """Return the pattern behind a problem's gold equations; none where it has no equations.

    >>> from mwplab.equations import parse
    >>> pattern = pattern_of(Problem(id="a/1", equations=parse("cost = q2 - q0")))
    >>> str(pattern.template), pattern.alignment
    ('x = A - B', (2, 0))
    """
    derivation = _derivation(problem)
    if derivation is None:
        return None
    slots = {place: Slot(slot) for slot, place in enumerate(derivation.alignment)}
    found = unknowns(derivation.template.system)
    names = {old: NAMES[number] if number < len(NAMES) else f"x{number}" for number, old in enumerate(found)}

    def change(leaf: Leaf) -> Expr:
        match leaf:
            case QuantityRef(index):
                return slots.get(index, leaf)
            case Unknown(name):
                return Unknown(names.get(name, name))
            case _:
                return leaf

    asked = tuple(map_expr(expr, change) for expr in problem.asked)
    if any(isinstance(part, QuantityRef) for expr in asked for part in walk(expr)):
        return None  # the answer needs a number that the equations do without
    everything = tuple(Unknown(name) for name in names.values())
    template = Template(map_system(derivation.template.system, change))
    return Pattern(template, derivation.alignment, () if asked == everything else asked)


def _derivation(problem: Problem) -> Derivation | None:
    # What is asked is written in the names of the equations, which an annotated template need not share.
    if problem.derivation is not None and not problem.asked:
        return problem.derivation
    return None if problem.equations is None else induce(problem.equations)


def patterns_of(problems: Sequence[Problem], solver: str) -> list[Pattern]:
    """Return the patterns of training problems, or refuse problems without any equations."""
    found = [pattern for pattern in map(pattern_of, problems) if pattern is not None]
    if not found:
        raise RecordError(
            f"the solver {solver!r} learns from equations, and none of the {len(problems)} training problems "
            "has any; train on a dataset with equations"
        )
    return found


def not_fitted(solver: str) -> RecordError:
    """Return the error of a solver that is asked before it has learnt."""
    return RecordError(
        f"the solver {solver!r} has learnt nothing yet; train it first, as evaluate does with "
        "--train and --folds, or name a folder with a trained one"
    )


def apply(pattern: Pattern, question: Question, trace: Mapping[str, Json] | None = None) -> Prediction:
    """Return the prediction that a pattern makes for a question, its equations solved.

    Where a slot has no quantity there is no prediction; where the equations have no solution, as in a
    division by zero, there is no answer.

    >>> from mwplab.equations import parse
    >>> from mwplab.text import quantities
    >>> text = "Ann had 7 figs and ate 3. How many are left?"
    >>> prediction = apply(
    ...     Pattern(Template(parse("x = A - B")), (0, 1)),
    ...     Question(id="a/1", text=text, quantities=quantities(text)),
    ... )
    >>> str(prediction.equations), str(prediction.answers[0])
    ('x = q0 - q1', '4')
    """
    notes = dict(trace or {})
    if not pattern.fits(question):
        there = len(question.quantities)
        notes["reason"] = f"the template {pattern.template} needs more than the {there} numbers of the text"
        return Prediction(problem=question.id, trace=notes)
    derivation = Derivation(pattern.template, pattern.alignment)

    def number(leaf: Leaf) -> Expr:
        return (
            Number(question.quantities[pattern.alignment[leaf.index]].value)
            if isinstance(leaf, Slot)
            else leaf
        )

    asked = [map_expr(expr, number) for expr in pattern.asked] or None
    found: tuple[Answer, ...] = ()
    try:
        solutions = answers(map_system(pattern.template.system, number), asked)
        found = tuple(map(Answer, solutions[0]))
    except EquationError as error:
        notes["reason"] = str(error)
    return Prediction(
        problem=question.id,
        answers=found,
        equations=derivation.system,
        derivation=derivation,
        trace=notes,
    )
