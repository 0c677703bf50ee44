"""Other numbers in the same story: whoever fails now had learnt the answer and not the way to it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from typing import ClassVar

from mwplab.equations.nodes import QuantityRef, walk
from mwplab.errors import NoVariant, SpecError
from mwplab.perturb.perturbation import signed
from mwplab.perturb.sense import Outcome, keeps_sense, outcome, rewritten, same_order, solved
from mwplab.perturb.surfaces import Range, similar_numbers, write_like
from mwplab.records import Answer, Problem
from mwplab.registry import check_kinds
from mwplab.text import Form

TRIES = 600
"""Draws before a problem is given up."""

_ARTICLE = re.compile(r"\b(?:a|an)\s+$", re.IGNORECASE)
_TAKES_AN = re.compile(r"8|11(?!\d)|18(?!\d)|eight|eleven", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResampledNumbers:
    """Draws fresh numbers of similar size and kind, and computes the answer from the equations.

    Every number keeps its place in the order of size and equal ones stay equal; every step of the equations
    keeps its sign and gets no more decimal places, so that nobody eats more than there is and no child is
    halved; the answer is another one than before.

    >>> from mwplab.equations import parse
    >>> from mwplab.records import parse_answers
    >>> from mwplab.text import quantities
    >>> text = "Ann shares 12 figs among 4 friends. How many does each get?"
    >>> problem = Problem(id="a/1", question=text, quantities=quantities(text), answers=parse_answers("3"),
    ...                   equations=parse("x = q0 / q1"))
    >>> variant = ResampledNumbers()(problem, Random(1))[0]
    >>> variant.text, str(variant.answers[0])
    ('Ann shares 24 figs among 3 friends. How many does each get?', '8')
    """

    count: int = 1
    """How many variants of each problem."""

    name: ClassVar[str] = "resampled-numbers"
    chance: ClassVar[bool] = True

    def __post_init__(self) -> None:
        check_kinds(self)
        if self.count < 1:
            raise SpecError(f"{self.count} variants are none; give resampled-numbers a count of 1 or more")

    def __call__(self, problem: Problem, rng: Random) -> tuple[Problem, ...]:
        """Return variants that differ from each other."""
        urn = _Urn.of(problem)
        made: dict[str, Problem] = {}
        for _ in range(TRIES * self.count):
            variant = urn.draw(rng)
            if variant is not None:
                made.setdefault(variant.text, variant)
            if len(made) == self.count:
                return signed(problem, list(made.values()), self)
        raise NoVariant(
            f"{problem.id}: {TRIES * self.count} draws gave {len(made)} of {self.count} sets of numbers with "
            "which every step keeps its sign and its decimal places"
        )


@dataclass(frozen=True, slots=True)
class _Urn:
    """Where the variants of one problem are drawn from."""

    problem: Problem
    """The problem."""

    ranges: Mapping[Fraction, Range]
    """By value what may take its place."""

    before: Outcome
    """What its equations give."""

    places: tuple[int, ...]
    """Which of the values asked for each answer is."""

    @classmethod
    def of(cls, problem: Problem) -> _Urn:
        """Return the urn of a problem that can have other numbers."""
        before, places = solved(problem)
        ranges = {value: one for value, one in ranges_of(problem).items() if one is not None}
        if not ranges:
            raise NoVariant(f"{problem.id} has no number that another could stand for")
        return cls(problem, ranges, before, places)

    def draw(self, rng: Random) -> Problem | None:
        """Return a variant with numbers by chance, or none where they make no sense."""
        drawn = {value: one.draw(rng) for value, one in self.ranges.items()}
        if any(new in (1, old) for old, new in drawn.items()):
            return None
        values = [drawn.get(value, value) for value in self.problem.values]
        surfaces = self._surfaces(values) if same_order(self.problem.values, values) else None
        if surfaces is None:
            return None
        variant = rewritten(self.problem, list(zip(values, surfaces, strict=True)))
        try:
            after = outcome(variant)
        except NoVariant:
            return None
        if not keeps_sense(self.before, after):
            return None
        pairs = zip(self.problem.answers, self.places, strict=True)
        answers = tuple(Answer(after.answers[place], answer.unit) for answer, place in pairs)
        return replace(variant, answers=answers)

    def _surfaces(self, values: Sequence[Fraction]) -> list[str] | None:
        found = []
        for quantity, value in zip(self.problem.quantities, values, strict=True):
            surface = quantity.surface if value == quantity.value else write_like(value, quantity)
            if surface is None or not _agrees(self.problem.text[: quantity.start], quantity.surface, surface):
                return None
            found.append(surface)
        return found


def ranges_of(problem: Problem) -> dict[Fraction, Range | None]:
    """Return by value what may take its place; a value that stays somewhere stays everywhere."""
    parts = [] if problem.equations is None else [*walk(problem.equations)]
    parts += [part for expr in problem.asked for part in walk(expr)]
    needed = {part.index for part in parts if isinstance(part, QuantityRef)}
    found: dict[Fraction, Range | None] = {}
    for place, quantity in enumerate(problem.quantities):
        # A number word that no equation needs counts what the story names: the tops of the two flowers.
        counts = quantity.form is Form.WORDS and place not in needed
        numbers = None if counts else similar_numbers(quantity)
        before = found.get(quantity.value, numbers)
        found[quantity.value] = numbers if numbers == before else None
    return found


def _agrees(before: str, old: str, new: str) -> bool:
    """Tell whether *a* or *an* before a number fits the new one: an 8-foot pole, a 9-foot pole."""
    return not _ARTICLE.search(before) or bool(_TAKES_AN.match(old)) == bool(_TAKES_AN.match(new))
