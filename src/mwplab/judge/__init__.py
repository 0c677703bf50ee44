"""Problem and prediction to verdict: is the answer right, and for the right reason?

solution    each gold value appears among the predicted        exact      the same values, exactly
derivation  template and alignment are the gold ones           equation   the paper's approximation of that
rows        all judges on a row; where they disagree
"""

from __future__ import annotations

from mwplab.judge.derivation import DerivationJudge
from mwplab.judge.equation import EquationJudge
from mwplab.judge.judgement import Judge, Judgement
from mwplab.judge.rows import Disagreed, Disagreement, disagreements, judge_row
from mwplab.judge.solution import ExactJudge, SolutionJudge
from mwplab.registry import Registry

judges: Registry[Judge] = Registry("judge", entry_point_group="mwplab.judges")
judges.add("solution", SolutionJudge)
judges.add("exact", ExactJudge)
judges.add("equation", EquationJudge)
judges.add("derivation", DerivationJudge)

__all__ = [
    "DerivationJudge",
    "Disagreed",
    "Disagreement",
    "EquationJudge",
    "ExactJudge",
    "Judge",
    "Judgement",
    "SolutionJudge",
    "disagreements",
    "judge_row",
    "judges",
]
