"""From what a source says to a problem: quantities found, equations referred to them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from fractions import Fraction
from typing import Any

from mwplab.equations import Matched, match_numbers, write_number
from mwplab.equations.nodes import EquationSystem, Expr
from mwplab.equations.templates import induce
from mwplab.errors import EquationError
from mwplab.records import Answer, Problem
from mwplab.records.problem import AMBIGUOUS, MALFORMED, UNMATCHED, join_parts
from mwplab.text import DEFAULT, Flag, Form, Quantity, quantities, split_question


def read_or_note(read: Callable[[], EquationSystem], extra: dict[str, Any]) -> EquationSystem | None:
    """Return the equations, or note in ``extra`` why they cannot be read."""
    try:
        return read()
    except EquationError as error:
        extra[MALFORMED] = str(error)
        return None


def build_problem(
    id: str,
    *,
    text: str | None = None,
    body: str = "",
    question: str = "",
    system: EquationSystem | None = None,
    asked: Sequence[Expr] = (),
    answers: Sequence[Answer] = (),
    count: Collection[Form] = DEFAULT,
    extra: dict[str, Any] | None = None,
    **fields: Any,
) -> Problem:
    """Return a problem whose equations, given over plain numbers, refer to the quantities of its text.

    >>> from mwplab.equations import parse
    >>> text = "Six cats met 2 dogs. How many animals met?"
    >>> problem = build_problem("a/1", text=text, system=parse("x = 6 + 2"))
    >>> str(problem.equations), problem.body
    ('x = q0 + q1', 'Six cats met 2 dogs.')
    """
    if text is not None:
        body, question = split_question(text)
    whole, noted, derivation = join_parts(body, question), dict(extra or {}), None
    if system is None:
        found = quantities(whole, count=count)
    else:
        found, matched = refer(system, whole, count)
        system = matched.system
        note_matched(noted, matched)
        if not matched.unmatched and not matched.ambiguous:
            derivation = induce(system)
    return Problem(
        id=id,
        body=body,
        question=question,
        quantities=found,
        equations=system,
        derivation=derivation,
        asked=tuple(asked),
        answers=tuple(answers),
        extra=noted,
        **fields,
    )


def refer(
    system: EquationSystem, text: str, count: Collection[Form] = DEFAULT
) -> tuple[tuple[Quantity, ...], Matched]:
    """Return the quantities of a text and the equations referred to them.

    Sources differ in whether "9 dozen" is 108 or 9 times 12; where the first leaves a number without a place
    in the text and the second does not, the second is what the source means.

    >>> from mwplab.equations import parse
    >>> found, matched = refer(parse("x = 9 * 12"), "He bakes 9 dozen rolls.")
    >>> [str(one.value) for one in found], str(matched.system)
    (['9'], 'x = q0 * 12')
    """
    readings = []
    for forms in (frozenset(count), frozenset(count) - {Form.DOZEN}):
        found = quantities(text, count=forms)
        hundredths = [stands_for_hundredths(one) for one in found]
        readings.append((found, match_numbers(system, [one.value for one in found], hundredths)))
        if not readings[-1][1].unmatched:
            return readings[-1]
    return readings[0]


def stands_for_hundredths(quantity: Quantity) -> bool:
    """Tell whether an equation may have a hundredth of the quantity: 0.25 for 25 %, 0.75 for 75 cents."""
    return bool(quantity.flags & {Flag.PERCENT, Flag.CENTS})


def note_matched(extra: dict[str, Any], matched: Matched) -> None:
    """Note in ``extra`` which numbers of the equations are not in the text, and which several times."""
    _note(extra, UNMATCHED, matched.unmatched)
    _note(extra, AMBIGUOUS, matched.ambiguous)


def _note(extra: dict[str, Any], key: str, values: Sequence[Fraction]) -> None:
    if values:
        extra[key] = [write_number(value) for value in values]
