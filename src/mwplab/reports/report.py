"""What a report about results is made from, gathered by whoever ran and compared them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from mwplab.errors import RecordError
from mwplab.records import Result, Score

if TYPE_CHECKING:
    from mwplab.statistics import Comparison


FormT = TypeVar("FormT")


def by_ending(path: Path, known: Mapping[str, FormT]) -> FormT:
    """Return what the ending of a file's name stands for; one that stands for nothing is refused.

    >>> by_ending(Path("x.pdf"), {"": "page", ".html": "page", ".md": "Markdown"})
    Traceback (most recent call last):
    mwplab.errors.RecordError: a report is not written as 'x.pdf'; give a name that ends in .html or .md
    """
    if path.suffix.lower() not in known:
        endings = " or ".join(filter(None, known))
        raise RecordError(f"a report is not written as {path.name!r}; give a name that ends in {endings}")
    return known[path.suffix.lower()]


class ReportForm(StrEnum):
    """What a report can be written as."""

    HTML = "html"
    MARKDOWN = "markdown"
    LATEX = "latex"

    @classmethod
    def of(cls, path: Path) -> ReportForm:
        """Return the form that a file's name asks for, a page where it has no ending.

        >>> ReportForm.of(Path("table.tex")), ReportForm.of(Path("report"))
        (<ReportForm.LATEX: 'latex'>, <ReportForm.HTML: 'html'>)
        """
        return by_ending(
            path, {"": cls.HTML, ".html": cls.HTML, ".htm": cls.HTML, ".md": cls.MARKDOWN, ".tex": cls.LATEX}
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One result, under the name that the report calls it by."""

    name: str
    """Short, and another for each result of a report."""

    result: Result
    """Its rows and scores."""

    adjusted: Mapping[tuple[str, str], float] = field(default_factory=dict, hash=False)
    """By score and slice the corrected p-value of its difference from the rest, where it was tested."""

    remarks: Mapping[int, str] = field(default_factory=dict, hash=False)
    """By the row's place, such as in which way its judges disagree."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """What one judge says of two results on the problems that both have."""

    first: str
    """The name of the first result."""

    second: str
    """The name of the second."""

    judge: str
    """The judge."""

    slice: str = ""
    """Which part of the problems; empty for all."""

    first_score: Score
    """The accuracy of the first on these problems."""

    second_score: Score
    """That of the second."""

    comparison: Comparison
    """First less second, with its interval and test."""

    only_first: int
    """Problems that only the first solved."""

    only_second: int
    """Problems that only the second solved."""

    adjusted: float | None = None
    """The p-value, corrected for all slices and all pairs of results; none where there is one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Everything that a page or a table about results shows."""

    title: str
    """What it is about."""

    entries: tuple[Entry, ...]
    """The results, at least one."""

    differences: tuple[Difference, ...] = ()
    """Every two results compared, as far as they can be."""

    notes: tuple[str, ...] = ()
    """What a reader must know besides, a sentence each."""

    @property
    def judges(self) -> tuple[str, ...]:
        """Return everyone who judged a row, in the order met."""
        found = (judge for entry in self.entries for row in entry.result.rows for judge in row.verdicts)
        return tuple(dict.fromkeys(found))
