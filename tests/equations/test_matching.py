"""Numbers of equations referred to quantities."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwplab.equations import EquationSystem, match_numbers, parse
from mwplab.equations.matching import CONSTANTS
from mwplab.equations.nodes import Expr, Leaf, Number, QuantityRef, map_system, walk
from tests.equations.strategies import arithmetic, statements, systems, unknowns

MATCHED = [
    # equations, values of the text, hundredths, expected, ambiguous, constants, unmatched
    ("x = 3 + 5", "3 5", "", "x = q0 + q1", "", "", ""),
    ("x = 5 - 3", "3 5", "", "x = q1 - q0", "", "", ""),
    ("x = 3 + 3", "3 3", "", "x = q0 + q1", "3 3", "", ""),
    ("x = 3 * 3", "3", "", "x = q0 * q0", "", "", ""),
    ("x = 8 / 2", "8", "", "x = q0 / 2", "", "2", ""),
    ("x = 8 * 17", "8", "", "x = q0 * 17", "", "", "17"),
    ("x = 0.25 * 80", "25 80", "25", "x = q0 / 100 * q1", "", "", ""),
    ("x = 25 / 100 * 80", "25 80", "25", "x = q0 / 100 * q1", "", "100", ""),
    ("x = 0.25 * 80", "25 80", "", "x = 0.25 * q1", "", "0.25", ""),
    ("x = 0.333333333 * 9", "1/3 9", "", "x = q0 * q1", "", "", ""),
    ("x = -4 + 9", "-4 9", "", "x = --q0 + q1", "", "", ""),
    ("x = [-4] + 9", "4 9", "", "x = -q0 + q1", "", "", ""),
    ("x = y; y > 2", "", "", "x = y; y > 2", "", "2", ""),
]

values = st.lists(st.integers(-20, 400).map(Fraction), max_size=5)
plain = st.builds(lambda value: Number(Fraction(value)), st.integers(0, 400))


def fractions(text: str) -> tuple[Fraction, ...]:
    return tuple(map(Fraction, text.split()))


@pytest.mark.parametrize(
    ("equations", "text", "parts", "expected", "ambiguous", "constants", "unmatched"), MATCHED
)
def test_numbers_find_their_quantities(
    equations: str, text: str, parts: str, expected: str, ambiguous: str, constants: str, unmatched: str
) -> None:
    hundredths = [value in fractions(parts) for value in fractions(text)]
    found = match_numbers(parse(equations), fractions(text), hundredths)
    assert found.system == parse(expected)
    assert found.ambiguous == fractions(ambiguous)
    assert found.constants == fractions(constants)
    assert found.unmatched == fractions(unmatched)


@given(systems(statements(arithmetic(plain | unknowns))), values)
def test_filling_the_references_gives_the_equations_back(
    system: EquationSystem, text: list[Fraction]
) -> None:
    found = match_numbers(system, text)

    def fill(leaf: Leaf) -> Expr:
        return Number(abs(text[leaf.index])) if isinstance(leaf, QuantityRef) else leaf

    before = [part for part in walk(system) if isinstance(part, Number)]
    after = [part for part in walk(map_system(found.system, fill)) if isinstance(part, Number)]
    assert after == before


@given(systems(statements(arithmetic(plain | unknowns))), values)
def test_what_is_left_over_is_not_in_the_text(system: EquationSystem, text: list[Fraction]) -> None:
    found = match_numbers(system, text)
    left = [part.value for part in walk(found.system) if isinstance(part, Number)]
    assert sorted(left) == sorted(found.constants + found.unmatched)
    assert not {*text, *(-value for value in text)} & set(left)
    assert set(found.constants) <= CONSTANTS
    assert not set(found.unmatched) & CONSTANTS
    assert all(text.count(value) + text.count(-value) > 1 for value in found.ambiguous)
