"""What one branch of solutions says about the unknowns, and about any expression in them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from mwplab.equations.assign import holds
from mwplab.equations.bounds import check_size
from mwplab.equations.clock import Clock
from mwplab.equations.elimination import Branch
from mwplab.equations.evaluate import Evaluation, Value, lowest_terms
from mwplab.equations.expand import Expander
from mwplab.equations.functions import ZERO, cut, shown
from mwplab.equations.linear import NOISE
from mwplab.equations.nodes import Choice, Comparison, Expr, Ratio, Unknown, walk
from mwplab.equations.polynomial import UNIT, Polynomial, Quotient, compose, multiple, unknowns
from mwplab.errors import EvaluationError, Unsolvable


class Outcome:
    """Values of unknowns, and formulas for those that depend on an open one."""

    def __init__(self, values: Mapping[str, Value], clock: Clock, *, inexact: bool = False) -> None:
        self._clock = clock
        self.values: dict[str, Value] = dict(values)
        self.formulas: dict[str, Quotient] = {}
        self.inexact = inexact

    def after(self, branch: Branch, expander: Expander) -> Outcome | None:
        """Return what is known after a branch, or ``None`` if it makes zero or negative what must not be."""
        outcome = Outcome(self.values, self._clock, inexact=self.inexact or branch.inexact)
        for unknown, quotient in reversed(branch.solved):
            found = outcome._reduce(quotient)
            if not found.bottom:
                return None
            value = multiple(*found)
            if value is None:
                outcome.formulas[unknown] = found
            else:
                outcome.values[unknown] = check_size(value)
        groups = [*((each,) for each in branch.nonzero), *expander.nonzero]
        possible = all(any(map(outcome._is_something, group)) for group in groups)
        roots = (outcome.values.get(each, ZERO) for each in expander.not_negative())
        return (
            outcome
            if possible and not any(isinstance(each, Fraction) and each < 0 for each in roots)
            else None
        )

    def _is_something(self, polynomial: Polynomial) -> bool:
        return bool(self._reduce(Quotient(polynomial)).top)

    def satisfies(self, condition: Comparison) -> bool:
        """Return whether a side condition holds; one about an open unknown does."""
        try:
            left, right = self.value(condition.left), self.value(condition.right)
        except EvaluationError:
            return False
        return left is None or right is None or holds(condition, left, right, inexact=self.inexact)

    def shown(self, value: Value) -> Value:
        """Return a value as a result shows it."""
        return shown(value) if self.inexact and isinstance(value, Fraction) else value

    def _reduce(self, quotient: Quotient) -> Quotient:
        """Return a quotient in open unknowns only; the bottom is empty where it divides by zero."""
        top, bottom = quotient
        quotient = Quotient(self._insert(top), bottom if bottom is UNIT else self._insert(bottom))
        for unknown in sorted((unknowns(quotient.top) | unknowns(quotient.bottom)) & self.formulas.keys()):
            quotient = compose(quotient, unknown, self.formulas[unknown], self._clock)
        return quotient

    def _insert(self, polynomial: Polynomial) -> Polynomial:
        totals: Polynomial = {}
        sizes: Polynomial = {}
        for monomial, factor in polynomial.items():
            rest = []
            for each in monomial:
                value = self.values.get(each)
                if isinstance(value, Fraction):
                    factor = check_size(cut(factor * value) if self.inexact else factor * value)
                else:
                    rest.append(each)
            key = tuple(rest)
            totals[key] = totals.get(key, ZERO) + factor
            sizes[key] = max(sizes.get(key, ZERO), abs(factor)) if self.inexact else ZERO
        return {key: total for key, total in totals.items() if total and abs(total) * NOISE > sizes[key]}

    def value(self, expr: Expr) -> Value | None:
        """Return the value of an expression, or ``None`` where it depends on an open unknown."""
        evaluation = Evaluation(self.values, inexact=self.inexact)
        if not self.open_in(expr):
            value = evaluation.value(expr)
            self.inexact |= evaluation.inexact
            return evaluation.shown(value)
        if isinstance(expr, Ratio):
            return self._ratio(expr, Expander(evaluation, self._clock))
        if isinstance(expr, Choice):
            return None
        try:
            return multiple(*self._reduce(Expander(evaluation, self._clock).quotient(expr)))
        except Unsolvable:
            return None

    def _ratio(self, expr: Ratio, expander: Expander) -> Value | None:
        parts = [self._reduce(expander.quotient(part)) for part in expr.parts]
        anchor = next((part for part in parts if part.top), None)
        if anchor is None or any(part.bottom != anchor.bottom for part in parts):
            return None
        factors = [multiple(part.top, anchor.top) for part in parts]
        found = [factor for factor in factors if factor is not None]
        return lowest_terms(found) if len(found) == len(parts) else None

    def open_in(self, expr: Expr) -> list[str]:
        """Return the unknowns of an expression that have no value, in order of appearance."""
        names = (part.name for part in walk(expr) if isinstance(part, Unknown))
        return list(dict.fromkeys(each for each in names if each not in self.values))
