"""The grammar for people: what is read, what is refused, and that rendering reads back."""

from __future__ import annotations

import time
from contextlib import suppress
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwplab.equations.bounds import MAX_DEPTH
from mwplab.equations.grammar import parse, parse_expression, read_label
from mwplab.equations.nodes import (
    Binary,
    Call,
    Choice,
    Equation,
    EquationSystem,
    Expr,
    Negate,
    Number,
    QuantityRef,
    Ratio,
    Slot,
    Unknown,
    walk,
)
from mwplab.equations.render import render
from mwplab.errors import EquationError, ParseError, TooLarge
from tests.equations.strategies import expressions, systems

X, Y = Unknown("x"), Unknown("y")


def num(value: str) -> Number:
    return Number(Fraction(value))


EXPRESSIONS: list[tuple[str, Expr]] = [
    ("1,200.50", num("1200.5")),
    (".5", num("0.5")),
    ("5.", num("5")),
    ("[1/3]", num("1/3")),
    ("[ -2.5 ]", num("-2.5")),
    ("q12", QuantityRef(12)),
    ("B", Slot(1)),
    ("AB", Slot(27)),
    ("q", Unknown("q")),
    ("__", Unknown("__")),
    ("gcd", Unknown("gcd")),
    ("2x", Binary("*", num("2"), X)),
    ("2 x y", Binary("*", Binary("*", num("2"), X), Y)),
    ("x(y)", Binary("*", X, Y)),
    ("2[1/2]", Binary("*", num("2"), num("1/2"))),
    ("1/2x", Binary("*", Binary("/", num("1"), num("2")), X)),
    ("1 - 2 - 3", Binary("-", Binary("-", num("1"), num("2")), num("3"))),
    ("2^3^2", Binary("^", num("2"), Binary("^", num("3"), num("2")))),
    ("-x^2", Negate(Binary("^", X, num("2")))),
    ("-x * y", Binary("*", Negate(X), Y)),
    ("x^-2", Binary("^", X, Negate(num("2")))),
    ("--x", Negate(Negate(X))),
    ("x + 1 : y", Ratio((Binary("+", X, num("1")), Y))),
    ("1 : 2 : 3", Ratio((num("1"), num("2"), num("3")))),
    ("(1 : 2) : 3", Ratio((Ratio((num("1"), num("2"))), num("3")))),
    ("gcd(1,200)", Call("gcd", (num("1"), num("200")))),
    ("max((1,200), 3)", Call("max", (num("1200"), num("3")))),
    ('largest("a": 1, "b": 2)', Choice("largest", (("a", num("1")), ("b", num("2"))))),
]

REFUSED: list[tuple[str, str]] = [
    ("", "expected a number, a name or '\\(' at column 1 of '', found the end"),
    ("3 +", "found the end"),
    ("(3", "expected '\\)' at column 3"),
    ("3 4", "expected the end or an operator at column 3"),
    (".5.", "unexpected '.' at column 3"),
    ("1 $ 2", "unexpected '\\$'"),
    ("٣ + 1", "unexpected '٣'"),
    ("x²", "unexpected '²'"),
    ("[1/0]", "divides by zero"),
    ("xY", "'xY' is no name"),
    ("q12345", "'q12345' is no name"),
    ("7 % 2", "found '%'"),
    ("floor(1, 2)", "'floor' takes 1 arguments, found 2"),
    ("remainder(1)", "'remainder' takes 2 arguments, found 1"),
    ("gcd()", "found '\\)'"),
    ('largest("a": 1)', "at least two labelled candidates"),
    ("largest(1, 2)", "a label in double quotes"),
    ('largest("\\q": 1, "b": 2)', "not well quoted"),
    ('largest("\\ud800": 1, "b": 2)', "not well quoted"),
    ("9" * 1500, "more than 4096 binary digits"),
    ("9" * 5000, "written with 5000 characters"),
]


@pytest.mark.parametrize(("text", "expected"), EXPRESSIONS, ids=[text for text, _ in EXPRESSIONS])
def test_expression_is_read_as_meant(text: str, expected: Expr) -> None:
    assert parse_expression(text) == expected


@pytest.mark.parametrize(("text", "message"), REFUSED, ids=[text[:12] for text, _ in REFUSED])
def test_refusal_says_what_was_met(text: str, message: str) -> None:
    with pytest.raises(EquationError, match=message):
        parse_expression(text)


def test_statements_are_separated_by_semicolons_or_lines() -> None:
    assert parse("x = 1; y = 2") == parse("\n x = 1\n\ny = 2;")


@pytest.mark.parametrize("text", ["", ";", "x", "x = 1 = 2", "x == 1", "= 3", "x = 1 y = 2"])
def test_text_without_whole_statements_is_refused(text: str) -> None:
    with pytest.raises(ParseError):
        parse(text)


def test_label_keeps_any_character() -> None:
    assert read_label('"Zoë\\n\\"A\\""') == 'Zoë\n"A"'


@given(systems())
def test_rendered_system_reads_back(system: EquationSystem) -> None:
    assert parse(render(system)) == system


@given(expressions)
def test_rendered_expression_reads_back(expr: Expr) -> None:
    assert parse_expression(render(expr)) == expr


@given(expressions.filter(lambda expr: not any(isinstance(part, Choice) for part in walk(expr))))
def test_every_bracket_is_needed(expr: Expr) -> None:
    text = render(expr)
    for opening, closing in _pairs(text):
        shorter = f"{text[:opening]}{text[opening + 1 : closing]}{text[closing + 1 :]}"
        assert _read(shorter) != expr


def _pairs(text: str) -> list[tuple[int, int]]:
    found, waiting = [], []
    for position, character in enumerate(text):
        if character == "(":
            waiting.append(position)
        elif character == ")":
            found.append((waiting.pop(), position))
    return found


def _read(text: str) -> Expr | None:
    try:
        return parse_expression(text)
    except EquationError:
        return None


@given(st.text(max_size=60) | st.text('x1q0A.,;=<>()[]+-*/^:% "\\\nlg', max_size=60))
def test_arbitrary_text_raises_nothing_else(text: str) -> None:
    found = _read(text)
    assert found is None or parse_expression(render(found)) == found
    with suppress(EquationError):
        assert parse(text).statements


@given(systems(), st.data())
def test_mutated_text_raises_nothing_else(system: EquationSystem, data: st.DataObject) -> None:
    text = render(system)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    mutated = text[:start] + data.draw(st.text('(x=)1;:"\\-', max_size=3)) + text[end:]
    try:
        again = parse(mutated)
    except EquationError:
        return
    assert parse(render(again)) == again


MEGABYTES = [
    "(",
    "9",
    "1+",
    "-",
    "\n",
    '"\\',
    "x",
    "1,111",
    "٣",
    "²",
    "[1/",
    " ",
    "gcd(",
    "q1",
    "x^",
    "1:",
    "\ud800",
]


@pytest.mark.parametrize("piece", MEGABYTES, ids=[ascii(piece) for piece in MEGABYTES])
@pytest.mark.parametrize("size", [9_990, 10**6])
def test_long_text_is_settled_at_once(piece: str, size: int) -> None:
    text = (piece * size)[:size]
    start = time.perf_counter()
    with pytest.raises(EquationError):
        parse(text)
    assert time.perf_counter() - start < 2


@pytest.mark.parametrize("nest", ["({})", "-{}", "gcd({}, 1)", "1 - ({})", "2^{}"])
def test_nesting_is_read_up_to_the_bound_and_no_further(nest: str) -> None:
    assert parse_expression(_nested(nest, 45)) is not None
    with pytest.raises(TooLarge, match=f"{MAX_DEPTH}"):
        parse_expression(_nested(nest, MAX_DEPTH + 1))


def _nested(nest: str, times: int) -> str:
    text = "x"
    for _ in range(times):
        text = nest.format(text)
    return text


def test_long_sums_are_bounded_like_deep_ones() -> None:
    terms = ["1"] * MAX_DEPTH
    assert isinstance(parse_expression("+".join(terms)), Binary)
    with pytest.raises(TooLarge, match="nested 101 deep"):
        parse_expression("+".join([*terms, "1"]))


def test_system_shows_itself_in_the_notation_for_people() -> None:
    assert (
        str(EquationSystem((Equation(X, Binary("-", Y, Binary("-", num("1"), num("0.5")))),)))
        == "x = y - (1 - 0.5)"
    )
