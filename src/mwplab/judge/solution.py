"""Is the answer right? The paper's rule with its options, and the exact one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mwplab.equations.nodes import Choice, walk
from mwplab.judge.comparing import Leniency
from mwplab.judge.judgement import Judgement
from mwplab.judge.predicted import chosen, predicted_answers
from mwplab.reading import read_values
from mwplab.reading.choices import fold, option_text
from mwplab.records import (
    Answer,
    Prediction,
    Problem,
    Verdict,
    parse_answer,
    same_values,
)
from mwplab.records.answers import EXACT


@dataclass(frozen=True, slots=True, kw_only=True)
class SolutionJudge(Leniency):
    """Each gold value appears among the predicted ones, in any order (Upadhyay and Chang, section 4.1).

    >>> from mwplab.records import parse_answers
    >>> problem = Problem(id="a/1", question="How far?", answers=parse_answers("1200 (metres)"))
    >>> judge = SolutionJudge()
    >>> judge(problem, Prediction(problem="a/1", answers=parse_answers("1,200.4")))
    Judgement(verdict=<Verdict.CORRECT: 'correct'>, reason='')
    >>> judge(problem, Prediction(problem="a/1", answers=parse_answers("12")))
    Judgement(verdict=<Verdict.WRONG: 'wrong'>, reason='12 is given, gold 1200 (metres)')
    """

    def __call__(self, problem: Problem, prediction: Prediction) -> Judgement:
        """Return whether each gold value is among the predicted ones."""
        if not problem.answers:
            return Judgement(Verdict.UNJUDGED, "the problem has no gold answer")
        found = predicted_answers(problem, prediction)
        if isinstance(found, Judgement):
            return found
        readings = [_read_again(answers, problem) for answers in found]
        for answers in readings:
            for gold in _accepted(problem):
                if all(any(_same(one, each, problem, self) for one in answers) for each in gold):
                    return Judgement(Verdict.CORRECT)
        return _refusal(readings[0], problem.answers)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExactJudge:
    """As many values as the gold answer has, each exactly equal, in order where the problem says so.

    >>> from mwplab.records import parse_answers
    >>> problem = Problem(id="a/1", question="Which two?", answers=parse_answers("3; 4"), ordered=True)
    >>> ExactJudge()(problem, Prediction(problem="a/1", answers=parse_answers("4; 3"))).reason
    '4; 3 is given, gold 3; 4 in this order'
    """

    def __call__(self, problem: Problem, prediction: Prediction) -> Judgement:
        """Return whether the predicted values are the gold ones."""
        if not problem.answers:
            return Judgement(Verdict.UNJUDGED, "the problem has no gold answer")
        found = predicted_answers(problem, prediction)
        if isinstance(found, Judgement):
            return found
        readings = [_read_again(answers, problem) for answers in found]
        for answers in readings:
            values = [answer.value for answer in answers]
            for gold in _accepted(problem):
                expected = [answer.value for answer in gold]
                if same_values(values, expected, ordered=problem.ordered, tolerance=EXACT):
                    return Judgement(Verdict.CORRECT)
        judged = _refusal(readings[0], problem.answers)
        ordered = problem.ordered and len(problem.answers) > 1 and judged.verdict is Verdict.WRONG
        return Judgement(judged.verdict, judged.reason + " in this order" * ordered)


def _accepted(problem: Problem) -> Iterator[tuple[Answer, ...]]:
    """Yield the answers that count, with the letter of an option read as its text."""
    for answers in problem.accepted_answers:
        yield tuple(chosen(problem, answer) for answer in answers)


def _read_again(answers: tuple[Answer, ...], problem: Problem) -> tuple[Answer, ...]:
    """Return the numbers in answers that a file holds as words: *twelve*, *about 12 apples*."""
    if any(isinstance(answer.value, str) for answer in problem.answers):
        return answers
    read = [
        (answer, read_values(answer.value, problem) if isinstance(answer.value, str) else ())
        for answer in answers
    ]
    return tuple(each for answer, values in read for each in values or (answer,))


def _same(found: Answer, gold: Answer, problem: Problem, leniency: Leniency) -> bool:
    if problem.options and (other := _exactly(found, problem)) is not None and other != gold.value:
        return False
    if leniency.same(found, gold):
        return True
    labels = _labels(problem)
    if leniency.words and labels and isinstance(found.value, str) and isinstance(gold.value, str):
        said = f" {fold(found.value)} "
        return [label for label in labels if f" {label} " in said] == [fold(gold.value)]
    return False


def _exactly(found: Answer, problem: Problem) -> object:
    """Return the option that a number is exactly; a near one must not count when it is another option."""
    values = (parse_answer(said).value for option in problem.options if (said := option_text(option)))
    return found.value if found.value in set(values) else None


def _labels(problem: Problem) -> list[str]:
    """Return the names between which the gold equation chooses."""
    parts = walk(problem.equations) if problem.equations else ()
    return [fold(label) for part in parts if isinstance(part, Choice) for label, _ in part.options]


def _refusal(found: Sequence[Answer], gold: Sequence[Answer]) -> Judgement:
    """Return why answers do not count: wrong, or words where only a number could be compared."""
    shown, expected = ("; ".join(map(_shown, answers)) for answers in (found, gold))
    words = all(isinstance(answer.value, str) for answer in found)
    if words and not any(isinstance(answer.value, str) for answer in gold):
        return Judgement(Verdict.UNREADABLE, f"{shown!r} is not a value that can be compared with {expected}")
    return Judgement(Verdict.WRONG, f"{shown} is given, gold {expected}")


def _shown(answer: Answer) -> str:
    text = str(answer)
    return text if len(text) <= 60 else f"{text[:57]}..."
