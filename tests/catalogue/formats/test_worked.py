from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwplab.catalogue.formats.worked import chain, final_answer
from mwplab.equations.evaluate import evaluate
from mwplab.errors import DataError

CHAINS = [
    ("<<6*3=18>> <<18-5=13>> #### 13", [6, 3, 5], "x = 6 * 3 - 5"),
    ("<<5*2=10>> <<10+10=20>> #### 20", [5, 2, 10], "x = 5 * 2 + 10"),
    ("<<5*2=10>> <<10+10=20>> #### 20", [5, 2], "x = 5 * 2 + 5 * 2"),
    ("<<+4+5=9>> #### 9", [], "x = 4 + 5"),
    ("<<1000*2=2,000>> #### 2,000", [], "x = 1000 * 2"),
]
NO_CHAINS = [
    "no marks #### 5",
    "<<6*3=18>> and five less #### 13",
    "<<6*3=17>> #### 17",
    "<<6*=18>> #### 18",
    "<<6/0=1>> #### 1",
    "<<7//2=3>> #### 3",
    "<<2^9999999=4>> #### 4",
]


@pytest.mark.parametrize(("solution", "values", "expected"), CHAINS)
def test_marks_become_one_equation(solution: str, values: list[int], expected: str) -> None:
    assert str(chain(solution, [Fraction(value) for value in values])) == expected


@pytest.mark.parametrize("solution", NO_CHAINS)
def test_marks_that_do_not_lead_to_the_answer_give_no_equation(solution: str) -> None:
    assert chain(solution, []) is None


@given(
    st.lists(st.tuples(st.sampled_from("+-*"), st.integers(1, 99)), min_size=1, max_size=6),
    st.integers(1, 99),
)
def test_a_chain_of_right_marks_has_the_last_value(steps: list[tuple[str, int]], start: int) -> None:
    value, marks = start, []
    for operator, number in steps:
        result = {"+": value + number, "-": value - number, "*": value * number}[operator]
        marks.append(f"<<{value}{operator}{number}={result}>>")
        value = result
    system = chain(f"{' '.join(marks)} #### {value}", [Fraction(start)])
    if all(int(mark.partition("=")[2][:-2]) > 0 for mark in marks):
        assert system is not None
        assert evaluate(system.statements[0].right) == value


def test_an_answer_has_its_thousands_and_its_sign() -> None:
    assert [str(final_answer(f"so #### {text}")) for text in ("1,234,000", "-7")] == ["1234000", "-7"]


def test_a_solution_without_hashes_is_refused() -> None:
    with pytest.raises(DataError, match="has no answer behind '####'"):
        final_answer("it is 5")
