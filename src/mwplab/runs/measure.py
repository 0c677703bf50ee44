"""Pictures and a page of what was measured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mwplab.measures import Measured, profile
from mwplab.records import Dataset
from mwplab.reports.html import Chart
from mwplab.reports.measured import distribution, histogram, share_chart
from mwplab.reports.measured_html import Section, measured_page
from mwplab.reports.panels import Distribution, histogram_panels
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


def joint_charts(found: Mapping[str, Sequence[Measured]]) -> list[Chart]:
    """Return a picture for each measure that tells its values in bins, with all datasets beside each other.

    >>> from mwplab import load
    >>> from mwplab.measures import take
    >>> parts = {f"starter[grade={grade}]" for grade in (1, 2)}
    >>> taken = {name: [take(load(name), "syntactic-diversity")] for name in parts}
    >>> [chart.title for chart in joint_charts(taken)]
    ['syntactic-diversity']
    """
    spread: dict[str, list[Distribution]] = {}
    for name, measured in found.items():
        for one in measured:
            if (shape := distribution(name, one.score, one.parts)) is not None:
                spread.setdefault(one.measure, []).append(shape)
    return [
        Chart(measure, histogram_panels(shapes, title=measure, label=measure))
        for measure, shapes in spread.items()
        if len(shapes) > 1
    ]


def page_of(
    found: Mapping[str, Sequence[Measured]],
    charts: Mapping[str, Sequence[Chart]],
    joint: Sequence[Chart] = (),
    reasons: Sequence[str] = (),
) -> str:
    """Return one HTML page with all values, parts and pictures, by dataset.

    >>> from mwplab import load
    >>> from mwplab.measures import take
    >>> "<h2>starter</h2>" in page_of({"starter": [take(load("starter"), "numbers")]}, {})
    True
    """
    sections = [
        Section(name, [one.score for one in ours], [one.parts for one in ours], charts.get(name, ()))
        for name, ours in found.items()
    ]
    return measured_page(sections, joint, reasons)


def _chart(measured: Measured) -> Chart:
    title = f"{measured.dataset}: {measured.measure}"
    shape = distribution(measured.dataset, measured.score, measured.parts)
    if shape is not None:
        return Chart(title, histogram_panels([shape], title=title, label=measured.measure))
    # Parts that a measure found by itself are many and small: how large they are says more than each share.
    if measured.parts and not measured.members:
        return Chart(title, share_chart(measured.parts, title=title))
    values = [value for value in measured.summary.each if value is not None]
    return Chart(title, histogram(values, title=title, label=measured.measure))
