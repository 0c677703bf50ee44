"""The published algorithm for the equivalence of derivations, as its authors wrote it down.

All renamings of the slots are tried, each in up to R rounds of random numbers for which both systems are
solved, so that s slots take s! rounds at least. It is the reference that `mwplab.equations.equivalence` is
tested and timed against.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from itertools import permutations
from random import Random

from mwplab.equations.nodes import EquationSystem, Number, Slot, map_system
from mwplab.equations.renaming import Renaming
from mwplab.equations.solve import solve
from mwplab.equations.templates import Derivation, Template
from mwplab.errors import EquationError

ROUNDS = 10
"""Random assignments for which the solutions must be equal."""

HIGHEST = 10**6
"""The largest random number."""

Solver = Callable[[EquationSystem], Hashable]
"""Gives the solution of a system in a form that does not depend on the names of unknowns."""


def exact_solution(system: EquationSystem) -> Hashable:
    """Return all solutions of a system, each without order, or the kind of failure.

    >>> from mwplab.equations import parse
    >>> exact_solution(parse("y = 3; x = 2y")) == exact_solution(parse("a = 3; b = 6"))
    True
    """
    try:
        found = solve(system)
    except EquationError as error:
        return type(error).__name__
    return frozenset(tuple(sorted((value for _, value in one.values), key=repr)) for one in found)


def renamings(
    first: Template,
    second: Template,
    random: Random,
    *,
    rounds: int = ROUNDS,
    solver: Solver = exact_solution,
) -> Iterator[Renaming]:
    """Yield every renaming of the slots under which two templates have the same solutions in all rounds.

    >>> from mwplab.equations import parse
    >>> one, other = Template(parse("m = A + B * n; m = C - n")), Template(parse("m + n = A; m - C * n = B"))
    >>> list(renamings(one, other, Random(0)))
    [(1, 2, 0)]
    """
    slots = first.slots
    if slots != second.slots:
        return
    for renaming in permutations(range(slots)):
        for _ in range(rounds):
            vector = [Fraction(random.randint(1, HIGHEST)) for _ in range(slots)]
            moved = {renaming[slot]: value for slot, value in enumerate(vector)}
            others = [moved[slot] for slot in range(slots)]
            if solver(_filled(first, vector)) != solver(_filled(second, others)):
                break
        else:
            yield renaming


def same_derivation(
    derivation: Derivation, gold: Derivation, random: Random, *, rounds: int = ROUNDS
) -> bool:
    """Return whether a derivation is the gold one by Algorithm 1 of the paper.

    >>> from mwplab.equations import parse
    >>> template = Template(parse("x = A - B"))
    >>> same_derivation(Derivation(template, (0, 2)), Derivation(template, (0, 1), ((1, 2),)), Random(0))
    True
    """
    alike = {(place, other) for group in gold.equivalent for place in group for other in group}
    return any(
        all(
            quantity == gold.alignment[renaming[slot]] or (quantity, gold.alignment[renaming[slot]]) in alike
            for slot, quantity in enumerate(derivation.alignment)
        )
        for renaming in renamings(derivation.template, gold.template, random, rounds=rounds)
    )


def _filled(template: Template, values: list[Fraction]) -> EquationSystem:
    return map_system(
        template.system, lambda leaf: Number(values[leaf.index]) if isinstance(leaf, Slot) else leaf
    )
