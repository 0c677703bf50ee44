"""What a template gives at a point, in a form that equal templates share: the ground of equivalence.

A pattern puts a symbol on each slot; slots with equal symbols get equal values, so that a pattern says nothing
about the names of slots. `probe` finds which of three ways suits a template:

values       The equations have one solution. It is computed modulo a prime; where the system degenerates at a
             point (slots that differ in general are equal there), the limit is taken: the slots move away from
             the point by a multiple of the prime, in two directions, the system is solved exactly, and what
             both have modulo the prime is the limit. A limit depends on the function alone, not on how the
             equations were written.
polynomials  Unknowns stay open, or have several solutions: the reduced Groebner basis, in the smallest order
             of the unknowns. Where its leading products are not those of most points, the point says nothing.
functions    There are functions such as floor or gcd: exact evaluation at several small numbers.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import cached_property
from random import Random
from typing import Protocol

from mwplab.equations.groebner import leading_products, reduced_basis, smallest_basis
from mwplab.equations.modular import PRIME, CannotTell, Expansion, HasFunction, Layout, Row, lay_out
from mwplab.equations.nodes import EquationSystem
from mwplab.equations.reduction import Reduced, reduce_rows
from mwplab.equations.templates import Template

CHECK_PRIME = 2**127 - 1
"""The modulus of the last check, so that a constant that happens to be the other prime deceives nobody."""

MAX_SLOTS = 64
"""Slots of one template."""

REST, MARK, FIRST = 0, 1, 2
"""Symbols: all other slots, the slot looked at, and the first of those that are all different."""

Pattern = Sequence[int]
"""A symbol for each slot."""

Outcome = tuple[Hashable | None, ...]
"""What the template gives, for each round of values; ``None`` says nothing."""

_SYMBOLS = MAX_SLOTS + FIRST


class Probe(Protocol):
    """A template that can be looked at."""

    template: Template
    """What is looked at."""

    family: Hashable
    """What all equivalent templates have in common at once."""

    slots: int
    """How many slots there are."""

    proved: bool
    """Whether agreement at a random point proves equality, or only suggests it."""

    def outcomes(self, patterns: Sequence[Pattern]) -> list[Outcome]:
        """Return what the template gives for each pattern."""
        ...

    def check(self, pattern: Pattern) -> Outcome:
        """Return what the template gives for a pattern in other values than those of `outcomes`."""
        ...

    @property
    def colours(self) -> list[Outcome]:
        """Return for each slot what the template gives when it alone differs from all others."""
        ...


class Marked:
    """The colours of slots, shared by all probes."""

    slots: int

    def outcomes(self, patterns: Sequence[Pattern]) -> list[Outcome]:
        """Return what the template gives for each pattern."""
        raise NotImplementedError

    @cached_property
    def colours(self) -> list[Outcome]:
        """Return for each slot what the template gives when it alone differs from all others."""
        places = range(self.slots)
        return self.outcomes([[MARK if other == place else REST for other in places] for place in places])


def _table(name: str, bound: int, count: int) -> list[int]:
    random = Random(name)
    return [random.randrange(bound // 2, bound) for _ in range(count)]


_VALUES = _table("values", PRIME, _SYMBOLS)
_CHECKS = _table("check", CHECK_PRIME, _SYMBOLS)
_DIRECTIONS = (_table("one way", 2**30, MAX_SLOTS), _table("another way", 2**30, MAX_SLOTS))

POLE = -1
UNSETTLED = -(10**6)


class ValuesProbe(Marked):
    """A template with one solution: its values, modulo a prime and without order."""

    proved = True

    def __init__(self, template: Template, slots: int, layout: Layout) -> None:
        self.template = template
        self.slots = slots
        self.layout = layout
        self.family = ("values", slots, tuple(sorted(layout.kinds)))

    def outcomes(self, patterns: Sequence[Pattern]) -> list[Outcome]:
        """Return the sorted values of the unknowns for each pattern."""
        columns = [[_VALUES[pattern[slot]] for pattern in patterns] for slot in range(self.slots)]
        solved = self._solved(columns, len(patterns), PRIME)
        singular = [place for place, found in enumerate(solved) if found is None]
        for place, limits in zip(singular, self._limits([patterns[each] for each in singular]), strict=True):
            solved[place] = limits
        return [(None if found is None else self._sorted(found),) for found in solved]

    def check(self, pattern: Pattern) -> Outcome:
        """Return the sorted values modulo another prime."""
        (found,) = self._solved([[_CHECKS[symbol]] for symbol in pattern], 1, CHECK_PRIME)
        return (None if found is None else self._sorted(found),)

    def _sorted(self, values: list[int]) -> Hashable:
        return tuple(sorted(zip(self.layout.kinds, values, strict=True)))

    def _solved(self, columns: list[list[int]], size: int, prime: int) -> list[list[int] | None]:
        expansion = Expansion(columns, self.layout.names, size, prime)
        reduced = [_determined(rows, self.layout, prime) for rows in expansion.rows(self.layout.equations)]
        leads = [lead for found in reduced if found for _, lead in found]
        inverses = iter(_inverses(leads, prime))
        return [found and [top * next(inverses) % prime for top, _ in found] for found in reduced]

    def _limits(self, patterns: list[Pattern]) -> list[list[int] | None]:
        points = [(pattern, direction) for pattern in patterns for direction in _DIRECTIONS]
        columns = [
            [_VALUES[pattern[slot]] + PRIME * direction[slot] for pattern, direction in points]
            for slot in range(self.slots)
        ]
        expansion = Expansion(columns, self.layout.names, len(points), None)
        found = [
            values and [_limit(top, lead) for top, lead in values]
            for values in (_determined(rows, self.layout, None) for rows in expansion.rows(self.layout.equations))
        ]
        return [
            None if one is None or other is None else [_agreed(*pair) for pair in zip(one, other, strict=True)]
            for one, other in zip(found[::2], found[1::2], strict=True)
        ]


def _determined(rows: list[Row], layout: Layout, modulus: int | None) -> list[tuple[int, int]] | None:
    """Return each unknown as a quotient of two numbers, or ``None`` where the system is singular."""
    reduced = reduce_rows(rows, modulus)
    if reduced.contradictory or reduced.open or len(reduced.affine) < len(layout.kinds):
        return None
    ordered = [reduced.affine[unknown] for unknown in range(len(layout.kinds))]
    return [(-row.get((), 0), row[unknown,]) for unknown, row in enumerate(ordered)]


def _inverses(values: list[int], prime: int) -> list[int]:
    """Return the inverses of many numbers for the price of one and three products each."""
    products = [1]
    for value in values:
        products.append(products[-1] * value % prime)
    inverse = pow(products[-1], -1, prime)
    found = []
    for place in range(len(values) - 1, -1, -1):
        found.append(inverse * products[place] % prime)
        inverse = inverse * values[place] % prime
    return found[::-1]


def _limit(top: int, bottom: int) -> int:
    """Return a quotient modulo the prime, or a negative number that counts how often the prime divides it."""
    order = 0
    while top and top % PRIME == 0:
        top, order = top // PRIME, order + 1
    while bottom % PRIME == 0:
        bottom, order = bottom // PRIME, order - 1
    if not top or order > 0:
        return 0
    return POLE * -order if order < 0 else top * pow(bottom, -1, PRIME) % PRIME


def _agreed(one: int, other: int) -> int:
    return one if one == other else UNSETTLED


class PolynomialsProbe(Marked):
    """A template with open unknowns or several solutions: its reduced basis, whatever the names of unknowns."""

    proved = True

    def __init__(self, template: Template, slots: int, layout: Layout, typical: Reduced) -> None:
        self.template = template
        self.slots = slots
        self.layout = layout
        basis = self._basis(_rows_of(typical))
        self.leads = leading_products(basis)
        if all(sum(lead) == 1 for lead in self.leads) and len(self.leads) == len(layout.kinds):
            raise CannotTell("it has one solution that elimination does not find")
        self.family = ("polynomials", slots, tuple(sorted(layout.kinds)))

    def outcomes(self, patterns: Sequence[Pattern]) -> list[Outcome]:
        """Return the smallest basis for each pattern."""
        return self._outcomes([[_VALUES[symbol] for symbol in pattern] for pattern in patterns], PRIME)

    def check(self, pattern: Pattern) -> Outcome:
        """Return the smallest basis modulo another prime."""
        return self._outcomes([[_CHECKS[symbol] for symbol in pattern]], CHECK_PRIME)[0]

    def _outcomes(self, points: list[list[int]], prime: int) -> list[Outcome]:
        columns = [[point[slot] for point in points] for slot in range(self.slots)]
        expansion = Expansion(columns, self.layout.names, len(points), prime)
        return [(self._smallest(rows, prime),) for rows in expansion.rows(self.layout.equations)]

    def _smallest(self, rows: list[Row], prime: int) -> Hashable | None:
        reduced = reduce_rows(rows, prime)
        if reduced.contradictory:
            return None
        simpler = _rows_of(reduced)
        if leading_products(self._basis(simpler, prime)) != self.leads:
            return None
        return smallest_basis(simpler, self.layout.kinds, prime)

    def _basis(self, rows: list[Row], prime: int = PRIME) -> tuple[tuple[tuple[tuple[int, ...], int], ...], ...]:
        return reduced_basis(rows, range(len(self.layout.kinds)), prime)


def _rows_of(reduced: Reduced) -> list[Row]:
    return [*reduced.affine.values(), *reduced.open]


def probe(template: Template) -> Probe:
    """Return the way to look at a template, or raise `CannotTell` with the reason why there is none.

    >>> from mwplab.equations.grammar import parse
    >>> probe(Template(parse("x + y = A; x - y = B"))).family
    ('values', 2, ('', ''))
    >>> probe(Template(parse("x * y = A; x + y = B"))).family
    ('polynomials', 2, ('', ''))
    """
    slots = template.slots
    if slots > MAX_SLOTS:
        raise CannotTell(f"it has more than {MAX_SLOTS} slots")
    try:
        return _modular_probe(template, slots)
    except HasFunction:
        from mwplab.equations.function_probe import FunctionsProbe

        return FunctionsProbe(template, slots)
    except RecursionError:
        raise CannotTell("it is nested too deeply") from None


def _modular_probe(template: Template, slots: int) -> Probe:
    layout = lay_out(template.system)
    expansion = Expansion([[value] for value in _VALUES[FIRST : FIRST + slots]], layout.names, 1, PRIME)
    (rows,) = expansion.rows(layout.equations)
    reduced = reduce_rows(rows, PRIME)
    if reduced.contradictory:
        raise CannotTell("its equations contradict each other for most values of the slots")
    for denominator in expansion.denominators_at(0):
        basis = reduced_basis([*_rows_of(reduced), denominator], range(len(layout.kinds)), PRIME)
        if any(leading_products(basis)[0]):
            raise CannotTell("a denominator is zero at one of its solutions")
    if reduced.open or len(reduced.affine) < len(layout.kinds):
        return PolynomialsProbe(template, slots, layout, reduced)
    return ValuesProbe(template, slots, layout)


def without_conditions(system: EquationSystem) -> EquationSystem:
    """Return the equations of a system alone."""
    from mwplab.equations.nodes import Equation

    return EquationSystem(tuple(each for each in system.statements if isinstance(each, Equation)))
