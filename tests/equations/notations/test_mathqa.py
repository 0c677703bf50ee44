"""MathQA: operation programs, linear and nested."""

from __future__ import annotations

import math
import time
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwplab.equations.evaluate import approximate
from mwplab.equations.grammar import parse
from mwplab.equations.nodes import Equation, EquationSystem, Expr, Negate, Number, Unknown
from mwplab.equations.notations.mathqa import read_linear, read_nested, write_linear
from mwplab.equations.notations.mathqa_operations import OPERATIONS
from mwplab.errors import EquationError, TooLarge
from tests.equations.strategies import binaries, calls, decimals, quantities

LINEAR = [
    ("add(n1,const_100)|", "x = q1 + 100"),
    ("add(n1,const_100)|divide(#0,n0)", "x = (q1 + 100) / q0"),
    ("multiply(n0,const_0_2778)|negate(#0)|", "x = -(q0 * 0.2778)"),
    ("power(n0,const_2.0)|sqrt(#0)|floor(#1)|", "x = floor(sqrt(q0^2))"),
    ("reminder(n0,n1)|lcm(#0,n2,const_4)|", "x = lcm(remainder(q0, q1), q2, 4)"),
    ("circle_area(n0)|", "x = 3.1416 * q0^2"),
    ("rectangle_perimeter(n0,n1)|", "x = 2 * (q0 + q1)"),
    ("choose(n0,const_2)|inverse(#0)|", "x = 1 / choose(q0, 2)"),
    (" add( n0 , n1 ) | add(#0,#0)", "x = q0 + q1 + (q0 + q1)"),
]
NESTED = [
    ("add(3, const_100)", "x = 3 + 100"),
    ("divide(add(2.5, const_pi), 21,000)", "x = (2.5 + 3.1416) / 21000"),
    ("negate(subtract(7, max(1, 2, 3)))", "x = -(7 - max(1, 2, 3))"),
    ("7", "x = 7"),
]
REFUSED_LINEAR = [
    ("", "expected a step"),
    ("add(n0,n1)||", "expected a step"),
    ("frob(n0)|", "no operation named 'frob'"),
    ("add(n0)|", "'add' has 2 arguments, found 1"),
    ("add(#0,n0)|", "'#0' is no operand"),
    ("add(n0,7)|", "'7' is no operand"),
    ("add(n0,const_x)|", "'const_x' is no operand"),
    ("add(n0,n99999)|", "is no operand"),
    ("gcd()|", "is no operand"),
    ("add(n0,const_٣)|", "is no operand"),
]
REFUSED_NESTED = [
    "",
    "add",
    "add(",
    "add(1, 2",
    "add(1, 2))",
    "add(1 2)",
    "add(, 1)",
    "1, 2",
    "add()",
    "add(n0, 1)",
    "add(1, 5,13)",
]

# Each operation beside a computation of its own, at arguments where mistakes show.
VALUES: list[tuple[str, tuple[int, ...], float]] = [
    ("circumface", (5,), 2 * math.pi * 5),
    ("circle_arc", (6, 90), math.pi * 3),
    ("circle_sector_area", (6, 90), math.pi * 9),
    ("semi_circle_perimiter", (7,), math.pi * 7 + 14),
    ("square_area", (9,), 81),
    ("square_perimeter", (9,), 36),
    ("square_edge_by_area", (49,), 7),
    ("square_edge_by_perimeter", (36,), 9),
    ("rectangle_area", (4, 5), 20),
    ("trapezium_area", (10, 18, 20), 190),
    ("quadrilateral_area", (10, 18, 20), 190),
    ("rhombus_area", (10, 12), 60),
    ("rhombus_perimeter", (39,), 156),
    ("triangle_area", (10, 7), 35),
    ("triangle_perimeter", (3, 4, 5), 12),
    ("triangle_area_three_edges", (13, 14, 15), 84),
    ("diagonal", (5, 12), 13),
    ("side_by_diagonal", (13, 5), 12),
    ("volume_cone", (3, 7), math.pi * 21),
    ("volume_cylinder", (3, 7), math.pi * 63),
    ("volume_sphere", (3,), math.pi * 36),
    ("volume_cube", (4,), 64),
    ("volume_rectangular_prism", (2, 3, 4), 24),
    ("surface_cube", (4,), 96),
    ("surface_cone", (3, 5), math.pi * 24),
    ("surface_cylinder", (3, 7), math.pi * 60),
    ("surface_sphere", (3,), math.pi * 36),
    ("surface_rectangular_prism", (2, 3, 4), 52),
    ("cube_edge_by_volume", (343,), 7),
    ("sum_consecutive_number", (3, 7), 25),
    ("count_interval", (3, 7), 5),
    ("radians_to_degree", (1,), 57.29),
    ("degree_to_radians", (180,), math.pi),
    ("union_prob", (5, 4, 2), 7),
    ("percent", (20, 50), 10),
    ("from_percent", (20,), 0.2),
    ("to_percent", (2,), 200),
    ("negate_percent", (30,), 70),
    ("p_after_gain", (20, 50), 60),
    ("p_after_loss", (20, 50), 40),
    ("price_after_gain", (20, 50), 60),
    ("price_after_loss", (20, 50), 40),
    ("original_price_before_gain", (20, 60), 50),
    ("original_price_before_loss", (20, 40), 50),
    ("gain_percent", (60, 50), 20),
    ("loss_percent", (40, 50), 20),
    ("negate_prob", (0,), 1),
    ("speed", (120, 4), 30),
    ("speed_in_still_water", (19, 9), 14),
    ("stream_speed", (19, 9), 14),
    ("speed_ratio_steel_to_stream", (5, 3), 4),
    ("combined_work", (3, 6), 2),
    ("find_work", (2, 3), 6),
    ("combination", (5, 2), 10),
    ("permutation", (5, 2), 20),
    ("factorial", (4,), 24),
    ("round", (7,), 7),
    ("log", (10,), math.log(10)),
    ("sine", (1,), math.sin(1)),
    ("cosine", (1,), math.cos(1)),
    ("tangent", (1,), math.tan(1)),
]
_COVERED_ABOVE = {
    "add", "subtract", "multiply", "divide", "power", "negate", "inverse", "sqrt", "floor", "reminder",
    "choose", "circle_area", "rectangle_perimeter",
}  # fmt: skip


@pytest.mark.parametrize(("program", "expected"), LINEAR, ids=[program for program, _ in LINEAR])
def test_linear_program_is_read(program: str, expected: str) -> None:
    assert str(read_linear(program)) == expected


@pytest.mark.parametrize(("program", "expected"), NESTED, ids=[program for program, _ in NESTED])
def test_nested_program_is_read(program: str, expected: str) -> None:
    assert str(read_nested(program)) == expected


@pytest.mark.parametrize(
    ("program", "message"), REFUSED_LINEAR, ids=[program for program, _ in REFUSED_LINEAR]
)
def test_malformed_linear_program_is_refused(program: str, message: str) -> None:
    with pytest.raises(EquationError, match=message):
        read_linear(program)


@pytest.mark.parametrize("program", REFUSED_NESTED)
def test_malformed_nested_program_is_refused(program: str) -> None:
    with pytest.raises(EquationError):
        read_nested(program)


@pytest.mark.parametrize(("operation", "arguments", "expected"), VALUES, ids=[name for name, *_ in VALUES])
def test_operation_computes_what_its_name_says(
    operation: str, arguments: tuple[int, ...], expected: float
) -> None:
    equation = read_nested(f"{operation}({', '.join(map(str, arguments))})").statements[0]
    value = approximate(equation.right)
    assert isinstance(value, Fraction)
    assert float(value) == pytest.approx(expected, rel=1e-4)


def test_every_operation_is_checked() -> None:
    assert {name for name, *_ in VALUES} | _COVERED_ABOVE == set(OPERATIONS)


def test_shared_steps_that_double_are_bounded() -> None:
    program = "add(n0,n0)|" + "".join(f"add(#{step},#{step})|" for step in range(500))
    start = time.perf_counter()
    with pytest.raises(TooLarge, match="more than 2000 nodes"):
        read_linear(program)
    assert time.perf_counter() - start < 2


@pytest.mark.parametrize("piece", ["add(", "add(n0,n1)|", "(", ",", "1,000", "negate(", "|", "a"])
@pytest.mark.parametrize("size", [9_990, 10**6])
def test_long_program_is_refused_at_once(piece: str, size: int) -> None:
    start = time.perf_counter()
    for reader in (read_linear, read_nested):
        if piece == "add(n0,n1)|" and size < 10**4 and reader is read_linear:
            continue
        with pytest.raises(EquationError):
            reader((piece * size)[:size])
    assert time.perf_counter() - start < 2


@pytest.mark.parametrize(
    "text", ["x = 3", "y = 3 + 4", "x = 3 + A", "x = ceil(q0 / 2)", "x = mean(1, 2)", "x = 3 : 4"]
)
def test_what_the_notation_lacks_is_not_written(text: str) -> None:
    with pytest.raises(EquationError):
        write_linear(parse(text))


_FUNCTIONS = (
    "gcd", "lcm", "min", "max", "floor", "round", "remainder", "sqrt", "cbrt", "log", "factorial", "choose",
    "permute", "sin", "cos", "tan",
)  # fmt: skip


def _extend(below: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    return binaries(below) | st.builds(Negate, below) | calls(below, _FUNCTIONS)


_programs = _extend(st.recursive(st.builds(Number, decimals) | quantities, _extend, max_leaves=8))


@given(_programs)
def test_what_is_written_reads_back(expr: Expr) -> None:
    system = EquationSystem((Equation(Unknown("x"), expr),))
    assert read_linear(write_linear(system)) == system


@given(st.text(max_size=40) | st.text("add(n0,#1)|const_ 25.", max_size=60))
def test_arbitrary_text_raises_nothing_else(text: str) -> None:
    for reader in (read_linear, read_nested):
        try:
            system = reader(text)
        except EquationError:
            continue
        assert len(system.statements) == 1
