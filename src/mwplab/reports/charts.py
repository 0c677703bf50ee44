"""The pictures of a report, the same on its page and as files."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from mwplab.reports.html import Chart
from mwplab.reports.plots import interval_bars, interval_points
from mwplab.reports.report import Report
from mwplab.reports.tables import Breakdown, breakdowns, split_name

if TYPE_CHECKING:
    from mwplab.statistics import Interval

MOST_PARTS = 60
"""A break-down of more parts than this is a table only."""


def report_charts(report: Report) -> list[Chart]:
    """Return all pictures of a report in the order of reading."""
    return [
        *([whole] if (whole := accuracy_chart(report)) else []),
        *difference_charts(report),
        *(chart for one in breakdowns(report) if (chart := breakdown_chart(one))),
    ]


def accuracy_chart(report: Report) -> Chart | None:
    """Return the accuracy of every result by every judge; none where nothing was judged."""
    series = [entry.name for entry in report.entries]
    found = {
        judge: [
            next(
                (one for one in entry.result.scores if _is_accuracy(one.name, judge) and not one.slice), None
            )
            for entry in report.entries
        ]
        for judge in report.judges
    }
    parts = [(judge, scores) for judge, scores in found.items() if any(scores)]
    return Chart("Accuracy", interval_bars(parts, series, title="Accuracy")) if parts else None


def _is_accuracy(name: str, judge: str) -> bool:
    return split_name(name, [judge]) == (judge, "accuracy")


def breakdown_chart(breakdown: Breakdown) -> Chart | None:
    """Return a break-down as bars; none where there are more parts than an eye takes in."""
    if len(breakdown.parts) > MOST_PARTS:
        return None
    return Chart(breakdown.title, interval_bars(breakdown.parts, breakdown.series, title=breakdown.title))


def difference_charts(report: Report) -> list[Chart]:
    """Return for every two results by how much the first is ahead: by judge, then by each field's parts."""
    groups: dict[str, list[tuple[str, Interval]]] = {}
    for one in sorted(report.differences, key=lambda one: bool(one.slice)):
        title, label = f"{one.first} less {one.second}", one.judge
        if one.slice:
            field, _, label = one.slice.partition("=")
            title = f"{title}: {one.judge} by {field}"
        groups.setdefault(title, []).append((label, one.comparison.difference))
    return [
        Chart(title, interval_points(parts, title=title, label="difference of accuracy"))
        for title, parts in groups.items()
        if len(parts) <= MOST_PARTS
    ]


def file_names(charts: Sequence[Chart]) -> list[str]:
    """Return a file name for each picture, made from its title and unlike the others.

    >>> file_names([Chart("Accuracy by type", ""), Chart("../accuracy: by type", "")])
    ['accuracy-by-type.svg', 'accuracy-by-type-2.svg']
    """
    names: list[str] = []
    for chart in charts:
        stem = re.sub(r"[^a-z0-9]+", "-", chart.title.lower()).strip("-")[:80] or "picture"
        number = 1
        while (name := f"{stem}-{number}.svg" if number > 1 else f"{stem}.svg") in names:
            number += 1
        names.append(name)
    return names
