"""Dolphin1878: asked expressions and equations line by line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwplab.equations.grammar import parse, parse_expression
from mwplab.equations.nodes import EquationSystem, Expr, Negate, Number, Ratio, Unknown
from mwplab.equations.notations.dolphin import read, write
from mwplab.errors import EquationError
from tests.equations.strategies import arithmetic, binaries, calls, decimals, statements, systems

READ = [
    ("equ: x=y+4", "x = y + 4"),
    ("equ: 5(2*k+1)=x", "5 * (2 * k + 1) = x"),
    ("equ: (x+1)(x-1) = 3[2*x]", "(x + 1) * (x - 1) = 3 * (2 * x)"),
    ("equ: xy = 12", "x * y = 12"),
    ("equ: 2*ab = N", "2 * (a * b) = n"),
    ("equ: n%7=0", "remainder(n, 7) = 0"),
    ("equ: 5 < x+y <= 9", "5 < x + y; x + y <= 9"),
    ("equ: x != 0", "x != 0"),
    ("equ: a < sqrt(50)", "a < sqrt(50)"),
    ("equ: gcd(m,n) = lcm(4, 6)", "gcd(m, n) = lcm(4, 6)"),
    ("equ: x = 3 - 16,712.00", "x = 3 - 16712"),
]

REFUSED = [
    ("x = 3", "begins with 'unkn:' or 'equ:'"),
    ("equ: x", "expected '=', '<'"),
    ("equ: x = ", "found the end"),
    ("equ: is_digit(x)", "'is_digit' in 'is_digit\\(x\\)' is neither"),
    ("equ: x = abs(y)", "'abs'"),
    ("equ: x = f(2)", "applies 'f' to a number"),
    ("equ: x = y2", "'y2'"),
    ("equ: xy^2 = 3", "'xy'"),
    ("equ: x/y = 6...8", "unexpected '.'"),
]


@pytest.mark.parametrize(("line", "expected"), READ, ids=[line for line, _ in READ])
def test_equation_is_read(line: str, expected: str) -> None:
    system, asked = read([line, "unkn: x"])
    assert system == parse(expected)
    assert asked == (Unknown("x"),)


def test_asked_expressions_are_separated_by_commas() -> None:
    _, asked = read(["unkn: 2*k-1,2*k+1, ar", "equ: k=1"])
    assert asked == tuple(map(parse_expression, ["2 * k - 1", "2 * k + 1", "a * r"]))


def test_no_line_need_say_what_is_asked() -> None:
    assert read(["equ: x + y = 3", "equ: x = 1"]) == (parse("x + y = 3; x = 1"), ())


@pytest.mark.parametrize(("line", "message"), REFUSED, ids=[line for line, _ in REFUSED])
def test_what_is_no_equation_is_refused(line: str, message: str) -> None:
    with pytest.raises(EquationError, match=message):
        read(["unkn: x", line])


@pytest.mark.parametrize("lines", [[], ["unkn: x"], ["equ: x=1"] * 200])
def test_too_few_or_too_many_lines_are_refused(lines: list[str]) -> None:
    with pytest.raises(EquationError, match="expected"):
        read(lines)


@pytest.mark.parametrize("text", ["x = q0", "x = A", "age = 3", "x = [1/3]", 'x = largest("a": 1, "b": 2)'])
def test_what_the_notation_lacks_is_not_written(text: str) -> None:
    with pytest.raises(EquationError, match="no way to write"):
        write(parse(text), [])


_leaves = st.builds(Number, decimals) | st.builds(Unknown, st.sampled_from("abcxyz"))


def _extend(below: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    ratios = st.builds(Ratio, st.lists(below, min_size=2, max_size=3).map(tuple))
    return binaries(below) | st.builds(Negate, below) | calls(below) | ratios


_expressions = st.recursive(_leaves, _extend, max_leaves=8)


@given(systems(statements(_expressions)), st.lists(_expressions | arithmetic(_leaves), max_size=3))
def test_what_is_written_reads_back(system: EquationSystem, asked: list[Expr]) -> None:
    assert read(write(system, asked)) == (system, tuple(asked))


@given(
    st.lists(
        st.builds("{}: {}".format, st.sampled_from(["unkn", "equ"]), st.text("xyf=<>()%[]12+-*^,. ")),
        max_size=3,
    )
)
def test_arbitrary_text_raises_nothing_else(lines: list[str]) -> None:
    try:
        system, asked = read(lines)
    except EquationError:
        return
    assert system.statements
    assert isinstance(asked, tuple)
