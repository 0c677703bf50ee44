"""DRAW: templates over slots and unknowns."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwplab.equations.grammar import parse
from mwplab.equations.nodes import Equation, EquationSystem, Number, Slot, Unknown
from mwplab.equations.notations import mawps
from mwplab.equations.notations.draw import SLOT_LETTERS, read, read_template, write_template
from mwplab.errors import EquationError
from tests.equations.strategies import arithmetic, decimals, systems


def test_names_of_the_alignment_are_slots_and_others_unknowns() -> None:
    system = read_template(["a * m +  b * n = c * 0.01", "m + m= d"], ["a", "b", "c", "d"])
    assert system == parse("A * m + B * n = C * 0.01; m + m = D")


def test_order_of_the_slots_decides_their_index() -> None:
    assert read_template(["a + b = m"], ["b", "a"]) == parse("B + A = m")


def test_letters_that_are_not_aligned_are_unknowns() -> None:
    assert read_template(["a + b = m"], ["a"]) == parse("A + b = m")


def test_equations_are_read_as_those_of_mawps() -> None:
    assert read(["(.01*30)*x=Y"]) == mawps.read(["(.01*30)*x=Y"]) == parse("0.01 * 30 * x = y")


@pytest.mark.parametrize("equations", [[], ["a * m"], ["a = = m"], ["a + m = b", "?"]])
def test_what_is_no_template_is_refused(equations: list[str]) -> None:
    with pytest.raises(EquationError):
        read_template(equations, ["a", "b"])


def test_slot_named_twice_is_refused() -> None:
    with pytest.raises(EquationError, match="not all different"):
        read_template(["a = m"], ["a", "a"])


@pytest.mark.parametrize("text", ["a = 3", "m = M", "m = q0", "m = A^2", "m < A"])
def test_what_would_not_read_back_is_not_written(text: str) -> None:
    with pytest.raises(EquationError):
        write_template(parse(text))


_slots = st.builds(Slot, st.integers(0, len(SLOT_LETTERS) - 1))
_leaves = st.builds(Number, decimals) | st.builds(Unknown, st.sampled_from("mnop")) | _slots
_sides = arithmetic(_leaves)


@given(systems(st.builds(Equation, _sides, _sides)))
def test_what_is_written_reads_back(system: EquationSystem) -> None:
    assert read_template(write_template(system), SLOT_LETTERS) == system


@given(
    st.lists(st.text("abmn=+-*/(). 12", max_size=30), max_size=3), st.lists(st.text(max_size=2), max_size=3)
)
def test_arbitrary_text_raises_nothing_else(equations: list[str], slots: list[str]) -> None:
    try:
        system = read_template(equations, slots)
    except EquationError:
        return
    assert len(system.statements) == len(equations)
