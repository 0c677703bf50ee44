"""Polynomial equations branch by branch: linear ones first, then factors, roots and substitutions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mwplab.equations.clock import Clock
from mwplab.equations.functions import ONE, ZERO, cut
from mwplab.equations.linear import NOISE, Affine, eliminate
from mwplab.equations.polynomial import (
    Monomial,
    Polynomial,
    Quotient,
    add,
    by_powers,
    degree,
    degree_in,
    primitive,
    scale,
    substitute,
    unknowns,
)
from mwplab.equations.roots import real_roots
from mwplab.errors import Unsolvable

MAX_BRANCHES = 256
"""Branches that are followed, each root and each factor being one."""

Sourced = tuple[Polynomial, int]
"""A polynomial that is zero, and the position of the statement that says so."""


class Dead(Exception):
    """A branch holds a contradiction; never leaves the room."""


class Branch:
    """Equations still to be used, and what was solved on the way to them."""

    def __init__(
        self,
        equations: list[Sourced],
        solved: Sequence[tuple[str, Quotient]] = (),
        nonzero: Sequence[Polynomial] = (),
        inexact: bool = False,
    ) -> None:
        self.equations = equations
        self.solved = list(solved)
        self.nonzero = list(nonzero)
        self.inexact = inexact

    def simplify(self, clock: Clock) -> None:
        """Use up all linear equations, also those that appear on the way."""
        while True:
            linear = [(each, source) for each, source in self.equations if degree(each) <= 1]
            rest = [(each, source) for each, source in self.equations if degree(each) > 1]
            if linear:
                rows: list[Affine] = [
                    {"".join(key): factor for key, factor in each.items()} for each, _ in linear
                ]
                found = eliminate(rows, clock, inexact=self.inexact)
                if found.contradiction is not None:
                    raise Dead(linear[found.contradiction][1], "cannot hold together with the others")
                new = {each: Quotient(_from_affine(affine)) for each, affine in found.solved.items()}
                self.solved += new.items()
                rest = [(self._replaced(each, new, clock), source) for each, source in rest]
            elif len(rest) > 1:
                rest = _echelon(rest, clock, self.inexact)
            self.equations = [(each, source) for each, source in rest if each]
            if not linear and all(degree(each) > 1 for each, _ in self.equations):
                return

    def _replaced(self, polynomial: Polynomial, by: Mapping[str, Quotient], clock: Clock) -> Polynomial:
        for each in sorted(unknowns(polynomial) & by.keys()):
            polynomial = substitute(polynomial, each, by[each], clock, inexact=self.inexact)
        return primitive(polynomial)

    def split(self, clock: Clock) -> list[Branch]:
        """Return the branches that follow from one more step."""
        for equation in self.equations:
            shared = set.intersection(*(set(monomial) for monomial in equation[0]))
            if shared:
                return self._split_factor(equation, min(shared), clock)
        lone = [each for each in self.equations if len(unknowns(each[0])) == 1]
        if lone:
            return self._split_roots(min(lone, key=lambda each: degree(each[0])), clock)
        return self._split_linear(clock)

    def _with(
        self, equations: list[Sourced], unknown: str, by: Quotient, clock: Clock, exact: bool = True
    ) -> Branch:
        following = Branch([], [*self.solved, (unknown, by)], self.nonzero, self.inexact or not exact)
        replaced = [(following._replaced(each, {unknown: by}, clock), source) for each, source in equations]
        following.equations = [(each, source) for each, source in replaced if each]
        return following

    def _split_factor(self, equation: Sourced, factor: str, clock: Clock) -> list[Branch]:
        polynomial, source = equation
        rest = [each for each in self.equations if each is not equation]
        shorter: Polynomial = {}
        for monomial, coefficient in polynomial.items():
            position = monomial.index(factor)
            shorter[monomial[:position] + monomial[position + 1 :]] = coefficient
        return [
            self._with(rest, factor, Quotient({}), clock),
            Branch([*rest, (shorter, source)], self.solved, self.nonzero, self.inexact),
        ]

    def _split_roots(self, equation: Sourced, clock: Clock) -> list[Branch]:
        polynomial, source = equation
        (unknown,) = unknowns(polynomial)
        factors = [each.get((), ZERO) for each in by_powers(polynomial, unknown)]
        roots = real_roots(factors, clock, inexact=self.inexact)
        if not roots:
            raise Dead(source, "has no real solution")
        rest = [each for each in self.equations if each is not equation]
        return [
            self._with(rest, unknown, Quotient({(): root.value} if root.value else {}), clock, root.exact)
            for root in roots
        ]

    def _split_linear(self, clock: Clock) -> list[Branch]:
        """Solve an equation for an unknown of which it holds no power: a * x + b = 0."""
        candidates = []
        for position, (polynomial, _) in enumerate(self.equations):
            clock.check()
            for unknown in sorted(unknowns(polynomial)):
                powers = by_powers(polynomial, unknown)
                if len(powers) == 2:
                    elsewhere = max(degree_in(each, unknown) for each, _ in self.equations)
                    cost = (degree(powers[1]) > 0, (len(powers[0]) + len(powers[1])) * elsewhere)
                    candidates.append((cost, position, unknown, powers))
        if not candidates:
            raise Unsolvable("no unknown can be eliminated from the equations")
        _, position, unknown, (constant, factor) = min(candidates, key=lambda each: each[:3])
        source = self.equations[position][1]
        rest = self.equations[:position] + self.equations[position + 1 :]
        following = self._with(rest, unknown, Quotient(scale(constant, -ONE), factor), clock)
        if degree(factor) == 0:
            return [following]
        following.nonzero.append(factor)
        vanishing = [each for each in ((factor, source), (constant, source)) if each[0]]
        return [following, Branch([*rest, *vanishing], self.solved, self.nonzero, self.inexact)]


def _from_affine(affine: Affine) -> Polynomial:
    return {((each,) if each else ()): factor for each, factor in affine.items()}


def _echelon(equations: list[Sourced], clock: Clock, inexact: bool) -> list[Sourced]:
    """Return equations that say the same, with each highest product in one of them only from there on."""
    left, result = [(primitive(each), source) for each, source in equations], []
    while left:
        clock.check()
        leads = [max(each, key=lambda monomial: (len(monomial), monomial)) for each, _ in left]
        lead = max(leads, key=lambda monomial: (len(monomial), monomial))
        chosen = min(
            (position for position, each in enumerate(leads) if each == lead),
            key=lambda each: len(left[each][0]),
        )
        polynomial, source = left.pop(chosen)
        result.append((polynomial, source))
        following = []
        for each, each_source in left:
            if lead in each:
                each = _without(each, polynomial, lead, inexact)
            if each:
                following.append((each, each_source))
        left = following
    return result


def _without(polynomial: Polynomial, other: Polynomial, lead: Monomial, inexact: bool) -> Polynomial:
    result = add(polynomial, other, -polynomial[lead] / other[lead])
    if inexact:
        largest = max(map(abs, polynomial.values()))
        result = {each: cut(factor) for each, factor in result.items() if abs(factor) * NOISE > largest}
    return primitive(result)


def find_branches(equations: list[Sourced], clock: Clock, *, inexact: bool = False) -> list[Branch]:
    """Return the ways to satisfy all equations, each fully solved; raise `Dead` if there is none.

    >>> square = {("x", "x"): ONE, (): -ONE}
    >>> [branch.solved[0][1].top for branch in find_branches([(square, 0)], Clock(1))]
    [{(): Fraction(-1, 1)}, {(): Fraction(1, 1)}]
    """
    work, done = [Branch([each for each in equations if each[0]], inexact=inexact)], []
    reason: Dead | None = None
    while work:
        clock.check()
        branch = work.pop()
        try:
            branch.simplify(clock)
            if branch.equations:
                work += reversed(branch.split(clock))
            else:
                done.append(branch)
        except Dead as dead:
            reason = reason or dead
        if len(work) + len(done) > MAX_BRANCHES:
            raise Unsolvable(f"the equations have more than {MAX_BRANCHES} branches of solutions")
    if reason is not None and not done:
        raise reason
    return done
