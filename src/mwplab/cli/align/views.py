"""Queues, agreement and times as tables for people and records for programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Group, RenderableType

from mwplab.annotate import Agreement, Dispute, Item, Queue, Times, as_numbers
from mwplab.equations import Derivation
from mwplab.records import to_json
from mwplab.reports.terminal import table

if TYPE_CHECKING:
    from mwplab.statistics import Interval


def queue_records(queue: Queue) -> Iterator[dict[str, Any]]:
    """Yield a record per problem: settled, in the queue, or left with the reason."""
    for status, items in (("settled", queue.settled), ("queue", queue.items)):
        for item in items:
            found = item.ranked
            candidates = [to_json(derivation) for derivation in item.derivations]
            record = {"problem": item.problem.id, "status": status, "ways": found.ways}
            yield {**record, "candidates": candidates, "note": found.note}
    for left in queue.left:
        yield {"problem": left.problem, "status": "left", "ways": 0, "candidates": [], "note": left.reason}


def queue_view(queue: Queue) -> RenderableType:
    """Return the settled alignments, the queue with its likeliest candidates, and what is left, as tables."""
    counts = f"{len(queue.settled)} settled by machine, {len(queue)} in the queue, {len(queue.left)} left"
    return Group(
        table(map(_item_row, queue.settled), ["settled", "", "equations"]),
        "",
        table(map(_item_row, queue.items), ["queue", "ways", "likeliest"]),
        "",
        table([(left.problem, left.reason) for left in queue.left], ["left", "reason"]),
        "",
        f"{queue.dataset.full_name}: {counts}",
    )


def _item_row(item: Item) -> tuple[str, object, str]:
    ways = item.ranked.ways if item.ambiguous else ""
    return item.problem.id, ways, as_numbers(item.problem, item.derivations[0])


def agreement_records(
    found: Sequence[Agreement], disputes: Iterable[Dispute], spent: Iterable[Times], saved: float | None
) -> Iterator[dict[str, Any]]:
    """Yield records of agreement, then of disputes, then of times."""
    for one in found:
        figures = {"raw": one.raw, "kappa": one.kappa, "alpha": one.alpha}
        ends = {name: _ends(interval) for name, interval in figures.items()}
        head = {"agreement": one.part, "annotators": list(one.annotators), "problems": one.problems}
        yield {**head, "labels": one.labels, **ends, "note": one.note}
    for dispute in disputes:
        said = {f"{one.annotator} ({one.mode})": _said(one.derivation) for one in dispute.decisions}
        yield {"dispute": dispute.problem, "over": dispute.over.value, "said": said}
    for time in spent:
        head = {"time": time.mode.value, "items": time.items, "seconds": time.seconds}
        yield {**head, "mean": time.mean, "median": time.median, "interval": _ends(time.interval)}
    if saved is not None:
        yield {"time_saved": saved}


def agreement_view(
    found: Sequence[Agreement], disputes: Sequence[Dispute], spent: Sequence[Times], saved: float | None
) -> RenderableType:
    """Return agreement, disputes and times as tables."""
    figures = [
        (one.part, one.problems, one.labels, *map(_shown, (one.raw, one.kappa, one.alpha)), one.note)
        for one in found
    ]
    quarrels = [
        (dispute.problem, dispute.over.value, one.annotator, one.mode.value, _said(one.derivation))
        for dispute in disputes
        for one in dispute.decisions
    ]
    clocks = [
        (time.mode.value, time.items, f"{time.seconds:.1f}", f"{time.mean:.1f}", f"{time.median:.1f}")
        for time in spent
    ]
    ratio = "" if saved is None else f"a derivation from scratch takes {saved:.1f} times as long as a choice"
    return Group(
        table(figures, ["agreement on", "problems", "labels", "raw", "kappa", "alpha", "note"]),
        "",
        table(quarrels, ["dispute", "over", "annotator", "mode", "said"]),
        "",
        table(clocks, ["mode", "decided", "seconds", "mean", "median"]),
        ratio,
    )


def _ends(interval: Interval | None) -> list[float] | None:
    """Return a figure with the ends of its interval."""
    return None if interval is None else [interval.value, interval.low, interval.high]


def _shown(interval: Interval | None) -> str:
    if interval is None:
        return ""
    return f"{interval.value:.3f} [{interval.low:.3f}, {interval.high:.3f}]"


def _said(derivation: Derivation | None) -> str:
    if derivation is None:
        return ""
    marks = ", ".join("=".join(f"q{position}" for position in group) for group in derivation.equivalent)
    return f"{derivation.system}" + (f" ({marks})" if marks else "")
