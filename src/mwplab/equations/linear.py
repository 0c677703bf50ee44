"""Exact elimination over whole numbers for linear equations of any size."""

from __future__ import annotations

from fractions import Fraction
from math import gcd, lcm
from typing import NamedTuple

from mwplab.equations.bounds import MAX_BITS
from mwplab.equations.clock import Clock
from mwplab.equations.lifting import solve_by_lifting
from mwplab.errors import TooLarge

CONSTANT = ""
"""The key of the constant in a row; no unknown has this name."""

NOISE = 10**35
"""In inexact rows a sum this many times smaller than what was added is zero."""

DENSE = 4000
"""Factors in all rows together from which a well filled table is solved by lifting, three times as fast."""

Affine = dict[str, Fraction]
"""A sum of unknowns with factors, the constant under `CONSTANT`."""


class Eliminated(NamedTuple):
    """What a set of linear equations says."""

    solved: dict[str, Affine]
    """Each determined unknown, as a sum of those that stay open and a constant."""

    contradiction: int | None = None
    """The position of an equation that cannot hold together with the others."""


def eliminate(rows: list[Affine], clock: Clock, *, inexact: bool = False) -> Eliminated:
    """Solve equations of the form ``sum = 0``.

    >>> one, two = Fraction(1), Fraction(2)
    >>> eliminate([{"x": one, "y": one, "": -two * 3}, {"x": one, "y": -one}], Clock(1)).solved
    {'y': {'': Fraction(3, 1)}, 'x': {'': Fraction(3, 1)}}
    >>> eliminate([{"x": one}, {"x": two, "": one}], Clock(1)).contradiction
    1
    """
    live = {position: _whole_row(row) for position, row in enumerate(rows)}
    columns: dict[str, set[int]] = {}
    for position, row in live.items():
        for name in row:
            columns.setdefault(name, set()).add(position)
    filled = sum(map(len, live.values()))
    if not inexact and filled > DENSE and 3 * filled > len(rows) * len(columns):
        values = _lifted(live, sorted(columns.keys() - {CONSTANT}), clock)
        if values is not None:
            return Eliminated(values)
    pivots: list[tuple[str, dict[str, int]]] = []
    while live:
        clock.check()
        # Short rows and rare unknowns first: sparse equations stay sparse.
        position = min(live, key=lambda each: len(live[each])) if len(live) > 1 else next(iter(live))
        row = live.pop(position)
        names = [name for name in row if name != CONSTANT]
        if not names:
            if row:
                return Eliminated({}, position)
            continue
        pivot = min(names, key=lambda name: len(columns[name])) if len(names) > 1 else names[0]
        pivots.append((pivot, row))
        for name in row:
            columns[name].discard(position)
        for other in sorted(columns[pivot]):
            clock.check()
            live[other] = _combine(live[other], row, pivot, columns, other, inexact)
    return Eliminated(_substitute_back(pivots, clock))


def _lifted(live: dict[int, dict[str, int]], names: list[str], clock: Clock) -> dict[str, Affine] | None:
    if len(live) < len(names):
        return None
    table = [[row.get(name, 0) for name in names] for row in live.values()]
    values = solve_by_lifting(table, [-row.get(CONSTANT, 0) for row in live.values()], clock)
    return (
        None
        if values is None
        else {name: {CONSTANT: value} if value else {} for name, value in zip(names, values, strict=True)}
    )


def _whole_row(row: Affine) -> dict[str, int]:
    bottom = lcm(*[factor.denominator for factor in row.values()])
    return _shorten(
        {name: factor.numerator * (bottom // factor.denominator) for name, factor in row.items() if factor}
    )


def _shorten(row: dict[str, int]) -> dict[str, int]:
    shared = gcd(*row.values())
    if shared > 1:
        row = {name: factor // shared for name, factor in row.items()}
    if max((factor.bit_length() for factor in row.values()), default=0) > 4 * MAX_BITS:
        raise TooLarge("the factors of the equations grow too large while unknowns are eliminated")
    return row


def _combine(
    row: dict[str, int],
    pivot_row: dict[str, int],
    pivot: str,
    columns: dict[str, set[int]],
    position: int,
    inexact: bool,
) -> dict[str, int]:
    """Return the row without the pivot's unknown, and keep the lists of who holds which unknown right."""
    shared = gcd(row[pivot], pivot_row[pivot])
    keep, take = pivot_row[pivot] // shared, row[pivot] // shared
    result = {name: factor * keep for name, factor in row.items()}
    for name, factor in pivot_row.items():
        before = result.get(name, 0)
        after = before - factor * take
        if not after or name == pivot or (inexact and abs(after) * NOISE < abs(before)):
            result.pop(name, None)
            columns[name].discard(position)
        else:
            result[name] = after
            columns[name].add(position)
    return _shorten(result)


def _substitute_back(pivots: list[tuple[str, dict[str, int]]], clock: Clock) -> dict[str, Affine]:
    solved: dict[str, Affine] = {}
    for pivot, row in reversed(pivots):
        clock.check()
        total: Affine = {}
        for name, factor in row.items():
            if name == pivot:
                continue
            if name not in solved:
                total[name] = total.get(name, 0) + Fraction(factor)
                continue
            for inner, inner_factor in solved[name].items():
                total[inner] = total.get(inner, 0) + factor * inner_factor
        divisor = -row[pivot]
        solved[pivot] = {name: factor / divisor for name, factor in total.items() if factor}
    return solved
