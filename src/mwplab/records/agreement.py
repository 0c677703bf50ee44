"""Do the equations of a problem give its answers?"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from mwplab.equations.evaluate import Value
from mwplab.equations.solve import answers as solve_answers
from mwplab.equations.templates import unknowns
from mwplab.errors import EquationError
from mwplab.records.answers import (
    DEFAULT_TOLERANCE,
    AnswerValue,
    Time,
    Tolerance,
    contains_values,
    same_values,
)
from mwplab.records.problem import Problem

Solutions = Sequence[Sequence[Value]]
"""The values asked for, once for each way to solve the equations."""


def consistent(problem: Problem, tolerance: Tolerance = DEFAULT_TOLERANCE) -> bool:
    """Tell whether a problem has equations that can be solved and give its answers.

    >>> from mwplab.equations import parse
    >>> from mwplab.records import parse_answers
    >>> [
    ...     consistent(Problem(id="a/1", equations=parse("x = 2 + 2"), answers=parse_answers(answer)))
    ...     for answer in ("4", "5")
    ... ]
    [True, False]
    """
    if problem.equations is None or not unknowns(problem.equations) or not problem.answers:
        return False
    try:
        return answered_by(problem, solutions(problem), tolerance)
    except EquationError:
        return False


def solutions(problem: Problem) -> Solutions:
    """Return the values that a problem's equations give; an EquationError where they give none."""
    system = problem.filled_equations
    return [] if system is None else solve_answers(system, problem.filled_asked)


def answered_by(problem: Problem, found: Solutions, tolerance: Tolerance = DEFAULT_TOLERANCE) -> bool:
    """Tell whether one of these solutions is what the problem's answers say."""
    if any(_agrees(problem, values, tolerance) for values in found):
        return True
    system = problem.filled_equations
    # Where what is asked for gives something else, the answers may still be all unknowns, or some of them.
    return (
        bool(problem.asked)
        and system is not None
        and any(_holds(values, problem, tolerance) for values in solve_answers(system))
    )


def _agrees(problem: Problem, values: Sequence[Value], tolerance: Tolerance) -> bool:
    for accepted in problem.accepted_answers:
        gold = [answer.value for answer in accepted]
        if len(values) == len(gold) == 1 and _same_time(values[0], gold[0]):
            return True
        if same_values(values, gold, ordered=bool(problem.asked) and problem.ordered, tolerance=tolerance):
            return True
    return not problem.asked and _holds(values, problem, tolerance)


def _holds(values: Sequence[Value], problem: Problem, tolerance: Tolerance) -> bool:
    """Tell whether the answers are among the unknowns, or the unknowns among the answers."""
    gold = [answer.value for answer in problem.answers]
    pairs = ((values, gold), (gold, values))
    return any(contains_values(one, other, tolerance=tolerance) for one, other in pairs)


def _same_time(value: Value, gold: AnswerValue) -> bool:
    """Tell whether a number of minutes is the time of day, on a clock of twelve hours."""
    half_day = 12 * 3600
    return (
        isinstance(gold, Time) and isinstance(value, Fraction) and (value * 60 - gold.seconds) % half_day == 0
    )
