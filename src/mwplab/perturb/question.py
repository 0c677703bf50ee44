"""The question taken away: whoever still answers has not read it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar

from mwplab.equations.nodes import Expr, Leaf, Number, QuantityRef, map_expr, map_system
from mwplab.equations.templates import Derivation
from mwplab.errors import NoVariant
from mwplab.perturb.perturbation import signed
from mwplab.records import Problem
from mwplab.text import split_question


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionRemoved:
    """Leaves the story and takes the question away, as SVAMP's Tables 3 and 11 do.

    Answer and equations stay, so that the variant can be judged. A number that stood in the question stands
    in the equations as a constant.

    >>> from mwplab.text import quantities
    >>> body = "Ann has 3 owls and 4 cats."
    >>> problem = Problem(id="a/1", body=body, question="How many owls?", quantities=quantities(body))
    >>> QuestionRemoved()(problem, Random(0))[0].text
    'Ann has 3 owls and 4 cats.'
    """

    name: ClassVar[str] = "question-removed"
    chance: ClassVar[bool] = False

    def __call__(self, problem: Problem, rng: Random) -> tuple[Problem, ...]:
        """Return the story alone."""
        body, question = problem.body, problem.question
        if not (body and question):
            body, question = split_question(problem.text)
        if not question:
            raise NoVariant(f"{problem.id} has no question that could be taken away")
        if not body:
            raise NoVariant(f"{problem.id} has no story before its question; nothing would be left")
        return signed(problem, [shortened(problem, body)], self)


def shortened(problem: Problem, body: str) -> Problem:
    """Return a problem with the beginning of its text only; numbers behind it become constants."""
    # A text that begins with white space has its story a little further on.
    end = problem.text.index(body) + len(body)
    kept = tuple(one for one in problem.quantities if one.end <= end)
    shift = end - len(body)
    moved = tuple(replace(one, start=one.start - shift, end=one.end - shift) for one in kept)

    def fill(leaf: Leaf) -> Expr:
        # A reference to a number that the text never had stays as wrong as it was.
        if isinstance(leaf, QuantityRef) and len(kept) <= leaf.index < len(problem.quantities):
            return Number(problem.quantities[leaf.index].value)
        return leaf

    return replace(
        problem,
        body=body,
        question="",
        quantities=moved,
        equations=None if problem.equations is None else map_system(problem.equations, fill),
        asked=tuple(map_expr(expr, fill) for expr in problem.asked),
        derivation=_within(problem.derivation, len(kept)),
        rates=tuple(place for place in problem.rates if 0 <= place < len(kept)),
    )


def _within(derivation: Derivation | None, count: int) -> Derivation | None:
    """Return a derivation over the first quantities, or none where it needs another."""
    if derivation is None or max(derivation.alignment, default=-1) >= count:
        return None
    groups = (tuple(place for place in group if place < count) for group in derivation.equivalent)
    return replace(derivation, equivalent=tuple(group for group in groups if len(group) > 1))
