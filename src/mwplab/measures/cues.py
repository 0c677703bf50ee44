"""Cue words: what a solver attends to when it writes an operation, and how often that misleads it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import fmean

from mwplab.equations.isolate import isolate
from mwplab.equations.nodes import (
    FUNCTIONS,
    OPERATORS,
    Binary,
    Call,
    Equation,
    EquationSystem,
    Node,
    Unknown,
    walk,
)
from mwplab.equations.templates import induce
from mwplab.errors import EquationError
from mwplab.records import Problem, Row, Verdict
from mwplab.records.attention import Attention
from mwplab.statistics import Interval, wilson
from mwplab.text import tokens

_NUMBER = re.compile(r"(?:q|num|number|n)?_?\d+(?:[.,]\d+)*|#|\[num\d*\]", re.IGNORECASE)


class CueOf(StrEnum):
    """What a word is a cue of."""

    OPERATOR = "operator"
    """Each operator that is written, with the word attended to at that moment."""

    TEMPLATE = "template"
    """The whole equation, its numbers alike, with the word that an operator of it attends to most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cue:
    """A word, and what is written when a solver attends to it."""

    word: str
    """The word, in lower case."""

    writes: str
    """The operator or template."""

    attended: int
    """How many equations were written so with the word attended to most."""

    weight: float
    """The mean weight of the word then."""

    present: int
    """How many problems have the word in their text."""

    holds: int
    """How many of those have this operator or template in their gold equation, solved for what is asked."""

    misled: int
    """How many of the equations attended to had a gold equation without it, and were not judged right."""

    share: Interval
    """The share of those misled among the attended, with its interval (Wilson)."""


@dataclass(frozen=True, slots=True)
class Look:
    """One operation that a solver wrote."""

    row: int
    """Which row."""

    word: str
    """The word it attended to most."""

    writes: str
    """The operator or template."""

    weight: float
    """The weight of the word."""


def cue_words(rows: Sequence[Row], of: CueOf = CueOf.OPERATOR, *, least: int = 2) -> tuple[Cue, ...]:
    """Return the cue words of a solver, those attended to most often first; numbers and marks are none.

    ``least`` is how often a word must be attended to. Rows without attention or gold equations do not count.

    >>> from mwplab.equations import parse
    >>> from mwplab.records import Prediction, Problem
    >>> seen = {"words": ["each", "lawn"], "symbols": ["*"], "weights": [[0.9, 0.1]]}
    >>> rows = [Row(problem=Problem(id=f"a/{number}", body="each lawn", equations=parse(gold)),
    ...             prediction=Prediction(problem=f"a/{number}", trace={"attention": seen}))
    ...         for number, gold in enumerate(["x = q0 * q1", "x = q0 * q1", "x = q0 / q1"])]
    >>> (cue,) = cue_words(rows)
    >>> cue.word, cue.writes, cue.attended, cue.holds, cue.misled
    ('each', '*', 3, 2, 1)
    """
    golds = [_written(_solved(row.problem), of) for row in rows]
    looks = [
        look
        for number, row in enumerate(rows)
        if golds[number]
        for look in _looks(number, row, of)
        if _is_at_word(look, row.problem)
    ]
    words = [{token.text.lower() for token in tokens(row.problem.text)} for row in rows]
    having_word: dict[str, list[int]] = {}
    for number, there in enumerate(words):
        for word in there if golds[number] else ():
            having_word.setdefault(word, []).append(number)
    groups: dict[tuple[str, str], dict[int, Look]] = {}
    for look in looks:
        group_of = groups.setdefault((look.word, look.writes), {})
        # An equation counts once, though it may write an operator twice with the same word in view.
        group_of[look.row] = max(look, group_of.get(look.row, look), key=lambda one: one.weight)
    found = []
    for (word, writes), by_row in groups.items():
        group = list(by_row.values())
        if len(group) < least:
            continue
        having = having_word.get(word, [])
        misled = sum(writes not in golds[look.row] and not _is_right(rows[look.row]) for look in group)
        found.append(
            Cue(
                word=word,
                writes=writes,
                attended=len(group),
                weight=fmean(look.weight for look in group),
                present=len(having),
                holds=sum(writes in golds[number] for number in having),
                misled=misled,
                share=wilson(misled, len(group)),
            )
        )
    return tuple(sorted(found, key=lambda cue: (-cue.attended, cue.word, cue.writes)))


def looks_at_words(rows: Sequence[Row]) -> tuple[int, int]:
    """Return how many operators look at a word most, not at a number or a mark, and how many there are."""
    found = [
        _is_at_word(look, row.problem)
        for number, row in enumerate(rows)
        for look in _looks(number, row, CueOf.OPERATOR)
    ]
    return sum(found), len(found)


def _looks(number: int, row: Row, of: CueOf) -> Iterable[Look]:
    """Yield each operator with its word, or the template with the word of its surest operator."""
    attention = Attention.of(row.prediction)
    if attention is None:
        return
    found = [
        Look(number, top[0].lower(), symbol, top[1])
        for place, symbol in enumerate(attention.symbols)
        if _is_operation(symbol) and (top := attention.top(place)) is not None
    ]
    if of is CueOf.TEMPLATE:
        best = max(found, key=lambda look: look.weight, default=None)
        written = sorted(_written(row.prediction.equations, of))
        found = [Look(number, best.word, written[0], best.weight)] if best and written else []
    yield from found


def _is_at_word(look: Look, problem: Problem) -> bool:
    """Tell whether a word is looked at, and not a mark or a number, be it written as *two* or *a dozen*."""
    numbers = {quantity.surface.lower() for quantity in problem.quantities}
    return is_word(look.word) and look.word not in numbers


def is_word(text: str) -> bool:
    """Tell a word from a number, the sign that stands for one, and a mark.

    >>> [is_word(text) for text in ("each", "number0", "q1", "12", "?")]
    [True, False, False, False, False]
    """
    return any(letter.isalpha() for letter in text) and not _NUMBER.fullmatch(text)


def _operation(part: Node) -> str:
    """Return what solvers write for a part of an equation, such as ``ceil/``; nothing for a leaf."""
    match part:
        case Binary(operator, _, _):
            return operator
        case Call("floor" | "ceil" as rounding, _):
            return f"{rounding}/"
        case Call(function, _):
            return function
        case _:
            return ""


def _is_operation(symbol: str) -> bool:
    """Tell an operation from a quantity, a number and whatever else a solver may write."""
    return symbol in OPERATORS or symbol.removesuffix("/") in FUNCTIONS


def _is_right(row: Row) -> bool:
    return Verdict.CORRECT in row.verdicts.values()


def _solved(problem: Problem) -> EquationSystem | None:
    """Return the gold equation as a solver would write it, ``x = q1 - q0`` for ``x + q0 = q1``."""
    asked = problem.asked_expressions
    if problem.equations is None or len(asked) != 1:
        return problem.equations
    found = isolate(asked[0], problem.equations)
    return problem.equations if found is None else EquationSystem((Equation(Unknown("x"), found),))


def _written(system: EquationSystem | None, of: CueOf) -> frozenset[str]:
    """Return the operators of an equation, or its one template; nothing where there is no equation."""
    if system is None:
        return frozenset()
    if of is CueOf.OPERATOR:
        return frozenset(filter(None, map(_operation, walk(system)))) or frozenset({""})
    try:
        return frozenset({str(induce(system).template)})
    except EquationError:
        return frozenset()
