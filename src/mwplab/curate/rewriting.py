"""A problem's equations in another form: the same answers, asked for by the new names of the unknowns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from random import Random

from mwplab.equations.equivalence import as_written
from mwplab.equations.evaluate import Value
from mwplab.equations.matching import match_numbers
from mwplab.equations.nodes import (
    EquationSystem,
    Expr,
    Leaf,
    Number,
    QuantityRef,
    Unknown,
    map_expr,
    map_system,
    walk,
)
from mwplab.equations.solve import solve
from mwplab.equations.templates import Derivation, induce, unknowns
from mwplab.errors import MwplabError
from mwplab.records import Problem, Tolerance, same_value
from mwplab.records.answers import DEFAULT_TOLERANCE
from mwplab.text import Flag

MAX_UNKNOWNS = 6
"""Unknowns whose names are told apart by trying every order."""

NEAR = Tolerance(Fraction(1, 10**9), Fraction(1, 10**9))
"""How far apart two irrational values may lie that are the same."""

Names = Mapping[str, str]
"""For each unknown of the old equations its name in the new ones."""

Solutions = list[dict[str, Value]]


def source(problem: Problem) -> Derivation | None:
    """Return the derivation that stands for a problem: the annotated one, or that behind its equations.

    An annotated derivation that gives other values than the equations do is passed over.

    >>> from mwplab.equations import parse
    >>> source(Problem(id="a/1", equations=parse("x = q1 * (q0 - 2)"))).alignment
    (1, 0)
    """
    if problem.equations is None:
        return problem.derivation
    if problem.derivation is not None and correspond(problem, problem.derivation.system) is not None:
        return problem.derivation
    return induce(_referred(problem, problem.equations))


def _referred(problem: Problem, system: EquationSystem) -> EquationSystem:
    if any(isinstance(part, QuantityRef) for part in walk(system)):
        # Once there are references, a number left in the equations is a constant, as 100 is in ``q0 / 100``.
        return system
    hundredths = [bool(one.flags & {Flag.PERCENT, Flag.CENTS}) for one in problem.quantities]
    return match_numbers(system, problem.values, hundredths).system


def rewrite(problem: Problem, derivation: Derivation) -> Problem | None:
    """Return the problem with the equations of a derivation, or none where they would answer otherwise.

    >>> from mwplab.equations import parse
    >>> old = Problem(id="a/1", equations=parse("a + b = q0; b = a + q1"), asked=(Unknown("a"),))
    >>> new = rewrite(old, induce(parse("x + y = q0; x - y = q1")))
    >>> str(new.equations), new.asked
    ('x + y = q0; x - y = q1', (Unknown(name='y'),))
    """
    names = correspond(problem, derivation.system)
    if names is None:
        return None

    def rename(leaf: Leaf) -> Expr:
        return Unknown(names.get(leaf.name, leaf.name)) if isinstance(leaf, Unknown) else leaf

    asked = tuple(map_expr(expr, rename) for expr in problem.asked_expressions)
    usual = tuple(Unknown(name) for name in unknowns(derivation.system))
    return replace(problem, equations=derivation.system, asked=() if asked == usual else asked)


def correspond(problem: Problem, new: EquationSystem) -> Names | None:
    """Return which unknown of new equations is which of a problem's, or none where the values differ.

    With the numbers of the text both must give the same, as far as answers are the same: equations may have
    0.33333 for a third. Names are told apart with other numbers where both forms are equal for these as well,
    since the text's own may give two unknowns one value.
    """
    old = new if problem.equations is None else problem.equations
    same = _same_writing(old, new)
    if same is not None:
        return same
    count = max(
        (part.index for part in (*walk(old), *walk(new)) if isinstance(part, QuantityRef)), default=-1
    )
    random = Random(0)
    others = [Fraction(random.randrange(2, 10_000)) for _ in range(count + 1)]
    anywhere = _match(_solutions(old, others), _solutions(new, others), NEAR)
    one, two = _solutions(old, problem.values), _solutions(new, problem.values)
    if one is None and two is None:
        return anywhere
    here = _match(one, two, DEFAULT_TOLERANCE)
    return None if here is None else anywhere or here


def _same_writing(old: EquationSystem, new: EquationSystem) -> Names | None:
    """Return the names where two systems differ in nothing else."""
    first, second = induce(old), induce(new)
    if first.alignment != second.alignment or len(unknowns(old)) != len(unknowns(new)):
        return None
    if as_written(first.template)[0] != as_written(second.template)[0]:
        return None
    return dict(zip(unknowns(old), unknowns(new), strict=True))


def _solutions(system: EquationSystem, values: Sequence[Fraction]) -> Solutions | None:
    """Return every solution with these numbers in place of the quantities; none where there is no telling."""

    def fill(leaf: Leaf) -> Expr:
        return Number(values[leaf.index]) if isinstance(leaf, QuantityRef) else leaf

    try:
        return [dict(solution.values) for solution in solve(map_system(system, fill))]
    except (MwplabError, IndexError):
        return None


def _match(old: Solutions | None, new: Solutions | None, tolerance: Tolerance) -> Names | None:
    """Return the names under which two sets of solutions are the same."""
    if not old or not new or len(old) != len(new) or len(old[0]) != len(new[0]) or len(old[0]) > MAX_UNKNOWNS:
        return None
    for order in permutations(new[0]):
        names = dict(zip(old[0], order, strict=True))
        if all(any(_same(one, other, names, tolerance) for other in new) for one in old):
            return names
    return None


def _same(one: Mapping[str, Value], other: Mapping[str, Value], names: Names, tolerance: Tolerance) -> bool:
    return one.keys() == names.keys() and all(
        names[name] in other and same_value(one[name], other[names[name]], tolerance) for name in one
    )
