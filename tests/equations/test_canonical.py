"""One form for templates that differ only in order and in names."""

from __future__ import annotations

import time
from collections import Counter
from fractions import Fraction
from itertools import permutations
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from mwplab.equations import Template, canonical, parse, render
from mwplab.equations.evaluate import evaluate
from mwplab.equations.nodes import (
    Binary,
    Call,
    Comparison,
    Equation,
    EquationSystem,
    Expr,
    Leaf,
    Negate,
    Number,
    Slot,
    Statement,
    Unknown,
    map_system,
    walk,
)
from mwplab.errors import EquationError
from tests.equations.strategies import arithmetic, calls

MERGED = [
    ("x = A + B", "x = B + A"),
    ("x = A + B", "A + B = n"),
    ("x = A - B", "m = B - A"),
    ("x = A - B + C", "x = A + C - B"),
    ("x = A + (B + C)", "x = (A + B) + C"),
    ("x = A - (B - C)", "x = A - B + C"),
    ("x = A / B * C", "x = A * C / B"),
    ("x = A / (B * C)", "x = A / B / C"),
    ("x = A * B + A", "x = B + A * B"),
    ("x = A * B + B * C", "x = A * C + B * C"),
    ("x + y = A; x - y = B", "y - x = A; x + y = B"),
    ("A * x + B * y = C; x + y = D", "y + x = A; B * x + D * y = C"),
    ("x > A", "A < x"),
    ("x >= A; x = B", "y = B; A <= y"),
    ("x = gcd(A, B + C)", "x = gcd(C + A, B)"),
    ("x = -A + B", "x = B - A"),
]

APART = [
    ("x = A + B", "x = A - B"),
    ("x = A - B", "x = B - A + 0"),
    ("x = A * B + A", "x = A * B + C"),
    ("x = A + A", "x = A + B"),
    ("x = A / B", "x = A * B"),
    ("x = 2 * A", "x = 3 * A"),
    ("x = A^B", "x = A^A"),
    ("x = A * B + B * C", "x = A * B + C * D"),
    ("x + y = A; x - y = B", "x + y = A; x + y = B"),
    ("x = A : B", "x = A / B"),
    ("x = remainder(A, B)", "x = gcd(A, B)"),
    ("x < A", "x > A"),
]

NOT_MERGED = [
    ("x = 2 * 3", "x = 6"),
    ("x = (A + B) * C", "x = A * C + B * C"),
    ("x + A = B", "x = B - A"),
    ("x = -A * B", "x = -(A * B)"),
]

names = st.builds(Slot, st.integers(0, 3)) | st.builds(Unknown, st.sampled_from("xyz"))
whole = st.builds(lambda value: Number(Fraction(value)), st.integers(1, 3))
leaves: st.SearchStrategy[Expr] = names | names | whole
sides = arithmetic(leaves | calls(leaves, ("max", "remainder")), max_leaves=8)
templates = st.builds(
    lambda statements: Template(EquationSystem(tuple(statements))),
    st.lists(
        st.builds(Equation, sides, sides)
        | st.builds(Comparison, st.sampled_from(["<", ">=", "!="]), sides, sides),
        min_size=1,
        max_size=3,
    ),
)


@pytest.mark.parametrize(("one", "other"), MERGED)
def test_order_and_names_do_not_matter(one: str, other: str) -> None:
    assert canonical(Template(parse(one))) == canonical(Template(parse(other)))


@pytest.mark.parametrize(("one", "other"), [*APART, *NOT_MERGED])
def test_what_differs_in_more_than_order_stays_apart(one: str, other: str) -> None:
    assert canonical(Template(parse(one))) != canonical(Template(parse(other)))


@given(templates, st.randoms(use_true_random=False))
def test_every_reordered_and_renamed_template_has_the_same_form(template: Template, random: Random) -> None:
    assert canonical(shuffled(template, random)) == canonical(template)


@given(templates)
def test_the_canonical_form_is_its_own_canonical_form(template: Template) -> None:
    once = canonical(template)
    assert canonical(once) == once
    assert Template(parse(str(once))) == once


@given(templates)
def test_the_canonical_form_says_the_same_under_some_renaming(template: Template) -> None:
    found = canonical(template)
    old, new = sorted_names(template), sorted_names(found)
    assert Counter(type(name) for name in old) == Counter(type(name) for name in new)
    assume(len(old) <= 6)
    values = [Fraction(prime) for prime in (101, 211, 307, 401, 503, 601)]
    try:
        expected = meaning(template, dict(zip(old, values, strict=False)))
    except EquationError:
        return
    assert any(
        meaning(found, dict(zip(order, values, strict=False))) == expected
        for order in permutations(new)
        if [type(name) for name in order] == [type(name) for name in old]
    )


def test_symmetric_and_large_templates_are_done_in_a_moment() -> None:
    letters = [Slot(index).name for index in range(12)]
    symmetric = f"x = max({', '.join(letters[:9])}) - min({', '.join(letters[:9])})"
    ring = " + ".join(f"{one} * {two}" for one, two in zip(letters, letters[1:] + letters[:1], strict=True))
    many = ", ".join(f"a{index % 600}" for index in range(1500))
    for text in (symmetric, f"x = {ring}", f"x = max({many})"):
        before = time.perf_counter()
        canonical(Template(parse(text)))
        assert time.perf_counter() - before < 5, text


def shuffled(template: Template, random: Random) -> Template:
    """Return the template with operands, sides and statements in another order and all names changed."""
    slots, unknowns = list(range(26)), [f"u{index}" for index in range(3)]
    random.shuffle(slots)
    random.shuffle(unknowns)

    def rename(leaf: Leaf) -> Expr:
        if isinstance(leaf, Slot):
            return Slot(slots[leaf.index])
        return Unknown(unknowns["xyz".index(leaf.name)]) if isinstance(leaf, Unknown) else leaf

    statements = [shuffled_statement(one, random) for one in map_system(template.system, rename).statements]
    random.shuffle(statements)
    return Template(EquationSystem(tuple(statements)))


def shuffled_statement(statement: Statement, random: Random) -> Statement:
    left, right = shuffled_expr(statement.left, random), shuffled_expr(statement.right, random)
    turn = random.random() < 0.5
    if isinstance(statement, Equation):
        return Equation(right, left) if turn else Equation(left, right)
    turned = {"<": ">", ">=": "<=", "!=": "!="}[statement.relation]
    return Comparison(turned, right, left) if turn else Comparison(statement.relation, left, right)


def shuffled_expr(expr: Expr, random: Random) -> Expr:
    match expr:
        case Binary(operator, left, right):
            left, right = shuffled_expr(left, random), shuffled_expr(right, random)
            if operator == "-" and random.random() < 0.5:
                return Binary("+", Negate(right), left)
            if operator in "+*" and random.random() < 0.5:
                left, right = right, left
            if (
                isinstance(left, Binary)
                and left.operator == operator
                and operator in "+*"
                and random.random() < 0.5
            ):
                return Binary(operator, left.left, Binary(operator, left.right, right))
            return Binary(operator, left, right)
        case Negate(operand):
            return Negate(shuffled_expr(operand, random))
        case Call("max", arguments):
            parts = [shuffled_expr(argument, random) for argument in arguments]
            random.shuffle(parts)
            return Call("max", tuple(parts))
        case _:
            return expr


def sorted_names(template: Template) -> list[Slot | Unknown]:
    found = {part for part in walk(template.system) if isinstance(part, Slot | Unknown)}
    return sorted(found, key=lambda name: (isinstance(name, Unknown), render(name)))


def meaning(
    template: Template, values: dict[Slot | Unknown, Fraction]
) -> Counter[tuple[str, frozenset[object]]]:
    """Return the values of both sides of every statement, whichever way round it is written."""

    def fill(leaf: Leaf) -> Expr:
        return Number(values[leaf]) if isinstance(leaf, Slot | Unknown) else leaf

    found: Counter[tuple[str, frozenset[object]]] = Counter()
    for statement in map_system(template.system, fill).statements:
        left, right = evaluate(statement.left), evaluate(statement.right)
        relation = statement.relation if isinstance(statement, Comparison) else "="
        if relation in "<=":
            marked = (
                frozenset({("low", left), ("high", right)}) if relation != "=" else frozenset({left, right})
            )
        else:
            marked = (
                frozenset({("low", right), ("high", left)}) if relation != "!=" else frozenset({left, right})
            )
        found[relation.replace(">", "<"), marked] += 1
    return found
