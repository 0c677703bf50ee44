"""Problem and prediction with what every judge says, and where the judges disagree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from mwplab.equations.alignment import Cause
from mwplab.equations.equivalence import Sameness
from mwplab.errors import MwplabError
from mwplab.judge.derivation import compare_prediction
from mwplab.judge.judgement import Judge, Judgement
from mwplab.records import Prediction, Problem, Row, Verdict


def judge_row(problem: Problem, prediction: Prediction, judges: Mapping[str, Judge]) -> Row:
    """Return the row of a problem with one verdict per judge; a judge that fails leaves it unjudged.

    >>> from mwplab.judge import SolutionJudge
    >>> from mwplab.records import parse_answers
    >>> problem = Problem(id="a/1", question="2 + 2?", answers=parse_answers("4"))
    >>> prediction = Prediction(problem="a/1", answers=parse_answers("5"))
    >>> row = judge_row(problem, prediction, {"solution": SolutionJudge()})
    >>> row.verdicts["solution"].value, row.reasons
    ('wrong', {'solution': '5 is given, gold 4'})
    """
    found = {name: _judged(judge, problem, prediction) for name, judge in judges.items()}
    return Row(
        problem=problem,
        prediction=prediction,
        verdicts={name: judgement.verdict for name, judgement in found.items()},
        reasons={name: judgement.reason for name, judgement in found.items() if judgement.reason},
    )


def _judged(judge: Judge, problem: Problem, prediction: Prediction) -> Judgement:
    try:
        return judge(problem, prediction)
    except MwplabError as error:
        return Judgement(Verdict.UNJUDGED, f"the judge failed: {error}")


class Disagreement(StrEnum):
    """The kinds of section 5.3 of the paper."""

    CORRECT_SOLUTION_INCORRECT_EQUATION = "correct solution, incorrect equation"
    """The answer comes out although the equations are others."""

    CORRECT_EQUATION_INCORRECT_ALIGNMENT = "correct equation, incorrect alignment"
    """The equations are right, but take a number from a place where it means something else."""

    BAD_APPROXIMATION = "bad approximation in equation accuracy"
    """The derivation is right, but equation accuracy compares it with one that is not."""


@dataclass(frozen=True, slots=True)
class Disagreed:
    """A row on which the judges disagree."""

    kind: Disagreement
    """In which way."""

    row: Row
    """The row."""

    reason: str
    """Why the judge that says wrong says so."""


def disagreements(rows: Iterable[Row]) -> Iterator[Disagreed]:
    """Yield the rows on which the judges ``solution``, ``equation`` and ``derivation`` disagree, by kind.

    >>> row = Row(
    ...     problem=Problem(id="a/1", question="2 + 2?"),
    ...     prediction=Prediction(problem="a/1"),
    ...     verdicts={"solution": Verdict.CORRECT, "derivation": Verdict.WRONG},
    ... )
    >>> [found.kind.value for found in disagreements([row])]
    ['correct solution, incorrect equation']
    """
    for row in rows:
        solution, equation, derivation = (
            next((each for name, each in row.verdicts.items() if name.partition("(")[0] == wanted), None)
            for wanted in ("solution", "equation", "derivation")
        )
        if derivation is Verdict.CORRECT and equation is Verdict.WRONG:
            yield Disagreed(Disagreement.BAD_APPROXIMATION, row, _reason(row, "equation"))
        elif derivation is Verdict.WRONG and solution is Verdict.CORRECT:
            same = equation is Verdict.CORRECT or _yields_the_same(row)
            kind = (
                Disagreement.CORRECT_EQUATION_INCORRECT_ALIGNMENT
                if same
                else Disagreement.CORRECT_SOLUTION_INCORRECT_EQUATION
            )
            yield Disagreed(kind, row, _reason(row, "derivation"))


def _reason(row: Row, judge: str) -> str:
    return next((reason for name, reason in row.reasons.items() if name.partition("(")[0] == judge), "")


def _yields_the_same(row: Row) -> bool:
    """Tell whether the predicted derivation yields the gold equations: its slots have the right values."""
    gold, values = row.problem.derivation, row.problem.values
    if gold is None:
        return False
    compared = [one for _, one in compare_prediction(gold, row.problem, row.prediction)]
    different = [one for one in compared if one.verdict is Sameness.DIFFERENT]
    return bool(different) and all(
        one.cause is Cause.ALIGNMENT
        and all(
            max(each.quantity, each.gold_quantity) < len(values)
            and values[each.quantity] == values[each.gold_quantity]
            for each in one.misaligned
        )
        for one in different
    )
