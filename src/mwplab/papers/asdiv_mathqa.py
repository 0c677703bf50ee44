"""ASDiv: what Miao, Liang and Su (2020) say of MathQA's annotations, as far as the released files tell."""

from __future__ import annotations

from collections.abc import Iterator

from mwplab.catalogue import load
from mwplab.curate import MathqaConsistent
from mwplab.curate.arithmetic import PROGRAM
from mwplab.errors import DataError
from mwplab.papers.cells import NotRun, Value
from mwplab.papers.table import Ours

ROW = "MathQA"
COLUMNS = ("inconsistent_percent", "arithmetic_problems", "mathqa_c_problems")


def mathqa() -> Iterator[Ours]:
    """Yield the share of arithmetic problems whose formula does not give the marked answer, and the counts.

    Formulas of the training part are not in the release, so the share is that of the dev and test parts, and
    the counts say what these would come to in the whole.
    """
    from mwplab.statistics import wilson

    try:
        whole = load("mathqa")
    except DataError as error:
        yield from ((ROW, column, NotRun(str(error))) for column in COLUMNS)
        return
    formulas = sum(PROGRAM in problem.extra for problem in whole)
    arithmetic = MathqaConsistent(consistent=False)(whole)
    kept = MathqaConsistent()(arithmetic)
    wrong = wilson(len(arithmetic) - len(kept), len(arithmetic))
    note = (
        f"of the {len(arithmetic):,} arithmetic problems of dev and test, 95 % interval "
        f"{100 * wrong.low:.1f} to {100 * wrong.high:.1f}; training formulas were not released"
    )
    yield ROW, "inconsistent_percent", Value(round(100 * wrong.value, 1), note)
    for column, part in (("arithmetic_problems", arithmetic), ("mathqa_c_problems", kept)):
        scaled = round(len(part) * len(whole) / formulas)
        reason = (
            f"training formulas were not released; dev and test have {len(part):,} among {formulas:,}, "
            f"which would be {scaled:,} of all {len(whole):,}"
        )
        yield ROW, column, NotRun(reason)
