"""Which answers are plausible: how often those of training problems are negative, zero, whole or broken.

A network does not see what its expressions come to. Where it likes ``q0 - q1`` a little better than
``q1 - q0`` and nobody in training was ever asked for a negative number, the other one is the better guess.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

from mwplab.records import Problem, Question

KINDS = ("negative", "zero", "whole", "broken")
"""What an answer can be."""

NUMBERS = ("whole", "broken")
"""What the numbers of a text can be: all of them whole, or not."""

AnswerKinds = Mapping[str, Mapping[str, int]]
"""How many answers of each kind there are, by what the numbers of the text are."""

MOST = 10**9
"""Answers of a kind that a training can have had."""


def kind_of(answer: Fraction) -> str:
    """Return the kind of an answer.

    >>> [kind_of(Fraction(answer)) for answer in ("-2", "0", "3", "3/2")]
    ['negative', 'zero', 'whole', 'broken']
    """
    if answer > 0:
        return "whole" if answer.denominator == 1 else "broken"
    return "negative" if answer else "zero"


def kind_of_numbers(question: Problem | Question) -> str:
    """Return ``whole`` where all numbers of a text are, else ``broken``."""
    return "whole" if all(one.value.denominator == 1 for one in question.quantities) else "broken"


def answer_kinds(problems: Sequence[Problem]) -> AnswerKinds:
    """Return how many problems have an answer of each kind; those whose answer is no number do not count."""
    found: dict[str, Counter[str]] = {numbers: Counter() for numbers in NUMBERS}
    for problem in problems:
        answer = problem.answers[0].value if problem.answers else None
        if isinstance(answer, Fraction):
            found[kind_of_numbers(problem)][kind_of(answer)] += 1
    return {numbers: dict(sorted(counts.items())) for numbers, counts in found.items()}


def can_be(kinds: AnswerKinds) -> bool:
    """Tell whether these can be counts of answers.

    >>> can_be({"whole": {"zero": 3}}), can_be({"whole": {"zero": -3}}), can_be({"round": {}})
    (True, False, False)
    """
    counts = [one for some in kinds.values() for one in some.items()]
    return set(kinds) <= set(NUMBERS) and all(kind in KINDS and 0 <= count <= MOST for kind, count in counts)


def plausibility(question: Question, answer: Fraction, kinds: AnswerKinds) -> float:
    """Return the logarithm of an answer's chance to be of its kind, by the answers of training problems.

    One more of each kind is counted, so that nothing is ruled out.

    >>> from mwplab.text import quantities
    >>> question = Question(id="a/1", text="7 - 3", quantities=quantities("7 - 3"))
    >>> kinds = {"whole": {"whole": 95, "broken": 1}}
    >>> [round(plausibility(question, Fraction(answer), kinds), 2) for answer in ("4", "7/3", "-4")]
    [-0.04, -3.91, -4.61]
    """
    counts = kinds.get(kind_of_numbers(question), {})
    return math.log((counts.get(kind_of(answer), 0) + 1) / (sum(counts.values()) + len(KINDS)))
