"""SVAMP: tables of Patel, Bhattamishra and Goyal (2021), on solvers of simple math word problems."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from statistics import fmean

from mwplab.catalogue import load
from mwplab.equations import EquationSystem, Expr, count_operators
from mwplab.equations.nodes import (
    Binary,
    Call,
    Comparison,
    Equation,
    Number,
    QuantityRef,
    Statement,
)
from mwplab.equations.shapes import masked_prefix
from mwplab.measures import take
from mwplab.papers.asdiv import COMPARED, LEXICON, READINGS, SYNTAX
from mwplab.papers.cells import Value
from mwplab.papers.table import Ours, row_cells
from mwplab.solvers.baselines.majority import Commonest, commonest

GROUPS = {
    "Addition": "Addition",
    "Subtraction": "Subtraction",
    "Multiplication": "Multiplication",
    "Division": "Common-Division",
}
"""Table 7's groups and the type of ASDiv that each is."""

DATASETS = {"MAWPS": "mawps@2373", "ASDiv-A": "asdiv-a", "SVAMP": "svamp"}
"""Table 9's rows and the editions that have the paper's numbers of problems."""

COUNTED = ("problems", "templates", "average_operators")
"""Table 9's columns that are counted from the equations."""

EXTRA_TEMPLATE = {
    "ASDiv-A": "one more by nluds-1358, which the folds of the SVAMP release leave out",
    "SVAMP": "one more by chal-480, which has another equation in the CSV file",
}
"""Where the template comes from that the paper does not count."""

# SVAMP's equations know four operators, so that a rounded quotient is a quotient there.
_ROUNDING = ("floor", "ceil", "round")
_HUNDRED = Number(Fraction(100))


MAJORITY = {"MAWPS": "mawps", "ASDiv-A": "asdiv-a", "SVAMP": "svamp"}
"""Columns of Tables 2 and 12, and the editions that the paper's solvers were tested on."""


def table2() -> Iterator[Ours]:
    """Yield the majority row, which needs no training."""
    for column in ("MAWPS", "ASDiv-A"):
        yield from row_cells("majority", [column], partial(_majority, column))


def table12() -> Iterator[Ours]:
    """Yield the majority row, which needs no training."""
    yield from row_cells("majority", ["SVAMP"], partial(_majority, "SVAMP"))


def _majority(column: str) -> dict[str, float | Value]:
    most = majority(MAJORITY[column])
    note = f"the share of {most.equations}, the commonest equation of {MAJORITY[column]}"
    return {
        column: Value(
            round(100 * most.count / most.problems, 2), f"{note}: {most.count} of {most.problems:,}"
        )
    }


def majority(name: str) -> Commonest:
    """Return the commonest equation of a dataset, numbers told apart by their places in the text.

    The paper calls its share the accuracy of the majority template. Executed, the same equation scores more,
    since another one often gives the same answer.

    >>> str(majority("starter[type=Addition]").equations)
    'x = q0 + q1'
    """
    systems = (problem.equations for problem in load(name))
    return commonest(None if system is None else in_four_operators(system) for system in systems)


def table7() -> Iterator[Ours]:
    """Yield how many problems of ASDiv-A each group has: all of its type, before any seed is chosen."""
    for row in (*GROUPS, "Total"):
        yield from row_cells(row, ["in_asdiv_a"], partial(_group_size, row))


def _group_size(group: str) -> dict[str, float | Value]:
    types = Counter(problem.type for problem in load("asdiv-a"))
    wanted = GROUPS.values() if group == "Total" else [GROUPS[group]]
    return {"in_asdiv_a": sum(types[type_] for type_ in wanted)}


def table9() -> Iterator[Ours]:
    """Yield problems, equation templates, operators and lexicon diversity of the three corpora."""
    for row in DATASETS:
        yield from row_cells(row, COUNTED, partial(_described, row))
        yield from row_cells(row, ["cld"], partial(_diversity, row))


def _diversity(row: str) -> dict[str, float | Value]:
    dataset = load(DATASETS[row])
    # The paper takes the measure from ASDiv's without a word on types; its figures fit the whole corpus.
    words, tags = (take(dataset, measure).score for measure in (LEXICON, SYNTAX))
    note = f"{READINGS[LEXICON]}, {COMPARED['corpus']}; the same over tags {tags.value:.3f}"
    return {"cld": Value(round(words.value, 4), note, signature=words.signature)}


def _described(row: str) -> dict[str, float | Value]:
    counts = describe(DATASETS[row])
    if row in EXTRA_TEMPLATE:
        return {**counts, "templates": Value(counts["templates"], EXTRA_TEMPLATE[row])}
    # The paper's solvers saw the release's 1,921 problems, its table counts 2,373; neither gives its figures.
    released = describe("mawps")
    note = "mawps@2373, equations as written; the edition of the release (mawps) gives"
    return {column: Value(counts[column], f"{note} {released[column]:.4g}") for column in COUNTED}


def describe(name: str) -> dict[str, float]:
    """Return Table 9's counts for a dataset; problems without an equation count among the problems only.

    >>> describe("starter[type=Addition]")["templates"]
    1
    """
    dataset = load(name)
    systems = [in_four_operators(problem.equations) for problem in dataset if problem.equations is not None]
    return {
        "problems": len(dataset),
        "templates": len(set(map(masked_prefix, systems))),
        "average_operators": fmean(map(count_operators, systems)),
    }


def in_four_operators(system: EquationSystem) -> EquationSystem:
    """Return the equations as the paper writes them: nothing is rounded, a percentage is one number.

    >>> from mwplab.equations import parse
    >>> str(in_four_operators(parse("x = ceil(q0 / q1) * (q2 / 100)")))
    'x = q0 / q1 * q2'
    """
    return EquationSystem(tuple(_on_both_sides(statement) for statement in system.statements))


def _on_both_sides(statement: Statement) -> Statement:
    left, right = _simplified(statement.left), _simplified(statement.right)
    if isinstance(statement, Comparison):
        return Comparison(statement.relation, left, right)
    return Equation(left, right)


def _simplified(expr: Expr) -> Expr:
    match expr:
        case Call(function, (argument,)) if function in _ROUNDING:
            return _simplified(argument)
        case Binary("/", QuantityRef() as share, hundred) if hundred == _HUNDRED:
            return share
        case Binary(operator, left, right):
            return Binary(operator, _simplified(left), _simplified(right))
        case _:
            return expr
