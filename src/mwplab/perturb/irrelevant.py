"""A number more than anybody needs: whoever uses all numbers that stand in a text is wrong now."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar

from mwplab.errors import NoVariant, SpecError
from mwplab.perturb.asides import WAYS, Addition
from mwplab.perturb.perturbation import signed
from mwplab.perturb.renumbering import renumbered
from mwplab.perturb.told import Told
from mwplab.records import Problem
from mwplab.registry import check_kinds
from mwplab.text import quantities

TRIES = 20
"""Draws for each variant before a problem is given up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IrrelevantInformation:
    """Adds a number of something that is not asked for; equations and answer stay what they were.

    ``beside`` puts other things beside those that the question counts, ``again`` says a sentence once more of
    other things, ``aside`` says something of the weather or the house. Without a ``way`` any that fits.

    >>> from mwplab.equations import parse
    >>> text, system = "Ann had 7 figs. She ate 3 figs. How many figs are left?", parse("x = q0 - q1")
    >>> problem = Problem(id="a/1", question=text, quantities=quantities(text), equations=system)
    >>> for way in WAYS:
    ...     (variant,) = IrrelevantInformation(way=way)(problem, Random(5))
    ...     print(variant.text, variant.equations)
    Ann had 7 figs. She ate 3 figs and 9 grapes. How many figs are left? x = q0 - q1
    Ann had 7 figs. She ate 3 figs. She ate 9 grapes. How many figs are left? x = q0 - q1
    Ann had 7 figs. She ate 3 figs. The newspaper had 14 pages. How many figs are left? x = q0 - q1
    """

    way: str = ""
    """What is added; empty for anything that fits."""

    count: int = 1
    """How many variants of each problem."""

    name: ClassVar[str] = "add-irrelevant-information"
    chance: ClassVar[bool] = True

    def __post_init__(self) -> None:
        check_kinds(self)
        if self.way and self.way not in WAYS:
            raise SpecError(
                f"add-irrelevant-information has no way {self.way!r}; there are: {', '.join(WAYS)}"
            )
        if self.count < 1:
            raise SpecError(
                f"{self.count} variants are none; give add-irrelevant-information a count of 1 or more"
            )

    def __call__(self, problem: Problem, rng: Random) -> tuple[Problem, ...]:
        """Return variants that differ from each other."""
        told = Told.of(problem)
        ways = [self.way] if self.way else list(WAYS)
        made: dict[str, Problem] = {}
        for _ in range(TRIES * self.count):
            rng.shuffle(ways)
            additions = (WAYS[way](told, rng) for way in ways)
            addition = next((one for one in additions if one is not None), None)
            if addition is None:
                break
            variant = extended(problem, addition)
            made.setdefault(variant.text, variant)
            if len(made) == self.count:
                return signed(problem, list(made.values()), self)
        which = f" (way={self.way})" if self.way else ""
        raise NoVariant(f"{problem.id} has no place for a number that nobody would need{which}")


def extended(problem: Problem, addition: Addition) -> Problem:
    """Return a problem with words and their number put into its text."""
    text, start = addition.text, addition.at + len(addition.before)
    number = replace(quantities(addition.number)[0], start=start, end=start + len(addition.number))
    before = [one for one in problem.quantities if one.start < addition.at]
    behind = [
        replace(one, start=one.start + len(text), end=one.end + len(text))
        for one in problem.quantities[len(before) :]
    ]
    body, question, border = problem.body, problem.question, len(problem.body)
    if addition.at <= border and body:
        body = body[: addition.at] + text + body[addition.at :]
    else:
        place = addition.at - (border + 1 if body else 0)
        question = question[:place] + text + question[place:]
    moved = {place: place + 1 for place in range(len(before), len(problem.quantities))}
    longer = replace(problem, body=body, question=question, quantities=(*before, number, *behind))
    return renumbered(longer, moved)
