"""Prefix notation: every tree is written and read back."""

from __future__ import annotations

import time
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwplab.equations.grammar import parse, parse_expression
from mwplab.equations.nodes import EquationSystem, Expr, Statement
from mwplab.equations.prefix import read_prefix, write_prefix
from mwplab.errors import EquationError
from tests.equations.strategies import expressions, statements, systems

WRITTEN = [
    ("q0 - q1", "- q0 q1"),
    ("-a", "neg a"),
    ("neg", "neg#0"),
    ("gcd(a, b, 4)", "gcd#3 a b 4"),
    ("3 : 5", ":#2 3 5"),
    ("[1/3] * 0.5", "* [1/3] 0.5"),
    ('largest("Mon day": 1, "B": x)', 'largest#2 "Mon day" 1 "B" x'),
    ("sqrt(A)^2", "^ sqrt#1 A 2"),
]

REFUSED = [
    ("", "expected one expression, found 0"),
    ("1 2", "expected one expression, found 2"),
    ("+ 1", "'\\+' takes 2 operands, found 1"),
    ("gcd 1 2", "expected one expression, found 3"),
    ("gcd#1", "'gcd' takes 1 operands, found 0"),
    ("floor#2 1 2", "'floor' takes 1 arguments"),
    ("frob#1 2", "is no function"),
    (":#1 2", "is no function"),
    ("-5", "is no operator, number or name"),
    ("1/3", "is no operator, number or name"),
    ("٣", "is no operator, number or name"),
    ("largest#2 1 2", "takes a label in double quotes"),
    ('largest#1 "a" 2', "at least two"),
    ('+ "a" 2', "found a label"),
    ('"a', "unexpected '\"'"),
    ("= x", "expected a relation and two sides"),
    ("= x 1 2", "expected a relation and two sides"),
    ("= x 1 ; y", "expected a relation and two sides"),
    ("+ = 1 2 3", "is no operator, number or name"),
    ("neg " * 200 + "x", "nested 201 deep"),
    ("[1/0]", "divides by zero"),
    ("x[", "unexpected '\\['"),
]


@pytest.mark.parametrize(("infix", "prefix"), WRITTEN, ids=[prefix for _, prefix in WRITTEN])
def test_expression_is_written_and_read(infix: str, prefix: str) -> None:
    assert write_prefix(parse_expression(infix)) == prefix
    assert read_prefix(prefix) == parse_expression(infix)


def test_system_has_semicolons_between_statements() -> None:
    assert read_prefix("= x + q0 q1 ; < x 3") == parse("x = q0 + q1; x < 3")


@pytest.mark.parametrize(("text", "message"), REFUSED, ids=[text[:15] for text, _ in REFUSED])
def test_refusal_says_what_was_met(text: str, message: str) -> None:
    with pytest.raises(EquationError, match=message):
        read_prefix(text)


@given(expressions)
def test_every_expression_reads_back(expr: Expr) -> None:
    assert read_prefix(write_prefix(expr)) == expr


@given(systems())
def test_every_system_reads_back(system: EquationSystem) -> None:
    assert read_prefix(write_prefix(system)) == system


@given(statements())
def test_statement_reads_back_as_a_system_of_one(statement: Statement) -> None:
    assert read_prefix(write_prefix(statement)) == EquationSystem((statement,))


@given(st.text(max_size=60) | st.text('=+-*/;#:"\\[] 12xqgcdneg', max_size=60))
def test_arbitrary_text_raises_nothing_else(text: str) -> None:
    try:
        found = read_prefix(text)
    except EquationError:
        return
    assert read_prefix(write_prefix(found)) == found


@pytest.mark.parametrize("piece", ["neg ", "+ ", "1 ", '"', "= 1 1 ; ", "gcd#9999 ", "[", "9", "; "])
@pytest.mark.parametrize("size", [9_990, 10**6])
def test_long_text_is_settled_at_once(piece: str, size: int) -> None:
    start = time.perf_counter()
    with suppress(EquationError):
        read_prefix((piece * size)[:size])
    assert time.perf_counter() - start < 2
