"""What templates give at patterns: equal for equal templates however they are written, limits included."""

from __future__ import annotations

import pytest

from mwplab.equations import Template, parse
from mwplab.equations.layout import lay_out
from mwplab.equations.modular import PRIME, CannotTell, Expansion
from mwplab.equations.patterns import FIRST, REST
from mwplab.equations.probes import MAX_DEGREE, UNSETTLED, ValuesProbe, probe


def view(text: str) -> ValuesProbe:
    found = probe(Template(parse(text)))
    assert isinstance(found, ValuesProbe)
    return found


# Each of the second is the first times something that is zero where slots are equal.
REWRITTEN = [
    ("x = A", "x * (A - B) = A * (A - B) + 0 * B"),
    ("x = (A^2 - B^2) / (A - B)", "x = A + B"),
    ("x * (A - B)^3 = C * (A - B)^3", "x = C + 0 * (A + B)"),
    ("A * m + B * n = C; m + n = D", "m = (C - B * D) / (A - B); n = (A * D - C) / (A - B)"),
    ("x = A / (B - C)", "x * (B - C)^2 = A * (B - C)"),
]


@pytest.mark.parametrize(("one", "other"), REWRITTEN)
def test_points_where_a_system_degenerates_say_the_same(one: str, other: str) -> None:
    slots = max(Template(parse(text)).slots for text in (one, other))
    patterns = [[REST] * slots, [REST] * (slots - 1) + [FIRST], [FIRST] + [REST] * (slots - 1)]
    first, second = view(one), view(other)
    assert [first.outcomes([each[: first.slots]]) for each in patterns] == [
        second.outcomes([each[: second.slots]]) for each in patterns
    ]


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("x = (A - B) * 2 / (A - B)", 2),
        ("x = (A - B)^2 / (A - B)", 0),
        ("x = 7 / (A - B)^2", -2),
        ("x = (A - B) / (A + B - 2 * C)", UNSETTLED),
    ],
)
def test_values_poles_and_points_without_a_limit_are_told_apart(text: str, limit: int) -> None:
    template = view(text)
    assert template.outcomes([[REST] * template.slots]) == [((("", limit),),)]


def test_many_points_at_once_are_each_point_alone() -> None:
    template = view("A * m + B * n = C; m - D * n = A / B")
    patterns = [[2, 3, 4, 5], [0, 1, 2, 3], [0, 0, 0, 0], [0, 0, 1, 0]]
    assert template.outcomes(patterns) == [template.outcomes([pattern])[0] for pattern in patterns]


def test_expansion_is_exact_without_a_modulus() -> None:
    layout = lay_out(parse("(x + A)^2 / 3 = y - 1/2"))
    (exact,) = Expansion([[5]], layout.names, 1, None).rows(layout.equations)
    (reduced,) = Expansion([[5]], layout.names, 1, PRIME).rows(layout.equations)
    assert exact == [{(0, 0): 2, (0,): 20, (): 53, (1,): -6}]
    assert reduced == [{monomial: factor % PRIME for monomial, factor in exact[0].items()}]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("x = A; x = B", "contradict each other"),
        (f"x = A^{MAX_DEGREE + 1}", "degree"),
        ("x = A / (B - B)", "contradict each other"),
        ("y : x + 1 = A", "computes with a ratio"),
        ("x : y : z = A : B", "ratios of 3 and of 2 parts"),
        ("x = floor(A); x < 3", "functions and side conditions"),
        ("x + floor(x) = A", "one after the other"),
        ("x = factorial(A / 1000003)", "no value"),
        ("(x + y + z + w)^30 = A", "terms"),
    ],
)
def test_what_cannot_be_looked_at_says_why(text: str, reason: str) -> None:
    with pytest.raises(CannotTell, match=reason):
        probe(Template(parse(text)))
