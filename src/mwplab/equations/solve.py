"""Solving: assignments, then exact elimination and roots, then sympy, all within a time limit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from mwplab.equations.assign import assign, quoted, same
from mwplab.equations.clock import Clock
from mwplab.equations.elimination import Branch, Dead, Sourced, find_branches
from mwplab.equations.evaluate import Evaluation, Value
from mwplab.equations.expand import Expander
from mwplab.equations.nodes import Comparison, Equation, EquationSystem, Expr, Unknown, walk
from mwplab.equations.outcome import Outcome
from mwplab.equations.sympy_link import ask_sympy, is_understood
from mwplab.errors import EvaluationError, NoSolution, TooLarge, Underdetermined, Unsolvable


@dataclass(frozen=True, slots=True)
class Solution:
    """One way to satisfy all statements of a system."""

    values: tuple[tuple[str, Value], ...]
    """Name and value of each unknown that is determined, in order of appearance."""

    answers: tuple[Value, ...]
    """The values of the asked expressions."""

    exact: bool
    """Whether all values are exact; irrational ones are right to thirty digits."""


def solve(
    system: EquationSystem,
    asked: Sequence[Expr] | None = None,
    *,
    seconds: float = 2.0,
    use_sympy: bool = True,
) -> tuple[Solution, ...]:
    """Return every real solution of a system, those without negative values first, then in ascending order.

    Asked are all unknowns unless told otherwise; the system may leave open what nobody asks for.
    Comparisons are side conditions; one about an unknown that stays open is not used. Without sympy, what
    elimination and factoring do not settle is unsolvable, and no process is started.

    >>> from mwplab.equations.grammar import parse
    >>> [dict(solution.values) for solution in solve(parse("x * y = 12; x + y = 7; x < y"))]
    [{'x': Fraction(3, 1), 'y': Fraction(4, 1)}]
    >>> solve(parse("x = 5; x = y; y = 6"))
    Traceback (most recent call last):
    mwplab.errors.NoSolution: the equations contradict each other: 'y = 6' does not hold
    """
    try:
        return _Search(system, asked, Clock(seconds), use_sympy=use_sympy).solutions()
    except RecursionError as error:
        raise TooLarge("the equations are nested too deeply to be solved") from error


def answers(
    system: EquationSystem, asked: Sequence[Expr] | None = None, *, seconds: float = 2.0
) -> tuple[tuple[Value, ...], ...]:
    """Return the values of the asked expressions, once for each distinct set of them.

    >>> from mwplab.equations.grammar import parse, parse_expression
    >>> answers(parse("x + y = 5"), [parse_expression("2x + 2y")])
    ((Fraction(10, 1),),)
    """
    return tuple(dict.fromkeys(solution.answers for solution in solve(system, asked, seconds=seconds)))


class _Search:
    """One run from statements to solutions."""

    def __init__(
        self, system: EquationSystem, asked: Sequence[Expr] | None, clock: Clock, *, use_sympy: bool
    ) -> None:
        self.clock = clock
        self.use_sympy = use_sympy
        self.names = list(dict.fromkeys(part.name for part in walk(system) if isinstance(part, Unknown)))
        self.asked = [Unknown(each) for each in self.names] if asked is None else asked
        self.conditions = [each for each in system.statements if isinstance(each, Comparison)]
        self.equations = [each for each in system.statements if isinstance(each, Equation)]

    def solutions(self) -> tuple[Solution, ...]:
        """Return the distinct solutions that satisfy the conditions."""
        found: list[Solution] = []
        refused = "for which both sides of each have a value"
        for outcome in self._outcomes():
            failed = next((each for each in self.conditions if not outcome.satisfies(each)), None)
            if failed is not None:
                refused = f"with {quoted(failed)}"
                continue
            solution = self._solution(outcome)
            if not any(_alike(solution, other) for other in found):
                found.append(solution)
        if not found:
            raise NoSolution(f"the equations have no solution {refused}")
        return tuple(sorted(found, key=_order))

    def _solution(self, outcome: Outcome) -> Solution:
        values = [outcome.value(each) for each in self.asked]
        answers = tuple(value for value in values if value is not None)
        if len(answers) < len(values):
            pairs = zip(self.asked, values, strict=True)
            names = [each for expr, value in pairs if value is None for each in outcome.open_in(expr)]
            raise Underdetermined(f"the equations leave open: {', '.join(dict.fromkeys(names))}")
        known = ((each, outcome.values[each]) for each in self.names if each in outcome.values)
        return Solution(
            tuple((each, outcome.shown(value)) for each, value in known), answers, not outcome.inexact
        )

    def _outcomes(self) -> list[Outcome]:
        start = Outcome({}, self.clock)
        pending, start.inexact = assign(self.equations, start.values)
        return self._eliminated(start, pending) if pending else [start]

    def _eliminated(self, start: Outcome, pending: list[Equation]) -> list[Outcome]:
        """Return what elimination finds; equations that it cannot use wait for values."""
        expander = Expander(Evaluation(start.values, inexact=start.inexact), self.clock)
        polynomials: list[Sourced] = []
        waiting: dict[Equation, str] = {}
        for position, equation in enumerate(pending):
            try:
                polynomials += [(each, position) for each in expander.equation(equation)]
            except Unsolvable as error:
                waiting[equation] = str(error)
        start.inexact = expander.evaluation.inexact
        try:
            branches = find_branches(polynomials, self.clock, inexact=start.inexact)
        except Dead as dead:
            source, why = dead.args
            raise NoSolution(
                f"the equations contradict each other: {quoted(pending[source])} {why}"
            ) from None
        except Unsolvable:
            return self._by_sympy(start, expander, polynomials, waiting)
        outcomes = [outcome for branch in branches if (outcome := start.after(branch, expander))]
        complete, left = _completed(outcomes, list(waiting))
        if not left:
            return complete
        if not any(is_understood(each, start.values) for each in left):
            raise Unsolvable(waiting[left[0]])
        return self._by_sympy(start, expander, polynomials, waiting)

    def _by_sympy(
        self, start: Outcome, expander: Expander, polynomials: list[Sourced], waiting: dict[Equation, str]
    ) -> list[Outcome]:
        """Return what sympy finds, put to the proof where all unknowns of an equation have values."""
        if not self.use_sympy:
            raise Unsolvable(
                "the equations are beyond elimination and factoring, and sympy is not to be asked"
            )
        sent = [each for each in waiting if is_understood(each, start.values)]
        solutions = ask_sympy([each for each, _ in polynomials], sent, start.values, self.clock)
        if not solutions:
            # For polynomials this is certain; of other equations sympy may miss a solution.
            kind = Unsolvable if waiting else NoSolution
            raise kind("sympy finds no real solution of the equations")
        outcomes = []
        for found in solutions:
            values = {**start.values, **{each: value for each, (value, _) in found.items()}}
            inexact = start.inexact or not all(exact for _, exact in found.values())
            outcome = Outcome(values, self.clock, inexact=inexact).after(Branch([]), expander)
            outcomes += [outcome] if outcome else []
        complete, left = _completed(outcomes, list(waiting))
        for equation in left:
            if equation not in sent:
                raise Unsolvable(waiting[equation])
        return complete


def _completed(outcomes: list[Outcome], equations: list[Equation]) -> tuple[list[Outcome], list[Equation]]:
    """Return the outcomes that agree with more equations, and the equations that still wait for values."""
    complete, waiting = [], []
    for outcome in outcomes:
        try:
            left, outcome.inexact = assign(equations, outcome.values, inexact=outcome.inexact)
        except (NoSolution, EvaluationError):
            continue
        complete.append(outcome)
        waiting += left
    return complete, waiting


def _alike(left: Solution, right: Solution) -> bool:
    inexact = not (left.exact and right.exact)
    first, second = ((*dict(each.values).values(), *each.answers) for each in (left, right))
    return [name for name, _ in left.values] == [name for name, _ in right.values] and all(
        same(one, other, inexact=inexact) for one, other in zip(first, second, strict=True)
    )


def _order(solution: Solution) -> tuple[bool, tuple[tuple[Fraction, ...], ...]]:
    numbers = tuple(
        (value,) if isinstance(value, Fraction) else () if isinstance(value, str) else value
        for value in (value for _, value in solution.values)
    )
    return any(number < 0 for value in numbers for number in value), numbers
