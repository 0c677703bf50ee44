"""How long annotators took, by mode, so that the time saved can be measured."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import fmean, median
from typing import TYPE_CHECKING

from mwplab.annotate.decisions import Decision, Mode, standing
from mwplab.errors import StatisticsError

if TYPE_CHECKING:
    from mwplab.statistics import Interval


@dataclass(frozen=True, slots=True, kw_only=True)
class Times:
    """The time that decisions in one mode took."""

    mode: Mode
    """What was asked."""

    annotators: int
    """How many people decided."""

    items: int
    """How many problems were decided, counted once for each annotator."""

    seconds: float
    """All the time spent, also on what was skipped or undone."""

    mean: float
    """Seconds per decided problem, skips and undone answers on it included."""

    median: float
    """The same for the problem in the middle."""

    interval: Interval | None = None
    """The mean with its interval, where two or more problems were decided."""


def times(decisions: Iterable[Decision]) -> tuple[Times, ...]:
    """Return the time taken in each mode that something was decided in.

    >>> from mwplab.equations import induce, parse
    >>> said = {"derivation": induce(parse("x = q0 + q2")), "annotator": "ann"}
    >>> log = [
    ...     Decision(problem="a/1", mode=Mode.CONTROL, seconds=240, **said),
    ...     Decision(problem="a/1", seconds=50, **said),
    ...     Decision(problem="a/2", seconds=70, **said),
    ... ]
    >>> [(one.mode.value, one.items, one.mean) for one in times(log)], time_saved(times(log))
    ([('queue', 2, 60.0), ('control', 1, 240.0)], 4.0)
    """
    log = tuple(decisions)
    spent: dict[tuple[str, str, Mode], float] = {}
    for one in log:
        spent[one.key] = spent.get(one.key, 0.0) + one.seconds
    decided = {one.key for one in standing(log)}
    modes = [mode for mode in Mode if any(key[2] is mode for key in decided)]
    return tuple(_times(mode, spent, decided) for mode in modes)


def time_saved(found: Iterable[Times]) -> float | None:
    """Return how many times as long a derivation from scratch takes as a choice in the queue.

    The paper has 4: four minutes against one.
    """
    means = {one.mode: one.mean for one in found}
    if not means.get(Mode.QUEUE) or Mode.CONTROL not in means:
        return None
    return means[Mode.CONTROL] / means[Mode.QUEUE]


def _times(
    mode: Mode, spent: dict[tuple[str, str, Mode], float], decided: set[tuple[str, str, Mode]]
) -> Times:
    here = sorted(key for key in decided if key[2] is mode)
    each = [spent[key] for key in here]
    return Times(
        mode=mode,
        annotators=len({annotator for _, annotator, _ in here}),
        items=len(here),
        seconds=sum(seconds for key, seconds in spent.items() if key[2] is mode),
        mean=fmean(each),
        median=median(each),
        interval=_interval(each),
    )


def _interval(each: list[float]) -> Interval | None:
    from mwplab.statistics import mean_interval

    try:
        return mean_interval(each)
    except StatisticsError:
        return None
