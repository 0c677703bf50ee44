"""Problem and prediction to verdict: is the answer right, and for the right reason?

solution    each gold value appears among the predicted        exact      the same values, exactly
derivation  template and alignment are the gold ones           equation   the paper's approximation of that
reading     answers found in raw completions                   rows       all judges on a row; disagreements
"""

from __future__ import annotations

from mwplab.judge.derivation import DerivationJudge
from mwplab.judge.equation import EquationJudge
from mwplab.judge.judgement import FAILURE, READING, Judge, Judgement
from mwplab.judge.reading import Reading, Status, read_completion, read_prediction
from mwplab.judge.rows import Disagreed, Disagreement, disagreements, judge_row
from mwplab.judge.solution import ExactJudge, SolutionJudge
from mwplab.registry import Registry

judges: Registry[Judge] = Registry("judge", entry_point_group="mwplab.judges")
judges.add("solution", SolutionJudge)
judges.add("exact", ExactJudge)
judges.add("equation", EquationJudge)
judges.add("derivation", DerivationJudge)

__all__ = [
    "FAILURE",
    "READING",
    "DerivationJudge",
    "Disagreed",
    "Disagreement",
    "EquationJudge",
    "ExactJudge",
    "Judge",
    "Judgement",
    "Reading",
    "SolutionJudge",
    "Status",
    "disagreements",
    "judge_row",
    "judges",
    "read_completion",
    "read_prediction",
]
