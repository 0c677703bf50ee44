"""Reduced Groebner bases modulo a prime: one form for all systems of polynomials with the same solutions.

Buchberger's algorithm with a bound on its steps; products are compared by degree first (grevlex).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations, product
from math import factorial, prod

from mwplab.equations.modular import CannotTell, Row

MAX_STEPS = 3000
"""Reductions of one polynomial by another in one basis."""

MAX_ORDERS = 120
"""Orders of the unknowns that are tried."""

Powers = tuple[int, ...]
"""The exponent of each unknown in a product."""

Polynomial = dict[Powers, int]
"""The factor of each product; none is zero."""

Basis = tuple[tuple[tuple[Powers, int], ...], ...]
"""Polynomials in ascending order of their leading products, each with its products in descending order."""


def smallest_basis(rows: Iterable[Row], kinds: Sequence[str], prime: int) -> Basis:
    """Return the basis under that order of the unknowns, among those of one kind, that makes it smallest.

    >>> first = smallest_basis([{(0, 1): 1, (): -12}, {(0,): 2, (1,): 1, (): -7}], ["", ""], 101)
    >>> first == smallest_basis([{(0, 1): 1, (): -12}, {(0,): 1, (1,): 2, (): -7}], ["", ""], 101)
    True
    """
    return min(reduced_basis(rows, order, prime) for order in orders(kinds))


def orders(kinds: Sequence[str]) -> Iterable[tuple[int, ...]]:
    """Yield for each way to exchange unknowns of one kind the new position of each unknown."""
    groups = [[place for place, other in enumerate(kinds) if other == kind] for kind in dict.fromkeys(kinds)]
    count = prod(factorial(len(group)) for group in groups)
    if count > MAX_ORDERS:
        raise CannotTell(f"it leaves open {len(kinds)} unknowns, which can be named in {count} ways")
    for exchanged in product(*(permutations(group) for group in groups)):
        moved = dict(
            pair for group, new in zip(groups, exchanged, strict=True) for pair in zip(group, new, strict=True)
        )
        yield tuple(moved[place] for place in range(len(kinds)))


def reduced_basis(rows: Iterable[Row], order: Sequence[int], prime: int) -> Basis:
    """Return the reduced basis of polynomials whose i-th unknown is put at the i-th position of the order.

    >>> reduced_basis([{(0, 0): 1, (): -4}, {(0,): 1, (1,): 1}], (0, 1), 101)
    ((((1, 0), 1), ((0, 1), 1)), (((0, 2), 1), ((0, 0), 97)))
    """
    return _Buchberger(prime).run([_polynomial(row, order) for row in rows])


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
    def __init__(self, prime: int) -> None:
        self.prime = prime
        self.steps = 0

    def run(self, given: list[Polynomial]) -> Basis:
        found: list[Polynomial] = []
        pairs: list[tuple[int, int]] = []
        waiting = [polynomial for polynomial in given if polynomial]
        while waiting or pairs:
            if waiting:
                start = waiting.pop()
            else:
                pairs.sort(key=lambda pair: -sum(self._joint(found, pair)))
                start = self._s_polynomial(found, pairs.pop())
            rest = self.remainder(start, found)
            if rest:
                pairs += [
                    (place, len(found))
                    for place, other in enumerate(found)
                    if any(map(min, zip(_lead(other), _lead(rest), strict=True)))
                ]
                found.append(rest)
        return self._reduced(found)

    def _reduced(self, found: list[Polynomial]) -> Basis:
        found.sort(key=lambda polynomial: _rank(_lead(polynomial)))
        minimal: list[Polynomial] = []
        for polynomial in found:
            if not any(_divides(_lead(other), _lead(polynomial)) for other in minimal):
                minimal.append(polynomial)
        result = []
        for polynomial in minimal:
            rest = self.remainder(polynomial, [other for other in minimal if other is not polynomial])
            result.append(tuple(sorted(rest.items(), key=lambda term: _rank(term[0]), reverse=True)))
        return tuple(result)

    def _joint(self, found: list[Polynomial], pair: tuple[int, int]) -> Powers:
        one, other = (_lead(found[place]) for place in pair)
        return tuple(map(max, one, other))

    def _s_polynomial(self, found: list[Polynomial], pair: tuple[int, int]) -> Polynomial:
        joint = self._joint(found, pair)
        one, other = (found[place] for place in pair)
        return self._less(_shifted(one, _minus(joint, _lead(one))), 1, other, _minus(joint, _lead(other)))

    def remainder(self, polynomial: Polynomial, by: list[Polynomial]) -> Polynomial:
        """Return what division leaves, with a leading factor of one."""
        leads = [(_lead(other), other) for other in by]
        rest, done = polynomial, Polynomial()
        while rest:
            lead = _lead(rest)
            divisor = next(((top, other) for top, other in leads if _divides(top, lead)), None)
            if divisor is None:
                done[lead] = rest[lead]
                rest = {powers: factor for powers, factor in rest.items() if powers != lead}
            else:
                rest = self._less(rest, rest[lead], divisor[1], _minus(lead, divisor[0]))
        if not done:
            return {}
        scale = pow(done[_lead(done)], -1, self.prime)
        return {powers: factor * scale % self.prime for powers, factor in done.items()}

    def _less(self, polynomial: Polynomial, times: int, other: Polynomial, shift: Powers) -> Polynomial:
        """Return a polynomial less a multiple of another, whose leading factor is one."""
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise CannotTell(f"its polynomials take more than {MAX_STEPS} steps to compare")
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
