"""Reduced Groebner bases modulo a prime: one form for all systems of polynomials with the same solutions.

Buchberger's algorithm; products are compared by degree first (grevlex). The effort is bounded by a count, not
by a clock, so that a verdict never depends on the machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heappop, heappush
from itertools import permutations, product
from math import factorial, prod

from mwplab.equations.modular import CannotTell, Row

MAX_EFFORT = 40_000
"""Terms that may be added up for one point, in all orders of the unknowns together."""

MAX_ORDERS = 120
"""Orders of the unknowns that are tried."""

Powers = tuple[int, ...]
"""The exponent of each unknown in a product."""

Polynomial = dict[Powers, int]
"""The factor of each product; none is zero."""

Led = tuple[Powers, Polynomial]
"""A polynomial behind its leading product."""

Basis = tuple[tuple[tuple[Powers, int], ...], ...]
"""Polynomials in ascending order of their leading products, each with its products in descending order."""


class Effort:
    """Counts down the work that is left."""

    __slots__ = ("left",)

    def __init__(self, left: int = MAX_EFFORT) -> None:
        self.left = left

    def spend(self, work: int) -> None:
        """Do nothing while work is left, and raise `CannotTell` afterwards."""
        self.left -= work
        if self.left < 0:
            raise CannotTell("its polynomials take too long to compare")


def all_bases(rows: Iterable[Row], kinds: Sequence[str], prime: int) -> list[Basis]:
    """Return the reduced basis for each order of the unknowns of one kind; the first keeps their order.

    >>> first = all_bases([{(0, 1): 1, (): -12}, {(0,): 2, (1,): 1, (): -7}], ["", ""], 101)
    >>> min(first) == min(all_bases([{(0, 1): 1, (): -12}, {(0,): 1, (1,): 2, (): -7}], ["", ""], 101))
    True
    """
    effort = Effort()
    return [reduced_basis(rows, order, prime, effort) for order in orders(kinds)]


def orders(kinds: Sequence[str]) -> Iterable[tuple[int, ...]]:
    """Yield for each way to exchange unknowns of one kind the new position of each unknown."""
    groups = [[place for place, other in enumerate(kinds) if other == kind] for kind in dict.fromkeys(kinds)]
    count = prod(factorial(len(group)) for group in groups)
    if count > MAX_ORDERS:
        raise CannotTell(f"it leaves open {len(kinds)} unknowns, which can be named in {count} ways")
    for exchanged in product(*(permutations(group) for group in groups)):
        moved = dict(
            pair
            for group, new in zip(groups, exchanged, strict=True)
            for pair in zip(group, new, strict=True)
        )
        yield tuple(moved[place] for place in range(len(kinds)))


def reduced_basis(rows: Iterable[Row], order: Sequence[int], prime: int, effort: Effort) -> Basis:
    """Return the reduced basis of polynomials whose i-th unknown is put at the i-th position of the order.

    >>> reduced_basis([{(0, 0): 1, (): -4}, {(0,): 1, (1,): 1}], (0, 1), 101, Effort())
    ((((1, 0), 1), ((0, 1), 1)), (((0, 2), 1), ((0, 0), 97)))
    """
    return _Buchberger(prime, effort).run([_polynomial(row, order) for row in rows])


def leading_products(basis: Basis) -> tuple[Powers, ...]:
    """Return the largest product of each polynomial."""
    return tuple(polynomial[0][0] for polynomial in basis)


def _polynomial(row: Row, order: Sequence[int]) -> Polynomial:
    result = {}
    for monomial, factor in row.items():
        powers = [0] * len(order)
        for unknown in monomial:
            powers[order[unknown]] += 1
        result[tuple(powers)] = factor
    return result


def _rank(powers: Powers) -> tuple[int, ...]:
    return (sum(powers), *(-power for power in reversed(powers)))


def _lead(polynomial: Polynomial) -> Powers:
    return max(polynomial, key=_rank)


class _Buchberger:
    def __init__(self, prime: int, effort: Effort) -> None:
        self.prime = prime
        self.effort = effort

    def run(self, given: list[Polynomial]) -> Basis:
        found: list[Led] = []
        pairs: list[tuple[int, int, int]] = []
        waiting = [polynomial for polynomial in given if polynomial]
        while waiting or pairs:
            start = waiting.pop() if waiting else self._s_polynomial(found, heappop(pairs))
            rest = self.remainder(start, found)
            if not rest:
                continue
            lead = _lead(rest)
            for place, (other, _) in enumerate(found):
                # Leading products without a common unknown give nothing new.
                if any(map(min, lead, other)):
                    heappush(pairs, (sum(map(max, lead, other)), place, len(found)))
            found.append((lead, rest))
        return self._reduced(found)

    def _reduced(self, found: list[Led]) -> Basis:
        minimal: list[Led] = []
        for lead, polynomial in sorted(found, key=lambda one: _rank(one[0])):
            if not any(_divides(other, lead) for other, _ in minimal):
                minimal.append((lead, polynomial))
        result = []
        for lead, polynomial in minimal:
            rest = self.remainder(polynomial, [one for one in minimal if one[0] != lead])
            result.append(tuple(sorted(rest.items(), key=lambda term: _rank(term[0]), reverse=True)))
        return tuple(result)

    def _s_polynomial(self, found: list[Led], pair: tuple[int, int, int]) -> Polynomial:
        (lead, one), (beside, other) = found[pair[1]], found[pair[2]]
        joint = tuple(map(max, lead, beside))
        return self._less(_shifted(one, _minus(joint, lead)), 1, other, _minus(joint, beside))

    def remainder(self, polynomial: Polynomial, by: list[Led]) -> Polynomial:
        """Return what division leaves, with a leading factor of one."""
        rest, done = dict(polynomial), Polynomial()
        while rest:
            lead = _lead(rest)
            divisor = next((one for one in by if _divides(one[0], lead)), None)
            self.effort.spend(len(rest))
            if divisor is None:
                done[lead] = rest.pop(lead)
            else:
                rest = self._less(rest, rest[lead], divisor[1], _minus(lead, divisor[0]))
        if not done:
            return {}
        scale = pow(done[_lead(done)], -1, self.prime)
        return {powers: factor * scale % self.prime for powers, factor in done.items()}

    def _less(self, polynomial: Polynomial, times: int, other: Polynomial, shift: Powers) -> Polynomial:
        """Return a polynomial less a multiple of another, whose leading factor is one."""
        self.effort.spend(len(other))
        result = dict(polynomial)
        for powers, factor in _shifted(other, shift).items():
            value = (result.get(powers, 0) - times * factor) % self.prime
            if value:
                result[powers] = value
            else:
                result.pop(powers, None)
        return result


def _divides(powers: Powers, other: Powers) -> bool:
    return all(one <= two for one, two in zip(powers, other, strict=True))


def _minus(powers: Powers, other: Powers) -> Powers:
    return tuple(one - two for one, two in zip(powers, other, strict=True))


def _shifted(polynomial: Polynomial, shift: Powers) -> Polynomial:
    return {
        tuple(one + two for one, two in zip(powers, shift, strict=True)): factor
        for powers, factor in polynomial.items()
    }
