"""MAWPS: infix lists with named unknowns."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwplab.equations.grammar import parse
from mwplab.equations.nodes import Equation, EquationSystem, Number, Unknown
from mwplab.equations.notations.mawps import MAX_EQUATIONS, read, unknown_names, write
from mwplab.errors import EquationError
from tests.equations.strategies import arithmetic, decimals, names, systems

READ = [
    (["X=(4.0+9.0)"], "x = 4 + 9"),
    (["X = 60 - 18"], "x = 60 - 18"),
    (["60-x=18"], "60 - x = 18"),
    (["x=1.25*4"], "x = 1.25 * 4"),
    (["cat+dog=12", "Dog = 2.0*cat"], "cat + dog = 12; dog_ = 2 * cat"),
    (["(6*.01*loan)+fee=30.0"], "6 * 0.01 * loan + fee = 30"),
    (["a=(-6.0)"], "a = -6"),
    (["x+y=500."], "x + y = 500"),
    (["y=(2x+5)"], "y = 2 * x + 5"),
    (["2(x-y)=8"], "2 * (x - y) = 8"),
    (["7=3+4"], "7 = 3 + 4"),
    (["0.5 + 0.25"], "x = 0.5 + 0.25"),
    (["q1=4"], "q1_ = 4"),
    (["max=3*(4+5)", "log(2)=mean"], "max = 3 * (4 + 5); log * 2 = mean"),
    (["2_cups=8.0/0.5"], "_2_cups = 8 / 0.5"),
    (["price_of_1_pen=9/3"], "price_of_1_pen = 9 / 3"),
]

REFUSED = [
    ([], "expected 1 to 100 equations"),
    (["x=1"] * (MAX_EQUATIONS + 1), "found 101"),
    (["X = 0.4 = 0.2"], "found '='"),
    (["2+(0.125.0*years)=3"], "found '.0'"),
    (["2+(*years)=3"], "found '\\*'"),
    (["x=1", "3+4"], "expected '=' or an operator"),
    (["x=5%"], "found '%'"),
    (["x=max(3,4)"], "found ','"),
    ([""], "found the end"),
    (["x=٣"], "unexpected '٣'"),
]


@pytest.mark.parametrize(("equations", "expected"), READ, ids=[each[0][0] for each in READ])
def test_equations_are_read(equations: list[str], expected: str) -> None:
    assert str(read(equations)) == expected


@pytest.mark.parametrize(("equations", "message"), REFUSED, ids=[message for _, message in REFUSED])
def test_malformed_equations_are_refused(equations: list[str], message: str) -> None:
    with pytest.raises(EquationError, match=message):
        read(equations)


def test_names_of_the_source_lead_to_those_of_the_tree() -> None:
    assert unknown_names(["Sale_Price=2*7_days", "Q2=sale_price"]) == {
        "Sale_Price": "sale_price",
        "7_days": "_7_days",
        "Q2": "q2_",
        "sale_price": "sale_price_",
    }


def test_numbers_are_written_as_floats() -> None:
    assert write(parse("x = (4 + 9) / -2")) == ["x=(4.0+9.0)/(-2.0)"]


@pytest.mark.parametrize(
    "text", ["x = q0", "x = A", "x = 2^3", "x = gcd(4, 6)", "x < 3", "x = [1/3]", "x = [-1]"]
)
def test_what_the_notation_lacks_is_not_written(text: str) -> None:
    with pytest.raises(EquationError, match="notation"):
        write(parse(text))


_expressions = arithmetic(st.builds(Number, decimals) | st.builds(Unknown, names))


@given(systems(st.builds(Equation, _expressions, _expressions)))
def test_what_is_written_reads_back(system: EquationSystem) -> None:
    assert read(write(system)) == system


@given(st.lists(st.text(max_size=30) | st.text("xXq1_2.5()=+-*/ ", max_size=30), max_size=3))
def test_arbitrary_text_raises_nothing_else(equations: list[str]) -> None:
    try:
        system = read(equations)
    except EquationError:
        return
    assert len(system.statements) == len(equations)
