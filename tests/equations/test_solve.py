"""Solving: tables of systems, agreement with sympy, planted solutions, time limits, the process for sympy."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from random import Random

import joblib
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from mwplab.equations import sympy_link
from mwplab.equations.evaluate import Value, approximate, evaluate
from mwplab.equations.grammar import parse, parse_expression
from mwplab.equations.nodes import Binary, Equation, EquationSystem, Expr, Negate, Number, Unknown, walk
from mwplab.equations.solve import Solution, answers, solve
from mwplab.errors import (
    EquationError,
    EvaluationError,
    NoSolution,
    TooLarge,
    Underdetermined,
    Unsolvable,
)
from tests.equations.strategies import systems

HARD = "(x + y + z)^40 = 1; (x - y)^30 = z; x^20 * y^20 = z^19"
"""Beyond sympy for hours."""

EXACT: list[tuple[str, list[dict[str, str]]]] = [
    ("x = (7 + 2) * 3", [{"x": "27"}]),
    ("12 / 5 = x", [{"x": "12/5"}]),
    ("z = y - 1; y = 2x; x = 4", [{"z": "7", "y": "8", "x": "4"}]),
    ("3x + 2y = 16; x - y = 2", [{"x": "4", "y": "2"}]),
    ("x + y = 3; 2x + 2y = 6; x - y = 1", [{"x": "2", "y": "1"}]),
    ("a + b + c = 6; a - b = 1; 2c = a + b", [{"a": "5/2", "b": "3/2", "c": "2"}]),
    ("10x + y = 4 * (x + y); 10y + x = 10x + y + 27", [{"x": "3", "y": "6"}]),
    ("x : 4 = 9 : 6", [{"x": "6"}]),
    ("x : y = 3 : 5; x + y = 16", [{"x": "6", "y": "10"}]),
    ("x : y : z = 1 : 2 : 3; x + y + z = 60", [{"x": "10", "y": "20", "z": "30"}]),
    ("a : b = c : 2; b = 3; c = 4", [{"a": "6", "b": "3", "c": "4"}]),
    ("x : 4 = 9 : x", [{"x": "6"}, {"x": "-6"}]),
    ("x / y = 3; x - y = 10", [{"x": "15", "y": "5"}]),
    ("1 / x + 1 / y = 1 / 6; x = 2y", [{"x": "18", "y": "9"}]),
    ("1 / (1 / x + 1 / 3) = 2", [{"x": "6"}]),
    ("60 / x - 60 / (x + 10) = 1", [{"x": "20"}, {"x": "-30"}]),
    ("mean(x, 3, 5) = 7", [{"x": "13"}]),
    ("x * floor(7 / 2) = 12", [{"x": "4"}]),
    ("x * y = 12; x + y = 7", [{"x": "3", "y": "4"}, {"x": "4", "y": "3"}]),
    ("x^2 + (x + 1)^2 = 85", [{"x": "6"}, {"x": "-7"}]),
    ("x^2 = 0", [{"x": "0"}]),
    ("x^3 - 6x^2 + 11x - 6 = 0", [{"x": "1"}, {"x": "2"}, {"x": "3"}]),
    ("x^2 + y^2 = 25; x^2 - y^2 = 7; x > 0; y > 0", [{"x": "4", "y": "3"}]),
    ("x^2 + y^2 = 25; x * y = 12; x > y; y > 0", [{"x": "4", "y": "3"}]),
    ("x * y + x = 12; x * y + y = 10; x > 0", [{"x": "4", "y": "2"}]),
    ("x * y = 6; y * z = 12; x * z = 8; x > 0", [{"x": "2", "y": "3", "z": "4"}]),
    (
        "x + y + z = 6; x * y + y * z + z * x = 11; x * y * z = 6; x < y; y < z",
        [{"x": "1", "y": "2", "z": "3"}],
    ),
    ("x * (y - 3) = 0; x + y = 5", [{"x": "0", "y": "5"}, {"x": "2", "y": "3"}]),
    ("x^2 - 2 * x * y + y^2 = 0; x + y = 4", [{"x": "2", "y": "2"}]),
    ("x^y = 8; y = 3", [{"x": "2", "y": "3"}]),
    ("sqrt(x) = 5", [{"x": "25"}]),
    ("x + sqrt(x) = 6", [{"x": "4"}]),
    ("cbrt(x) = -2", [{"x": "-8"}]),
    ("x^(3/2) = 27", [{"x": "9"}]),
    ("x = 3; x != 4", [{"x": "3"}]),
    ("2x = 6; x >= 3; x <= 3", [{"x": "3"}]),
    ("x = floor(y / 3); y + 1 = 11", [{"x": "3", "y": "10"}]),
    ("2^x = 8", [{"x": "3"}]),
    ("x^x = 27", [{"x": "3"}]),
    ("2^x + y = 11; y = floor(10 / 3); z = floor(x / 2)", [{"x": "3", "y": "3", "z": "1"}]),
]

OTHER_VALUES: list[tuple[str, dict[str, Value]]] = [
    ("x = 6 : 4", {"x": (Fraction(3), Fraction(2))}),
    ("x = y : z; y + z = 5; y - z = 1", {"x": (Fraction(3), Fraction(2))}),
    ("x = 2 : 3; x = a : b; a + b = 10", {"x": (Fraction(2), Fraction(3)), "a": Fraction(4)}),
    ('x = largest("Ann": a, "Bea": b); a = 3; b + 1 = 5', {"x": "Bea"}),
    ('smallest("Ann": 3, "Bea": 3) = x', {"x": "equal"}),
    ('x = largest("Ann": 1, "Bea": 2); x != y; y = largest("Ann": 2, "Bea": 1)', {"x": "Bea", "y": "Ann"}),
]

INEXACT: list[tuple[str, list[dict[str, float]]]] = [
    ("x^2 = 2", [{"x": 2**0.5}, {"x": -(2**0.5)}]),
    ("x = 3 * sqrt(2)", [{"x": 3 * 2**0.5}]),
    ("sqrt(2) * x = 4", [{"x": 8**0.5}]),
    ("sqrt(2) * x + y = 4; x - y = 1; 2y = 2x - 2", [{"x": 5 / (1 + 2**0.5), "y": 5 / (1 + 2**0.5) - 1}]),
    ("x^2 = 2; y = x^2 + 1; x > 0; z = x * y", [{"x": 2**0.5, "y": 3, "z": 3 * 2**0.5}]),
    ("x^2 = 2; x^4 = 4; x > 0", [{"x": 2**0.5}]),
    ("x^2 = 2; y^2 - 2 * x * y + 2 = 0; x > 0", [{"x": 2**0.5, "y": 2**0.5}]),
    ("x^2 + y = 11; x + y^2 = 7; x < 3; y > 0", [{"x": -2.805118086952745, "y": 3.131312518250573}]),
    ("x^5 - x - 1 = 0", [{"x": 1.1673039782614187}]),
    ("x^10 = 2; x > 0", [{"x": 2**0.1}]),
]

REFUSED: list[tuple[str, type[EquationError], str]] = [
    ("3 = 4", NoSolution, "'3 = 4' does not hold"),
    ("x = 3; x = 4", NoSolution, "'x = 4' does not hold"),
    ("x = x + 1", NoSolution, "'x = x \\+ 1' cannot hold together"),
    ("x + y = 5; x + y = 6", NoSolution, r"'x \+ y = [56]' cannot hold together with the others"),
    ("x^2 = -1", NoSolution, r"'x\^2 = -1' has no real solution"),
    ("x * y = 5; x + y = 1", NoSolution, "has no real solution"),
    ("x / (x - 2) = 2 / (x - 2)", NoSolution, "both sides of each have a value"),
    ("sqrt(x) = -5", NoSolution, "both sides of each have a value"),
    ("x : y = 0 : 0; x + y = 5", NoSolution, "both sides of each have a value"),
    ("x : y = 1 : 2 : 3", NoSolution, "ratios of 2 and of 3 parts are never equal"),
    ("x^2 = 4; x > 5", NoSolution, "no solution with 'x > 5'"),
    ("x = 3; x != 3", NoSolution, "no solution with 'x != 3'"),
    ("3 > 5; x = 1", NoSolution, "no solution with '3 > 5'"),
    ("x = 1 : 2; x > 1", NoSolution, "things that have no order"),
    ("x + y = 5", Underdetermined, "leave open: x, y"),
    ("x = y + 1; y = x - 1", Underdetermined, "leave open: x, y"),
    ("0 * x = 0", Underdetermined, "leave open: x"),
    ("x > 3", Underdetermined, "leave open: x"),
    ("x * y = 0", Underdetermined, "leave open: y"),
    ("floor(x) = 3", Unsolvable, r"cannot undo the function in 'floor\(x\)'"),
    ("x + y = 8; y = floor(x / 3)", Unsolvable, "cannot undo the function"),
    ("x : 2 = y + 1; y - x = 3; x + y = z", Unsolvable, "a ratio equals another ratio only"),
    ("x = 5 / 0", EvaluationError, "divides by zero"),
    ("x = q0 + 1", EvaluationError, "fill it"),
    ("x + A = 1", EvaluationError, "fill it"),
    ("y = 2x; x = 3 : 5", EvaluationError, "cannot be computed with"),
    ("x = 9^9^9^9", TooLarge, "more than 4096 binary digits"),
    ("x + 9^9^9^9 = y", TooLarge, "more than 4096 binary digits"),
]

NASTY = [
    HARD,
    "(x + y + z + w)^60 = 1; x * y * z * w = 2",
    "x^97 + 3 * x^53 - 5 * x^2 = 10^300 + 1/7",
    "x^(10^50) = 3",
    "x^(y^(z^w)) = 5; w^(x^(y^z)) = 7",
    "(((x^9 + y)^9 + z)^9 + 1)^9 = 2; x = y^2; z = x^y",
    "; ".join(f"x{i} * x{(i + 1) % 12} + x{(i + 5) % 12}^2 = {i + 1}" for i in range(12)),
    "; ".join(f"x{i}^3 + x{(i + 1) % 6}^2 * x{(i + 2) % 6} = {i + 2}" for i in range(6)),
    "x = " + "2^" * 90 + "2",
    "sin(x) + x^x = log(x + y); tan(y) = x",
    "(x + 1)^100 * (x - 1)^100 = 5",
    "1/x + 1/(x + 1) + 1/(x + y) + 1/(y + z) + 1/(z + w) = w; x * y * z = w; x^2 + w^2 = y^2; z^3 = x",
    " : ".join(f"x{i}" for i in range(200)) + " = " + " : ".join(f"y{i}" for i in range(200)),
]


def numbers(solution: Solution) -> dict[str, Fraction]:
    values = dict(solution.values)
    assert all(isinstance(value, Fraction) for value in values.values())
    return {name: value for name, value in values.items() if isinstance(value, Fraction)}


@pytest.mark.parametrize(("text", "expected"), EXACT)
def test_systems_with_exact_solutions(text: str, expected: list[dict[str, str]]) -> None:
    found = solve(parse(text), seconds=10)
    wanted = [{name: Fraction(value) for name, value in values.items()} for values in expected]
    assert [numbers(solution) for solution in found] == wanted
    assert all(solution.exact for solution in found)
    assert [list(numbers(solution)) for solution in found] == [list(values) for values in wanted]


@pytest.mark.parametrize(("text", "expected"), OTHER_VALUES)
def test_values_may_be_ratios_and_labels(text: str, expected: dict[str, Value]) -> None:
    (solution,) = solve(parse(text))
    assert expected.items() <= dict(solution.values).items()


@pytest.mark.parametrize(("text", "expected"), INEXACT)
def test_irrational_solutions_are_fractions_of_thirty_digits(
    text: str, expected: list[dict[str, float]]
) -> None:
    system = parse(text)
    found = solve(system)
    assert [numbers(solution) for solution in found] == [pytest.approx(values) for values in expected]
    assert not any(solution.exact for solution in found)
    for solution in found:
        for statement in system.statements:
            if isinstance(statement, Equation):
                values = numbers(solution)
                left, right = approximate(statement.left, values), approximate(statement.right, values)
                assert isinstance(left, Fraction)
                assert isinstance(right, Fraction)
                assert abs(left - right) < Fraction(1, 10**25)


@pytest.mark.parametrize(("text", "error", "message"), REFUSED)
def test_what_has_no_solution_says_why(text: str, error: type[EquationError], message: str) -> None:
    with pytest.raises(error, match=message):
        solve(parse(text))


@pytest.mark.parametrize(
    ("text", "asked", "expected"),
    [
        ("x + y = 5", ["x + y"], [(5,)]),
        ("x + y = 5", ["2x + 2y - 1", "10 - x - y"], [(9, 5)]),
        ("x = 2y", ["x / y"], [(2,)]),
        ("x * y = 6", ["x^2 * y^2"], [(36,)]),
        ("x + y = 3; z = 4", ["z"], [(4,)]),
        ("x * y = 12; x + y = 7", ["x * y", "x + y"], [(12, 7)]),
        ("x * y = 12; x + y = 7", ["max(x, y)"], [(4,)]),
        ("x = 3", [], [()]),
        ("x = 3", ["2 + 2"], [(4,)]),
    ],
)
def test_asked_expressions_may_be_settled_where_unknowns_are_not(
    text: str, asked: list[str], expected: list[tuple[int, ...]]
) -> None:
    assert list(answers(parse(text), [parse_expression(each) for each in asked])) == expected


def test_an_asked_ratio_of_open_unknowns_is_settled() -> None:
    assert answers(parse("2x = 3y"), [parse_expression("x : y")]) == (((Fraction(3), Fraction(2)),),)


@pytest.mark.parametrize("asked", ["x", "x - y", "floor(x)", "x : 5", "z"])
def test_what_stays_open_is_named(asked: str) -> None:
    with pytest.raises(Underdetermined, match=r"leave open: (x|x, y|z)$"):
        solve(parse("x + y = 5"), [parse_expression(asked)])


def test_solutions_without_negative_values_come_first() -> None:
    found = answers(parse("(x + 5) * (x + 7) * (x - 2) * (x - 1) = 0"))
    assert [value for (value,) in found] == [1, 2, -7, -5]


@pytest.mark.parametrize("text", NASTY)
def test_nasty_systems_end_within_the_limit_in_our_errors(text: str) -> None:
    start = time.perf_counter()
    with suppress(EquationError):
        assert solve(parse(text), seconds=0.5)
    assert time.perf_counter() - start < 15


@given(systems())
@settings(max_examples=60)
def test_any_system_is_solved_or_refused(system: EquationSystem) -> None:
    with suppress(EquationError):
        found = solve(system, seconds=0.2)
        assert all(isinstance(value, Fraction | tuple | str) for each in found for _, value in each.values)


small = st.integers(-4, 4)


@st.composite
def linear_systems(draw: st.DrawFn) -> EquationSystem:
    width, height = draw(st.integers(1, 3)), draw(st.integers(1, 4))
    equations = []
    for _ in range(height):
        side: Expr = Number(Fraction(draw(small)))
        for index in range(width):
            term = Binary("*", Number(Fraction(draw(small))), Unknown(f"x{index}"))
            side = Binary(draw(st.sampled_from("+-")), side, term)
        equations.append(Equation(side, Number(Fraction(draw(small)))))
    return EquationSystem(tuple(equations))


def as_sympy(expr: Expr) -> sympy.Expr:
    match expr:
        case Number(value):
            return sympy.Rational(value.numerator, value.denominator)
        case Unknown(name):
            return sympy.Symbol(name)
        case Negate(operand):
            return -as_sympy(operand)
        case Binary(operator, left, right):
            first, second = as_sympy(left), as_sympy(right)
            return {
                "+": lambda: first + second,
                "-": lambda: first - second,
                "*": lambda: first * second,
                "/": lambda: first / second,
                "^": lambda: first**second,
            }[operator]()
    raise AssertionError(expr)


@given(linear_systems())
def test_linear_systems_end_as_sympy_says(system: EquationSystem) -> None:
    names = list(dict.fromkeys(part.name for part in walk(system) if isinstance(part, Unknown)))
    sides = [as_sympy(each.left) - as_sympy(each.right) for each in system.statements]
    reference = sympy.linsolve(sides, *map(sympy.Symbol, names))
    try:
        (solution,) = solve(system)
    except NoSolution:
        assert reference == sympy.S.EmptySet
    except Underdetermined:
        assert any(value.free_symbols for value in next(iter(reference)))
    else:
        assert tuple(
            sympy.Rational(each.numerator, each.denominator) for each in numbers(solution).values()
        ) == (next(iter(reference)))


def random_expression(random: Random, depth: int) -> Expr:
    if depth == 0 or random.random() < 0.2:
        number = Number(Fraction(random.randint(-9, 9), random.randint(1, 4)))
        return number if random.random() < 0.3 else Unknown(random.choice("xyz"))
    if random.random() < 0.1:
        return Binary("^", random_expression(random, depth - 1), Number(Fraction(random.randint(-2, 3))))
    return Binary(
        random.choice("+-*/"), random_expression(random, depth - 1), random_expression(random, depth - 1)
    )


@given(st.integers(0, 10**9))
@settings(max_examples=150)
def test_a_planted_solution_is_among_those_found_and_all_of_them_hold(seed: int) -> None:
    random = Random(seed)
    planted = {name: Fraction(random.randint(-6, 6), random.choice([1, 1, 2])) for name in "xyz"}
    equations: list[Equation] = []
    while len(equations) < 3:
        left = random_expression(random, random.randint(1, 3))
        try:
            value = evaluate(left, planted)
        except EquationError:
            continue
        assert isinstance(value, Fraction)
        equations.append(Equation(left, Number(value)))
    try:
        found = solve(EquationSystem(tuple(equations)), seconds=1)
    except (Underdetermined, Unsolvable):
        return
    gaps = [
        max((abs(value - planted[name]) for name, value in numbers(each).items()), default=0)
        for each in found
    ]
    assert min(gaps) < Fraction(1, 10**20)
    for solution in found:
        for equation in equations:
            value = approximate(equation.left, numbers(solution))
            assert isinstance(value, Fraction)
            assert isinstance(equation.right, Number)
            gap = abs(value - equation.right.value)
            assert gap == 0 if solution.exact else gap <= Fraction(1, 10**15) * max(Fraction(1), abs(value))


def test_importing_the_solver_does_not_load_sympy() -> None:
    code = "import sys, mwplab.equations.solve; sys.exit('sympy' in sys.modules or 'mpmath' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def power_of_two(power: int) -> Value:
    """Return the power, found by sympy."""
    ((found,),) = answers(parse(f"2^x = {2**power}"), seconds=20)
    return found


def worker_process() -> subprocess.Popen[bytes]:
    process = sympy_link._worker._process
    assert process is not None
    return process


def test_the_process_is_kept_between_calls_and_killed_at_the_limit() -> None:
    assert power_of_two(4) == 4
    first = worker_process()
    assert power_of_two(5) == 5
    assert worker_process() is first
    # Time enough to come as far as sympy, on a busy machine too.
    with pytest.raises(Unsolvable, match="not solved within 3 seconds"):
        solve(parse(HARD), seconds=3)
    assert first.wait(timeout=10) != 0
    assert power_of_two(6) == 6
    assert worker_process() is not first


def test_a_process_that_died_is_replaced() -> None:
    assert power_of_two(4) == 4
    worker_process().kill()
    worker_process().wait()
    assert power_of_two(5) == 5


def test_threads_share_the_process() -> None:
    found: dict[int, Value] = {}

    def work(power: int) -> None:
        found[power] = power_of_two(power)

    threads = [threading.Thread(target=work, args=(power,)) for power in range(1, 6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(found[power] == power for power in range(1, 6))


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_children_of_joblib_solve_too() -> None:
    found = joblib.Parallel(n_jobs=2)(joblib.delayed(power_of_two)(power) for power in (3, 5))
    assert found == [3, 5]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_fork_gets_a_process_of_its_own_and_leaves_none_behind(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import os, sys\n"
        "from mwplab.equations import parse\n"
        "from mwplab.equations import sympy_link\n"
        "from mwplab.equations.solve import answers\n"
        "assert answers(parse('2^x = 8'), seconds=20) == ((3,),)\n"
        "first = sympy_link._worker._process.pid\n"
        "child = os.fork()\n"
        "if child == 0:\n"
        "    assert sympy_link._worker._process is None\n"
        "    assert answers(parse('2^x = 16'), seconds=20) == ((4,),)\n"
        "    second = sympy_link._worker._process.pid\n"
        "    sys.stdout.write(f'{second}\\n')\n"
        "    sys.exit(0 if second != first else 1)\n"
        "assert os.waitpid(child, 0)[1] == 0\n"
        "assert answers(parse('2^x = 32'), seconds=20) == ((5,),)\n"
        "assert sympy_link._worker._process.pid == first\n"
        "sys.stdout.write(f'{first}\\n')\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", program], capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    for line in done.stdout.split():
        with pytest.raises(ProcessLookupError):
            os.kill(int(line), 0)
