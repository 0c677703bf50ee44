"""What a story's numbers must not lose when they change: signs, wholeness, order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from mwplab.equations.evaluate import Value, evaluate
from mwplab.equations.nodes import Equation, Expr, Leaf, Number, QuantityRef, Unknown, map_expr, walk
from mwplab.equations.numbers import count_places
from mwplab.equations.solve import Solution, solve
from mwplab.errors import EquationError, NoVariant
from mwplab.records import Answer, Problem, same_value, same_values
from mwplab.records.problem import UNMATCHED
from mwplab.text import Quantity

Nature = tuple[int, int | None]
"""The sign of a number, and how many decimal places it has; none where they never end."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a problem's equations give."""

    answers: tuple[Value, ...]
    """The values asked for."""

    natures: tuple[Nature, ...]
    """Sign and places of the answers, of every unknown and of every step of the equations."""


def outcome(problem: Problem) -> Outcome:
    """Return what the equations of a problem give with its numbers; a `NoVariant` error where that is open.

    >>> from mwplab.equations import parse
    >>> from mwplab.text import quantities
    >>> text = "Ann has 7 figs and eats 3."
    >>> problem = Problem(id="a/1", body=text, quantities=quantities(text), equations=parse("x = q0 - q1"))
    >>> outcome(problem)
    Outcome(answers=(Fraction(4, 1),), natures=((1, 0), (1, 0), (1, 0)))
    """
    try:
        system = problem.filled_equations
    except EquationError as error:
        raise NoVariant(str(error)) from error
    if system is None:
        raise NoVariant(f"{problem.id} has no equations that a new answer could be computed from")
    try:
        solutions = solve(system, problem.filled_asked or None, use_sympy=False)
        if len({one.answers for one in solutions}) > 1 or not solutions[0].exact:
            raise NoVariant(f"{problem.id}: the equation {system} has several or no exact solutions")
        return Outcome(solutions[0].answers, tuple(_natures(problem, solutions[0])))
    except EquationError as error:
        raise NoVariant(f"{problem.id}: the equation {system} cannot be solved exactly ({error})") from error


def _natures(problem: Problem, solution: Solution) -> list[Nature]:
    assert problem.equations is not None
    values = dict(solution.values)
    found = [*solution.answers, *values.values()]
    for statement in problem.equations.statements:
        if isinstance(statement, Equation):
            steps = [
                part for part in walk(statement) if not isinstance(part, Equation | Number | QuantityRef)
            ]
            found += [_value(problem, step, values) for step in steps if not isinstance(step, Unknown)]  # type: ignore[arg-type]
    return [_nature(value) for value in found if isinstance(value, Fraction)]


def _value(problem: Problem, expr: Expr, values: dict[str, Value]) -> Value:
    def fill(leaf: Leaf) -> Expr:
        return problem.fill(leaf)

    return evaluate(map_expr(expr, fill), values)


def _nature(value: Fraction) -> Nature:
    return (value > 0) - (value < 0), count_places(value)


def solved(problem: Problem) -> tuple[Outcome, tuple[int, ...]]:
    """Return the outcome of a problem whose equations give its answers, and which value is which answer."""
    if problem.options:
        raise NoVariant(f"{problem.id} is multiple choice, and its options would have to be made anew")
    if UNMATCHED in problem.extra:
        numbers = ", ".join(map(str, problem.extra[UNMATCHED]))  # type: ignore[arg-type]
        raise NoVariant(f"{problem.id}: the equation has numbers that are not in the text: {numbers}")
    found = outcome(problem)
    places = answer_places(problem, found.answers)
    if places is None:
        shown = "; ".join(str(Answer(value)) for value in found.answers)
        expected = "; ".join(map(str, problem.answers)) or "missing"
        raise NoVariant(f"{problem.id}: the equation gives {shown}, the answer is {expected}")
    return found, places


def answer_places(problem: Problem, values: Sequence[Value]) -> tuple[int, ...] | None:
    """Return for each answer which of the values it is; none where that cannot be told.

    Where a source lists the answers in an order of its own, each must be like one value only.

    >>> from mwplab.equations import parse
    >>> from mwplab.records import parse_answers
    >>> problem = Problem(id="a/1", equations=parse("x + y = 7; x - y = 1"), answers=parse_answers("3; 4"))
    >>> answer_places(problem, [Fraction(4), Fraction(3)]), answer_places(problem, [Fraction(4), Fraction(5)])
    ((1, 0), None)
    """
    gold = [answer.value for answer in problem.answers]
    if same_values(values, gold, ordered=True):
        return tuple(range(len(gold)))
    if problem.asked and problem.ordered:
        return None
    likes = [[place for place, value in enumerate(values) if same_value(value, one)] for one in gold]
    places = tuple(like[0] for like in likes if len(like) == 1)
    return places if gold and len(set(places)) == len(gold) else None


def keeps_sense(old: Outcome, new: Outcome) -> bool:
    """Tell whether new numbers give another answer, with every sign as it was and no more decimal places.

    >>> four, five = ((Fraction(each),) for each in (4, 5))
    >>> keeps_sense(Outcome(four, ((1, 0),)), Outcome(five, ((1, 0),)))
    True
    >>> keeps_sense(Outcome(four, ((1, 0),)), Outcome(five, ((-1, 0),)))
    False
    """
    if new.answers == old.answers or len(new.natures) != len(old.natures):
        return False
    return all(
        one[0] == other[0] and (one[1] is None or (other[1] is not None and other[1] <= one[1]))
        for one, other in zip(old.natures, new.natures, strict=True)
    )


def same_order(old: Sequence[Fraction], new: Sequence[Fraction]) -> bool:
    """Tell whether every two numbers compare as they did: a part stays smaller than its whole.

    >>> same_order([Fraction(8), Fraction(3)], [Fraction(9), Fraction(2)])
    True
    """
    ranked = sorted(range(len(old)), key=lambda place: old[place])
    return all(
        (new[one] < new[other]) if old[one] < old[other] else (new[one] == new[other])
        for one, other in pairwise(ranked)
    )


def rewritten(problem: Problem, surfaces: Sequence[tuple[Fraction, str]]) -> Problem:
    """Return a problem with other numbers in its text; what its source says besides is about the old ones."""
    new: list[Quantity] = []
    parts: list[str] = []
    position, shift, border = 0, 0, len(problem.body)
    for quantity, (value, surface) in zip(problem.quantities, surfaces, strict=True):
        start = quantity.start + shift
        parts += [problem.text[position : quantity.start], surface]
        position = quantity.end
        shift += len(surface) - len(quantity.surface)
        new.append(replace(quantity, value=value, start=start, end=start + len(surface), surface=surface))
        if quantity.start < len(problem.body):
            border = len(problem.body) + shift
    text = "".join([*parts, problem.text[position:]])
    return replace(
        problem,
        body=text[:border],
        question=text[border:].removeprefix(" ") if problem.body else text,
        quantities=tuple(new),
        rationale="",
        extra={},
    )
