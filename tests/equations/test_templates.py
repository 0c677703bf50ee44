"""Templates and derivations."""

from __future__ import annotations

import pytest
from hypothesis import given

from mwplab.equations import Derivation, Template, count_operators, induce, parse, unknowns
from mwplab.equations.nodes import EquationSystem, QuantityRef, Slot, map_system, walk
from mwplab.errors import EquationError
from tests.equations.strategies import arithmetic, numbers, quantities, statements, systems
from tests.equations.strategies import unknowns as unknown_names

INDUCED = [
    ("x = q0 + q1", "x = A + B", (0, 1)),
    ("x = q2 * (q0 - q2)", "x = A * (B - A)", (2, 0)),
    ("x + y = q1; x - y = q0", "x + y = A; x - y = B", (1, 0)),
    ("x = 3 * 4", "x = 3 * 4", ()),
    ('x = largest("a": q1, "b": q0)', 'x = largest("a": A, "b": B)', (1, 0)),
]

OPERATORS = [
    ("x = 3", 0),
    ("x = -q0", 0),
    ("x = q0 + q1 - q2", 2),
    ("x = q0^2", 1),
    ("x = sqrt(q0)", 1),
    ("x = gcd(q0, q1)", 1),
    ("x = mean(q0, q1, q2, q3)", 3),
    ("x + y = q0; x - y = q1", 2),
    ("x : y = q0 : q1", 0),
]


@pytest.mark.parametrize(("equations", "template", "alignment"), INDUCED)
def test_induction_numbers_the_slots_in_reading_order(
    equations: str, template: str, alignment: tuple[int, ...]
) -> None:
    derivation = induce(parse(equations))
    assert str(derivation.template) == template
    assert derivation.alignment == alignment
    assert derivation.template.slots == len(alignment)


@given(systems(statements(arithmetic(numbers | quantities | unknown_names))))
def test_a_derivation_gives_back_the_equations_it_was_induced_from(system: EquationSystem) -> None:
    derivation = induce(system)
    assert derivation.system == system
    assert sorted(set(derivation.alignment)) == sorted(derivation.alignment)
    assert not any(isinstance(part, QuantityRef) for part in walk(derivation.template.system))


@given(systems(statements(arithmetic(numbers | quantities | unknown_names))))
def test_the_template_does_not_depend_on_which_quantities_are_meant(system: EquationSystem) -> None:
    moved = map_system(
        system, lambda leaf: QuantityRef(10_000 - leaf.index) if isinstance(leaf, QuantityRef) else leaf
    )
    assert induce(moved).template == induce(system).template


def test_a_slot_without_its_neighbour_still_counts_the_gap() -> None:
    assert Template(EquationSystem(parse("x = A + C").statements)).slots == 3
    assert Template(parse("x = 3")).slots == 0
    assert Slot(2) in list(walk(parse("x = A + C")))


@pytest.mark.parametrize("alignment", [(), (0,), (0, 1, 2)])
def test_every_slot_needs_a_quantity(alignment: tuple[int, ...]) -> None:
    with pytest.raises(
        EquationError, match=f"2 slots, but {len(alignment)} are aligned; every slot needs a quantity"
    ):
        Derivation(Template(parse("x = A + B")), alignment)


def test_a_position_before_the_first_quantity_is_refused() -> None:
    with pytest.raises(EquationError, match="is aligned to -1; positions begin at 0"):
        Derivation(Template(parse("x = A + B")), (0, -1))


def test_a_template_with_a_quantity_in_it_is_refused() -> None:
    with pytest.raises(EquationError, match="refers to quantity q1; write a slot such as A"):
        Template(parse("x = A + q1"))


def test_two_slots_may_have_one_quantity() -> None:
    assert str(Derivation(Template(parse("x = A * B")), (3, 3)).system) == "x = q3 * q3"


@pytest.mark.parametrize(("equations", "expected"), OPERATORS)
def test_operations_are_counted_as_a_solver_carries_them_out(equations: str, expected: int) -> None:
    assert count_operators(parse(equations)) == expected


def test_unknowns_come_in_order_of_appearance_once_each() -> None:
    assert unknowns(parse("y + x = 3; x - y = z")) == ("y", "x", "z")
