"""The arithmetic parts of ASDiv and MathQA."""

from __future__ import annotations

import pytest

from mwplab.catalogue import load
from mwplab.curate import AsdivA, MathqaConsistent, remake
from mwplab.equations import parse
from mwplab.errors import RecordError
from mwplab.records import Problem, parse_answers
from mwplab.text import quantities


def problem(text: str, equations: str, type: str = "Addition") -> Problem:
    return Problem(id="a/1", body=text, quantities=quantities(text), type=type, equations=parse(equations))


FIGS = "Ann has 4 figs, Bo has 9 figs and Cy has 9 figs."
ASDIV = [
    (problem(FIGS, "x = q0 + q1"), True),
    (problem(FIGS, "x = (q0 + q1) * q0"), False),
    (problem(FIGS, "x = q1 + q2"), False),  # 9 + 9
    (problem(FIGS, "x = q0 * 2"), False),
    (problem(FIGS, "q0 + x = q1"), False),
    (problem(FIGS, "x = remainder(q1, q0)", "Surplus"), False),
    (problem(FIGS, "x = floor(q1 / q0)", "Floor-Division"), True),
    (problem(FIGS, "x = q1 / q0", "Ratio"), False),
    (problem(FIGS, "x = q1 / q0", "My own type"), False),
    (problem(FIGS, "x + y = q0; x = q1"), False),
]


@pytest.mark.parametrize(("one", "taken"), ASDIV)
def test_the_rules_of_asdiv_a(one: Problem, taken: bool) -> None:
    assert AsdivA().takes(one) == taken


def test_rounded_quotients_can_be_left_out() -> None:
    rounded = problem(FIGS, "x = ceil(q1 / q0)", "Ceil-Division")
    assert AsdivA(rounding=True).takes(rounded)
    assert not AsdivA(rounding=False).takes(rounded)


def choice(program: str, equations: str, answer: str) -> Problem:
    text = "3 men pick 5 baskets and 8 sacks."
    return Problem(
        id="m/1",
        body=text,
        quantities=quantities(text),
        equations=parse(equations),
        answers=parse_answers(answer),
        extra={"linear_formula": program},
    )


MATHQA = [
    (choice("add(n0,n1)|", "x = q0 + q1", "8"), True, True),
    (choice("add(n0,n1)|", "x = q0 + q1", "9"), True, False),
    (choice("add(n0,n1)|multiply(n2,#0)|", "x = q2 * (q0 + q1)", "64"), True, True),
    (choice("add(n0,n1)|multiply(#0,#0)|", "x = (q0 + q1) * (q0 + q1)", "64"), False, False),
    (choice("multiply(n0,n0)|", "x = q0 * q0", "9"), False, False),
    (choice("divide(n0,const_100)|", "x = q0 / 100", "0.03"), False, False),
    (choice("rectangle_area(n0,n1)|", "x = q0 * q1", "15"), False, False),
    (choice("power(n0,n1)|", "x = q0 ^ q1", "243"), False, False),
    (choice("add(n0", "x = q0 + q1", "8"), False, False),
    (Problem(id="m/2", body="No program."), False, False),
]


@pytest.mark.parametrize(("one", "arithmetic", "consistent"), MATHQA)
def test_the_rules_of_mathqa_c(one: Problem, arithmetic: bool, consistent: bool) -> None:
    assert MathqaConsistent(consistent=False).takes(one) == arithmetic
    assert MathqaConsistent().takes(one) == consistent


def test_a_dataset_without_programs_is_told() -> None:
    with pytest.raises(RecordError, match=r"no problem of starter@1\.0 has MathQA's linear_formula"):
        MathqaConsistent()(load("starter"))


@pytest.mark.realdata
def test_asdiv_a_by_the_rules_beside_the_official_one() -> None:
    """The rules find all but two of the official problems and 179 more, a third of them rounded quotients."""
    made = AsdivA()(load("asdiv"))
    ours, official = {one.key for one in made}, {one.key for one in load("asdiv-a")}
    assert (len(ours), len(ours & official), len(official - ours)) == (1395, 1216, 2)
    assert remake(made.recipe, load).problems == made.problems
