"""Equations as polynomials in their unknowns, at many points at once, modulo a prime or exactly.

A point gives every slot a whole number. One walk over the tree serves all points, so that a coefficient is a
list with one number per point. Nothing is ever divided: a quotient keeps its denominator, and an equation
between quotients is multiplied through.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations

from mwplab.equations.evaluate import evaluate
from mwplab.equations.nodes import (
    Binary,
    Call,
    Choice,
    Equation,
    Expr,
    Negate,
    Number,
    QuantityRef,
    Ratio,
    Slot,
    Unknown,
)
from mwplab.errors import EquationError

PRIME = 2**61 - 1
"""The modulus of all invariants; unequal templates of degree d agree by chance once in PRIME / d times."""

MAX_TERMS = 200
"""Products of unknowns in one polynomial."""

MAX_POWER = 64
"""The largest exponent that is multiplied out."""

MAX_PARTS = 8
"""Parts of one ratio."""

Monomial = tuple[int, ...]
"""The positions of the unknowns of a product in ascending order; a constant is ``()``."""

Form = dict[Monomial, list[int]]
"""The factor of each product at every point; factors may be zero."""

Row = dict[Monomial, int]
"""A polynomial that is zero, at one point; no factor is zero."""

_CONSTANT: Monomial = ()


class CannotTell(Exception):
    """Met something that modular arithmetic does not decide; says what. Never leaves the room."""


class HasFunction(CannotTell):
    """Met a function, an open power or a choice, which are computed with whole numbers instead."""


@dataclass(slots=True)
class Expansion:
    """Turns equations into polynomials that are zero."""

    slots: Sequence[list[int]]
    """For each slot its value at every point."""

    names: Mapping[str, int]
    """The position of each unknown."""

    size: int
    """How many points there are."""

    modulus: int | None = PRIME
    """What coefficients are reduced by; ``None`` keeps them exact."""

    denominators: list[Form] = field(default_factory=list)
    """What must not be zero."""

    def rows(self, equations: Iterable[Equation]) -> list[list[Row]]:
        """Return for each point the polynomials that are zero there.

        >>> from mwplab.equations.grammar import parse
        >>> from mwplab.equations.layout import lay_out
        >>> layout = lay_out(parse("x / A + B = 2y"))
        >>> Expansion([[3, 5], [4, 7]], layout.names, 2).rows(layout.equations)[0] == [
        ...     {(0,): 1, (): 12, (1,): PRIME - 6}]
        True
        """
        forms = [form for equation in equations for form in self._equation(equation)]
        return [[self._at(form, point) for form in forms] for point in range(self.size)]

    def denominators_at(self, point: int) -> list[Row]:
        """Return what must not be zero at a point."""
        return [self._at(form, point) for form in self.denominators]

    def _at(self, form: Form, point: int) -> Row:
        modulus = self.modulus
        if modulus is None:
            return {monomial: values[point] for monomial, values in form.items() if values[point]}
        return {monomial: value for monomial, values in form.items() if (value := values[point] % modulus)}

    def _equation(self, equation: Equation) -> list[Form]:
        left, right = equation.left, equation.right
        if not (isinstance(left, Ratio) and isinstance(right, Ratio)):
            return [self._cleared(self._expand(left), self._expand(right))]
        if len(left.parts) != len(right.parts) or len(left.parts) > MAX_PARTS:
            raise CannotTell(f"ratios of {len(left.parts)} and of {len(right.parts)} parts are not compared")
        pairs = combinations(list(zip(left.parts, right.parts, strict=True)), 2)
        return [
            self._cleared(self._expand(Binary("*", a, d)), self._expand(Binary("*", b, c)))
            for (a, c), (b, d) in pairs
        ]

    def _cleared(self, left: tuple[Form, Form | None], right: tuple[Form, Form | None]) -> Form:
        difference = self._sum(left, right, negative=True)[0]
        # A denominator such as 2x says that x is not zero, so that a common factor x says nothing.
        for denominator in self.denominators:
            monomials = [monomial for monomial, values in denominator.items() if any(values)]
            for unknown in set(monomials[0]) if len(monomials) == 1 else ():
                difference = _without_factor(difference, unknown)
        return difference

    def _expand(self, expr: Expr) -> tuple[Form, Form | None]:
        kind = type(expr)
        if kind is Slot:
            return {_CONSTANT: self.slots[expr.index]}, None  # type: ignore[union-attr]
        if kind is Unknown:
            return self._unknown(expr.name), None  # type: ignore[union-attr]
        if kind is Number:
            top, bottom = expr.value.as_integer_ratio()  # type: ignore[union-attr]
            return {_CONSTANT: [top] * self.size}, None if bottom == 1 else {_CONSTANT: [bottom] * self.size}
        if isinstance(expr, Binary):
            if expr.operator == "^":
                return self._power(expr)
            left, right = self._expand(expr.left), self._expand(expr.right)
            if expr.operator == "*":
                return self._product(left[0], right[0]), self._bottom(left[1], right[1])
            if expr.operator == "/":
                return self._quotient(left, right)
            return self._sum(left, right, negative=expr.operator == "-")
        if isinstance(expr, Negate):
            top, below = self._expand(expr.operand)
            return {monomial: [-value for value in values] for monomial, values in top.items()}, below
        if isinstance(expr, Call) and expr.function == "mean":
            return self._mean(expr)
        if isinstance(expr, Call | Choice):
            raise HasFunction("it has a function")
        if isinstance(expr, QuantityRef):
            raise CannotTell("it refers to a quantity")
        raise CannotTell("it computes with a ratio")

    def _unknown(self, name: str) -> Form:
        if name not in self.names:
            raise CannotTell("it computes with a ratio")
        return {(self.names[name],): [1] * self.size}

    def _mean(self, expr: Call) -> tuple[Form, Form | None]:
        total = self._expand(expr.arguments[0])
        for argument in expr.arguments[1:]:
            total = self._sum(total, self._expand(argument))
        return total[0], self._bottom(total[1], {_CONSTANT: [len(expr.arguments)] * self.size})

    def _sum(
        self, left: tuple[Form, Form | None], right: tuple[Form, Form | None], *, negative: bool = False
    ) -> tuple[Form, Form | None]:
        (one, below), (other, beside) = left, right
        if below == beside:
            return _added(one, other, negative), below
        if beside is not None:
            one = self._product(one, beside)
        if below is not None:
            other = self._product(other, below)
        return _added(one, other, negative), self._bottom(below, beside)

    def _quotient(
        self, left: tuple[Form, Form | None], right: tuple[Form, Form | None]
    ) -> tuple[Form, Form | None]:
        (top, below), (divisor, above) = left, right
        if any(divisor.keys()):
            self.denominators.append(divisor)
        return top if above is None else self._product(top, above), self._bottom(below, divisor)

    def _power(self, expr: Binary) -> tuple[Form, Form | None]:
        exponent = _whole(expr.right)
        top, bottom = self._expand(expr.left)
        top, bottom = self._raised(top, abs(exponent)), bottom and self._raised(bottom, abs(exponent))
        if exponent >= 0:
            return top, bottom
        return self._quotient(({_CONSTANT: [1] * self.size}, None), (top, bottom))

    def _raised(self, form: Form, times: int) -> Form:
        result: Form = {_CONSTANT: [1] * self.size}
        for _ in range(times):
            result = self._product(result, form)
        return result

    def _bottom(self, left: Form | None, right: Form | None) -> Form | None:
        if left is None or right is None:
            return right if left is None else left
        return self._product(left, right)

    def _product(self, left: Form, right: Form) -> Form:
        result: Form = {}
        modulus = self.modulus
        for one, factors in left.items():
            for other, others in right.items():
                monomial = one + other if not (one and other) else tuple(sorted(one + other))
                if modulus is None:
                    values = [a * b for a, b in zip(factors, others, strict=True)]
                else:
                    values = [a * b % modulus for a, b in zip(factors, others, strict=True)]
                if monomial in result:
                    values = [a + b for a, b in zip(result[monomial], values, strict=True)]
                result[monomial] = values
        if len(result) > MAX_TERMS:
            raise CannotTell(f"it has a polynomial of more than {MAX_TERMS} terms")
        return result


def _added(left: Form, right: Form, negative: bool) -> Form:
    result = dict(left)
    for monomial, values in right.items():
        here = result.get(monomial)
        if here is None:
            result[monomial] = [-value for value in values] if negative else values
        elif negative:
            result[monomial] = [a - b for a, b in zip(here, values, strict=True)]
        else:
            result[monomial] = [a + b for a, b in zip(here, values, strict=True)]
    return result


def _without_factor(form: Form, unknown: int) -> Form:
    times = min((monomial.count(unknown) for monomial, values in form.items() if any(values)), default=0)
    if not times:
        return form

    def shortened(monomial: Monomial) -> Monomial:
        start = monomial.index(unknown)
        return monomial[:start] + monomial[start + times :]

    return {
        shortened(monomial): values for monomial, values in form.items() if monomial.count(unknown) >= times
    }


def _whole(expr: Expr) -> int:
    try:
        exponent = evaluate(expr)
    except EquationError:
        raise HasFunction("it has a power with an open exponent") from None
    if not isinstance(exponent, Fraction) or exponent.denominator != 1:
        raise HasFunction("it has a root")
    if abs(exponent) > MAX_POWER:
        raise CannotTell(f"it has a power beyond {MAX_POWER}")
    return exponent.numerator
