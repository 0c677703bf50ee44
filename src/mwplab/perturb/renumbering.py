"""Everything that refers to the numbers of a text, led to where they stand in another text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from mwplab.equations.nodes import Expr, Leaf, QuantityRef, map_expr, map_system
from mwplab.equations.templates import Derivation
from mwplab.records import Problem


def renumbered(problem: Problem, places: Mapping[int, int]) -> Problem:
    """Return a problem whose equations, derivation and rates refer to other places; the text stays.

    >>> from mwplab.equations import parse
    >>> problem = Problem(id="a/1", equations=parse("x = q0 - q1"), rates=(1, -1))
    >>> moved = renumbered(problem, {0: 2, 1: 0})
    >>> str(moved.equations), moved.rates
    ('x = q2 - q0', (0, -1))
    """

    def led(leaf: Leaf) -> Expr:
        # A reference to a quantity that the text does not have stays as wrong as it was.
        return QuantityRef(places.get(leaf.index, leaf.index)) if isinstance(leaf, QuantityRef) else leaf

    return replace(
        problem,
        equations=None if problem.equations is None else map_system(problem.equations, led),
        asked=tuple(map_expr(expr, led) for expr in problem.asked),
        derivation=None if problem.derivation is None else _led(problem.derivation, places),
        rates=tuple(places.get(place, place) for place in problem.rates),
    )


def _led(derivation: Derivation, places: Mapping[int, int]) -> Derivation:
    return Derivation(
        derivation.template,
        tuple(places.get(place, place) for place in derivation.alignment),
        tuple(tuple(sorted(places.get(place, place) for place in group)) for group in derivation.equivalent),
    )
