"""Do the equations of a published dataset agree with its answers and its text?"""

from __future__ import annotations

from mwplab.measures import check
from mwplab.records import Dataset, FindingKind


def contradictions(dataset: Dataset) -> set[str]:
    """Return the keys of the problems whose equations cannot be read or give other answers."""
    kinds = {FindingKind.ANSWER, FindingKind.MALFORMED}
    return {dataset[one.problem].key for one in check(dataset) if one.kind in kinds}


def settled_share(dataset: Dataset) -> float:
    """Return the share of readable equations whose every number is in the text or a known constant."""
    readable = [problem for problem in dataset if problem.equations is not None]
    return sum("unmatched" not in problem.extra for problem in readable) / len(readable)
