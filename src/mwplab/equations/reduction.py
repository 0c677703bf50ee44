"""Systems of polynomials at one point, reduced without division: affine ones fully, others as far as that helps."""

from __future__ import annotations

from math import gcd
from typing import NamedTuple

from mwplab.equations.modular import MAX_TERMS, CannotTell, Row

Line = list[int]
"""The factors of one polynomial, the constant last."""


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
        affine = {name: _substitute(row, found, modulus) for name, row in affine.items()} | found
        if not found:
            break
        pending = [row for each in pending if (row := _substitute(each, found, modulus))]
    return Reduced(affine, pending, False)


def echelon(rows: list[Row], modulus: int | None) -> tuple[list[tuple[tuple[int, ...], Row]], bool]:
    """Return leading product and polynomial of a fully reduced system, and whether it is contradictory."""
    columns = sorted({monomial for row in rows for monomial in row if monomial}, key=lambda one: (-len(one), one))
    lines = [[row.get(column, 0) for column in columns] + [row.get((), 0)] for row in rows]
    done: list[tuple[int, Line]] = []
    for place in range(len(columns)):
        pivot = next((line for line in lines if line[place]), None)
        if pivot is None:
            continue
        lines = [
            _combined(line, pivot, place, modulus) if line[place] else line for line in lines if line is not pivot
        ]
        done = [(at, _combined(line, pivot, place, modulus) if line[place] else line) for at, line in done]
        done.append((place, pivot))
    columns.append(())
    found = [
        (columns[at], {column: value for column, value in zip(columns, line, strict=True) if value})
        for at, line in done
    ]
    return found, any(line[-1] for line in lines)


def _combined(line: Line, pivot: Line, place: int, modulus: int | None) -> Line:
    keep, drop = pivot[place], line[place]
    if modulus is not None:
        return [(a * keep - b * drop) % modulus for a, b in zip(line, pivot, strict=True)]
    mixed = [a * keep - b * drop for a, b in zip(line, pivot, strict=True)]
    shared = gcd(*mixed)
    return [value // shared for value in mixed] if shared > 1 else mixed


def _substitute(row: Row, found: dict[int, Row], modulus: int | None) -> Row:
    for unknown, by in found.items():
        times = max((monomial.count(unknown) for monomial in row), default=0)
        if times:
            row = _replaced(row, unknown, by, times, modulus)
    return row


def _replaced(row: Row, unknown: int, by: Row, times: int, modulus: int | None) -> Row:
    """Return the row times the leading factor as often as needed, with the unknown replaced."""
    lead = by[unknown,]
    value = {monomial: -factor for monomial, factor in by.items() if monomial != (unknown,)}
    powers: list[Row] = [{(): 1}]
    for _ in range(times):
        powers.append(_multiplied(powers[-1], value, modulus))
    total: Row = {}
    for monomial, factor in row.items():
        count = monomial.count(unknown)
        rest = tuple(name for name in monomial if name != unknown)
        for other, by_factor in _multiplied({rest: factor * lead ** (times - count)}, powers[count], modulus).items():
            total[other] = total.get(other, 0) + by_factor
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
