"""Whether derivations are the same: the paper's case studies in other words, its algorithm as the oracle."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mwplab.equations import Derivation, Template, induce, parse
from mwplab.equations.alignment import Cause, Compared, Misalignment, derivation_equivalence
from mwplab.equations.equivalence import Sameness, Viewed
from mwplab.equations.evaluate import Value
from mwplab.equations.monte_carlo import renamings, same_derivation
from mwplab.equations.nodes import EquationSystem, Number, QuantityRef, Slot, map_system
from mwplab.equations.solve import solve
from tests.equations.derivation_pairs import derivation_pair


def derive(equations: str, *classes: tuple[int, ...]) -> Derivation:
    return induce(parse(equations), classes)


def filled(derivation: Derivation, values: list[int]) -> EquationSystem:
    return map_system(
        derivation.system,
        lambda leaf: Number(Fraction(values[leaf.index])) if isinstance(leaf, QuantityRef) else leaf,
    )


def solution(derivation: Derivation, values: list[int]) -> list[Value]:
    (found,) = solve(filled(derivation, values))
    return [value for _, value in found.values]


# Two(q0) parcels weigh 25(q1) kilos. 12(q2) less than 4(q3) times one(q4) of the weights is 16(q5) more than
# twice(q6) the other.
PARCELS = [2, 25, 12, 4, 1, 16, 2]


def test_a_right_solution_by_wrong_equations_is_found_out() -> None:
    gold = derive("m + n = q1; q3 * m - q6 * n = q5 + q2")
    found = derive("m + n = q1; q0 * m - q4 * n = q6 + q2")
    assert solution(found, PARCELS) == solution(gold, PARCELS) == [13, 12]
    compared = derivation_equivalence(found, gold)
    assert (compared.verdict, compared.cause) == (Sameness.DIFFERENT, Cause.ALIGNMENT)
    assert {(each.quantity, each.gold_quantity) for each in compared.misaligned} == {(0, 3), (4, 6), (6, 5)}


# The longer of two(q0) ropes is 2(q1) metres longer than 4(q2) times the shorter; together they have 67(q3).
ROPES = [2, 2, 4, 67]


def test_right_equations_by_a_wrong_alignment_are_found_out() -> None:
    gold = derive("m - q2 * n = q1; m + n = q3")
    found = derive("m - q2 * n = q0; m + n = q3")
    assert filled(found, ROPES) == filled(gold, ROPES)
    compared = derivation_equivalence(found, gold)
    assert compared.verdict is Sameness.DIFFERENT
    assert compared.misaligned == (Misalignment(Slot(1), 0, Slot(1), 1, (1,)),)
    assert compared.reason == "slot B is aligned to quantity 0, gold 1"


def test_two_numbers_that_mean_the_same_are_interchangeable() -> None:
    gold = derive("m - q2 * n = q1; m + n = q3", (0, 1))
    assert derivation_equivalence(derive("m + n = q3; m = q0 + n * q2"), gold).verdict is Sameness.SAME


# Ann pays q2 for 3(q0) teas and 2(q1) buns, Ben pays q5 for 2(q3) teas and 5(q4) buns.
BILLS = [3, 2, 13, 2, 5, 16]


def test_a_number_taken_twice_is_another_template() -> None:
    gold = derive("q0 * m + q1 * n = q2; q3 * m + q4 * n = q5")
    found = derive("q0 * m + q1 * n = q2; q1 * m + q4 * n = q5")
    assert filled(found, BILLS) == filled(gold, BILLS)
    compared = derivation_equivalence(found, gold)
    assert (compared.verdict, compared.cause) == (Sameness.DIFFERENT, Cause.SLOTS)
    assert compared.reason == "the template has 5 slots, the gold one 6"


def test_the_paper_s_alignments_of_its_two_templates() -> None:
    second, third = Template(parse("m = A + B * n; m = C - n")), Template(parse("m + n = A; m - C * n = B"))
    given = Derivation(second, (1, 3, 4))
    assert derivation_equivalence(given, Derivation(third, (4, 1, 3))).verdict is Sameness.SAME
    compared = derivation_equivalence(given, Derivation(third, (1, 3, 4)))
    assert (compared.verdict, len(compared.misaligned)) == (Sameness.DIFFERENT, 3)


def test_another_template_is_named_as_the_cause() -> None:
    compared = derivation_equivalence(derive("x = q0 - q1"), derive("x = q0 + q1"))
    assert (compared.verdict, compared.cause, compared.renaming) == (Sameness.DIFFERENT, Cause.TEMPLATE, None)
    assert compared.reason.startswith("another template: ")


def test_what_is_not_decided_has_no_cause() -> None:
    compared = derivation_equivalence(derive("x = q0; x = q1"), derive("x = q0; q1 - x = 0"))
    assert (compared.verdict, compared.cause) == (Sameness.CANNOT_TELL, None)


def test_templates_that_are_only_written_alike_are_aligned_as_written() -> None:
    gold = derive("x = q0; x = q1")
    assert derivation_equivalence(derive("y = q0; y = q1"), gold).verdict is Sameness.SAME
    assert derivation_equivalence(derive("y = q0; y = q2"), gold).cause is Cause.ALIGNMENT


def test_symmetric_slots_may_be_filled_in_any_order() -> None:
    gold = derive("x = q0 * q1 + q2 * q3")
    assert derivation_equivalence(derive("x = q3 * q2 + q1 * q0"), gold).verdict is Sameness.SAME
    compared = derivation_equivalence(derive("x = q0 * q2 + q1 * q3"), gold)
    assert (compared.cause, len(compared.misaligned)) == (Cause.ALIGNMENT, 2)


def test_overlapping_classes_count_as_one() -> None:
    gold = derive("x = q0 + q5", (0, 1), (1, 2), (7, 8))
    assert derivation_equivalence(derive("x = q5 + q2"), gold).verdict is Sameness.SAME
    compared = derivation_equivalence(derive("x = q5 + q7"), gold)
    assert compared.misaligned[0].accepted == (0, 1, 2)


def test_forty_slots_with_one_quantity_moved() -> None:
    gold = derive("x = " + " + ".join(f"q{index}" for index in range(40)))
    found = derive("x = " + " + ".join(f"q{index}" for index in (*range(39, 0, -1), 50)))
    compared = derivation_equivalence(found, gold)
    assert [(each.quantity, each.gold_quantity) for each in compared.misaligned] == [(50, 0)]


def fewest_wrong(derivation: Derivation, gold: Derivation, seed: int) -> int:
    """Return the smallest number of slots that are aligned elsewhere, over all renamings."""
    alike = {(one, other) for group in gold.equivalent for one in group for other in group}
    return min(
        sum(
            (quantity, wanted) not in alike and quantity != wanted
            for quantity, wanted in zip(
                derivation.alignment, (gold.alignment[place] for place in renaming), strict=True
            )
        )
        for renaming in renamings(derivation.template, gold.template, Random(seed), rounds=2)
    )


def settled(derivation: Derivation) -> bool:
    """Return whether the template has one solution, without which the paper's algorithm sees nothing."""
    probe = Viewed.of(derivation.template).probe
    return probe is not None and probe.family[0] == "values"


def check(random: Random, slots: int, names: int, seed: int, *, rounds: int) -> Compared | None:
    """Compare a random pair with the paper's algorithm; return ``None`` where that one cannot say."""
    derivation, gold = derivation_pair(random, slots, names)
    compared = derivation_equivalence(derivation, gold)
    if not settled(derivation) or not settled(gold):
        return None
    expected = same_derivation(derivation, gold, Random(seed), rounds=rounds)
    assert (compared.verdict is Sameness.SAME) is expected, f"{derivation} | {gold} | {compared}"
    return compared


def test_brute_force_agrees_on_thousands_of_random_pairs() -> None:
    outcomes: Counter[tuple[Sameness, Cause | None]] = Counter()
    for seed in range(2000):
        random = Random(seed)
        compared = check(random, random.choice((1, 2, 2, 3, 3, 4)), random.randint(1, 3), seed, rounds=2)
        if compared is not None:
            outcomes[compared.verdict, compared.cause] += 1
    assert outcomes[Sameness.SAME, None] > 800
    assert outcomes[Sameness.DIFFERENT, Cause.ALIGNMENT] > 200
    assert outcomes[Sameness.DIFFERENT, Cause.TEMPLATE] > 70
    assert set(outcomes) <= {
        (Sameness.SAME, None),
        *((Sameness.DIFFERENT, cause) for cause in (Cause.ALIGNMENT, Cause.TEMPLATE, Cause.SLOTS)),
    }


@pytest.mark.slow
def test_brute_force_agrees_on_larger_pairs() -> None:
    checked = sum(
        check(Random(seed), 5 + seed % 3, 1 + seed % 2, seed, rounds=2) is not None for seed in range(100)
    )
    assert checked > 70


@given(st.integers(5, 7), st.integers(1, 3), st.integers(0, 10**9))
@settings(max_examples=12)
def test_brute_force_agrees_on_five_to_seven_slots(slots: int, names: int, seed: int) -> None:
    check(Random(seed), slots, names, seed, rounds=1)


def test_no_renaming_leaves_fewer_slots_misaligned() -> None:
    checked = 0
    for seed in range(600):
        random = Random(f"fewest {seed}")
        derivation, gold = derivation_pair(random, random.randint(2, 4), random.randint(1, 2))
        compared = derivation_equivalence(derivation, gold)
        if compared.cause is Cause.ALIGNMENT and settled(gold) and settled(derivation):
            assert len(compared.misaligned) == fewest_wrong(derivation, gold, seed)
            checked += 1
    assert checked > 60
