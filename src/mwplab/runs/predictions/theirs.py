"""What a harness itself says of each answer, beside what our judge says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from mwplab.records import Row, Verdict
from mwplab.runs.predictions.said import Said


@dataclass(frozen=True, slots=True)
class Claim:
    """The score that a harness gave for a problem."""

    row: Row
    """The problem, what was predicted and what our judges say."""

    score: float
    """The harness's score, over samples its mean: 1 for correct, 0 for wrong."""

    judge: str
    """Our judge that it is compared with."""

    @property
    def agrees(self) -> bool:
        """Tell whether both say correct, or neither does."""
        return (self.score > 0.5) == (self.row.verdicts[self.judge] is Verdict.CORRECT)


@dataclass(frozen=True, slots=True)
class Claims:
    """A metric of a harness compared with our judge, problem by problem."""

    metric: str
    """Its name, and the filter's where there are several: ``exact_match,strict``."""

    claims: tuple[Claim, ...]
    """One for each problem that has a score and a verdict."""

    @property
    def theirs(self) -> float:
        """Return the accuracy by the harness."""
        return fmean(claim.score for claim in self.claims)

    @property
    def ours(self) -> float:
        """Return the accuracy by our judge on the same problems."""
        return fmean(claim.row.verdicts[claim.judge] is Verdict.CORRECT for claim in self.claims)

    @property
    def differing(self) -> tuple[Claim, ...]:
        """Return those on which the two differ."""
        return tuple(claim for claim in self.claims if not claim.agrees)


def compare_claims(said: Mapping[str, Sequence[Said]], rows: Sequence[Row], judge: str) -> tuple[Claims, ...]:
    """Return for each metric of the harness how it compares with a judge."""
    found: dict[str, list[Claim]] = {}
    for row in rows:
        if row.verdicts[judge] is Verdict.UNJUDGED:
            continue
        scores: dict[str, list[float]] = {}
        for line in said.get(row.problem.id, ()):
            for metric, score in line.scores.items():
                scores.setdefault(metric, []).append(score)
        for metric, several in scores.items():
            found.setdefault(metric, []).append(Claim(row, fmean(several), judge))
    return tuple(Claims(metric, tuple(claims)) for metric, claims in found.items())
