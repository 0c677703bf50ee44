"""Pictures of what was measured."""

from __future__ import annotations

from collections.abc import Sequence

from mwplab.measures import Measured, profile
from mwplab.records import Dataset
from mwplab.reports.html import Chart
from mwplab.reports.measured import histogram, share_chart
from mwplab.reports.plots import heat_map


def measure_charts(dataset: Dataset, measured: Sequence[Measured]) -> list[Chart]:
    """Return a picture for each measure, and types by grade where the dataset has grades.

    >>> from mwplab import load
    >>> from mwplab.measures import take
    >>> starter = load("starter")
    >>> [chart.title for chart in measure_charts(starter, [take(starter, "length")])]
    ['starter@1.0: length', 'starter@1.0: types by grade']
    """
    charts = [_chart(one) for one in measured]
    counts = profile(dataset)
    if counts.types and counts.grades:
        title = f"{dataset.full_name}: types by grade"
        charts.append(Chart(title, heat_map(counts.types_by_grade, title=title, label="grade")))
    return charts


def _chart(measured: Measured) -> Chart:
    title = f"{measured.dataset}: {measured.measure}"
    if measured.parts:
        return Chart(title, share_chart(measured.parts, title=title))
    values = [value for value in measured.summary.each if value is not None]
    return Chart(title, histogram(values, title=title, label=measured.measure))
