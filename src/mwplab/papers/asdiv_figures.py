"""ASDiv: its figures as pictures, made from counts and shares."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from mwplab.catalogue import load
from mwplab.measures import profile
from mwplab.measures.measure import histogram
from mwplab.papers.asdiv import (
    CORPORA,
    LEXICON,
    SYNTAX,
    Found,
    beside_training,
    stated_group,
    within,
    within_tests,
)
from mwplab.records.taxonomy import TYPES, Category
from mwplab.reports.html import Chart
from mwplab.reports.panels import Distribution, histogram_panels, stacked_bars

SPLIT = tuple(row for row in CORPORA if row != "ALGES")
"""The corpora that were released with folds, or with parts for training and testing."""

ADDING = {"Addition", "Subtraction", "Difference", "Sum", "TVQ-Initial", "TVQ-Change", "TVQ-Final"}
MULTIPLYING = {"Multiplication", "Common-Division", "Floor-Division", "Ceil-Division", "Surplus"}
"""The basic types that take one kind of operation, which Figure 2 tells apart."""


def figures() -> Iterator[Chart]:
    """Yield Figures 1, 2 and 4 to 7 of the paper, as our measures have them.

    Figure 3 lists problems of one sentence pattern, for which there is the measure ``sentence-patterns``.
    """
    yield _spread("1: lexicon diversity", "LD", CORPORA, _within(LEXICON))
    yield categories_by_grade("asdiv", "ASDiv, Figure 2: categories of problems by grade")
    yield _spread("4: syntactic diversity", "SD", CORPORA, _within(SYNTAX))
    yield _spread("5: lexicon diversity, test against training", "LD", SPLIT, _beside(LEXICON))
    yield _spread("6: syntactic diversity, test against training", "SD", SPLIT, _beside(SYNTAX))
    yield _spread("7: lexicon diversity within the test part", "LD", SPLIT, _tests)


def categories_by_grade(name: str, title: str) -> Chart:
    """Return how many problems of each category a dataset has in each grade.

    >>> "Aggregative" in categories_by_grade("starter", "starter").svg
    True
    """
    counts: dict[str, dict[int, int]] = {}
    for type_, grades in profile(load(name)).types_by_grade.items():
        row = counts.setdefault(_category(type_), dict.fromkeys(grades, 0))
        for grade, count in grades.items():
            row[grade] += count
    ordered = {category: counts[category] for category in _CATEGORIES if category in counts}
    return Chart(title, stacked_bars(ordered, title=title, label="grade"))


_CATEGORIES = (
    "Addition and subtraction",
    "Multiplication and division",
    "Several basic operations",
    Category.AGGREGATIVE.value,
    Category.KNOWLEDGE.value,
)


def _category(type_: str) -> str:
    if TYPES[type_].category is not Category.BASIC:
        return TYPES[type_].category.value
    return _CATEGORIES[0 if type_ in ADDING else 1 if type_ in MULTIPLYING else 2]


def _within(measure: str) -> Callable[[str], Found]:
    return lambda row: within(row, measure, stated_group(row))


def _beside(measure: str) -> Callable[[str], Found]:
    return lambda row: beside_training(row, measure)


def _tests(row: str) -> Found:
    return within_tests(row, LEXICON, stated_group(row))


def _spread(what: str, label: str, rows: Iterable[str], measured: Callable[[str], Found]) -> Chart:
    title = f"ASDiv, Figure {what}"
    found = [_distribution(row, measured(row)) for row in rows]
    return Chart(title, histogram_panels(found, title=title, label=label))


def _distribution(row: str, found: Found) -> Distribution:
    shares = [part.value for part in histogram(found.values).values()]
    return Distribution(row, shares, found.mean, found.zeros / 100)
