"""Equation templates: how many there are, and how often each is used."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mwplab.errors import StatisticsError
from mwplab.measures.measure import Summary, shares
from mwplab.records import Problem
from mwplab.records.templates import Key, check_reading, template_classes, template_key
from mwplab.registry import check_kinds


@dataclass(frozen=True, slots=True, kw_only=True)
class EquationTemplates:
    """How many different equation templates there are.

    The value of a problem is the share of problems with its template, and the parts are the templates.

    >>> EquationTemplates().combine(["= x + A A", "= x - A A", None, "= x + A A"]).value
    2.0
    """

    reading: str = "prefix"
    """One of the `READINGS` of `mwplab.records.templates`."""

    def __post_init__(self) -> None:
        check_kinds(self)
        check_reading(self.reading)

    def observe(self, problem: Problem) -> Key:
        """Return the problem's template."""
        return template_key(problem, self.reading)

    def combine(self, seen: Sequence[Key], *, jobs: int | None = 1, cluster: str | None = None) -> Summary:
        """Return the number of templates."""
        classes = [None if one is None else str(one) for one in template_classes(seen)]
        parts = shares(classes, "template")
        if not parts:
            raise StatisticsError(
                f"none of the {len(seen)} problems has equations, so there are no templates"
            )
        each = tuple(None if one is None else parts[f"template={one}"].value for one in classes)
        return Summary(value=float(len(parts)), n=len(each) - each.count(None), each=each, parts=parts)
