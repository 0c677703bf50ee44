"""Do equations, answers and texts agree? One finding per contradiction, with both values."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from mwplab.equations.evaluate import Value
from mwplab.equations.templates import unknowns
from mwplab.errors import EquationError
from mwplab.parallel import map_many
from mwplab.records import Dataset, Finding, FindingKind, Problem
from mwplab.records.agreement import answered_by, solutions
from mwplab.records.answers import (
    DEFAULT_TOLERANCE,
    AnswerValue,
    Tolerance,
    parse_answer,
    same_value,
    write_value,
)
from mwplab.records.problem import MALFORMED, UNMATCHED

INCORRECT_FORMULA = "incorrect formula"
"""ASDiv's Table 6: the formula cannot be used to solve the problem."""

PROBLEMATIC_DESCRIPTION = "problematic description"
"""ASDiv's Table 6: the text lacks what the formula needs."""

VALUELESS_ANSWER = "valueless answer"
"""ASDiv's Table 6: the marked answer is no value, or the formula gives another of the options."""

_NO_VALUE = re.compile(
    r"none of|not sufficient|inadequate|cannot be|can ' ?t|no value|both|all of", re.IGNORECASE
)


def check(
    dataset: Dataset,
    *,
    tolerance: Tolerance = DEFAULT_TOLERANCE,
    jobs: int | None = 1,
    cluster: str | None = None,
) -> tuple[Finding, ...]:
    """Return everything that is wrong with a dataset, in its order, repeated texts last.

    >>> from mwplab.equations import parse
    >>> from mwplab.records import parse_answers
    >>> system, answers = parse("x = 2 + 2"), parse_answers("5")
    >>> problem = Problem(id="a/1", question="2 + 2?", equations=system, answers=answers)
    >>> check(Dataset(name="a", problems=(problem,)))[0].message
    'the equation x = 2 + 2 gives 4, the answer is 5'
    """
    task = partial(check_problem, tolerance=tolerance)
    description = f"checking {dataset.full_name}"
    found = map_many(task, dataset.problems, jobs=jobs, cluster=cluster, description=description)
    return tuple(finding for findings in found for finding in findings) + tuple(
        repeated_texts(dataset.problems)
    )


def check_problem(problem: Problem, tolerance: Tolerance = DEFAULT_TOLERANCE) -> list[Finding]:
    """Return what is wrong with one problem."""
    if not problem.text.strip():
        return [_finding(problem, FindingKind.MISSING, "the problem has no text")]
    if MALFORMED in problem.extra:
        reason = str(problem.extra[MALFORMED])
        return [
            _finding(problem, FindingKind.MALFORMED, f"the equation cannot be read: {reason}", found=reason)
        ]
    findings = _check_answer(problem, tolerance)
    if UNMATCHED in problem.extra:
        numbers = ", ".join(map(str, problem.extra[UNMATCHED]))  # type: ignore[arg-type]
        message = f"the equation {problem.equations} has numbers that are not in the text: {numbers}"
        findings.append(_finding(problem, FindingKind.UNMATCHED_NUMBER, message, found=numbers))
    return findings


def _check_answer(problem: Problem, tolerance: Tolerance) -> list[Finding]:
    if not problem.answers:
        return [_finding(problem, FindingKind.MISSING, "the problem has no answer")]
    expected = "; ".join(map(str, problem.answers))
    try:
        system = problem.filled_equations
    except EquationError as error:
        written = str(problem.equations)
        message = f"the equation {written} has quantities that the text has not ({error})"
        return [_finding(problem, FindingKind.MALFORMED, message, expected=expected, found=written)]
    if system is None:
        return []
    if not unknowns(system):
        message = f"the equation {system} has no unknown, so it gives no answer"
        return [_finding(problem, FindingKind.MALFORMED, message, expected=expected, found=str(system))]
    try:
        found = solutions(problem)
        if answered_by(problem, found, tolerance):
            return []
    except EquationError as error:
        message = f"the equation {system} gives no answer ({error}), the answer is {expected}"
        return [_finding(problem, FindingKind.ANSWER, message, expected=expected, found=str(error))]
    shown = " or ".join("; ".join(map(write_value, values)) for values in found)
    message = f"the equation {system} gives {shown}, the answer is {expected}"
    return [_finding(problem, FindingKind.ANSWER, message, expected=expected, found=shown, values=found)]


def _finding(
    problem: Problem,
    kind: FindingKind,
    message: str,
    *,
    expected: str = "",
    found: str = "",
    values: Sequence[Sequence[Value]] = (),
) -> Finding:
    wrong = kind in (FindingKind.ANSWER, FindingKind.MALFORMED)
    return Finding(
        problem=problem.id,
        kind=kind,
        message=message,
        expected=expected,
        found=found,
        error_class=error_class(problem, values) if wrong else "",
    )


def error_class(problem: Problem, values: Sequence[Sequence[Value]]) -> str:
    """Return the class of ASDiv's Table 6 that a contradiction falls into, as far as a program can tell.

    A marked answer without a value, or a formula that gives another option, makes the answer suspect;
    a formula with numbers that the text lacks makes the text suspect; what is left is the formula's.
    """
    marked = problem.answers[0].value if problem.answers else ""
    if isinstance(marked, str) and (not marked or _NO_VALUE.search(marked)):
        return VALUELESS_ANSWER
    if any(
        same_value(value, option) for option in _option_values(problem) for row in values for value in row
    ):
        return VALUELESS_ANSWER
    if UNMATCHED in problem.extra:
        return PROBLEMATIC_DESCRIPTION
    return INCORRECT_FORMULA


def _option_values(problem: Problem) -> list[AnswerValue]:
    return [parse_answer(option).value for option in problem.options if option.strip()]


def repeated_texts(problems: Sequence[Problem]) -> list[Finding]:
    """Return a finding for each problem whose text, without case and punctuation, occurred before."""
    first: dict[str, str] = {}
    findings = []
    for problem in problems:
        letters = re.sub(r"[\W_]+", " ", problem.text.casefold()).strip()
        if letters in first:
            message = f"the text is that of {first[letters]}"
            findings.append(_finding(problem, FindingKind.DUPLICATE, message, found=first[letters]))
        first.setdefault(letters, problem.id)
    return findings


def settled_equations(dataset: Dataset) -> tuple[int, int]:
    """Return how many equations have every number in the text or in common knowledge, and how many there are.

    >>> settled_equations(Dataset(name="a", problems=(Problem(id="a/1", question="Why?"),)))
    (0, 0)
    """
    with_equations = [problem for problem in dataset if problem.equations is not None]
    return sum(UNMATCHED not in problem.extra for problem in with_equations), len(with_equations)


@dataclass(frozen=True, slots=True)
class Share:
    """How many problems of a part contradict themselves."""

    part: str
    """The type, grade or split; ``all`` for the whole."""

    problems: int
    """Those with equations or a malformed one: the others cannot contradict."""

    contradictions: int
    """Those whose equation is malformed or gives another answer."""

    classes: Counter[str]
    """The contradictions by class of ASDiv's Table 6."""

    @property
    def share(self) -> float:
        """Return the part of the problems that contradict themselves."""
        return self.contradictions / self.problems if self.problems else 0.0


def shares(dataset: Dataset, findings: Sequence[Finding], by: str) -> list[Share]:
    """Return the contradictions of the whole and of each ``type``, ``grade`` or ``split``.

    >>> from mwplab.equations import parse
    >>> problem = Problem(id="a/1", type="Sum", equations=parse("x = 1"))
    >>> shares(Dataset(name="a", problems=(problem,)), [], by="type")[1].part
    'Sum'
    """
    wrong = {one.problem: one for one in findings if one.kind in (FindingKind.ANSWER, FindingKind.MALFORMED)}
    parts = {"all": [one.id for one in dataset], **_parts(dataset, by)}
    able = {one.id for one in dataset if one.equations is not None or MALFORMED in one.extra}
    return [_share(part, [id for id in ids if id in able], wrong) for part, ids in parts.items()]


def _parts(dataset: Dataset, by: str) -> dict[str, Sequence[str]]:
    if by == "split":
        return dict(dataset.splits)
    parts: dict[str, list[str]] = {}
    for problem in dataset:
        parts.setdefault(str(getattr(problem, by) or "none"), []).append(problem.id)
    return dict(sorted(parts.items()))


def _share(part: str, ids: Sequence[str], wrong: Mapping[str, Finding]) -> Share:
    found = [wrong[id] for id in ids if id in wrong]
    return Share(part, len(ids), len(found), Counter(one.error_class for one in found))
