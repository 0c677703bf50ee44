"""The steps of an ASDiv formula, joined into one expression: a later step uses results of earlier ones."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeGuard

from mwplab.equations.lexer import shorten
from mwplab.equations.nodes import (
    Binary,
    Call,
    Equation,
    Expr,
    Leaf,
    Node,
    Number,
    Ratio,
    Unknown,
    map_expr,
    walk,
)
from mwplab.equations.notations.asdiv_text import Text, answer_values, read_sides
from mwplab.errors import ParseError, TooLarge

MAX_NODES = 2_000
"""Nodes of all joined steps; a result that is used twice stands there twice."""

_CONVERSIONS = frozenset(map(Fraction, (1, 60, 100, 1000)))
_KINDS = {"Floor-Division": "floor", "Ceil-Division": "ceil", "Surplus": "remainder"}


@dataclass(slots=True)
class _Result:
    """A value that a step states, and the expression that it comes from."""

    value: Fraction
    expr: Expr
    used: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a formula comes to."""

    result: Expr | Equation
    """The expression of the last step, or a proportion with the unknown in it."""

    stated: Expr | None
    """What the formula writes as the result, where it is the one asked for."""


class Steps:
    """Collects steps in order and knows what each number of a later one refers to."""

    def __init__(self, text: Text, type: str, answer: str) -> None:
        self.text = text
        self.kind = _KINDS.get(type, "")
        self.answers = answer_values(answer)
        self.asks_ratio = ":" in answer
        self.results: list[_Result] = []
        self.given: set[Fraction] = set()
        """Numbers that a step had of its own."""
        self.kept: set[int] = set()
        """Leaves of the present step that stay as they are, by identity."""
        self.taken: set[int] = set()
        """Results that the present step has used, by identity; none is used twice in one step."""
        self.last: Outcome | None = None
        self.nodes = 0

    def outcome(self) -> Outcome:
        """Return what the last step comes to."""
        if self.last is None:
            raise ParseError(f"expected a formula such as '7+2=9', found {shorten(self.text.formula)}")
        return self.last

    def add(self, sides: list[Expr], *, counts: bool = False) -> None:
        """Take a step ``expression=value``; one that counts places in a row has no result for others."""
        expr = self.join(sides[0])
        stated = sides[-1] if len(sides) > 1 else None
        if isinstance(stated, Number) and not counts:
            self.results.append(_Result(stated.value, expr))
        self.last = Outcome(expr, stated)

    def add_division(self, division: str, quotient: int, rest: int) -> None:
        """Take a step ``a/b=q r s``."""
        (side,) = read_sides(division, self.text)
        expr = self.join(side)
        match expr:
            # a/60/60=q r s counts in wholes of 60*60.
            case Binary("/", Binary("/", top, inner), outer):
                bottom: Expr = Binary("*", inner, outer)
            case Binary("/", top, bottom):
                pass
            case _:
                raise ParseError(f"expected a division before the remainder in {shorten(self.text.formula)}")
        whole = Call("floor", (expr,)) if rest else expr
        left_over = Call("remainder", (top, bottom))
        up = Call("ceil", (expr,))
        self.results += [_Result(Fraction(quotient), whole), _Result(Fraction(rest), left_over)]
        kind = self.kind or self.kind_by_answer(quotient, rest)
        meant: tuple[Expr, int | None] = {
            "floor": (whole, quotient),
            "remainder": (left_over, rest),
            "ceil": (up, None),
        }[kind]
        self.last = Outcome(meant[0], None if meant[1] is None else Number(Fraction(meant[1])))

    def kind_by_answer(self, quotient: int, rest: int) -> str:
        """Return which of quotient, remainder and the next whole number the answer is."""
        if self.answers and self.answers[0] != quotient:
            return "remainder" if self.answers[0] == rest else "ceil"
        return "floor"

    def add_ratio(self, sides: list[Expr], *, last: bool) -> None:
        """Take a step ``a:b``, at the end ``a:b=c:d`` with a ratio as answer, or a proportion."""
        match sides:
            case [Ratio(_) as ratio]:
                self.last = Outcome(self.join(ratio), None)
            case [Ratio((first, second)) as ratio, Ratio((third, fourth)) as stated]:
                if last and (self.asks_ratio or (not self.answers and _in_lowest_terms(stated))):
                    self.last = Outcome(self.join(ratio), stated)
                    return
                members = [self.join(member) for member in (first, second, third)]
                if isinstance(fourth, Number):
                    expr = Binary("/", Binary("*", members[2], members[1]), members[0])
                    self.results.append(_Result(fourth.value, expr))
                self.last = self.proportion(members, fourth)
            case _:
                raise ParseError(f"expected two ratios of two members in {shorten(self.text.formula)}")

    def proportion(self, known: list[Expr], fourth: Expr) -> Outcome:
        """Return the proportion with the member that is the answer as its unknown."""
        members = [*known, fourth]
        place = 3
        for position in (3, 2, 1, 0):
            member = members[position]
            if isinstance(member, Number) and self.answers and member.value == self.answers[0]:
                place = position
                break
        stated = members[place]
        members[place] = Unknown("x")
        return Outcome(Equation(Ratio((members[0], members[1])), Ratio((members[2], members[3]))), stated)

    def join(self, expr: Expr) -> Expr:
        """Return a step's expression with results of earlier steps in place of their values."""
        parts = list(walk(expr))
        self.grow(len(parts))
        self.kept = {id(part.right) for part in parts if _converts(part)}
        self.taken = set()
        return map_expr(expr, self.refer)

    def refer(self, leaf: Leaf) -> Expr:
        """Return the result that a number of a later step stands for, or the number itself."""
        if not isinstance(leaf, Number):
            return leaf
        same = [
            result for result in self.results if result.value == leaf.value and id(result) not in self.taken
        ]
        unused = [result for result in same if not result.used]
        if not same or id(leaf) in self.kept or (not unused and leaf.value in self.given):
            self.given.add(leaf.value)
            return leaf
        chosen = unused[0] if unused else same[-1]
        chosen.used = True
        self.taken.add(id(chosen))
        self.grow(sum(1 for _ in walk(chosen.expr)))
        return chosen.expr

    def grow(self, nodes: int) -> None:
        """Count nodes, and refuse a formula whose steps double too often."""
        self.nodes += nodes
        if self.nodes > MAX_NODES:
            raise TooLarge(f"the steps of {shorten(self.text.formula)} join to more than {MAX_NODES} nodes")


def _converts(part: Node) -> TypeGuard[Binary]:
    """Tell whether a factor or divisor only changes the unit, such as 60 minutes an hour; it is no result."""
    match part:
        case Binary("*" | "/", _, Number(value)):
            return value in _CONVERSIONS
        case _:
            return False


def _in_lowest_terms(ratio: Ratio) -> bool:
    match ratio.parts:
        case (Number(first), Number(second)) if second:
            return (first / second).numerator == first and (first / second).denominator == second
        case _:
            return False
