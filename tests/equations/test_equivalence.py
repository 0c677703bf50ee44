"""Whether templates are the same: tables, brute force, symbolic algebra and the published counts."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations
from pathlib import Path
from random import Random

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from mwplab.equations import Derivation, Template, parse
from mwplab.equations.equivalence import (
    Equivalence,
    Sameness,
    bucket_key,
    reconcile,
    template_equivalence,
)
from mwplab.equations.monte_carlo import renamings
from mwplab.equations.nodes import Binary, Expr, Negate, Number, Slot, Unknown
from mwplab.equations.notations.draw import read_template
from mwplab.equations.templates import unknowns
from tests.equations.derivation_pairs import near_miss, random_template, renamed, rewritten

SAME = [
    # The templates (2) and (3) of the paper.
    ("m = A + B * n; m = C - n", "m + n = A; m - C * n = B"),
    ("x = A - B", "A + y = B"),
    ("x = 0.5 * A", "2 * x = A"),
    ("x = (A + B) * C", "x = C * A + C * B"),
    ("x = A + B - B", "x = A + 0 * B"),
    ("x = mean(A, B, C)", "3x = A + B + C"),
    ("x + y = A; x - y = B", "x = (A + B) / 2; y = A - x"),
    ("x + y = A; x - y = B", "x + y = A; x - y = B; 2x = A + B"),
    ("A * m + B * n = C; m + n = D", "(A - B) * m = C - B * D; n = D - m"),
    ("m = A / (B - C)", "m * (B - C)^2 = A * (B - C)"),
    # Products of unknowns that elimination resolves.
    ("x = A; x * y = B", "y = B / A; x = A"),
    ("x^2 - y^2 = A; x - y = B", "x - y = B; x + y = A / B"),
    ("x * y = A; x * y + y = B", "y = B - A; x = A / y"),
    # Denominators with unknowns.
    ("A / x + B / (2 * x) = C", "x = (A + B / 2) / C"),
    ("A / (x + y) = B; A / (x - y) = C", "x + y = A / B; x - y = A / C"),
    ("A / x - A / (x + B) = C", "A * (x + B) - A * x = C * x * (x + B)"),
    ("x^-1 = A", "x * A = 1"),
    # Several solutions.
    ("x * y = A; x + y = B", "y = A - x; x * (A - x) = B"),
    ("x * (x + 1) = A", "y^2 + y = A"),
    (
        "x * y * z = A; x + y + z = B; x * y + y * z + x * z = C",
        "x * y * z = C; x + y + z = A; x * (y + z) = B - y * z",
    ),
    # Unknowns that stay open.
    ("x + y = A", "a = A - b"),
    ("x + 2y = A; z = B", "2x + z = B; y = A"),
    ("x = A * y", "y / x = A"),
    # Ratios, conditions, functions, choices.
    ("x : y = A : B; x + y = C", "x = A * C / (A + B); y = B * C / (A + B)"),
    ("x = A : B", "x = 2A : 2B"),
    ("x = A; x < B", "B > x; x = A"),
    ("x * y = A; x + y = B; x < y", "y > x; y = B - x; x * y = A"),
    ("x = A; y = B; x != y", "x = A; y = B; y != x"),
    ("x = floor(A / B)", "x = (A - remainder(A, B)) / B"),
    ("x = max(A, B) - min(A, B)", "x = max(B - A, A - B)"),
    ("x = A * (1 + B / 100)^C", "x = (1 + A / 100)^B * C"),
    ("x = sqrt(A^2 + B^2)", "x = (A * A + B * B)^(1/2)"),
    ('x = largest("tea": A, "milk": B)', 'x = smallest("tea": -A, "milk": -B)'),
    # Beyond all of these, but written alike.
    ("x = A; x = B", "y = B; y = A"),
    ("floor(A / B) * x + y = C; x - y = D", "floor(B / A) * m + n = D; m - n = C"),
]

DIFFERENT = [
    ("x = A - B", "x = A + B"),
    ("x = A", "x = 2A"),
    ("x = A", "x = A + B"),
    ("x = A + 1", "x = A"),
    ("m = A + B * n; m = C - n", "m = A - n; m = B - C * n"),
    ("x = A * B + C * D", "x = A * B * C + D"),
    ("x = (A + B) * (C + D)", "x = (A + B) * C + D"),
    ("x = A; y = B", "x = A + B"),
    ("x * y = A; x + y = B", "x * y = A; x - y = B"),
    ("x^2 = A", "x^3 = A"),
    ("x^2 = A", "x = A"),
    ("x + y = A", "x - y = A"),
    ("x = A : B", "x = B / A"),
    ("x = floor(A / B)", "x = ceil(A / B)"),
    ("x = floor(A)", "x = A"),
    ("x = gcd(A, B)", "x = lcm(A, B)"),
    ("x = min(A, B)", "x = min(A, B, 1000)"),
    ('x = largest("tea": A, "milk": B)', 'x = largest("tea": A + 1, "milk": B)'),
    # A constant that is the modulus, written or computed.
    ("x = A + 2305843009213693951", "x = A"),
    ("x = A + (2^61 - 1)", "x = A"),
]

CANNOT_TELL = [
    ("x = A; x = B", "x = A; x - B = 0", "contradict each other"),
    ("(x^2 - 1) / (x - 1) = A", "x + 1 = A", "a denominator is zero"),
    ("x = A; x < B", "x = A; x < B + 1", "conditions"),
    ("x = gcd(A, B) * lcm(A, B)", "x = A * B", "only one has functions"),
    ("floor(A / B) * x + y = C; x - y = D", "floor(A / B) * x + y = C; x = D + y", "one after the other"),
    ("x + y : A = B", "x = A * B - y", "computes with a ratio"),
    ("x = A^1001", "x = A^1000", "degree"),
    (
        "x^3 + y^3 = A; x^2 * y + z = B; x * y * z = C; x + y + z + w = D",
        "x^3 + y^3 = A; x^2 * y + z = B; x * y * z = C; x + y + z + 2w = D",
        "too long",
    ),
    ("a + b + c + d + e + f = A", "a + b + c + d + e - f = A", "720 ways"),
]


def compare(one: str, other: str) -> Equivalence:
    return template_equivalence(Template(parse(one)), Template(parse(other)))


@pytest.mark.parametrize(("one", "other"), SAME)
def test_equal_templates_are_the_same_and_share_a_key(one: str, other: str) -> None:
    assert compare(one, other).verdict is Sameness.SAME
    assert compare(other, one).verdict is Sameness.SAME
    assert bucket_key(Template(parse(one))) == bucket_key(Template(parse(other)))


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_unequal_templates_are_different(one: str, other: str) -> None:
    assert compare(one, other).verdict is Sameness.DIFFERENT
    assert compare(other, one).renaming is None


@pytest.mark.parametrize(("one", "other", "reason"), CANNOT_TELL)
def test_what_is_not_decided_says_why(one: str, other: str, reason: str) -> None:
    found = compare(one, other)
    assert found.verdict is Sameness.CANNOT_TELL
    assert reason in found.reason
    assert compare(one, one).verdict in (Sameness.SAME, Sameness.CANNOT_TELL)


def test_the_number_of_slots_must_agree() -> None:
    assert compare("x = A + B", "x = A + B + C").reason == "one template has 2 slots, the other 3"


def test_the_paper_s_renaming_is_found() -> None:
    assert compare("m = A + B * n; m = C - n", "m + n = A; m - C * n = B").renaming == (1, 2, 0)


@given(st.integers(1, 5), st.integers(1, 3), st.randoms(use_true_random=False))
@settings(max_examples=300)
def test_a_rewritten_template_is_the_same(slots: int, names: int, random: Random) -> None:
    template = random_template(random, slots, names)
    other = rewritten(random, renamed(random, Derivation(template, tuple(range(slots)))).template)
    found = template_equivalence(template, other)
    if found.verdict is Sameness.CANNOT_TELL:
        assert "contradict" in found.reason
        return
    assert found.verdict is Sameness.SAME
    assert bucket_key(template) == bucket_key(other)


def test_the_renaming_is_one_that_all_renamings_contain() -> None:
    checked = 0
    for seed in range(250):
        random = Random(seed)
        template = random_template(random, random.randint(1, 4), random.randint(1, 3))
        other = renamed(random, Derivation(template, tuple(range(template.slots)))).template
        found = template_equivalence(template, rewritten(random, other))
        if found.renaming is None or not determined(template):
            continue
        assert found.renaming in set(renamings(template, other, Random(seed), rounds=3))
        checked += 1
    assert checked > 150


def determined(template: Template) -> bool:
    key = bucket_key(template)
    return isinstance(key, tuple) and isinstance(key[0], tuple) and key[0][0] == "values"


def test_symbolic_algebra_agrees() -> None:
    verdicts = set()
    for seed in range(80):
        random = Random(seed)
        template = random_template(random, random.randint(1, 3), random.randint(1, 2))
        other = near_miss(random, rewritten(random, template))
        if other.slots != template.slots or not (determined(template) and determined(other)):
            continue
        same = template_equivalence(template, other).verdict is Sameness.SAME
        verdicts.add(same)
        assert same is symbolically_same(template, other), f"{template} | {other}"
    assert verdicts == {True, False}


def symbolically_same(first: Template, second: Template) -> bool:
    slots = range(first.slots)
    wanted = symbolic_solution(first, slots)
    return any(symbolic_solution(second, order) == wanted for order in permutations(slots))


def symbolic_solution(template: Template, order: Sequence[int]) -> Counter[sympy.Expr]:
    equations = [
        symbolic(each.left, order) - symbolic(each.right, order) for each in template.system.statements
    ]
    names = [sympy.Symbol(name) for name in unknowns(template.system)]
    (found,) = sympy.solve(equations, names, dict=True)
    return Counter(sympy.cancel(found[name]) for name in names)


def symbolic(expr: Expr, order: Sequence[int]) -> sympy.Expr:
    match expr:
        case Number(value):
            return sympy.Rational(value.numerator, value.denominator)
        case Slot(index):
            return sympy.Symbol(f"s{order[index]}")
        case Unknown(name):
            return sympy.Symbol(name)
        case Negate(operand):
            return -symbolic(operand, order)
        case Binary(operator, left, right):
            one, other = symbolic(left, order), symbolic(right, order)
            return {"+": one + other, "-": one - other, "*": one * other}.get(operator, one / other)
    raise AssertionError(expr)


def large_templates() -> Iterator[tuple[str, str]]:
    names = [Slot(index).name for index in range(40)]
    yield "sum", "x = " + " + ".join(names)
    yield "product", "x = " + " * ".join(names)
    yield (
        "pairs",
        "x = " + " + ".join(f"{one} * {two}" for one, two in zip(names[::2], names[1::2], strict=True)),
    )
    yield "cycle", "x = " + " + ".join(f"{names[place - 1]} * {names[place]}" for place in range(40))
    yield "quotient", f"x = ({' + '.join(names[:20])}) / ({' - '.join(names[20:])})"
    weights = " + ".join(f"{one} * {two}" for one, two in zip(names[:19], names[19:38], strict=True))
    yield "mixture", f"({weights}) * m + n = {names[38]}; m + {names[39]} * n = 1"


@pytest.mark.parametrize(("name", "text"), list(large_templates()))
def test_forty_slots_take_a_moment(name: str, text: str) -> None:
    template = Template(parse(text))
    other = renamed(Random(name), Derivation(template, tuple(range(40)))).template
    times = []
    for _ in range(3):
        start = time.process_time()
        assert template_equivalence(template, other).verdict is Sameness.SAME
        times.append(time.process_time() - start)
    # About 30 ms where nothing else runs; the bound leaves room for a busy machine.
    assert min(times) < 0.25


def test_forty_slots_with_one_operator_changed_are_different() -> None:
    text = dict(large_templates())["quotient"]
    assert compare(text, text.replace("+", "-", 1)).verdict is Sameness.DIFFERENT


def test_a_search_without_end_is_given_up() -> None:
    names = [Slot(index).name for index in range(40)]
    ring = " + ".join(f"{names[place - 1]} * {names[place]}" for place in range(40))
    halves = (names[:20], names[20:])
    rings = " + ".join(f"{half[place - 1]} * {half[place]}" for half in halves for place in range(20))
    assert compare(f"x = {ring}", f"x = {rings}").verdict is not Sameness.SAME


def test_reconciliation_gives_classes_in_order_of_appearance() -> None:
    texts = [
        "x = A - B",
        "x = A + B",
        "A + x = B",
        "x * y = A; x + y = B",
        "x = B + A",
        "x + y = A; x * y = B",
    ]
    assert reconcile([Template(parse(text)) for text in texts]) == [0, 1, 0, 2, 1, 2]
    assert reconcile([]) == []


def test_reconciliation_agrees_with_comparing_all_pairs() -> None:
    random = Random(4)
    templates = [random_template(random, random.randint(1, 3), random.randint(1, 2)) for _ in range(120)]
    classes = reconcile(templates)
    for place, template in enumerate(templates):
        for before in range(place):
            same = template_equivalence(template, templates[before]).verdict is Sameness.SAME
            assert same is (classes[place] == classes[before])


@pytest.mark.realdata
@pytest.mark.parametrize(
    ("file", "strings", "classes"),
    [("draw", 230, 226), ("kushman", 25, 24), ("dolphin_t2_final", 215, 209)],
)
def test_the_published_templates_fall_into_the_known_number_of_classes(
    data_directory: Path, file: str, strings: int, classes: int
) -> None:
    records = json.loads((data_directory / "draw" / f"{file}.json").read_text())
    texts = {tuple(one["Template"]): sorted({each["coeff"] for each in one["Alignment"]}) for one in records}
    templates = [Template(read_template(text, slots)) for text, slots in texts.items()]
    assert (len(templates), len(set(reconcile(templates)))) == (strings, classes)
