"""The answers that a prediction gives: its own, or the solution of its equations."""

from __future__ import annotations

from mwplab.equations import EquationSystem
from mwplab.equations.nodes import map_system
from mwplab.equations.solve import answers as solve_answers
from mwplab.errors import MwplabError, Unsolvable
from mwplab.judge.judgement import Judgement, silence
from mwplab.reading.choices import matching_option, named_option, option_text
from mwplab.records import Answer, Prediction, Problem, Verdict, parse_answer

SECONDS = 2.0
"""How long the equations of one prediction are worked on at most."""


def predicted_answers(problem: Problem, prediction: Prediction) -> tuple[tuple[Answer, ...], ...] | Judgement:
    """Return each set of answers that a prediction may mean, or the verdict where it has none.

    Equations with two solutions mean either. Equations that nobody can solve in time are not judged; those
    that are too large to compute give no answer, or a solver could write such and leave the count.

    >>> from mwplab.equations import parse
    >>> problem = Problem(id="a/1", question="x squared is 9; how much is x?")
    >>> sets = predicted_answers(problem, Prediction(problem="a/1", equations=parse("x * x = 9")))
    >>> [str(answer) for (answer,) in sets]
    ['3', '-3']
    """
    if prediction.answers:
        return (tuple(chosen(problem, answer) for answer in prediction.answers),)
    system = predicted_system(prediction)
    if system is None:
        return silence(prediction, "answer")
    try:
        found = solve_answers(map_system(system, problem.fill), seconds=SECONDS)
    except Unsolvable as error:
        return Judgement(Verdict.UNJUDGED, f"the predicted equations cannot be solved here: {error}")
    except MwplabError as error:
        return Judgement(Verdict.NO_ANSWER, f"the predicted equations give no answer: {error}")
    return tuple(tuple(Answer(value) for value in values) for values in found)


def predicted_system(prediction: Prediction) -> EquationSystem | None:
    """Return the equations of a prediction, or those that its derivation yields."""
    if prediction.equations is not None or prediction.derivation is None:
        return prediction.equations
    return prediction.derivation.system


def chosen(problem: Problem, answer: Answer) -> Answer:
    """Return what the option says that a word names; other answers stay as they are."""
    if not problem.options or not isinstance(answer.value, str):
        return answer
    place = matching_option(answer.value, problem.options)
    place = named_option(answer.value, problem.options) if place is None else place
    said = option_text(problem.options[place]) if place is not None else ""
    return parse_answer(said) if said else answer
