"""ASDiv: each of its small grammars, what its answers settle, and what is refused."""

from __future__ import annotations

import time
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwplab.equations.grammar import parse, parse_expression
from mwplab.equations.nodes import Equation, EquationSystem, Expr, Number, Ratio, Unknown
from mwplab.equations.notations.asdiv import Formula, read, write
from mwplab.equations.render import render
from mwplab.equations.solve import answers as solve_answers
from mwplab.errors import EquationError, TooLarge
from tests.equations.strategies import arithmetic, calls, decimals

READ: list[tuple[str, str, str, str]] = [
    # formula, type, answer, system
    ("8+5=13", "Addition", "13 (pens)", "x = 8 + 5"),
    ("(3*4)-2.50=9.5", "", "", "x = 3 * 4 - 2.5"),
    ("3*4=12 cents", "", "12 (cents)", "x = 3 * 4"),
    ("(2 (hour)*60 (min/hour)) + 5 (min) = 125 (min)", "", "", "x = 2 * 60 + 5"),
    ("6 (L) * 1000 (mL/L)=6000 (mL)", "", "", "x = 6 * 1000"),
    ("5 (min)+6 (min)=11 (min)(3 March 2020)", "", "", "x = 5 + 6"),
    ("4^2*3.14=50.24", "Geometry", "", "x = 4^2 * 3.14"),
    ("81^(1/2)+27^(1/3)=12", "Geometry", "", "x = sqrt(81) + cbrt(27)"),
    # remainders
    ("50/8=6 r2", "Floor-Division", "6 (bags)", "x = floor(50 / 8)"),
    ("50/8=6 r2", "Ceil-Division", "7 (bags)", "x = ceil(50 / 8)"),
    ("50/8=6 r2", "Surplus", "2 (nuts)", "x = remainder(50, 8)"),
    ("50/8=6 r2", "", "6", "x = floor(50 / 8)"),
    ("50/8=6 r2", "", "7", "x = ceil(50 / 8)"),
    ("50/8=6 r2", "", "2", "x = remainder(50, 8)"),
    ("50/8=6 r2", "", "", "x = floor(50 / 8)"),
    ("35/6=5 r5", "Surplus", "5 (pens)", "x = remainder(35, 6)"),
    ("48/8=6 r0", "Common-Division", "6 (bags)", "x = 48 / 8"),
    ("48/8=6 r0", "Surplus", "0 (nuts)", "x = remainder(48, 8)"),
    ("50/8=6 r2; 8-2=6", "Subtraction", "6 (nuts)", "x = 8 - remainder(50, 8)"),
    ("50/8=6 r2; (6+1)*3=21", "", "21", "x = (floor(50 / 8) + 1) * 3"),
    ("45/9=5 r0; 5/5=1", "", "1", "x = 45 / 9 / 5"),
    # several steps
    ("3*5=15; 15-4=11; 3+15+11=29", "Sum", "29", "x = 3 + 3 * 5 + (3 * 5 - 4)"),
    ("9-4=5; 2*6=12; 12+5=17", "", "17", "x = 2 * 6 + (9 - 4)"),
    ("37/10=3 r7; 7/5=1 r2; 2/1=2; 3+1+2=6", "", "6", "x = floor(37 / 10) + floor(remainder(37, 10) / 5) "
     "+ remainder(remainder(37, 10), 5) / 1"),
    ("4*15=60; 2*60+60=180", "", "180", "x = 2 * 60 + 4 * 15"),
    ("4+1=5 (th); 4+2=6 (th); 4+5=9 (th)", "", "9th", "x = 4 + 5"),
    ("Ann is the 4th.; 4-1=3 (rd); Ben is the 3rd.", "", "3rd", "x = 4 - 1"),
    # functions
    ("GCD(16,24)=8", "GCD", "8", "x = gcd(16, 24)"),
    ("LCM[4,6,10]=60", "LCM", "60 (days)", "x = lcm(4, 6, 10)"),
    ("LCM[4,6]=12; 12/4=3", "", "3", "x = lcm(4, 6) / 4"),
    ("GCD(448,616)=56", "GCD", "56", "x = gcd(448, 616)"),
    # ratios
    ("6:9=2:3", "Ratio", "2:3", "x = 6 : 9"),
    ("6:9=2:3", "Ratio", "", "x = 6 : 9"),
    ("7:2", "Ratio", "7:2", "x = 7 : 2"),
    ("20-8=12; 12:8=3:2", "Ratio", "3:2", "x = 20 - 8 : 8"),
    ("2:3=8:12", "Ratio", "12 (cats)", "2 : 3 = 8 : x"),
    ("2:3=8:12", "Ratio", "8 (cats)", "2 : 3 = x : 12"),
    ("2:3=8:12", "Ratio", "", "2 : 3 = 8 : x"),
    ("(7-5):3=8:12", "Ratio", "12", "7 - 5 : 3 = 8 : x"),
    ("2:3=8:12; 8+12=20", "Addition", "20 (pets)", "x = 8 + 8 * 3 / 2"),
    ("2:3=8:12; 12-5=7; 7:8", "Ratio", "7:8", "x = 8 * 3 / 2 - 5 : 8"),
    # comparisons
    ("3*4=12(Tim) > 2*5=10(Eva)", "Comparison", "Tim", 'x = largest("Tim": 3 * 4, "Eva": 2 * 5)'),
    ("3*4=12(Tim) > 2*5=10(Eva)", "Comparison", "Eva", 'x = smallest("Tim": 3 * 4, "Eva": 2 * 5)'),
    ("8 cm(Tim) < 8+1=9 cm(Eva)", "Comparison", "Eva", 'x = largest("Tim": 8, "Eva": 8 + 1)'),
    ("8 cm(Tim) < 8+1=9 cm(Eva)", "Comparison", "Tim", 'x = smallest("Tim": 8, "Eva": 8 + 1)'),
    ("5/6=83.3%(Bag 1) > 7/9=77.8%(Bag 2)", "", "bag 2", 'x = smallest("Bag 1": 5 / 6, "Bag 2": 7 / 9)'),
    ("2/4=0.5(Tim) equals 3/6=0.5(Eva)", "", "They are equal", 'x = largest("Tim": 2 / 4, "Eva": 3 / 6)'),
    ("2*25=50 cents > 40 cents", "Comparison", "Yes", 'x = largest("Yes": 2 * 25, "No": 40)'),
    ("2*25=50 cents < 1 dollar", "Comparison", "No", 'x = largest("Yes": 2 * 25, "No": 1 * 100)'),
    ("4+5=9 pens < 10 pens", "Comparison", "Yes", 'x = smallest("Yes": 4 + 5, "No": 10)'),
    # sequences
    ("5, 9, 13, 17, 21", "Sequential-Operation", "21 (cups)", "x = 17 + (9 - 5)"),
    ("2, 6, 18. 54", "Sequential-Operation", "54 (cups)", "x = 18 * (6 / 2)"),
    ("3, 4, 6, 9, 13 ", "Sequential-Operation", "13", "x = 9 + (9 - 6 + (6 - 4 - (4 - 3)))"),
    # unknowns
    ("x:Tom's age; x+(x+2)=20", "Algebra-1", "9 (years old); 11 (years old)", "x + (x + 2) = 20"),
    ("A:Ann's age; B: Ben's age; A=2B; A+B=12", "Algebra-2", "8; 4", "a = 2 * b; a + b = 12"),
    ("x:One; y:Two; x:y=2:3; x+1:y+1=3:4", "Algebra-2", "2; 3", "x : y = 2 : 3; x + 1 : y + 1 = 3 : 4"),
    ("x:Part at 12%; y:Part at 10%; 12%X+10%Y=32; x+y=300", "", "", "0.12 * x + 0.1 * y = 32; x + y = 300"),
    ("x:Side; y:Side; (x-5)(y+3)=xy-9; x=y", "", "", "(x - 5) * (y + 3) = x * y - 9; x = y"),
    ("x:The digit; 2x=6; (2*3)*10+3=63", "", "3", "2 * x = 6"),
    ("2(6+w)=20", "Geometry", "4 (m)", "2 * (6 + w) = 20"),
    # times
    ("150/60 (min/hour)=2 r30; hh:mm=2:30 p.m.", "", "2:30 p.m.",
     "hours = floor(150 / 60); minutes = remainder(150, 60)"),
    ("22*60=1320; (1320+65)/60=23 r5; hh:mm=23:05=11:05 p.m.", "", "11:05 p.m.",
     "hours = floor((22 * 60 + 65) / 60); minutes = remainder(22 * 60 + 65, 60)"),
    ("7384/60/60=2 r184; 184/60=3 r4; hh:mm:ss=2:03:04", "", "2:03:04", "hours = floor(7384 / 60 / 60); "
     "minutes = floor(remainder(7384, 60 * 60) / 60); seconds = remainder(remainder(7384, 60 * 60), 60)"),
]  # fmt: skip

REFUSED = [
    ("", "expected a formula"),
    ("x:Tom's age", "expected a formula"),
    ("8++5=13", "'8\\+\\+5=13' cannot be read"),
    ("8 apples and 5 more=13", "cannot be read"),
    ("3, 1, 4, 1, 5", "no simple rule"),
    ("(8+5=13", "cannot be read"),
    ("8 > ", "cannot be read"),
    ("8-2=6 r2", "expected a division"),
    ("1:2:3=2:4:6", "two ratios of two members"),
    ("x:A; x=1=2", "expected two sides"),
    ("Ben is the = 28", "cannot be read"),
    ("x:A; speed=1", "neither a number nor a product"),
]

ASKED = [
    ("x+(x+2)=20", "9; 11", ["x", "x + 2"]),
    ("x+(x+2)=20", "11 (cm); 9 (cm)", ["x + 2", "x"]),
    ("x:A; y:B; x+y=12; x=8", "84", ["10 * x + y"]),
    ("x:A; y:B; x+y=12; x=8", "4/8", ["y / x"]),
    ("x:A; y:B; 2x+3y=31; x+y=12", "21; 10", ["3 * y", "2 * x"]),
    ("x:A; y:B; x+y=12; x=8", "", ["x", "y"]),
    ("y:B; x:A; x+y=12; x=y", "6; 6", ["y", "x"]),
    ("x:A; (x+4)-x=4", "4", ["x + 4 - x"]),
    ("x:A; y:B; x+y=12; x=8", "5; 7", ["x", "y"]),
    ("x:A; x+2=1; x=5", "5", ["x"]),
    ("2W=16", "8 (ft); 128 (sq. ft)", ["w", "w * (2 * w)"]),
]


@pytest.mark.parametrize(
    ("formula", "type", "answer", "expected"), READ, ids=[f"{f} {t} {a}" for f, t, a, _ in READ]
)
def test_formula_is_read_as_meant(formula: str, type: str, answer: str, expected: str) -> None:
    found = read(formula, type=type, answer=answer)
    assert found.system == parse(expected), str(found.system)


@pytest.mark.parametrize(("formula", "message"), REFUSED, ids=[formula for formula, _ in REFUSED])
def test_what_cannot_be_read_is_refused(formula: str, message: str) -> None:
    with pytest.raises(EquationError, match=message):
        read(formula)


@pytest.mark.parametrize(("formula", "answer", "expected"), ASKED, ids=[f"{f} -> {a}" for f, a, _ in ASKED])
def test_asked_expressions_have_the_values_of_the_answers(
    formula: str, answer: str, expected: list[str]
) -> None:
    found = read(formula, answer=answer)
    assert [render(expr) for expr in found.asked] == expected


@pytest.mark.parametrize(
    ("formula", "type", "stated"),
    [
        ("8+5=13", "", "13"),
        ("6:9=2:3", "Ratio", "2 : 3"),
        ("50/8=6 r2", "Surplus", "2"),
        ("50/8=6 r2", "Floor-Division", "6"),
        ("2, 4, 6, 8", "", "8"),
        ("30/8=15/4", "", "15 / 4"),
    ],
)
def test_stated_result_is_kept(formula: str, type: str, stated: str) -> None:
    assert read(formula, type=type).stated == parse_expression(stated)


@pytest.mark.parametrize(
    ("formula", "type"), [("50/8=6 r2", "Ceil-Division"), ("2(Tim) < 3(Eva)", ""), ("7:2", "")]
)
def test_nothing_is_stated_where_the_formula_does_not_write_the_result(formula: str, type: str) -> None:
    assert read(formula, type=type).stated is None


def test_joined_steps_give_what_the_last_step_states() -> None:
    found = read("7*8=56; 100-56=44; 44/4=11; 56+11=67")
    assert solve_answers(found.system, found.asked) == ((Fraction(67),),)


def test_steps_that_grow_are_bounded() -> None:
    def chain(length: int) -> str:
        return ";".join(f"{step}+1={step + 1}" for step in range(1, length))

    assert read(chain(30)).stated == Number(Fraction(30))
    with pytest.raises(TooLarge, match="more than 2000 nodes"):
        read(chain(90))


@pytest.mark.parametrize("formula", ["y:A; y+2=5", "8+5", "2:3=8:12"])
def test_what_the_notation_lacks_is_not_written(formula: str) -> None:
    with pytest.raises(EquationError):
        write(read(formula))


_numbers = st.builds(Number, decimals)
_common = arithmetic(_numbers | calls(_numbers, ("gcd", "lcm")))


@given(_common, _numbers)
def test_what_is_written_reads_back(expr: Expr, stated: Number) -> None:
    x = Unknown("x")
    formula = Formula(EquationSystem((Equation(x, expr),)), (x,), stated)
    assert read(write(formula)) == formula


PIECES = [
    "7",
    "+",
    "=",
    ";",
    "(",
    ")",
    " (min)",
    " r",
    ":",
    "x",
    "x:Age; ",
    " > ",
    "(Tim)",
    ", ",
    "LCM[4,6]",
    "%",
    "^(1/2)",
    "hh:mm=",
    "1:30",
    " cents",
    "/",
]


@given(
    st.lists(st.sampled_from(PIECES), max_size=12).map("".join) | st.text(max_size=40),
    st.sampled_from(["", "7", "7:1", "Tim"]),
)
def test_arbitrary_text_raises_nothing_else(formula: str, answer: str) -> None:
    try:
        found = read(formula, answer=answer)
    except EquationError:
        return
    assert found.system.statements
    assert found.asked


@given(st.sampled_from(READ), st.data())
def test_mutated_formula_raises_nothing_else(case: tuple[str, str, str, str], data: st.DataObject) -> None:
    formula, type, answer, _ = case
    start = data.draw(st.integers(0, len(formula)))
    end = data.draw(st.integers(start, min(len(formula), start + 4)))
    mutated = formula[:start] + data.draw(st.sampled_from(["", *PIECES])) + formula[end:]
    try:
        found = read(mutated, type=type, answer=answer)
    except EquationError:
        return
    assert not any(isinstance(expr, Ratio) for expr in found.asked)


@pytest.mark.parametrize(
    "piece",
    ["(", "9", "1+", "-", "(a", "1 a ", "LCM[", "=1", "1, ", ";", "7=7;", "x", " ", "1 r", ":", "(aaa"],
)
@pytest.mark.parametrize("size", [9_990, 10**6])
def test_long_text_is_settled_at_once(piece: str, size: int) -> None:
    start = time.perf_counter()
    with pytest.raises(EquationError):
        read((piece * size)[:size])
    assert time.perf_counter() - start < 2


def test_many_parts_solutions_and_answers_are_compared_at_once() -> None:
    many = "+".join(f"{number}.{number}7*x" for number in range(11, 40))
    formula = f"x*x=4; y*y=9; z=3*x+4*y-5*x*y+7*x-8*y+3; w=x+2*y+3*z+5*x-9*y+11*z-13*x+{many}"
    start = time.process_time()
    found = read(formula, answer="2; 1001; 1002; 1003; 1004; 1005; 1006; 10077")
    assert time.process_time() - start < 0.7
    assert [render(expr) for expr in found.asked] == ["x", "y", "z", "w"]


@pytest.mark.parametrize("answer", ["9" * 13, "9" * 400])
def test_no_expression_is_sought_for_an_answer_beyond_all_books(answer: str) -> None:
    assert read(f"x+5={answer}; y=2*x", answer=answer).asked == (Unknown("x"), Unknown("y"))
