"""Problem types: ASDiv's 24 in three categories, with their names in the file and in the paper."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from mwplab.errors import UnknownName


class Category(StrEnum):
    """The three kinds of problem types."""

    BASIC = "Basic arithmetic operations"
    AGGREGATIVE = "Aggregative operations"
    KNOWLEDGE = "Additional domain knowledge required"


@dataclass(frozen=True, slots=True)
class ProblemType:
    """A pattern of operations that solves a problem."""

    name: str
    """The label in ASDiv's file."""

    paper_name: str
    """The name in ASDiv's paper."""

    category: Category
    """The category that the paper puts it in."""


# The paper lists Multi-Step where the file has Sequential-Operation: each is the label that the other lacks.
TYPES: dict[str, ProblemType] = {
    name: ProblemType(name, paper_name, category)
    for category, pairs in {
        Category.BASIC: (
            ("Addition", "Addition"),
            ("Subtraction", "Subtraction"),
            ("Difference", "Difference"),
            ("Multiplication", "Multiplication"),
            ("Common-Division", "Common-Division"),
            ("Floor-Division", "Floor-Division"),
            ("Ceil-Division", "Ceil-Division"),
            ("Sum", "Sum"),
            ("Surplus", "Surplus"),
            ("Number-Operation", "Number-Operation"),
            ("TVQ-Initial", "TVQ-Initial"),
            ("TVQ-Change", "TVQ-Change"),
            ("TVQ-Final", "TVQ-Final"),
            ("Sequential-Operation", "Multi-Step"),
        ),
        Category.AGGREGATIVE: (
            ("Algebra-1", "Algebra-1"),
            ("Algebra-2", "Algebra-2"),
            ("Comparison", "Comparison"),
            ("Set-Operation", "Set-Operation"),
            ("Ratio", "Ratio"),
            ("Number-Pattern", "Number-Pattern"),
        ),
        Category.KNOWLEDGE: (
            ("GCD", "Greatest Common Divisor"),
            ("LCM", "Least Common Multiple"),
            ("Geometry", "Geometry"),
            ("UnitTrans", "UnitTrans"),
        ),
    }.items()
    for name, paper_name in pairs
}
"""Every type by its label in the file."""

_MISSPELT = {"Substraction": "Subtraction", "Common-Divison": "Common-Division"}


def repair_type(label: str) -> str:
    """Return a type's label with known misspellings put right.

    >>> repair_type("Substraction"), repair_type("Ratio")
    ('Subtraction', 'Ratio')
    """
    return _MISSPELT.get(label, label)


def problem_type(label: str) -> ProblemType:
    """Return the type with this label, as in the file or as in the paper.

    >>> problem_type("Multi-Step").name, problem_type("Ratio").category.value
    ('Sequential-Operation', 'Aggregative operations')
    """
    label = repair_type(label)
    by_paper = {known.paper_name: known for known in TYPES.values()}
    if label not in TYPES and label not in by_paper:
        raise UnknownName.among("problem type", label, TYPES)
    return TYPES.get(label) or by_paper[label]
