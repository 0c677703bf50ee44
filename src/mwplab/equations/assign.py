"""Values by direct assignment: ``x = 3 + 4; y = 2x``, in any order."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from fractions import Fraction

from mwplab.equations.evaluate import Evaluation, OpenUnknown, Value
from mwplab.equations.lexer import shorten
from mwplab.equations.nodes import Comparison, Equation, Statement, Unknown
from mwplab.equations.render import render
from mwplab.errors import NoSolution

TOLERANCE = Fraction(1, 10**25)
"""How far apart, as a share, two inexact values may lie that count as equal."""


def assign(
    equations: Sequence[Equation], values: dict[str, Value], *, inexact: bool = False
) -> tuple[list[Equation], bool]:
    """Add what assignments give to the values; return the equations not used and whether a step was inexact.

    An equation whose unknowns all have values is a check.

    >>> from mwplab.equations.grammar import parse
    >>> values = {}
    >>> equations = parse("y = 2x; 3 + 4 = x; z + 1 = y").statements
    >>> assign(equations, values)[0] == [equations[2]]
    True
    >>> values
    {'x': Fraction(7, 1), 'y': Fraction(14, 1)}
    """
    evaluation = Evaluation(values, inexact=inexact)
    used: set[int] = set()
    waiting: dict[str, list[int]] = {}
    work = deque(range(len(equations)))
    while work:
        position = work.popleft()
        if position in used:
            continue
        try:
            assigned = _attempt(equations[position], values, evaluation)
        except OpenUnknown as missing:
            for each in missing.args:
                waiting.setdefault(each, []).append(position)
            continue
        used.add(position)
        if assigned is not None:
            work.extend(waiting.pop(assigned, ()))
    return [each for position, each in enumerate(equations) if position not in used], evaluation.inexact


def _attempt(equation: Equation, values: dict[str, Value], evaluation: Evaluation) -> str | None:
    """Return the unknown that the equation gave a value, or ``None`` after a check."""
    left, right = equation.left, equation.right
    if isinstance(left, Unknown) and left.name not in values:
        try:
            values[left.name] = evaluation.value(right)
        except OpenUnknown as missing:
            # In x = y either side may be the first to get a value.
            raise OpenUnknown(*missing.args, *([left.name] if isinstance(right, Unknown) else [])) from None
        return left.name
    if isinstance(right, Unknown) and right.name not in values:
        values[right.name] = evaluation.value(left)
        return right.name
    if not same(evaluation.value(left), evaluation.value(right), inexact=evaluation.inexact):
        raise NoSolution(f"the equations contradict each other: {quoted(equation)} does not hold")
    return None


def same(left: Value, right: Value, *, inexact: bool) -> bool:
    """Return whether two values are equal, up to the last digits where they are inexact."""
    if inexact and isinstance(left, Fraction) and isinstance(right, Fraction):
        return abs(left - right) <= TOLERANCE * max(Fraction(1), abs(left), abs(right))
    return left == right


def quoted(statement: Statement) -> str:
    """Return a statement as an error message quotes it."""
    return shorten(render(statement))


def holds(comparison: Comparison, left: Value, right: Value, *, inexact: bool) -> bool:
    """Return whether a side condition holds between two values.

    >>> holds(Comparison("<", Unknown("x"), Unknown("y")), Fraction(1), Fraction(2), inexact=False)
    True
    """
    equal = same(left, right, inexact=inexact)
    if comparison.relation == "!=":
        return not equal
    if not isinstance(left, Fraction) or not isinstance(right, Fraction):
        raise NoSolution(f"the condition {quoted(comparison)} compares things that have no order")
    if equal:
        return "=" in comparison.relation
    return (left < right) == ("<" in comparison.relation)
