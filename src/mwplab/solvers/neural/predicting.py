"""From written symbols to predictions: equations, values, confidence, and what else the model thought of."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from mwplab.equations import induce
from mwplab.equations.nodes import EquationSystem
from mwplab.errors import EquationError
from mwplab.records import Alternative, Answer, Prediction, Question
from mwplab.records.problem import Json
from mwplab.solvers.neural.plausible import Kinds, kind_of, kind_of_numbers, plausibility
from mwplab.solvers.neural.symbols import Symbols
from mwplab.solvers.neural.targets import value_of
from mwplab.solvers.neural.words import Reading

if TYPE_CHECKING:
    from torch import Tensor


@dataclass(frozen=True, slots=True)
class Candidate:
    """An expression that a model wrote."""

    ids: tuple[int, ...]
    """Its symbols."""

    score: float
    """Its log-probability."""

    attention: Tensor | None = None
    """(symbols, words) how much each symbol looked at each word, where that is kept."""


Known = tuple[Candidate, EquationSystem, Fraction | None]
"""An expression as equations, and its value."""


def predict(
    question: Question,
    candidates: Sequence[Candidate],
    symbols: Symbols,
    reading: Reading,
    alternatives: int,
    kinds: Kinds,
) -> Prediction:
    """Return the prediction: the best expression that has a value, or the best one without an answer.

    Where the kinds of training answers are known, an expression is weighed by how plausible its value is.

    >>> from mwplab.text import quantities
    >>> text = "Ann had 7 figs and ate 3. How many are left?"
    >>> question = Question(id="a/1", text=text, quantities=quantities(text))
    >>> symbols = Symbols(("+", "-"), (), 2)
    >>> found = [Candidate((1, 2, 3), -0.1), Candidate((0, 2, 3), -3.0)]
    >>> prediction = predict(question, found, symbols, Reading((), (), ()), 4, Kinds())
    >>> str(prediction.equations), str(prediction.answers[0]), round(prediction.confidence, 3)
    ('x = q0 - q1', '4', 0.905)
    >>> str(prediction.alternatives[0].answers[0])
    '10'
    """
    trace: dict[str, Json] = {}
    if reading.unread:
        count = reading.unread + len(reading.words)
        trace["unread"] = f"the first {reading.unread} of {count} words were not read"
    given, used = len(question.quantities), min(len(question.quantities), symbols.slots)
    if used < given:
        trace["unused"] = f"only the first {used} of {given} numbers can be used, as many as training had"
    if not candidates:
        which = "that were read and can be used" if trace else "of the text"
        left = max(0, used - reading.first)
        trace["reason"] = f"no expression can be written over the {left} numbers {which}"
        return Prediction(problem=question.id, trace=trace)
    known = [(one, symbols.to_equations(one.ids), value(question, one.ids, symbols)) for one in candidates]
    place, passed_over = _choose(question, known, kinds)
    chosen, equations, found = known[place]
    without = f"{known[0][1]} has no value with the numbers of the text"
    if found is None:
        trace["reason"] = without
    elif known[0][2] is None:
        trace["no_value"] = f"{without}, though it fits the words best"
    if passed_over:
        trace["implausible"] = passed_over
    if chosen.attention is not None:
        looks = chosen.attention[:, : len(reading.surfaces)].tolist()
        trace["attention"] = {
            "words": list(reading.surfaces),
            "symbols": [symbols.name(id) for id in chosen.ids],
            "weights": [[round(weight, 4) for weight in row] for row in looks],
        }
    others = [
        Alternative(score=_probability(one), answers=(Answer(worth),), equations=system)
        for number, (one, system, worth) in enumerate(known)
        if number != place and worth is not None
    ]
    return Prediction(
        problem=question.id,
        answers=() if found is None else (Answer(found),),
        equations=equations,
        derivation=induce(equations),
        alternatives=tuple(others[:alternatives]),
        confidence=_probability(chosen),
        trace=trace,
    )


def _choose(question: Question, known: Sequence[Known], kinds: Kinds) -> tuple[int, str]:
    """Return which expression to take, and why it is not the best by its score of those with a value."""
    values = {number: found for number, (_, _, found) in enumerate(known) if found is not None}
    weighed = {
        number: known[number][0].score + plausibility(question, found, kinds)
        for number, found in values.items()
    }
    first = next(iter(values), 0)
    place = max(weighed, key=weighed.__getitem__, default=0)
    if place == first:
        return place, ""
    rarer, kind = kind_of(values[first]), kind_of(values[place])
    where = "all numbers are" if kind_of_numbers(question) == "whole" else "not all numbers are"
    reason = f"where {where} whole, training makes a {rarer} answer less plausible than a {kind} one"
    return place, f"{known[first][1]} fits the words better, but {reason}"


def value(question: Question, ids: Sequence[int], symbols: Symbols) -> Fraction | None:
    """Return the value of written symbols over a question's quantities; none where they have none."""
    try:
        return value_of(question, symbols.to_expression(ids))
    except EquationError:  # weights that are no numbers write anything
        return None


def _probability(candidate: Candidate) -> float:
    return min(1.0, math.exp(candidate.score))
