"""SVAMP: bracketed infix over floats, prefix over numbers of the text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwplab.equations.grammar import parse
from mwplab.equations.nodes import Equation, EquationSystem, Number, Unknown
from mwplab.equations.notations.svamp import read, read_prefix, write, write_prefix
from mwplab.errors import EquationError
from tests.equations.strategies import arithmetic, decimals, quantities

INFIX = [
    ("( 9.0 - 4.0 )", "x = 9 - 4"),
    ("( ( 9.0 - 4.0 ) / 2.5 )", "x = (9 - 4) / 2.5"),
    ("( 9.0 - ( 4.0 + 1.0 ) )", "x = 9 - (4 + 1)"),
    ("8.0", "x = 8"),
]
PREFIX = [
    ("- number0 number1", "x = q0 - q1"),
    ("/ + number2 1.0 number10", "x = (q2 + 1) / q10"),
    ("* 0.01 number0", "x = 0.01 * q0"),
    ("number3", "x = q3"),
]
REFUSED_PREFIX = [
    "",
    "+",
    "+ number0",
    "number0 number1",
    "+ number0 numberx",
    "- 1 -2",
    "+ n0 n1",
    "number99999",
]


@pytest.mark.parametrize(("text", "expected"), INFIX, ids=[text for text, _ in INFIX])
def test_infix_is_read(text: str, expected: str) -> None:
    assert str(read(text)) == expected


@pytest.mark.parametrize(("text", "expected"), PREFIX, ids=[text for text, _ in PREFIX])
def test_prefix_is_read(text: str, expected: str) -> None:
    assert str(read_prefix(text)) == expected


@pytest.mark.parametrize("text", ["", "( 9.0 - )", "( 9.0", "x = 3", "number0", "( 3.0 - y )"])
def test_what_is_no_arithmetic_is_refused(text: str) -> None:
    with pytest.raises(EquationError):
        read(text)


@pytest.mark.parametrize("text", REFUSED_PREFIX)
def test_what_is_no_prefix_is_refused(text: str) -> None:
    with pytest.raises(EquationError):
        read_prefix(text)


@pytest.mark.parametrize("text", ["y = 3", "x = 3; y = 4", "x > 3", "x = q0^2", "x = [1/3]"])
def test_what_the_notation_lacks_is_not_written(text: str) -> None:
    for writer in (write, write_prefix):
        with pytest.raises(EquationError):
            writer(parse(text))


_numbers = st.builds(Number, decimals)


@given(st.builds(Equation, st.just(Unknown("x")), arithmetic(_numbers, negate=False)))
def test_infix_reads_back(equation: Equation) -> None:
    system = EquationSystem((equation,))
    assert read(write(system)) == system


@given(st.builds(Equation, st.just(Unknown("x")), arithmetic(_numbers | quantities, negate=False)))
def test_prefix_reads_back(equation: Equation) -> None:
    system = EquationSystem((equation,))
    assert read_prefix(write_prefix(system)) == system


@given(st.text(max_size=40) | st.text("()+-*/ .0123number", max_size=40))
def test_arbitrary_text_raises_nothing_else(text: str) -> None:
    for reader in (read, read_prefix):
        try:
            system = reader(text)
        except EquationError:
            continue
        assert len(system.statements) == 1
