"""What a template gives at a point, in a form that equal templates share: the ground of equivalence.

A pattern puts a symbol on each slot; slots with equal symbols get equal values, so that the names of slots
play no part. `probe` finds which of three ways suits a template:

values       The equations have one solution. It is computed modulo a prime; where the system degenerates at a
             point (slots that differ in general are equal there), the limit is taken: the slots move away
             from the point by a multiple of the prime, in two directions, the system is solved exactly, and
             what both have modulo the prime is the limit. A limit depends on the function alone, not on how
             the equations were written.
polynomials  Unknowns stay open, or have several solutions: the reduced Groebner basis, in the smallest order
             of the unknowns. Where its leading products are not those of most points, the point says nothing.
functions    There are functions such as floor or gcd: exact evaluation at several small numbers.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from random import Random

from mwplab.equations.function_probe import FunctionsProbe
from mwplab.equations.groebner import Effort, all_bases, leading_products, reduced_basis
from mwplab.equations.layout import Layout, degree, lay_out
from mwplab.equations.modular import PRIME, CannotTell, Expansion, HasFunction, Row
from mwplab.equations.patterns import (
    FIRST,
    MAX_SLOTS,
    POLYNOMIALS,
    SYMBOLS,
    VALUES,
    Outcome,
    Pattern,
    Probe,
)
from mwplab.equations.reduction import Reduced, reduce_rows, substitute
from mwplab.equations.templates import Template

CHECK_PRIME = 2**127 - 1
"""The modulus of the last check, so that a constant that happens to be the other prime deceives nobody."""


def _table(name: str, bound: int, count: int) -> list[int]:
    random = Random(name)
    return [random.randrange(bound // 2, bound) for _ in range(count)]


_VALUES = _table("values", PRIME, SYMBOLS)
_CHECKS = _table("check", CHECK_PRIME, SYMBOLS)
_DIRECTIONS = (_table("one way", 2**30, MAX_SLOTS), _table("another way", 2**30, MAX_SLOTS))

MAX_DEGREE = 1000
"""The degree of all equations of a template together, on which the chance of an error depends."""

UNSETTLED = -(10**6)
"""Stands for a value that depends on the way by which a point is approached."""


class ValuesProbe(Probe):
    """A template with one solution: its values, modulo a prime and without order."""

    proved = True

    def __init__(self, template: Template, slots: int, layout: Layout) -> None:
        self.template = template
        self.slots = slots
        self.layout = layout
        self.family = (VALUES, slots, tuple(sorted(layout.kinds)))

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
        return [
            None if found is None else [top * next(inverses) % prime for top, _ in found] for found in reduced
        ]

    def _limits(self, patterns: list[Pattern]) -> list[list[int] | None]:
        points = [(pattern, direction) for pattern in patterns for direction in _DIRECTIONS]
        columns = [
            [_VALUES[pattern[slot]] + PRIME * direction[slot] for pattern, direction in points]
            for slot in range(self.slots)
        ]
        expansion = Expansion(columns, self.layout.names, len(points), None)
        solved = [_determined(rows, self.layout, None) for rows in expansion.rows(self.layout.equations)]
        return [
            None if one is None or other is None else list(map(_limit, one, other))
            for one, other in zip(solved[::2], solved[1::2], strict=True)
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


def _limit(one: tuple[int, int], other: tuple[int, int]) -> int:
    """Return what two quotients are modulo the prime, or `UNSETTLED` if that is not the same."""
    residue = _residue(*one)
    return residue if residue == _residue(*other) else UNSETTLED


def _residue(top: int, bottom: int) -> int:
    """Return a quotient modulo the prime, or a negative number: how often the prime divides it."""
    order = 0
    while top and top % PRIME == 0:
        top, order = top // PRIME, order + 1
    while bottom % PRIME == 0:
        bottom, order = bottom // PRIME, order - 1
    if not top or order > 0:
        return 0
    return order if order < 0 else top * pow(bottom, -1, PRIME) % PRIME


class PolynomialsProbe(Probe):
    """A template with open unknowns or several solutions: its reduced basis, whatever their names."""

    proved = True

    def __init__(self, template: Template, slots: int, layout: Layout, typical: Reduced) -> None:
        self.template = template
        self.slots = slots
        self.layout = layout
        shapes = [leading_products(basis) for basis in all_bases(_rows_of(typical), layout.kinds, PRIME)]
        self.leads = shapes[0]
        if all(sum(lead) == 1 for lead in self.leads) and len(self.leads) == len(layout.kinds):
            raise CannotTell("it has one solution that elimination does not find")
        self.family = (POLYNOMIALS, slots, (tuple(sorted(layout.kinds)), min(shapes)))

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
        bases = all_bases(_rows_of(reduced), self.layout.kinds, prime)
        return min(bases) if leading_products(bases[0]) == self.leads else None


def _vanishes(denominator: Row, reduced: Reduced, layout: Layout) -> bool:
    """Return whether a denominator is zero at all solutions, or at one of several."""
    left = substitute(denominator, reduced.affine, PRIME)
    if not left or not reduced.open:
        return not left
    basis = reduced_basis([*_rows_of(reduced), left], range(len(layout.kinds)), PRIME, Effort())
    return any(leading_products(basis)[0])


def _rows_of(reduced: Reduced) -> list[Row]:
    return [*reduced.affine.values(), *reduced.open]


def probe(template: Template) -> Probe:
    """Return the way to look at a template, or raise `CannotTell` with the reason why there is none.

    >>> from mwplab.equations.grammar import parse
    >>> probe(Template(parse("x + y = A; x - y = B"))).family
    ('values', 2, ('', ''))
    >>> probe(Template(parse("x * y = A; x + y = B"))).family[0]
    'polynomials'
    """
    slots = template.slots
    if slots > MAX_SLOTS:
        raise CannotTell(f"it has more than {MAX_SLOTS} slots")
    try:
        return _modular_probe(template, slots)
    except HasFunction:
        return FunctionsProbe(template, slots)
    except RecursionError:
        raise CannotTell("it is nested too deeply") from None


def _modular_probe(template: Template, slots: int) -> Probe:
    layout = lay_out(template.system)
    if sum(degree(each.left) + degree(each.right) for each in layout.equations) > MAX_DEGREE:
        raise CannotTell(f"its degree is beyond {MAX_DEGREE}")
    expansion = Expansion([[value] for value in _VALUES[FIRST : FIRST + slots]], layout.names, 1, PRIME)
    (rows,) = expansion.rows(layout.equations)
    reduced = reduce_rows(rows, PRIME)
    if reduced.contradictory:
        raise CannotTell("its equations contradict each other for most values of the slots")
    if any(_vanishes(denominator, reduced, layout) for denominator in expansion.denominators_at(0)):
        raise CannotTell("a denominator is zero at one of its solutions")
    if reduced.open or len(reduced.affine) < len(layout.kinds):
        return PolynomialsProbe(template, slots, layout, reduced)
    return ValuesProbe(template, slots, layout)
