"""What one line of a file of predictions says, before it is known which problem it is about."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from mwplab.equations import Derivation, EquationSystem
from mwplab.errors import AnswerError, RecordError
from mwplab.reading import Status, read_prediction
from mwplab.records import FAILURE, READING, Answer, Prediction, Problem, Time, Usage, parse_answers

LONGEST_ANSWER = 200
"""Characters of the longest answer; a longer text, or one of several lines, is a completion."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One line: whom it is about, and what it answers."""

    place: str
    """Where it stands in the file, ``line 4``."""

    ids: tuple[str, ...] = ()
    """What may be the problem's id or key."""

    texts: tuple[str, ...] = ()
    """What may be the problem's text, or a prompt around it."""

    answers: tuple[str, ...] = ()
    """Answers as texts."""

    equations: EquationSystem | None = None
    """Equations over quantity references or numbers."""

    derivation: Derivation | None = None
    """Template and alignment."""

    unread: str = ""
    """Equations or a derivation that could not be read."""

    completions: tuple[str, ...] = ()
    """Raw texts, one per sample."""

    cut: frozenset[int] = frozenset()
    """Which of these ended because they became too long, where the file says so."""

    ready: Prediction | None = None
    """A whole prediction, where the line holds one."""

    usage: Usage | None = None
    """What it cost, where the file says so."""

    failure: str = ""
    """Why there is no answer, where the file says so."""

    scores: Mapping[str, float] = field(default_factory=dict)
    """By metric what the harness itself says of the answer, 0 to 1."""

    repeats: bool = False
    """Whether the line has other scores for what an earlier one says."""

    def predictions(self, problem: Problem) -> list[Prediction]:
        """Return what the line predicts for its problem: one, or one for each sample.

        >>> said = Said(place="line 1", answers=("12 eggs",))
        >>> [str(answer) for answer in said.predictions(Problem(id="a/1"))[0].answers]
        ['12 (eggs)']
        """
        if self.repeats:
            return []
        if self.ready is not None:
            return [replace(self.ready, problem=problem.id)]
        answers = self._answers(problem)
        if answers or self.equations or self.derivation:
            trace = {"unread": self.unread} if self.unread else {}
            prediction = Prediction(
                problem=problem.id,
                answers=answers,
                equations=self.equations,
                derivation=self.derivation,
                samples=self.completions,
                trace=trace,
                usage=self.usage,
            )
            return [prediction]
        # What was meant as an answer or an equation, and is none, was said all the same.
        texts = self.completions or self.answers
        if texts:
            read = [self._read(problem, text, place in self.cut) for place, text in enumerate(texts)]
            return [replace(read[0], usage=self.usage), *read[1:]]
        return [self._silent(problem)]

    def _read(self, problem: Problem, text: str, cut: bool) -> Prediction:
        found = read_prediction(problem, text, cut=cut)
        return replace(found, trace={**found.trace, "finish": "length"}) if cut else found

    def _answers(self, problem: Problem) -> tuple[Answer, ...]:
        time = any(isinstance(answer.value, Time) for answer in problem.answers)
        try:
            return tuple(one for text in self.answers for one in parse_answers(text, time=time))
        except AnswerError:
            return ()

    def _silent(self, problem: Problem) -> Prediction:
        if self.unread:
            trace = {READING: Status.UNREADABLE.value}
            return Prediction(problem=problem.id, samples=(self.unread,), trace=trace, usage=self.usage)
        trace = {FAILURE: self.failure} if self.failure else {}
        return Prediction(problem=problem.id, trace=trace, usage=self.usage)


def shown(value: Any) -> str:
    """Return a value as an error may quote it; of a list or an object, which may be deep, only what it is.

    >>> shown(True), shown("x" * 99)[-5:], shown([[[]]])
    ("'True'", "xxxx'", 'a list')
    """
    if isinstance(value, dict | list):
        return "a list" if isinstance(value, list) else "an object"
    return repr(str(value)[:40])


def scalar_text(value: Any, name: str) -> str:
    """Return a text or a number as a text; anything else is refused.

    >>> scalar_text(0.5, "answer"), scalar_text(" 12 ", "answer")
    ('0.5', '12')
    >>> scalar_text(float("nan"), "answer")
    Traceback (most recent call last):
    mwplab.errors.RecordError: 'answer' is nan, which is no number; leave it out, or write null
    """
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, float) and not math.isfinite(value):
        raise RecordError(f"{name!r} is {value}, which is no number; leave it out, or write null")
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise RecordError(f"{name!r} should be a text or a number, found {shown(value)}")
    return str(value)


def scalar_texts(value: Any, name: str) -> tuple[str, ...]:
    """Return a text or a number, or a list of them, as texts; nothing and blanks are left out."""
    values = value if isinstance(value, list) else [value]
    return tuple(text for one in values if one is not None and (text := scalar_text(one, name)))


ID_NAMES = frozenset({"id", "problem", "problem_id", "question_id", "qid", "uid", "key", "idx", "index"})
"""Fields, in lower case, that may hold a problem's id."""

MOST_TEXTS = 8
"""Texts of one record that are looked at for the problem's."""


def named_ids(record: Mapping[str, Any]) -> tuple[str, ...]:
    """Return what may be an id in a record of someone else's making."""
    found = (value for name, value in record.items() if name.casefold() in ID_NAMES)
    return tuple(
        str(value).strip() for value in found if isinstance(value, str | int) and not isinstance(value, bool)
    )


def found_texts(record: Mapping[str, Any]) -> tuple[str, ...]:
    """Return what may be a problem's text in such a record: each text of it, and each two of them together.

    >>> found_texts({"Body": "Ann has 2 hats.", "Question": "How many?", "Answer": 2.0})
    ('Ann has 2 hats.', 'How many?', 'Ann has 2 hats. How many?')
    """
    texts = [value for value in record.values() if isinstance(value, str) and value.strip()][:MOST_TEXTS]
    pairs = [f"{one} {two}" for place, one in enumerate(texts) for two in texts[place + 1 :]]
    return (*texts, *pairs)
