"""Consistency as a measure: the share of problems that agree with themselves, by type and class of error."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from mwplab.errors import StatisticsError
from mwplab.measures.consistency import check_problem
from mwplab.measures.measure import Part, Summary
from mwplab.records import FindingKind, Problem, Tolerance
from mwplab.records.problem import MALFORMED
from mwplab.registry import check_kinds

CONTRADICTIONS = (FindingKind.ANSWER, FindingKind.MALFORMED)
"""The findings that make a problem inconsistent."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What is kept of the check of one problem."""

    type: str
    """The problem's type."""

    able: bool
    """Whether it has equations, so that it can contradict itself."""

    error: str
    """The class of ASDiv's Table 6 of its contradiction; empty where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Consistency:
    """The share of problems whose equations give the annotated answer, of those that have equations.

    Parts are the types of problems, and the classes of errors as shares of the whole.

    >>> right, wrong = Checked("Sum", True, ""), Checked("Sum", True, "incorrect formula")
    >>> found = Consistency().combine([right, wrong, Checked("Area", False, "")])
    >>> found.value, found.each, found.parts["error=incorrect formula"].value
    (0.5, (1.0, 0.0, None), 0.5)
    """

    within: float = 0.001
    """How far an answer may be from the value of its equations, as a share of the answer."""

    def __post_init__(self) -> None:
        check_kinds(self)
        if not 0 <= self.within <= 1:
            raise StatisticsError(f"an answer cannot be within {self.within} of a value; give 0 to 1")

    def observe(self, problem: Problem) -> Checked:
        """Return whether the problem contradicts itself."""
        findings = check_problem(problem, Tolerance(relative=Fraction(str(self.within))))
        wrong = [one for one in findings if one.kind in CONTRADICTIONS]
        able = problem.equations is not None or MALFORMED in problem.extra
        return Checked(problem.type, able, wrong[0].error_class if wrong else "")

    def combine(
        self, seen: Sequence[Checked], *, jobs: int | None = 1, cluster: str | None = None
    ) -> Summary:
        """Return the share of problems without a contradiction."""
        able = [one for one in seen if one.able]
        if not able:
            raise StatisticsError(
                f"none of the {len(seen)} problems has equations, so nothing can contradict"
            )
        types: dict[str, list[Checked]] = {}
        for one in able:
            types.setdefault(one.type, []).append(one)
        errors = Counter(one.error for one in able if one.error)
        parts = {f"type={type_}": _share(ones) for type_, ones in sorted(types.items()) if type_}
        parts |= {f"error={kind}": Part(value=n / len(able), n=n) for kind, n in sorted(errors.items())}
        each = tuple(float(not one.error) if one.able else None for one in seen)
        return Summary(value=_share(able).value, n=len(able), each=each, parts=parts)


def _share(seen: Sequence[Checked]) -> Part:
    return Part(value=sum(not one.error for one in seen) / len(seen), n=len(seen))
