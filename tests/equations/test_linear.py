"""Linear elimination: known solutions come back, and singular systems are told apart as sympy tells them."""

from __future__ import annotations

import time
from fractions import Fraction
from random import Random

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from mwplab.equations.clock import Clock
from mwplab.equations.lifting import PRIME, solve_by_lifting
from mwplab.equations.linear import CONSTANT, Affine, eliminate
from mwplab.errors import TooLarge, Unsolvable

SMALL = st.integers(-3, 3).map(Fraction)
ONE = Fraction(1)


def row(total: int, **factors: int) -> Affine:
    return {**{name: Fraction(factor) for name, factor in factors.items()}, CONSTANT: Fraction(-total)}


def planted(size: int, per_row: int, seed: int = 0) -> tuple[list[Affine], dict[str, Fraction]]:
    """Return equations with so many unknowns each, and the solution that was put into them."""
    random = Random(seed)
    solution = {f"x{index}": Fraction(random.randint(-50, 50), random.randint(1, 5)) for index in range(size)}
    rows: list[Affine] = []
    for name in solution:
        chosen = {name, *random.sample(sorted(solution), min(per_row, size) - 1)}
        factors = {each: Fraction(random.choice([-7, -2, -1, 1, 3, 5])) for each in sorted(chosen)}
        total = sum((factor * solution[each] for each, factor in factors.items()), Fraction(0))
        rows.append({**factors, CONSTANT: -total})
    return rows, solution


def test_unknowns_that_stay_open_appear_in_the_others() -> None:
    found = eliminate([row(5, x=1, y=1), row(10, x=2, y=2), row(3, z=3)], Clock(1))
    assert found.contradiction is None
    assert found.solved["z"] == {CONSTANT: ONE}
    assert found.solved["x"] == {"y": -ONE, CONSTANT: Fraction(5)} or found.solved["y"] == {
        "x": -ONE,
        CONSTANT: Fraction(5),
    }
    assert len(found.solved) == 2


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([row(1, x=1), row(2, x=1)], 1),
        ([row(5, x=1, y=1), row(1, x=1, y=-1), row(9, x=2)], 2),
        ([row(1)], 0),
    ],
)
def test_a_contradiction_is_located(rows: list[Affine], expected: int) -> None:
    assert eliminate(rows, Clock(1)).contradiction in range(expected + 1)
    assert eliminate(rows[:expected], Clock(1)).contradiction is None


@pytest.mark.parametrize(("size", "per_row"), [(1, 1), (3, 3), (20, 20), (70, 70), (200, 3), (200, 200)])
def test_planted_solutions_come_back_in_time(size: int, per_row: int) -> None:
    rows, solution = planted(size, per_row)
    start = time.process_time()
    found = eliminate(rows, Clock(30))
    assert time.process_time() - start < 3
    assert {name: affine.get(CONSTANT, 0) for name, affine in found.solved.items()} == solution


def test_the_time_limit_and_the_size_limit_are_kept() -> None:
    rows, _ = planted(50, 50)
    with pytest.raises(Unsolvable, match="not solved within 0 seconds"):
        eliminate(rows, Clock(0))
    random = Random(0)
    huge: list[Affine] = [
        {f"x{column}": Fraction(random.getrandbits(4000) + 1) for column in range(12)} for _ in range(12)
    ]
    with pytest.raises(TooLarge, match="grow too large"):
        eliminate(huge, Clock(30))


@st.composite
def linear_systems(draw: st.DrawFn) -> list[list[Fraction]]:
    width, height = draw(st.integers(1, 4)), draw(st.integers(1, 5))
    return draw(
        st.lists(st.lists(SMALL, min_size=width + 1, max_size=width + 1), min_size=height, max_size=height)
    )


@given(linear_systems())
def test_sympy_agrees_on_what_is_solved_open_and_contradictory(table: list[list[Fraction]]) -> None:
    names = [f"x{index}" for index in range(len(table[0]) - 1)]
    rows = [dict(zip([*names, CONSTANT], line, strict=True)) for line in table]
    symbols = sympy.symbols(names)
    expressions = [
        sum((int(factor) * symbol for factor, symbol in zip(line, symbols, strict=False)), sympy.Integer(0))
        + int(line[-1])
        for line in table
    ]
    reference = sympy.linsolve(expressions, *symbols)
    found = eliminate(rows, Clock(5))
    assert (found.contradiction is not None) == (reference == sympy.S.EmptySet)
    if found.contradiction is None:
        (solution,) = reference
        fixed = {
            name: Fraction(int(value.p), int(value.q))
            for name, value in zip(names, solution, strict=True)
            if not value.free_symbols
        }
        ours = {
            name: affine.get(CONSTANT, Fraction(0))
            for name, affine in found.solved.items()
            if set(affine) <= {CONSTANT}
        }
        assert ours == fixed


@given(st.lists(st.lists(st.integers(-9, 9), min_size=4, max_size=4), min_size=3, max_size=5))
def test_lifting_agrees_with_elimination_or_steps_back(table: list[list[int]]) -> None:
    names = ["x", "y", "z"]
    rows = [
        {
            **{name: Fraction(each) for name, each in zip(names, line, strict=False)},
            CONSTANT: Fraction(-line[3]),
        }
        for line in table
    ]
    lifted = solve_by_lifting([line[:3] for line in table], [line[3] for line in table], Clock(5))
    found = eliminate(rows, Clock(5))
    unique = found.contradiction is None and len(found.solved) == 3
    unique = unique and all(set(affine) <= {CONSTANT} for affine in found.solved.values())
    assert (lifted is not None) == unique
    if lifted is not None:
        assert lifted == [found.solved[name].get(CONSTANT, Fraction(0)) for name in names]


def test_lifting_steps_back_where_its_prime_hides_the_solution() -> None:
    assert solve_by_lifting([[PRIME, 0], [0, 1]], [1, 1], Clock(1)) is None
    assert solve_by_lifting([[3, 1], [1, 1]], [10**40, 7], Clock(1)) == [
        Fraction(10**40 - 7, 2),
        7 - Fraction(10**40 - 7, 2),
    ]
