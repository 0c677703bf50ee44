"""Worked solutions as GSM8K writes them: calculator marks on the way, the answer behind four hashes.

Ann has 6 * 3 = <<6*3=18>>18 figs and eats 18 - 5 = <<18-5=13>>13 fewer.
#### 13
"""

from __future__ import annotations

import re
from collections.abc import Collection
from fractions import Fraction

from mwplab.equations import EquationSystem, Expr, parse_expression, read_number
from mwplab.equations.bounds import check_depth
from mwplab.equations.evaluate import evaluate
from mwplab.equations.nodes import Equation, Leaf, Number, Unknown, map_expr
from mwplab.errors import DataError, EquationError
from mwplab.records import Answer, parse_answer, same_value

_MARK = re.compile(r"<<([^<>=]*)=([^<>=]*)>>")


def final_answer(solution: str) -> Answer:
    """Return the answer behind the four hashes.

    >>> str(final_answer("6 * 300 = 1800 #### 1,800"))
    '1800'
    """
    _, found, answer = solution.rpartition("####")
    if not found:
        raise DataError(f"a worked solution has no answer behind '####': {solution[-60:]!r}")
    return parse_answer(answer)


def chain(solution: str, values: Collection[Fraction]) -> EquationSystem | None:
    """Return the calculator marks as one equation, or none where they do not lead to the answer.

    A number that an earlier mark gave and no mark has used yet stands for that mark; otherwise it is a number
    of the text if that has it, and else an earlier result once more.

    >>> str(chain("<<6*3=18>> <<18-5=13>> #### 13", [Fraction(6), Fraction(3), Fraction(5)]))
    'x = 6 * 3 - 5'
    >>> chain("<<6*3=18>> and 5 less #### 13", [])
    """
    steps = _Steps(values)
    try:
        result = [steps.add(mark[1], mark[2]) for mark in _MARK.finditer(solution)]
        if not result or not same_value(evaluate(result[-1]), final_answer(solution).value):
            return None
        return check_depth(EquationSystem((Equation(Unknown("x"), result[-1]),)))
    except EquationError:
        return None


class _Steps:
    """The results so far, those that are still to be used apart from the others."""

    def __init__(self, values: Collection[Fraction]) -> None:
        self.values = frozenset(values)
        self.waiting: dict[Fraction, Expr] = {}
        self.used: dict[Fraction, Expr] = {}

    def add(self, calculation: str, result: str) -> Expr:
        expr = map_expr(parse_expression(calculation.lstrip(" +")), self._stand_for)
        self.waiting[read_number(result)] = expr
        return expr

    def _stand_for(self, leaf: Leaf) -> Expr:
        if not isinstance(leaf, Number):
            return leaf
        if leaf.value in self.waiting:
            self.used[leaf.value] = self.waiting.pop(leaf.value)
            return self.used[leaf.value]
        return leaf if leaf.value in self.values else self.used.get(leaf.value, leaf)
