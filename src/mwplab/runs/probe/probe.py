"""What a probe is, and how it puts numbers in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Protocol

from mwplab.errors import NotRun
from mwplab.records import Result, Score
from mwplab.registry import Registry
from mwplab.reports.battery import Section
from mwplab.reports.report import Difference
from mwplab.reports.tables import shown_p
from mwplab.runs.breakdown import accuracy
from mwplab.runs.compare import Compared
from mwplab.runs.probe.bench import Bench
from mwplab.runs.report import difference_of

SURE = 0.05
"""A difference with a p-value below this is called more than chance."""


class Probe(Protocol):
    """Asks a solver something that tells how it comes to its answers; its options are its fields."""

    title: ClassVar[str]
    """What is done, in a few words."""

    def __call__(self, bench: Bench) -> Section:
        """Return what the probe shows; a `NotRun` error says why it does not suit."""
        ...


probes: Registry[Probe] = Registry("probe", entry_point_group="mwplab.probes")


def whole_score(result: Result, judge: str, slice: str = "") -> Score | None:
    """Return the accuracy of a result by a judge, under the name of a part of a report."""
    return accuracy(result.rows, judge, slice=slice, signature=result.signature)


def differences(first: str, second: str, compared: Compared) -> tuple[Difference, ...]:
    """Return what every judge says of two results."""
    return tuple(difference_of(first, second, contest) for contest in compared.contests)


def difference_by(judge: str, compared: Sequence[Difference]) -> Difference:
    """Return what a judge says of two results; a probe of which nothing could be judged is not run."""
    found = next((one for one in compared if one.judge == judge), None)
    if found is None:
        raise NotRun("no problem could be judged in both runs")
    return found


def shown(score: Score) -> str:
    """Return a share with its interval.

    >>> shown(Score(name="accuracy", value=0.5, n=4, low=0.15, high=0.85))
    '0.500 [0.150, 0.850]'
    """
    ends = "" if score.low is None or score.high is None else f" [{score.low:.3f}, {score.high:.3f}]"
    return f"{score.value:.3f}{ends}"


def verdict(difference: Difference) -> str:
    """Return whether two results differ, in words.

    >>> from mwplab.statistics import Comparison, Interval
    >>> part = Score(name="accuracy", value=0.5, n=4)
    >>> found = Difference(first="a", second="b", judge="solution", first_score=part, second_score=part,
    ...                    comparison=Comparison(Interval(0.2, 0.1, 0.3), 0.001, "McNemar"),
    ...                    only_first=3, only_second=1)
    >>> verdict(found)
    'the difference of +0.200 [+0.100, +0.300] is more than chance (p 0.001, McNemar, n 4)'
    """
    apart, p_value = difference.comparison.difference, difference.comparison.p_value
    sure = "is more than chance" if p_value < SURE else "may be chance"
    p_text = shown_p(p_value)
    return (
        f"the difference of {apart.value:+.3f} [{apart.low:+.3f}, {apart.high:+.3f}] {sure} "
        f"(p {p_text}, {difference.comparison.test}, n {difference.first_score.n})"
    )


def present(*scores: Score | None) -> tuple[Score, ...]:
    """Return the scores that there are."""
    return tuple(score for score in scores if score is not None)
