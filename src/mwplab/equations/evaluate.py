"""The value of an expression: exact, or to thirty digits where it is irrational."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction

from mwplab.equations.bounds import check_size
from mwplab.equations.functions import EXACT, WORKING_BITS, ZERO, cut, irrational, power, shown
from mwplab.equations.lexer import shorten
from mwplab.equations.nodes import Binary, Call, Choice, Expr, Negate, Number, QuantityRef, Ratio, Unknown
from mwplab.equations.render import render
from mwplab.errors import EvaluationError, TooLarge

Value = Fraction | tuple[Fraction, ...] | str
"""A number, a ratio's parts in lowest whole terms, or the label that a choice picked."""

TIED = "equal"
"""The value of a choice whose best candidates are equal."""

_STEPS = frozenset({"floor", "ceil", "round", "gcd", "lcm", "remainder", "factorial", "choose", "permute"})


def evaluate(expr: Expr, values: Mapping[str, Value] | None = None) -> Value:
    """Return the exact value of an expression.

    >>> from mwplab.equations.grammar import parse_expression
    >>> evaluate(parse_expression("(3 + 2) / 4"))
    Fraction(5, 4)
    >>> evaluate(parse_expression("6 : 4x"), {"x": Fraction(1)})
    (Fraction(3, 1), Fraction(2, 1))
    >>> evaluate(parse_expression("sqrt(2)"))
    Traceback (most recent call last):
    mwplab.errors.EvaluationError: 'sqrt(2)' is irrational; use approximate
    """
    return _evaluated(Evaluation(values or {}, exact=True), expr)


def approximate(expr: Expr, values: Mapping[str, Value] | None = None) -> Value:
    """Return the value of an expression, exact where it is rational and else to thirty digits.

    >>> from mwplab.equations.grammar import parse_expression
    >>> float(approximate(parse_expression("2 * sin(1) - 2^(1/2)")))
    0.268728407242698
    """
    evaluation = Evaluation(values or {})
    return evaluation.shown(_evaluated(evaluation, expr))


def _evaluated(evaluation: Evaluation, expr: Expr) -> Value:
    try:
        return evaluation.value(expr)
    except OpenUnknown as error:
        raise EvaluationError(f"the unknown {error.args[0]!r} in {name(expr)} has no value") from None
    except RecursionError as error:
        raise TooLarge("the expression is nested too deeply to be evaluated") from error


def name(expr: Expr) -> str:
    """Return an expression as an error message quotes it."""
    return shorten(render(expr))


class OpenUnknown(Exception):
    """Met an unknown without a value; never leaves the room."""


class Evaluation:
    """Computes values from the leaves up and notes whether a step was irrational."""

    __slots__ = ("_exact", "inexact", "values")

    def __init__(self, values: Mapping[str, Value], *, exact: bool = False, inexact: bool = False) -> None:
        self.values = values
        self._exact = exact
        self.inexact = inexact

    def value(self, expr: Expr) -> Value:
        """Return the value of any expression; a bare unknown may stand for a ratio or a label."""
        if isinstance(expr, Unknown):
            if expr.name not in self.values:
                raise OpenUnknown(expr.name)
            return self.values[expr.name]
        if isinstance(expr, Ratio):
            return self._ratio(expr)
        if isinstance(expr, Choice):
            return self._choice(expr)
        return self.number(expr)

    def number(self, expr: Expr) -> Fraction:
        """Return the value of an expression that has to be a number."""
        if isinstance(expr, Number):
            return expr.value
        if isinstance(expr, Binary):
            return self.binary(expr, self.number(expr.left), self.number(expr.right))
        if isinstance(expr, Negate):
            return -self.number(expr.operand)
        if isinstance(expr, Call):
            return self.call(expr, [self.number(argument) for argument in expr.arguments])
        if isinstance(expr, Unknown):
            found = self.value(expr)
            if isinstance(found, Fraction):
                return found
            raise EvaluationError(f"{expr.name!r} stands for {found!r}, which cannot be computed with")
        if isinstance(expr, Ratio | Choice):
            raise EvaluationError(f"{name(expr)} is no number, so it cannot be computed with")
        kind = "quantity" if isinstance(expr, QuantityRef) else "slot"
        raise EvaluationError(f"the {kind} {name(expr)} has no value; fill it with a number first")

    def binary(self, expr: Binary, left: Fraction, right: Fraction) -> Fraction:
        """Return the value of two numbers joined by the operator of an expression."""
        operator = expr.operator
        if operator == "+":
            result = left + right
        elif operator == "-":
            result = left - right
        elif operator == "*":
            result = left * right
        elif operator == "/":
            if not right:
                raise EvaluationError(f"{name(expr)} divides by zero")
            result = left / right
        else:
            result = self._power(expr, left, right)
        if self.inexact:
            # What is left when two equal irrational numbers are subtracted is noise.
            noise = operator in "+-" and abs(result) * 2 ** (WORKING_BITS - 40) < abs(left) + abs(right)
            return check_size(ZERO if noise else cut(result))
        return check_size(result)

    def _power(self, expr: Binary, base: Fraction, exponent: Fraction) -> Fraction:
        # An irrational base has digits enough that an exact power of it would be too large.
        long = (
            self.inexact and base.denominator.bit_length() > WORKING_BITS // 2 and exponent.denominator == 1
        )
        try:
            result = None if long else power(base, exponent)
            return self._irrational(expr, "^", [base, exponent]) if result is None else result
        except ArithmeticError as error:
            raise EvaluationError(f"{name(expr)} has no value: {error}") from error

    def call(self, expr: Call, arguments: list[Fraction]) -> Fraction:
        """Return the value of an expression's function for these arguments."""
        if self.inexact and expr.function in _STEPS:
            arguments = [shown(argument) for argument in arguments]
        try:
            result = EXACT[expr.function](arguments)
        except ArithmeticError as error:
            raise EvaluationError(f"{name(expr)} has no value: {error}") from error
        return check_size(self._irrational(expr, expr.function, arguments) if result is None else result)

    def _irrational(self, expr: Expr, function: str, arguments: list[Fraction]) -> Fraction:
        if self._exact:
            raise EvaluationError(f"{name(expr)} is irrational; use approximate")
        self.inexact = True
        return irrational(function, arguments)

    def _ratio(self, expr: Ratio) -> Value:
        parts = [self.number(part) for part in expr.parts]
        if not any(parts):
            raise EvaluationError(f"every part of {name(expr)} is zero, so it has no value")
        if self.inexact:
            first = next(part for part in parts if part)
            parts = [shown(part / first) for part in parts]
        return lowest_terms(parts)

    def _choice(self, expr: Choice) -> str:
        found = [(self.shown(self.number(option)), label) for label, option in expr.options]
        best = (max if expr.pick == "largest" else min)(value for value, _ in found)
        labels = [label for value, label in found if value == best]
        return labels[0] if len(labels) == 1 else TIED

    def shown(self, value: Value) -> Value:
        """Return a value as a result shows it: unchanged where every step was exact."""
        return shown(value) if self.inexact and isinstance(value, Fraction) else value


def lowest_terms(parts: list[Fraction]) -> tuple[Fraction, ...]:
    """Return a ratio's parts as whole numbers without a common factor, the first of them positive.

    >>> lowest_terms([Fraction(-1, 2), Fraction(3, 4)])
    (Fraction(2, 1), Fraction(-3, 1))
    """
    bottom = math.lcm(*(part.denominator for part in parts))
    whole = [(part * bottom).numerator for part in parts]
    shared = math.gcd(*whole)
    if next(number for number in whole if number) < 0:
        shared = -shared
    return tuple(check_size(Fraction(number // shared)) for number in whole)
