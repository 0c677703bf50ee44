"""How an expression becomes a quotient of polynomials, so that unknowns can be eliminated."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from mwplab.equations.clock import Clock
from mwplab.equations.evaluate import Evaluation, name
from mwplab.equations.functions import ONE
from mwplab.equations.nodes import Binary, Call, Choice, Equation, Expr, Negate, Number, Ratio, Unknown
from mwplab.equations.polynomial import (
    MAX_DEGREE,
    UNIT,
    Polynomial,
    Quotient,
    add,
    multiply,
    raise_to,
    scale,
    unknowns,
)
from mwplab.errors import EvaluationError, NoSolution, Unsolvable

MAX_PARTS = 30
"""Parts of a ratio of which none is a number; more give too many cross products."""

ROOTS = {"sqrt": 2, "cbrt": 3}
"""Functions that are roots, with their degrees."""


class Expander:
    """Turns equations into polynomials that are zero, and notes what must not be zero."""

    def __init__(self, evaluation: Evaluation, clock: Clock) -> None:
        self.clock = clock
        """Limits the time for multiplying out."""
        self.evaluation = evaluation
        """Knows the unknowns that have a value already."""
        self.nonzero: list[tuple[Polynomial, ...]] = []
        """Denominators, and parts of ratios: of each group one polynomial at least is not zero."""
        self.roots: dict[tuple[int, Expr], tuple[str, Polynomial]] = {}
        """Degree and operand of each root: the unknown that stands for it, and what is zero then."""

    def equation(self, equation: Equation) -> list[Polynomial]:
        """Return polynomials that are all zero exactly where the equation holds.

        >>> from mwplab.equations.grammar import parse
        >>> expander = Expander(Evaluation({}), Clock(1))
        >>> expander.equation(parse("x : y = 3 : 5").statements[0])
        [{('y',): Fraction(3, 1), ('x',): Fraction(-5, 1)}]
        """
        before = self.roots.copy()
        try:
            found = self._equation(equation)
        except Unsolvable:
            self.roots = before
            raise
        return found + [zero for key, (_, zero) in self.roots.items() if key not in before]

    def not_negative(self) -> list[str]:
        """Return the unknowns that stand for square roots and the like."""
        return [unknown for (degree, _), (unknown, _) in self.roots.items() if degree % 2 == 0]

    def _equation(self, equation: Equation) -> list[Polynomial]:
        for side in (equation.left, equation.right):
            if isinstance(side, Choice):
                raise Unsolvable(f"elimination cannot undo the choice {name(side)}")
        left, right = self._parts(equation.left), self._parts(equation.right)
        if left is None and right is None:
            return [self._sum(self.quotient(equation.left), self.quotient(equation.right), -ONE).top]
        if left is None or right is None:
            shown = f"{name(equation.left)} and {name(equation.right)}"
            raise Unsolvable(
                f"a ratio equals another ratio only, not a number: {shown}; write a division instead"
            )
        return self._proportion(left, right, equation)

    def _parts(self, side: Expr) -> list[Quotient] | None:
        if isinstance(side, Ratio):
            return [self.quotient(part) for part in side.parts]
        known = self.evaluation.values.get(side.name) if isinstance(side, Unknown) else None
        return [_constant(part) for part in known] if isinstance(known, tuple) else None

    def _proportion(
        self, left: list[Quotient], right: list[Quotient], equation: Equation
    ) -> list[Polynomial]:
        if len(left) != len(right):
            shown = f"{name(equation.left)} and {name(equation.right)}"
            raise NoSolution(f"ratios of {len(left)} and of {len(right)} parts are never equal: {shown}")
        for side in (left, right):
            self.nonzero.append(tuple(part.top for part in side))
        pairs = self._anchored(left, right) or list(combinations(range(len(left)), 2))
        if len(pairs) > MAX_PARTS**2:
            raise Unsolvable(
                f"a ratio has {len(left)} parts and none is a number; at most {MAX_PARTS} are solved"
            )
        return [
            self._sum(_product(left[first], right[second]), _product(left[second], right[first]), -ONE).top
            for first, second in pairs
        ]

    def _anchored(self, left: list[Quotient], right: list[Quotient]) -> list[tuple[int, int]]:
        """Return the pairs with one part that is a number: they say everything."""
        for anchor in range(len(left)):
            if any(part[anchor].top and not unknowns(part[anchor].top) for part in (left, right)):
                return [(other, anchor) for other in range(len(left)) if other != anchor]
        return []

    def quotient(self, expr: Expr) -> Quotient:
        """Return an expression as a quotient of polynomials."""
        found = self._expand(expr)
        return _constant(found) if isinstance(found, Fraction) else found

    def _expand(self, expr: Expr) -> Fraction | Quotient:
        if isinstance(expr, Number):
            return expr.value
        if isinstance(expr, Unknown) and expr.name not in self.evaluation.values:
            return Quotient({(expr.name,): ONE})
        if isinstance(expr, Binary):
            left, right = self._expand(expr.left), self._expand(expr.right)
            if isinstance(left, Fraction) and isinstance(right, Fraction):
                return self.evaluation.binary(expr, left, right)
            self.clock.check()
            if expr.operator == "^":
                return self._power(expr, left, right)
            return self._join(expr, _lift(left), _lift(right))
        if isinstance(expr, Negate):
            operand = _lift(self._expand(expr.operand))
            return Quotient(scale(operand.top, -ONE), operand.bottom)
        if isinstance(expr, Call):
            return self._call(expr)
        return self.evaluation.number(expr)

    def _join(self, expr: Binary, left: Quotient, right: Quotient) -> Quotient:
        if expr.operator == "*":
            return _product(left, right)
        if expr.operator == "/":
            return self._divide(expr, left, right)
        return self._sum(left, right, ONE if expr.operator == "+" else -ONE)

    def _sum(self, left: Quotient, right: Quotient, factor: Fraction) -> Quotient:
        if left.bottom == right.bottom:
            return Quotient(add(left.top, right.top, factor), left.bottom)
        top = add(multiply(left.top, right.bottom), multiply(right.top, left.bottom), factor)
        return Quotient(top, multiply(left.bottom, right.bottom))

    def _divide(self, expr: Expr, left: Quotient, right: Quotient) -> Quotient:
        if not right.top:
            raise EvaluationError(f"{name(expr)} divides by zero")
        if len(right.top) == 1 and () in right.top:
            return Quotient(scale(multiply(left.top, right.bottom), 1 / right.top[()]), left.bottom)
        self.nonzero.append((right.top,))
        return Quotient(multiply(left.top, right.bottom), multiply(left.bottom, right.top))

    def _power(self, expr: Binary, base: Fraction | Quotient, exponent: Fraction | Quotient) -> Quotient:
        if isinstance(exponent, Quotient) or max(abs(exponent.numerator), exponent.denominator) > MAX_DEGREE:
            raise Unsolvable(f"elimination cannot undo the power {name(expr)}")
        base, times = _lift(base), abs(exponent.numerator)
        if exponent.denominator > 1:
            base = self._root(exponent.denominator, expr.left, base)
        powered = Quotient(raise_to(base.top, times, self.clock), raise_to(base.bottom, times, self.clock))
        return powered if exponent >= 0 else self._divide(expr, Quotient(UNIT), powered)

    def _root(self, degree: int, operand: Expr, inside: Quotient) -> Quotient:
        """Return a new unknown t for a root, with t^degree = what is inside."""
        # No unknown that was read has such a name.
        unknown = self.roots.get((degree, operand), (f"root {len(self.roots)}", {}))[0]
        zero = add(multiply({(unknown,) * degree: ONE}, inside.bottom), inside.top, -ONE)
        self.roots[degree, operand] = (unknown, zero)
        return Quotient({(unknown,): ONE})

    def _call(self, expr: Call) -> Fraction | Quotient:
        arguments = [self._expand(argument) for argument in expr.arguments]
        numbers = [argument for argument in arguments if isinstance(argument, Fraction)]
        if len(numbers) == len(arguments):
            return self.evaluation.call(expr, numbers)
        if expr.function in ROOTS:
            return self._root(ROOTS[expr.function], expr.arguments[0], _lift(arguments[0]))
        if expr.function != "mean":
            raise Unsolvable(f"elimination cannot undo the function in {name(expr)}")
        total = Quotient({})
        for argument in arguments:
            total = self._sum(total, _lift(argument), ONE)
        return Quotient(scale(total.top, Fraction(1, len(arguments))), total.bottom)


def _constant(value: Fraction) -> Quotient:
    return Quotient({(): value} if value else {})


def _lift(found: Fraction | Quotient) -> Quotient:
    return _constant(found) if isinstance(found, Fraction) else found


def _product(left: Quotient, right: Quotient) -> Quotient:
    return Quotient(multiply(left.top, right.top), multiply(left.bottom, right.bottom))
