"""A completion as a prediction: what was wanted of it, else its answer."""

from __future__ import annotations

from enum import StrEnum

from mwplab.equations import EquationSystem, induce
from mwplab.equations.nodes import QuantityRef, walk
from mwplab.reading.completion import Status, read_completion
from mwplab.reading.programs import read_program, read_stated_equations
from mwplab.records import READING, Answer, Prediction, Problem, Question


class Wanted(StrEnum):
    """What a completion was asked to state."""

    ANSWER = "answer"
    """The answer, wherever it stands."""

    EQUATION = "equation"
    """An equation over the quantities of the text; without one, the answer."""

    PROGRAM = "program"
    """Arithmetic steps over the quantities of the text; without any, the answer."""


def read_prediction(
    problem: Problem | Question,
    text: str,
    *,
    wanted: Wanted = Wanted.ANSWER,
    last_number: bool = False,
    cut: bool = False,
) -> Prediction:
    """Return a completion as a prediction that remembers how it was read.

    >>> question = Question(id="a/1", text="How many?")
    >>> read_prediction(question, "I cannot help with that.").trace
    {'reading': 'none', 'rule': 'refusal'}
    """
    if wanted is not Wanted.ANSWER:
        read = read_program if wanted is Wanted.PROGRAM else read_stated_equations
        whole = text[: text.rfind("\n") + 1] if cut else text
        if (stated := read(whole, problem)) is not None:
            return _stated_prediction(problem, text, *stated)
    reading = read_completion(text, problem, last_number=last_number, cut=cut)
    return Prediction(
        problem=problem.id,
        answers=reading.answers,
        equations=reading.equations,
        samples=(text,),
        trace={READING: reading.status.value, "rule": reading.rule},
    )


def _stated_prediction(
    problem: Problem | Question,
    text: str,
    system: EquationSystem | None,
    answers: tuple[Answer, ...],
    rule: str,
) -> Prediction:
    refers = system is not None and any(isinstance(part, QuantityRef) for part in walk(system))
    return Prediction(
        problem=problem.id,
        answers=answers,
        equations=system,
        derivation=induce(system) if system is not None and refers else None,
        samples=(text,),
        trace={READING: Status.FOUND.value, "rule": rule},
    )
