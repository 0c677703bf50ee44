"""ASDiv: formulas in several small grammars, read by what the problem's type and answer say.

7+2=9                                   the result behind the sign is checked, not solved for
50/8=6 r2                               a remainder: floor, ceil or remainder, as the answer has it
3 (dime)*10 (cent/dime) = 30 (cent)     units in brackets
4*5=20; 20-6=14                         several steps; a later one uses results of earlier ones
GCD(12,18)=6; LCM[4,6]=12; 3^2; 9^(1/2) functions, powers, roots
6:9=2:3, 2:3=8:12                       a ratio, or a proportion with the answer as its unknown
4*3=12(Tim) > 2*5=10(Eva)               a comparison, answered by a label, or by Yes or No
2, 4, 6, 8                              a sequence whose last member is the answer
x:Tom's age; x+(x+2)=20                 unknowns with a legend
150/60=2 r30; hh:mm=2:30                times
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from mwplab.equations.bounds import check_depth
from mwplab.equations.evaluate import evaluate
from mwplab.equations.lexer import shorten
from mwplab.equations.nodes import (
    Binary,
    Call,
    Choice,
    Equation,
    EquationSystem,
    Expr,
    Number,
    Ratio,
    Unknown,
    walk,
)
from mwplab.equations.notations.asdiv_asked import find_asked
from mwplab.equations.notations.asdiv_steps import Steps
from mwplab.equations.notations.asdiv_text import (
    Text,
    answer_values,
    read_side,
    read_sides,
    split,
    split_label,
    strip_units,
)
from mwplab.equations.notations.infix import beyond, write_expression
from mwplab.equations.numbers import read_number, write_decimal
from mwplab.errors import EquationError, ParseError

_X = Unknown("x")
_CLOCK = re.compile(r"hh:mm(?::ss)?\s*=\s*([0-9]{1,2}(?::[0-9]{1,2}){1,2})")
_CLOCK_UNKNOWNS = ("hours", "minutes", "seconds")
_RELATION = re.compile(r"<|>|\bequals\b")
_ORDINAL = re.compile(r"\((?:st|nd|rd|th)\)")
_CENTS_A_DOLLAR = Number(Fraction(100))


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula of ASDiv as equations."""

    system: EquationSystem
    """The equations; ``x = ...`` unless the formula has unknowns or a time of its own."""

    asked: tuple[Expr, ...]
    """The expressions whose values are the answers, in the order of the answers."""

    stated: Expr | None = None
    """The number or ratio that the formula writes as its result, where it is the result asked for."""


def read(formula: str, *, type: str = "", answer: str = "") -> Formula:
    """Read a formula; type and answer settle what a remainder, a ratio or a comparison is meant for.

    >>> str(read("50/8=6 r2", type="Ceil-Division", answer="7 (boxes)").system)
    'x = ceil(50 / 8)'
    >>> str(read("4*5=20; 20-6=14").system), str(read("2:3=8:12", answer="12 (cats)").system)
    ('x = 4 * 5 - 6', '2 : 3 = 8 : x')
    >>> str(read("4*3=12(Tim) > 2*5=10(Eva)", answer="Eva").system)
    'x = smallest("Tim": 4 * 3, "Eva": 2 * 5)'
    """
    text = split(formula)
    only = text.steps[0] if len(text.steps) == 1 else ""
    if sign := _RELATION.search(only):
        found = _read_comparison(sign, text, answer)
    elif members := _members(only):
        found = _read_sequence(members, text)
    else:
        found = _read_steps(text, type, answer)
    check_depth(found.system)
    return found


def _read_comparison(sign: re.Match[str], text: Text, answer: str) -> Formula:
    (first, first_label), (second, second_label) = map(split_label, sign.string.split(sign[0], 1))
    left, right = (read_side(strip_units(side.split("=")[0]), text) for side in (first, second))
    if first.rstrip().endswith("cents") and second.rstrip().endswith("dollar"):
        right = Binary("*", right, _CENTS_A_DOLLAR)
    labels = (first_label or "Yes", second_label or "No")
    wants_first = answer.strip().casefold() != labels[1].casefold()
    pick = "smallest" if sign[0] in "<>" and (sign[0] == "<") == wants_first else "largest"
    return _asked(Choice(pick, ((labels[0], left), (labels[1], right))))


def _members(step: str) -> list[Fraction]:
    """Return the numbers of a sequence, or nothing where the step is none."""
    pieces = re.split(r"[,.]\s+", step.strip())
    if len(pieces) < 4 or not all(re.fullmatch(r"[0-9]+(?:\.[0-9]+)?", piece) for piece in pieces):
        return []
    return [read_number(piece) for piece in pieces]


def _read_sequence(members: Sequence[Fraction], text: Text) -> Formula:
    """Find the simple rule that leads to the last member: a constant step, a factor, or a growing step."""
    *given, last = members
    first, second, third = map(Number, given[:3])
    before, latest = map(Number, given[-2:])
    step = Binary("-", second, first)
    growth = Binary("-", Binary("-", third, second), step)
    rules = (
        Binary("+", latest, step),
        Binary("*", latest, Binary("/", second, first)),
        Binary("+", latest, Binary("+", Binary("-", latest, before), growth)),
    )
    for rule in rules:
        if (given[0] or rule.operator == "+") and evaluate(rule) == last:
            return _asked(rule, Number(last))
    raise ParseError(f"no simple rule leads to the last number of {shorten(text.formula)}")


def _read_steps(text: Text, type: str, answer: str) -> Formula:
    steps, equations = Steps(text, type, answer), list[Equation]()
    for step in text.steps:
        if clock := _CLOCK.match(step):
            return _read_clock(clock[1], steps)
        if remainder := re.fullmatch(r"([^=]*)=\s*([0-9]{1,15})\s*r\s*([0-9]{1,15})\s*", step):
            steps.add_division(remainder[1], int(remainder[2]), int(remainder[3]))
            continue
        sides = read_sides(step, text)
        if any(isinstance(part, Unknown) for side in sides for part in walk(side)):
            if len(sides) != 2:
                raise ParseError(f"expected two sides in {shorten(step)} of {shorten(text.formula)}")
            equations.append(Equation(*sides))
        elif isinstance(sides[0], Ratio):
            steps.add_ratio(sides, last=step is text.steps[-1])
        else:
            steps.add(sides, counts=_ORDINAL.search(step) is not None)
    if equations:
        system = check_depth(EquationSystem(tuple(equations)))
        return Formula(system, find_asked(system, text.legend, answer_values(answer)))
    outcome = steps.outcome()
    if isinstance(outcome.result, Equation):
        return Formula(EquationSystem((outcome.result,)), (_X,), outcome.stated)
    return _asked(outcome.result, outcome.stated)


def _read_clock(shown: str, steps: Steps) -> Formula:
    """Return one equation each for hours, minutes and seconds."""
    parts = shown.split(":")
    names = [Unknown(name) for name in _CLOCK_UNKNOWNS[: len(parts)]]
    joined = steps.join(Ratio(tuple(Number(Fraction(int(part))) for part in parts)))
    values = joined.parts if isinstance(joined, Ratio) else ()
    equations = (Equation(name, value) for name, value in zip(names, values, strict=True))
    return Formula(EquationSystem(tuple(equations)), tuple(names))


def _asked(expr: Expr, stated: Expr | None = None) -> Formula:
    return Formula(EquationSystem((Equation(_X, expr),)), (_X,), stated)


def write(formula: Formula) -> str:
    """Return ``x = ...`` with its stated result as ASDiv writes it.

    >>> write(read("(7+2)*GCD(12,18)=54"))
    '(7+2)*GCD(12,18)=54'
    """
    match formula:
        case Formula(EquationSystem((Equation(Unknown("x"), expr),)), _, Number() as stated):
            return f"{write_expression(expr, _write_atom)}={_write_atom(stated)}"
        case _:
            raise EquationError(
                f"expected 'x = ...' with a stated result, found {shorten(str(formula.system))}"
            )


def _write_atom(expr: Expr) -> str:
    match expr:
        case Number(value) if value >= 0 and (decimal := write_decimal(value)) is not None:
            return decimal
        case Call("gcd" | "lcm" as function, arguments):
            return (
                f"{function.upper()}({','.join(write_expression(each, _write_atom) for each in arguments)})"
            )
        case _:
            raise beyond(expr)
