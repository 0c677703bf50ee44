"""Symbols and targets: expressions as ids and back, equations as one expression."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwplab.catalogue import load
from mwplab.equations import approximate, parse, parse_expression, render
from mwplab.equations.nodes import Expr, Number, QuantityRef, map_expr
from mwplab.errors import EquationError
from mwplab.records import Problem, same_value
from mwplab.solvers.neural.symbols import KNOWN, Symbols, operation
from mwplab.solvers.neural.targets import target

SYMBOLS = Symbols(KNOWN, (Fraction(-1), Fraction(1, 2), Fraction(100)), 4)

LEAVES: st.SearchStrategy[Expr] = st.one_of(
    st.sampled_from([Number(value) for value in SYMBOLS.constants]),
    st.integers(0, SYMBOLS.slots - 1).map(QuantityRef),
)
EXPRESSIONS = st.recursive(
    LEAVES, lambda inner: st.builds(operation, st.sampled_from(KNOWN), inner, inner), max_leaves=12
)

SOLVED = [
    ("x = q0 + q1", "q0 + q1"),
    ("q0 + q1 = x", "q0 + q1"),
    ("q0 + x = q1", "q1 - q0"),
    ("q0 - x = q1", "q0 - q1"),
    ("x - q0 = q1", "q1 + q0"),
    ("q0 / x = q1", "q0 / q1"),
    ("x / q0 = q1", "q1 * q0"),
    ("-x = q0", "0 - q0"),
    ("x = q0 + -q1", "q0 - q1"),
    ("2 * x + x = q0", "q0 / 3"),
    ("x - (q0 - x) = q1", "(q1 + q0) / 2"),
    ("y = q0 * q1; x = y - q2", "q0 * q1 - q2"),
    ("x = mean(q0, q1, q2)", "(q0 + q1 + q2) / 3"),
    ("x = gcd(q0, q1, q2)", "gcd(gcd(q0, q1), q2)"),
    ("x = ceil(q0 / q1) + 1", "ceil(q0 / q1) + 1"),
    ("x = floor(q0)", "floor(q0 / 1)"),
    ("x = sqrt(q0)", "q0^0.5"),
]


@given(EXPRESSIONS)
def test_an_expression_reads_back_from_its_ids(expr: Expr) -> None:
    ids = SYMBOLS.to_prefix(expr)
    assert SYMBOLS.to_expression(ids) == expr
    assert all(0 <= id < SYMBOLS.size for id in ids)


@pytest.mark.parametrize("ids", [(), (0,), (0, 15), (15, 15), (0, 15, 15, 15)])
def test_ids_that_are_not_one_expression_are_refused(ids: tuple[int, ...]) -> None:
    with pytest.raises(EquationError, match="not one expression"):
        SYMBOLS.to_expression(ids)


@pytest.mark.parametrize("text", ["q0 + 7", "q9 + q0", "sin(q0)"])
def test_what_has_no_symbol_is_refused(text: str) -> None:
    with pytest.raises(EquationError, match="not among the symbols"):
        SYMBOLS.to_prefix(parse_expression(text))


@pytest.mark.parametrize(("equations", "expected"), SOLVED)
def test_an_unknown_is_isolated(equations: str, expected: str) -> None:
    problem = Problem(
        id="a/1", equations=parse(equations), asked=(parse_expression("x"),) if ";" in equations else ()
    )
    found = target(problem)
    assert found is not None
    assert found == parse_expression(expected) or render(found) == expected


@pytest.mark.parametrize(
    "equations",
    ["x + y = q0; x - y = q1", "x^2 = q0", "x > q0", 'x = largest("a": q0, "b": q1)', "x = sin(q0)"],
)
def test_equations_of_another_form_have_no_target(equations: str) -> None:
    assert target(Problem(id="a/1", equations=parse(equations))) is None


def test_targets_of_the_starter_corpus_have_the_gold_answers() -> None:
    found = [(problem, target(problem)) for problem in load("starter")]
    told = [(problem, expr) for problem, expr in found if expr is not None]
    assert len(told) > 300
    for problem, expr in told:
        value = approximate(map_expr(expr, problem.fill))
        assert any(same_value(value, gold[0].value) for gold in problem.accepted_answers), problem.id


@pytest.mark.realdata
@pytest.mark.parametrize(("name", "expected"), [("asdiv-a", 1218), ("svamp", 1000), ("mawps", 1921)])
def test_every_problem_of_the_arithmetic_corpora_has_a_target(name: str, expected: int) -> None:
    assert sum(target(problem) is not None for problem in load(name)) == expected
