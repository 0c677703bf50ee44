"""Derivations listed: counts by formula, and every grounding checked by filling it in again."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import islice
from math import perm
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwplab.equations import Template, parse
from mwplab.equations.derivations import derivations_yielding, enumerate_derivations, groundings
from mwplab.equations.evaluate import evaluate
from mwplab.equations.nodes import Equation, EquationSystem, Number, QuantityRef, map_system
from mwplab.errors import EquationError


def values(*numbers: int | str) -> list[Fraction]:
    return [Fraction(number) for number in numbers]


@pytest.mark.parametrize(("slots", "quantities"), [(1, 1), (2, 4), (3, 5), (3, 2)])
def test_derivations_are_as_many_as_the_formulas_say(slots: int, quantities: int) -> None:
    template = Template(parse("x = " + " + ".join("ABC"[:slots])))
    once = list(enumerate_derivations(template, quantities))
    assert len(once) == len(set(once)) == perm(quantities, slots)
    assert len(list(enumerate_derivations(template, quantities, repeated=True))) == quantities**slots


def test_a_list_of_derivations_is_bounded() -> None:
    template = Template(parse("x = A + B + C + D + E + F + G"))
    assert len(list(enumerate_derivations(template, 30, limit=100))) == 100
    assert len(list(islice(enumerate_derivations(template, 30, limit=None), 20_000))) == 20_000
    assert len(derivations_yielding(parse("x = " + " + ".join(["2"] * 20)), values(2, 2, 2), limit=50)) == 50


def test_each_number_may_be_any_quantity_with_its_value() -> None:
    found = derivations_yielding(parse("5m = 15n; 5m + 5n = 100"), values(5, 15, 5, 100, 5))
    assert len(found) == len(set(found)) == 27
    shapes = Counter(one.template.slots for one in found)
    assert shapes == {3: 3, 4: 18, 5: 6}


def test_equations_over_quantities_stand_for_their_values() -> None:
    over_numbers = derivations_yielding(parse("x = 5 - 2"), values(2, 5, 5))
    assert derivations_yielding(parse("x = q2 - q0"), values(2, 5, 5)) == over_numbers
    assert [one.alignment for one in over_numbers] == [(1, 0), (2, 0)]
    with pytest.raises(EquationError, match="refer to quantity q3, but there are 1"):
        groundings(parse("x = q3"), values(1))


def test_numbers_that_no_quantity_has_stay_constants() -> None:
    (found,) = derivations_yielding(parse("x = 3 * 7"), values(3))
    assert str(found.template) == "x = A * 7"


def test_percent_and_opposites_are_grounded_too() -> None:
    (share,) = derivations_yielding(parse("x = 0.25 * 8"), values(25, 8), [True, False])
    assert str(share.system) == "x = q0 / 100 * q1"
    opposite = EquationSystem((Equation(parse("x = 1").statements[0].left, Number(Fraction(-4))),))
    assert [str(one.system) for one in derivations_yielding(opposite, values(4, 4))] == ["x = -q0", "x = -q1"]


def test_ambiguities_are_told() -> None:
    found = groundings(parse("x = 5 + 7 + 9"), values(5, 7, 5))
    assert found.count == 2
    assert found.ambiguous == ((QuantityRef(0), QuantityRef(2)),)


def test_classes_travel_with_each_grounding() -> None:
    found = groundings(parse("x = 5"), values(5, 5), equivalent=((0, 1),))
    assert all(one.equivalent == ((0, 1),) for one in found)


def test_a_choice_is_seeded_and_fair() -> None:
    found = groundings(parse("x = 5 + 2"), values(5, 2, 5, 2))
    assert found.choose(Random(3)) == found.choose(Random(3))
    random = Random(0)
    counts = Counter(found.choose(random) for _ in range(4000))
    assert set(counts) == set(found)
    # Four ways, each 1000 times with a deviation of 27.
    assert all(abs(count - 1000) < 140 for count in counts.values())


few = st.lists(st.integers(1, 5), min_size=1, max_size=4)


@given(few, few)
def test_every_grounding_yields_the_equations_again(quantities: list[int], numbers: list[int]) -> None:
    system = parse("x = " + " + ".join(map(str, numbers)))
    known = values(*quantities)
    found = derivations_yielding(system, known)
    assert len(found) == groundings(system, known).count

    for one in found:
        again = map_system(
            one.system, lambda leaf: Number(known[leaf.index]) if isinstance(leaf, QuantityRef) else leaf
        )
        assert again == system
        assert evaluate(again.statements[0].right) == sum(numbers)
