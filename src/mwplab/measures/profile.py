"""What a dataset consists of: types, grades, operators, numbers and length of its problems."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from mwplab.equations import count_operators
from mwplab.records import Dataset
from mwplab.text import tokens


@dataclass(frozen=True, slots=True)
class Profile:
    """Counts over the problems of a dataset."""

    problems: int
    """How many there are."""

    types: dict[str, int]
    """Problems by type, most frequent first."""

    grades: dict[int, int]
    """Problems by grade, in order."""

    types_by_grade: dict[str, dict[int, int]]
    """Problems by type and grade."""

    operators: dict[int, int]
    """Problems by number of operations in their equations."""

    quantities: dict[int, int]
    """Problems by how many numbers their texts hold."""

    words: dict[int, int]
    """Problems by length in words, in steps of five."""


def profile(dataset: Dataset) -> Profile:
    """Return what a dataset consists of.

    >>> from mwplab.records import Problem
    >>> profile(Dataset(name="a", problems=(Problem(id="a/1", question="Why?", grade=2),))).grades
    {2: 1}
    """
    types = Counter(problem.type for problem in dataset if problem.type)
    grades = Counter(problem.grade for problem in dataset if problem.grade is not None)
    pairs = Counter((problem.type, problem.grade) for problem in dataset if problem.grade is not None)
    return Profile(
        problems=len(dataset),
        types=dict(types.most_common()),
        grades=dict(sorted(grades.items())),
        types_by_grade={kind: {grade: pairs[kind, grade] for grade in sorted(grades)} for kind in types},
        operators=_count(count_operators(one.equations) for one in dataset if one.equations is not None),
        quantities=_count(len(one.quantities) for one in dataset),
        words=_count(sum(token.text[0].isalnum() for token in tokens(one.text)) // 5 * 5 for one in dataset),
    )


def _count(values: Iterable[int]) -> dict[int, int]:
    return dict(sorted(Counter(values).items()))
