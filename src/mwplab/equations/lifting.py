"""Large dense linear systems: solved modulo a prime, lifted to exact fractions, and put to the proof.

Elimination over whole numbers makes numbers of hundreds of digits out of a full table of 200 by 200; modulo a
prime they stay short. The solution modulo p is lifted to one modulo p^2, p^3, ... until fractions with this
residue satisfy every equation (J. Dixon, Exact solution of linear equations using p-adic expansions, 1982).
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from operator import mul

from mwplab.equations.bounds import MAX_BITS
from mwplab.equations.clock import Clock

PRIME = 2**61 - 1


def solve_by_lifting(table: list[list[int]], totals: list[int], clock: Clock) -> list[Fraction] | None:
    """Return the one solution of ``table * x = totals``, or ``None`` where this way does not find it.

    >>> solve_by_lifting([[1, 1], [2, -2]], [5, 1], Clock(1))
    [Fraction(11, 4), Fraction(9, 4)]
    >>> solve_by_lifting([[1, 1], [2, 2]], [5, 1], Clock(1)) is None
    True
    """
    factored = _factor(table, clock)
    if factored is None:
        return None
    reduced, order = factored
    rest = [totals[position] for position in order]
    chosen = [table[position] for position in order]
    values, modulus, attempt = [0] * len(chosen), 1, 1
    while modulus.bit_length() <= 3 * MAX_BITS:
        for _ in range(attempt):
            clock.check()
            digits = _solve_modulo(reduced, rest)
            values = [value + modulus * digit for value, digit in zip(values, digits, strict=True)]
            rest = [
                (left - sum(map(mul, row, digits))) // PRIME for left, row in zip(rest, chosen, strict=True)
            ]
            modulus *= PRIME
        found = _fractions(values, modulus)
        if found is not None and _holds(table, totals, *found):
            return [Fraction(top, found[1]) for top in found[0]]
        attempt *= 2
    return None


def _factor(table: list[list[int]], clock: Clock) -> tuple[list[list[int]], list[int]] | None:
    """Return the table modulo the prime as two triangles in one, and which rows it uses in which order."""
    rows = [[factor % PRIME for factor in row] for row in table]
    order = list(range(len(rows)))
    for column in range(len(rows[0])):
        clock.check()
        pivot = next((position for position in range(column, len(rows)) if rows[position][column]), None)
        if pivot is None:
            return None
        rows[column], rows[pivot] = rows[pivot], rows[column]
        order[column], order[pivot] = order[pivot], order[column]
        inverse, tail = pow(rows[column][column], -1, PRIME), rows[column][column + 1 :]
        for row in rows[column + 1 :]:
            if row[column]:
                factor = row[column] = row[column] * inverse % PRIME
                row[column + 1 :] = [
                    (left - factor * right) % PRIME
                    for left, right in zip(row[column + 1 :], tail, strict=True)
                ]
    return rows[: len(rows[0])], order[: len(rows[0])]


def _solve_modulo(reduced: list[list[int]], totals: list[int]) -> list[int]:
    values: list[int] = []
    for row, total in zip(reduced, totals, strict=True):
        values.append((total - sum(map(mul, row, values))) % PRIME)
    for position in range(len(values) - 1, -1, -1):
        row = reduced[position]
        known = sum(map(mul, row[position + 1 :], values[position + 1 :]))
        values[position] = (values[position] - known) * pow(row[position], -1, PRIME) % PRIME
    return values


def _fractions(values: list[int], modulus: int) -> tuple[list[int], int] | None:
    """Return numerators and their common denominator with these residues, all of them short."""
    bound, tops, bottom = isqrt(modulus // 2), list[int](), 1
    for value in values:
        before, after, step_before, step = modulus, value * bottom % modulus, 0, 1
        while after > bound:
            quotient = before // after
            before, after = after, before - quotient * after
            step_before, step = step, step_before - quotient * step
        if not step or abs(step * bottom) > bound:
            return None
        tops = [top * abs(step) for top in tops] if abs(step) > 1 else tops
        tops.append(after if step > 0 else -after)
        bottom *= abs(step)
    return tops, bottom


def _holds(table: list[list[int]], totals: list[int], tops: list[int], bottom: int) -> bool:
    return all(sum(map(mul, row, tops)) == total * bottom for row, total in zip(table, totals, strict=True))
