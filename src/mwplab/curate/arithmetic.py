"""The arithmetic parts of ASDiv and MathQA, by the rules of ASDiv's paper.

The rules: the formula has the four operations of arithmetic alone; it needs no constant that the text does
not give; no operand stands in it twice. For MathQA also: solved, the formula gives the marked answer.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from mwplab.curate.recipe import step_of
from mwplab.equations import EquationSystem
from mwplab.equations.nodes import Binary, Call, Equation, QuantityRef, Unknown, walk
from mwplab.equations.notations.mathqa import read_linear
from mwplab.errors import EquationError, RecordError
from mwplab.records import Dataset, Problem
from mwplab.records.agreement import consistent
from mwplab.records.taxonomy import TYPES, Category
from mwplab.registry import check_kinds

PROGRAM = "linear_formula"
"""The key in ``extra`` with MathQA's program, whose ``n0``, ``n1``, ... are the numbers of the text."""

_ROUNDING = ("floor", "ceil")
_OPERATION = re.compile(r"([a-z_]+)\s*\(")
_ARITHMETIC = frozenset({"add", "subtract", "multiply", "divide"})


def is_arithmetic(system: EquationSystem, *, rounding: bool = False) -> bool:
    """Tell whether equations are ``x = ...`` with the four operations over numbers of the text alone.

    >>> from mwplab.equations import parse
    >>> [is_arithmetic(parse(text)) for text in ("x = (q0 + q1) / q2", "x = q0 / 100", "q0 + x = q1")]
    [True, False, False]
    >>> is_arithmetic(parse("x = floor(q0 / q1)")), is_arithmetic(parse("x = floor(q0 / q1)"), rounding=True)
    (False, True)
    """
    match system.statements:
        case (Equation(Unknown(), result),):
            return all(
                isinstance(part, QuantityRef)
                or (isinstance(part, Binary) and part.operator in "+-*/")
                or (rounding and isinstance(part, Call) and part.function in _ROUNDING)
                for part in walk(result)
            )
        case _:
            return False


@dataclass(frozen=True, slots=True, kw_only=True)
class AsdivA:
    """Keeps of ASDiv what its paper calls arithmetic, so that ASDiv-A can be made from it.

    The types must be among the paper's basic arithmetic operations. Formulas in ASDiv have values, not
    places, so that ``9 * 9`` has one operand twice even where both stand in the text.
    """

    rounding: bool = True
    """Whether a quotient that is rounded up or down counts; the paper has both among the basic operations."""

    def __post_init__(self) -> None:
        check_kinds(self)

    def __call__(self, dataset: Dataset) -> Dataset:
        """Return the arithmetic problems."""
        kept = tuple(problem for problem in dataset if self.takes(problem))
        return dataset.derive(kept, step_of("asdiv-a", self))

    def takes(self, problem: Problem) -> bool:
        """Tell whether the rules admit a problem."""
        kind, system = TYPES.get(problem.type), problem.equations
        if kind is None or kind.category is not Category.BASIC or system is None:
            return False
        return is_arithmetic(system, rounding=self.rounding) and _all_different(
            [problem.values[place] for place in _places(system)]
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class MathqaConsistent:
    """Keeps of MathQA the arithmetic problems whose formula gives the marked answer: the paper's MathQA-C.

    The training part was released without formulas, so nothing of it is kept.
    """

    consistent: bool = True
    """Whether the formula must give the marked answer; otherwise all arithmetic problems are kept."""

    def __post_init__(self) -> None:
        check_kinds(self)

    def __call__(self, dataset: Dataset) -> Dataset:
        """Return the arithmetic problems, or the consistent ones among them."""
        if not any(PROGRAM in problem.extra for problem in dataset):
            raise RecordError(
                f"no problem of {dataset.full_name} has MathQA's {PROGRAM}; mathqa:dev and mathqa:test do"
            )
        kept = tuple(problem for problem in dataset if self.takes(problem))
        return dataset.derive(kept, step_of("mathqa-consistent", self))

    def takes(self, problem: Problem) -> bool:
        """Tell whether the rules admit a problem."""
        program = str(problem.extra.get(PROGRAM, ""))
        # An operation such as rectangle_area is a product as well, but a piece of knowledge first.
        if not program or not _ARITHMETIC.issuperset(_OPERATION.findall(program)):
            return False
        try:
            system = read_linear(program)
        except EquationError:
            return False
        arithmetic = is_arithmetic(system) and _all_different(_places(system))
        return arithmetic and (not self.consistent or consistent(problem))


def _places(system: EquationSystem) -> list[int]:
    return [part.index for part in walk(system) if isinstance(part, QuantityRef)]


def _all_different(operands: Sequence[Hashable]) -> bool:
    return len(set(operands)) == len(operands)
