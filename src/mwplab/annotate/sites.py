"""Where an equation takes a number from the text, and which quantities it may be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from mwplab.equations import match_numbers, snap
from mwplab.equations.matching import CONSTANTS
from mwplab.equations.nodes import EquationSystem, Expr, Leaf, Number, QuantityRef, map_system, walk
from mwplab.errors import RecordError
from mwplab.records import Problem
from mwplab.text import Flag


@dataclass(frozen=True, slots=True)
class Site:
    """One place of an equation at which a number of the text stands."""

    statement: int
    """Which of the statements it is in, from 0."""

    value: Fraction
    """The number that stands there."""

    options: tuple[int, ...]
    """Positions of the quantities that have this value, in reading order."""


def referred(problem: Problem) -> EquationSystem | None:
    """Return the equations over quantity references; those over plain numbers are matched by value.

    >>> from mwplab.equations import parse
    >>> from mwplab.text import quantities
    >>> text = "Two owls ate 6 mice each. How many mice?"
    >>> problem = Problem(id="a/1", body=text, quantities=quantities(text), equations=parse("x = 6 * 2"))
    >>> str(referred(problem))
    'x = q1 * q0'
    """
    system = problem.equations
    if system is None or any(isinstance(part, QuantityRef) for part in walk(system)):
        # Once there are references, a number left in the equations is a constant, as 100 is in ``q0 / 100``.
        return system
    hundredths = [bool(one.flags & {Flag.PERCENT, Flag.CENTS}) for one in problem.quantities]
    return match_numbers(system, problem.values, hundredths).system


def sites(problem: Problem) -> tuple[Site, ...]:
    """Return the places of a problem's equations that take a number of the text, in reading order.

    >>> from mwplab.equations import parse
    >>> from mwplab.text import quantities
    >>> text = "Ann has 5 hats and 5 caps, and buys 2 hats. How many hats?"
    >>> problem = Problem(id="a/1", body=text, quantities=quantities(text), equations=parse("x = 5 + 2"))
    >>> [(str(site.value), site.options) for site in sites(problem)]
    [('5', (0, 1)), ('2', (2,))]
    """
    system = referred(problem)
    if system is None:
        return ()
    values = [snap(value) for value in problem.values]
    found = []
    for place, statement in enumerate(system.statements):
        for part in walk(statement):
            if isinstance(part, QuantityRef):
                value = values[_checked(problem, part.index)]
                alike = tuple(index for index, other in enumerate(values) if other == value)
                found.append(Site(place, value, alike))
    return tuple(found)


def is_ambiguous(problem: Problem) -> bool:
    """Tell whether several numbers of the text have one value that the equations use.

    This is the alignment ambiguity of the paper on derivations: such a problem needs a person.

    >>> from mwplab.equations import parse
    >>> from mwplab.text import quantities
    >>> text = "Ann has 5 hats and 5 caps, and buys 2 hats. How many hats?"
    >>> problem = Problem(id="a/1", body=text, quantities=quantities(text), equations=parse("x = 5 + 2"))
    >>> is_ambiguous(problem)
    True
    """
    return any(len(site.options) > 1 for site in sites(problem))


def alike_pairs(found: Sequence[Site]) -> tuple[tuple[int, int], ...]:
    """Return the pairs of quantities that have one value which the equations use: what may be equivalent.

    >>> alike_pairs([Site(0, Fraction(5), (0, 2, 3)), Site(0, Fraction(4), (1,))])
    ((0, 2), (0, 3), (2, 3))
    """
    groups = dict.fromkeys(site.options for site in found)
    return tuple(pair for group in groups for pair in combinations(group, 2))


def strange_numbers(system: EquationSystem) -> tuple[Fraction, ...]:
    """Return the numbers of equations over references that are not common knowledge.

    >>> from mwplab.equations import parse
    >>> strange_numbers(parse("x = q0 * 12 + 77"))
    (Fraction(77, 1),)
    """
    numbers = dict.fromkeys(snap(part.value) for part in walk(system) if isinstance(part, Number))
    return tuple(value for value in numbers if value not in CONSTANTS)


def place(system: EquationSystem, positions: Sequence[int]) -> EquationSystem:
    """Return the equations with their references, in reading order, moved to these positions.

    >>> from mwplab.equations import parse
    >>> str(place(parse("x = q0 * (q1 - q0)"), (2, 1, 0)))
    'x = q2 * (q1 - q0)'
    """
    waiting = iter(positions)

    def move(leaf: Leaf) -> Expr:
        return QuantityRef(next(waiting)) if isinstance(leaf, QuantityRef) else leaf

    return map_system(system, move)


def _checked(problem: Problem, index: int) -> int:
    if index >= len(problem.quantities):
        count = len(problem.quantities)
        raise RecordError(f"{problem.id}: q{index} is asked for, the text has {count} quantities")
    return index
