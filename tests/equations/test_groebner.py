"""Reduced bases, with sympy as the oracle."""

from __future__ import annotations

from random import Random

import pytest
import sympy

from mwplab.equations.groebner import Basis, Effort, all_bases, orders, reduced_basis
from mwplab.equations.modular import CannotTell, Row

PRIME = 101


def random_rows(random: Random, names: int) -> list[Row]:
    def monomial() -> tuple[int, ...]:
        return tuple(sorted(random.choices(range(names), k=random.randint(0, 2))))

    rows = [{monomial(): random.randrange(1, PRIME) for _ in range(random.randint(1, 3))} for _ in range(3)]
    return rows[: random.randint(1, 3)]


def basis_by_sympy(rows: list[Row], names: int) -> Basis:
    symbols = sympy.symbols(f"a:{names}")
    given = [
        sum(factor * sympy.prod(symbols[one] for one in monomial) for monomial, factor in row.items())
        for row in rows
    ]
    found = sympy.groebner(given, *symbols, modulus=PRIME, order="grevlex")
    return tuple(
        tuple((powers, int(factor) % PRIME) for powers, factor in one.terms("grevlex")) for one in found.polys
    )


@pytest.mark.parametrize("names", [1, 2, 3])
def test_sympy_finds_the_same_basis(names: int) -> None:
    for seed in range(60):
        rows = random_rows(Random(f"{names} {seed}"), names)
        ours = reduced_basis(rows, range(names), PRIME, Effort())
        assert sorted(ours) == sorted(basis_by_sympy(rows, names)), rows


def test_unknowns_of_one_kind_only_are_exchanged() -> None:
    assert list(orders(["", "<", ""])) == [(0, 1, 2), (2, 1, 0)]
    with pytest.raises(CannotTell, match="720 ways"):
        list(orders([""] * 6))


def test_the_effort_is_bounded() -> None:
    rows: list[Row] = [
        {(0, 0, 0): 1, (1, 1, 1): 1, (): 3},
        {(0, 0, 1): 1, (2,): 1, (): 5},
        {(0, 1, 2): 1, (3, 3): 1, (): 7},
        {(0,): 1, (1,): 2, (2,): 3, (3,): 4, (): 9},
    ]
    with pytest.raises(CannotTell, match="too long"):
        all_bases(rows, ["", "", "", ""], 2**61 - 1)
