"""How far annotators agree, on alignments and on EquivTNum marks apart."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from mwplab.annotate.decisions import Decision, Mode, standing
from mwplab.annotate.queue import Item, Queue
from mwplab.annotate.sites import alike_pairs
from mwplab.errors import StatisticsError

if TYPE_CHECKING:
    from mwplab.statistics import Interval

Ratings = Sequence[Sequence[Any]]
"""One row per thing that is labelled, one label per annotator, None where there is none."""

RESAMPLES = 500
"""How often the problems are drawn again for an interval."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """How far annotators agree on one part of their decisions."""

    part: str
    """``alignment``, ``equivalents``, or ``both`` at once."""

    annotators: tuple[str, ...]
    """Who decided, by name."""

    problems: int
    """How many problems two or more annotators decided."""

    labels: int
    """How many things were labelled twice or more: problems, or pairs of numbers with one value."""

    raw: Interval | None = None
    """The share of pairs of annotators who agree."""

    kappa: Interval | None = None
    """Cohen's kappa; of more than two annotators the mean over their pairs."""

    alpha: Interval | None = None
    """Krippendorff's alpha."""

    note: str = ""
    """Why a figure is missing."""


def agreement(
    queue: Queue, decisions: Iterable[Decision], mode: Mode = Mode.QUEUE
) -> tuple[Agreement, Agreement, Agreement]:
    """Return how far annotators agree on alignments, on marks of equivalence, and on both at once.

    An alignment is labelled by the number of the first candidate that it is equivalent to, so that chance is
    that of pressing the same key; a mark is yes or no for each pair of numbers with one value that the
    equations use; both at once, as in the paper's raw figure, are one label a problem. For the intervals
    problems are drawn again.
    """
    chosen = [one for one in standing(decisions) if one.mode is mode]
    annotators = tuple(sorted({one.annotator for one in chosen}))
    columns = {name: column for column, name in enumerate(annotators)}
    rows: dict[str, list[Decision | None]] = {}
    for one in chosen:
        rows.setdefault(one.problem, [None] * len(annotators))[columns[one.annotator]] = one
    alignments, marks, both = _Table(), _Table(), _Table()
    for problem, row in rows.items():
        item = queue.item(problem)
        labels = [None if one is None else _label(item, one) for one in row]
        alignments.add(problem, labels)
        for pair in alike_pairs(item.sites):
            marks.add(problem, [None if one is None else _marked(one, pair) for one in row])
        whole = [
            None if one is None else (label, marks_of(item, one))
            for one, label in zip(row, labels, strict=True)
        ]
        both.add(problem, whole)
    return (
        alignments.figures("alignment", annotators),
        marks.figures("equivalents", annotators),
        both.figures("both", annotators),
    )


def marks_of(item: Item, decision: Decision) -> tuple[tuple[int, int], ...]:
    """Return the pairs of numbers with one value that a decision marks as equivalent."""
    return tuple(pair for pair in alike_pairs(item.sites) if _marked(decision, pair))


def _label(item: Item, decision: Decision) -> int | str | None:
    return None if decision.derivation is None else item.label(decision.derivation)


def _marked(decision: Decision, pair: tuple[int, int]) -> bool:
    classes = () if decision.derivation is None else decision.derivation.equivalent
    return any(set(pair) <= set(group) for group in classes)


class _Table:
    """Rows of labels with the problem that each belongs to."""

    def __init__(self) -> None:
        self.rows: list[tuple[Any, ...]] = []
        self.problems: list[str] = []

    def add(self, problem: str, labels: Sequence[Any]) -> None:
        if sum(label is not None for label in labels) > 1:
            self.rows.append(tuple(labels))
            self.problems.append(problem)

    def figures(self, part: str, annotators: tuple[str, ...]) -> Agreement:
        from mwplab.statistics import krippendorff_alpha, raw_agreement

        found: dict[str, Interval | None] = {}
        notes: dict[str, None] = {}
        statistics = {"raw": raw_agreement, "kappa": mean_kappa, "alpha": krippendorff_alpha}
        for name, statistic in statistics.items():
            found[name], why = self.figure(statistic)
            if why:
                notes[why] = None
        return Agreement(
            part=part,
            annotators=annotators,
            problems=len(set(self.problems)),
            labels=len(self.rows),
            note="; ".join(notes),
            **found,
        )

    def figure(self, statistic: Callable[[Ratings], float]) -> tuple[Interval | None, str]:
        from mwplab.statistics import bootstrap_interval

        if not self.rows:
            return None, "no problem was decided by two annotators"
        try:
            return bootstrap_interval(self.rows, statistic, self.problems, resamples=RESAMPLES), ""
        except StatisticsError as error:
            return None, str(error)


def mean_kappa(ratings: Ratings) -> float:
    """Return Cohen's kappa of two annotators, or the mean over all pairs of several who share problems.

    >>> mean_kappa([("a", "a"), ("a", "b"), ("b", "b"), ("b", "b")])
    0.5
    """
    from mwplab.statistics import cohen_kappa

    found, reason = [], "no two annotators labelled the same"
    for one, two in combinations(range(max(map(len, ratings), default=0)), 2):
        try:
            found.append(cohen_kappa([(row[one], row[two]) for row in ratings]))
        except StatisticsError as error:
            reason = str(error)
    if not found:
        raise StatisticsError(reason)
    return sum(found) / len(found)
