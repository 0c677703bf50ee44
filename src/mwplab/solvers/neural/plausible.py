"""Which answers are plausible: are right ones as often negative, zero, whole or broken as wrong ones are?

A network does not see what its expressions come to. Where it likes ``q0 - q1`` a little better than
``q1 - q0`` and nobody in training was ever asked for a negative number, the other one is the better guess:
right answers are never negative there, wrong ones often. Zero is rare for both, and says less.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random

from mwplab.equations.nodes import Expr
from mwplab.records import Problem, Question
from mwplab.solvers.neural.targets import gold_answers, value_of

KINDS = ("negative", "zero", "whole", "broken")
"""What an answer can be."""

NUMBERS = ("whole", "broken")
"""What the numbers of a text can be: all of them whole, or not."""

AnswerKinds = Mapping[str, Mapping[str, int]]
"""How many answers of each kind there are, by what the numbers of the text are."""

EVERYWHERE = 4
"""Texts of the same kind of numbers that count as much as all texts together."""

WRONG = 4000
"""Wrong answers that are looked at."""

MOST = 10**9
"""Answers of a kind that a training can have had."""


@dataclass(frozen=True, slots=True)
class Kinds:
    """What kinds of values expressions have; where nothing is known, all are the same."""

    right: AnswerKinds = field(default_factory=dict)
    """Those that answer training problems."""

    wrong: AnswerKinds = field(default_factory=dict)
    """Others, with the numbers of the same problems."""

    weight: float = 1.0
    """How much a kind counts; a network that has learnt to the end is too sure of what it writes."""


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
        gold = gold_answers(problem)[0]
        if gold and isinstance(answer := gold[0].value, Fraction):
            found[kind_of_numbers(problem)][kind_of(answer)] += 1
    return {numbers: dict(sorted(counts.items())) for numbers, counts in found.items()}


def wrong_kinds(problems: Sequence[Problem], targets: Sequence[Expr], seed: int) -> AnswerKinds:
    """Return the kinds of what expressions of other problems come to with a problem's numbers, of a sample.

    >>> from mwplab.equations import parse_expression
    >>> from mwplab.text import quantities
    >>> one = Problem(id="a/1", body="3 and 7", quantities=quantities("3 and 7"))
    >>> found = wrong_kinds([one, one], [parse_expression("q1 - q0"), parse_expression("q0 - q1")], seed=0)
    >>> [(numbers, sorted(counts)) for numbers, counts in found.items()]
    [('whole', ['negative', 'whole']), ('broken', [])]
    """
    chance = Random(f"{seed}: wrong")
    found: dict[str, Counter[str]] = {numbers: Counter() for numbers in NUMBERS}
    for _ in range(WRONG):
        place = chance.randrange(len(problems))
        question = problems[place].as_question()
        wrong, right = (value_of(question, one) for one in (chance.choice(targets), targets[place]))
        if wrong is not None and wrong != right:
            found[kind_of_numbers(question)][kind_of(wrong)] += 1
    return {numbers: dict(sorted(counts.items())) for numbers, counts in found.items()}


def can_be(kinds: AnswerKinds) -> bool:
    """Tell whether these can be counts of answers.

    >>> can_be({"whole": {"zero": 3}}), can_be({"whole": {"zero": -3}}), can_be({"round": {}})
    (True, False, False)
    """
    counts = [one for some in kinds.values() for one in some.items()]
    return set(kinds) <= set(NUMBERS) and all(kind in KINDS and 0 <= count <= MOST for kind, count in counts)


def plausibility(question: Question, answer: Fraction, kinds: Kinds) -> float:
    """Return the logarithm of how much likelier right expressions have such an answer than wrong ones.

    >>> from mwplab.text import quantities
    >>> question = Question(id="a/1", text="7 - 3", quantities=quantities("7 - 3"))
    >>> wrong = {"whole": {"whole": 6, "broken": 1, "negative": 3}}
    >>> kinds = Kinds({"whole": {"whole": 99, "broken": 1}}, wrong)
    >>> [round(plausibility(question, Fraction(answer), kinds), 2) for answer in ("4", "7/3", "-4")]
    [0.49, -1.7, -3.43]
    """
    numbers, kind = kind_of_numbers(question), kind_of(answer)
    right, wrong = (sum(_total(one) for one in counts.values()) for counts in (kinds.right, kinds.wrong))
    scale = right / wrong if wrong else 1.0  # what neither has shall not speak for either
    likelier = _share(kinds.right, numbers, kind) / _share(kinds.wrong, numbers, kind, scale)
    return kinds.weight * math.log(likelier)


def _share(counts: AnswerKinds, numbers: str, kind: str, scale: float = 1.0) -> float:
    """Return the share of a kind; where few texts have such numbers, what all texts have says more.

    One more of each kind is counted, so that nothing is ruled out.
    """
    own, everywhere = counts.get(numbers, {}), counts.values()
    seen = scale * sum(one.get(kind, 0) for one in everywhere)
    share = (seen + 1) / (scale * sum(map(_total, everywhere)) + len(KINDS))
    found = scale * own.get(kind, 0) + 1 + EVERYWHERE * share
    return found / (scale * _total(own) + len(KINDS) + EVERYWHERE)


def _total(counts: Mapping[str, int]) -> int:
    return sum(counts.values())
