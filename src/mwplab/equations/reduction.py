"""Systems of polynomials at one point, reduced without division: affine ones fully, others if that helps."""

from __future__ import annotations

from math import gcd
from typing import NamedTuple

from mwplab.equations.modular import MAX_TERMS, CannotTell, Monomial, Row


class Reduced(NamedTuple):
    """What elimination made of a system."""

    affine: dict[int, Row]
    """For unknowns that elimination removed, the affine polynomial that gives them; no other has them."""

    open: list[Row]
    """Polynomials of higher degree in the unknowns that are left."""

    contradictory: bool
    """Whether one polynomial is a constant that is not zero."""


def reduce_rows(rows: list[Row], modulus: int | None) -> Reduced:
    """Return the system with affine polynomials used to remove unknowns from all others.

    Products of unknowns count as columns first, so that ``x * y = 3; x * y + x = 5`` gives ``x = 2``.

    >>> reduced = reduce_rows([{(0, 1): 1, (): -3}, {(0, 1): 1, (0,): 1, (): -5}], None)
    >>> reduced.affine, reduced.open
    ({0: {(0,): 1, (): -2}, 1: {(1,): 2, (): -3}}, [])
    """
    affine: dict[int, Row] = {}
    pending = rows
    while pending:
        pivots, contradictory = echelon(pending, modulus)
        if contradictory:
            return Reduced(affine, [], True)
        found = {lead[0]: row for lead, row in pivots if len(lead) == 1}
        pending = [row for lead, row in pivots if len(lead) > 1]
        affine = {name: substitute(row, found, modulus) for name, row in affine.items()} | found
        if not found:
            break
        pending = [row for each in pending if (row := substitute(each, found, modulus))]
    return Reduced(affine, pending, False)


def echelon(rows: list[Row], modulus: int | None) -> tuple[list[tuple[Monomial, Row]], bool]:
    """Return leading product and polynomial of a fully reduced system, and whether it is contradictory."""
    products = {monomial for row in rows for monomial in row if monomial}
    done: list[tuple[Monomial, Row]] = []
    for lead in sorted(products, key=lambda one: (-len(one), one)):
        pivot = next((row for row in rows if lead in row), None)
        if pivot is None:
            continue
        rows = [
            _combined(row, pivot, lead, modulus) if lead in row else row for row in rows if row is not pivot
        ]
        done = [(other, _combined(row, pivot, lead, modulus) if lead in row else row) for other, row in done]
        done.append((lead, pivot))
    return done, any(rows)


def _combined(row: Row, pivot: Row, lead: Monomial, modulus: int | None) -> Row:
    """Return a multiple of the row less a multiple of the pivot, without the leading product."""
    keep, drop = pivot[lead], row[lead]
    mixed = {monomial: factor * keep for monomial, factor in row.items()}
    for monomial, factor in pivot.items():
        mixed[monomial] = mixed.get(monomial, 0) - factor * drop
    if modulus is not None:
        return {monomial: value for monomial, factor in mixed.items() if (value := factor % modulus)}
    shared = gcd(*mixed.values()) or 1
    return {monomial: factor // shared for monomial, factor in mixed.items() if factor}


def substitute(row: Row, found: dict[int, Row], modulus: int | None) -> Row:
    """Return a polynomial, or a multiple of it, with unknowns replaced through the affine polynomials given.

    >>> substitute({(0, 1): 1, (): 5}, {0: {(0,): 2, (1,): -3}}, None)
    {(1, 1): 3, (): 10}
    """
    for unknown, by in found.items():
        times = max((monomial.count(unknown) for monomial in row), default=0)
        if times:
            row = _replaced(row, unknown, by, times, modulus)
    return row


def _replaced(row: Row, unknown: int, by: Row, times: int, modulus: int | None) -> Row:
    """Return the row times the leading factor as often as needed, with the unknown replaced."""
    lead = by[unknown,]
    right = {monomial: -factor for monomial, factor in by.items() if monomial != (unknown,)}
    powers: list[Row] = [{(): 1}]
    for _ in range(times):
        powers.append(_multiplied(powers[-1], right, modulus))
    total: Row = {}
    for monomial, factor in row.items():
        count = monomial.count(unknown)
        rest = tuple(name for name in monomial if name != unknown)
        term = {rest: factor * lead ** (times - count)}
        for other, value in _multiplied(term, powers[count], modulus).items():
            total[other] = total.get(other, 0) + value
    return _clean(total, modulus)


def _multiplied(left: Row, right: Row, modulus: int | None) -> Row:
    total: Row = {}
    for one, factor in left.items():
        for other, by in right.items():
            monomial = tuple(sorted(one + other))
            total[monomial] = total.get(monomial, 0) + factor * by
    if len(total) > MAX_TERMS:
        raise CannotTell(f"elimination makes a polynomial of more than {MAX_TERMS} terms")
    return _clean(total, modulus)


def _clean(row: Row, modulus: int | None) -> Row:
    if modulus is not None:
        return {monomial: value for monomial, factor in row.items() if (value := factor % modulus)}
    return {monomial: factor for monomial, factor in row.items() if factor}
