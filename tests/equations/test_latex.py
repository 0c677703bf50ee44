"""LaTeX: what a person would write, with brackets that balance."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from hypothesis import given

from mwplab.equations.grammar import parse, parse_expression
from mwplab.equations.latex import escape, write_latex
from mwplab.equations.nodes import Binary, EquationSystem, Number, Unknown
from tests.equations.strategies import labels, systems

WRITTEN = [
    ("q0 * (q1 + 2)", r"q_{0} \cdot \left(q_{1} + 2\right)"),
    ("(q0 + 1) / 2", r"\frac{q_{0} + 1}{2}"),
    ("(1 / 2)^2", r"\left(\frac{1}{2}\right)^{2}"),
    ("2^(x + 1)", "2^{x + 1}"),
    ("x * (y * 2)", r"x \cdot \left(y \cdot 2\right)"),
    ("3 - -x", r"3 - \left(-x\right)"),
    ("-(x + y)", r"-\left(x + y\right)"),
    ("-x * y", r"-x \cdot y"),
    ("sqrt(x + 1)", r"\sqrt{x + 1}"),
    ("cbrt(27)", r"\sqrt[3]{27}"),
    ("floor(7 / 2)", r"\left\lfloor \frac{7}{2} \right\rfloor"),
    ("ceil(x)", r"\left\lceil x \right\rceil"),
    ("remainder(x + 1, 5) * 2", r"\left(\left(x + 1\right) \bmod 5\right) \cdot 2"),
    ("gcd(12, 18)", r"\gcd\left(12, 18\right)"),
    ("lcm(4, 6)", r"\operatorname{lcm}\left(4, 6\right)"),
    ("factorial(x + 1)", r"\left(x + 1\right)!"),
    ("choose(5, 2)", r"\binom{5}{2}"),
    ("3 : 5", "3 : 5"),
    ("my_age", r"\mathit{my\_age}"),
    ("A", "A"),
    ("[1/3]", r"\frac{1}{3}"),
    ("[-2.5]^2", r"\left(-2.5\right)^{2}"),
    (
        'largest("50%": 1, "B": 2)',
        r"\operatorname{largest}\left(\text{50\%}\colon 1, \text{B}\colon 2\right)",
    ),
]


@pytest.mark.parametrize(("text", "expected"), WRITTEN, ids=[text for text, _ in WRITTEN])
def test_expression_is_written_for_print(text: str, expected: str) -> None:
    assert write_latex(parse_expression(text)) == expected


def test_single_statement_is_one_line() -> None:
    assert write_latex(parse("x != 2")) == r"x \ne 2"


def test_system_is_aligned_at_its_relations() -> None:
    assert write_latex(parse("x = 1; y <= 2")).splitlines() == [
        r"\begin{aligned}",
        r"x &= 1 \\",
        r"y &\le 2",
        r"\end{aligned}",
    ]


def test_negative_number_behind_a_sign_has_brackets() -> None:
    assert write_latex(Binary("-", Unknown("x"), Number(Fraction(-1)))) == r"x - \left(-1\right)"


@given(systems())
def test_brackets_and_fences_balance(system: EquationSystem) -> None:
    text = write_latex(system)
    assert text.count(r"\left") == text.count(r"\right")
    bare = re.sub(r"\\[{}]", "", text)
    assert bare.count("{") == bare.count("}")


@given(labels)
def test_escaped_text_has_no_bare_special_character(label: str) -> None:
    bare = escape(label).replace(r"\textbackslash{}", "").replace(r"\textasciicircum{}", "")
    bare = bare.replace(r"\textasciitilde{}", "")
    assert not re.search(r"(?<!\\)[{}$&#%_^~]", bare)
