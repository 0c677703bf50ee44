"""Pictures and a page of what was measured."""

from __future__ import annotations

import re
from dataclasses import replace

from mwplab.catalogue import load
from mwplab.measures import Measured, take
from mwplab.runs.measure import joint_charts, measure_charts, page_of

NAMES = ("starter[grade=1]", "starter[grade=2]")


def taken(measure: str) -> dict[str, list[Measured]]:
    return {name: [take(load(name), measure)] for name in NAMES}


def test_datasets_stand_beside_each_other_where_values_come_in_bins() -> None:
    [chart] = joint_charts(taken("syntactic-diversity(order=2)"))
    assert chart.title == "syntactic-diversity(order=2)"
    assert all(f"{name}: mean" in chart.svg for name in NAMES)
    assert joint_charts(taken("length")) == []


def test_the_page_has_the_pictures_of_the_files_and_says_what_was_not_measured() -> None:
    found = taken("syntactic-diversity")
    charts = {name: measure_charts(load(name), ours) for name, ours in found.items()}
    joint = joint_charts(found)
    page = page_of(found, charts, joint, ["leakage <b>"])
    for chart in (*joint, *(chart for ours in charts.values() for chart in ours)):
        assert chart.svg in page
    assert "not measured: leakage &lt;b&gt;" in page
    for [one] in found.values():
        assert one.signature.replace("&", "&amp;") in page
        assert f">{one.score.value:.4f}<" in page


def test_patterns_are_drawn_by_their_sizes() -> None:
    data = load("starter")
    copies = (replace(problem, id=f"{problem.id}-again") for problem in data.problems[:3])
    doubled = data.derive((*data.problems[:3], *copies), "doubled")
    [chart, *_] = measure_charts(doubled, [take(doubled, "sentence-patterns")])
    words = re.findall(r"<text[^>]*>([^<]*)<", chart.svg)
    assert words[:2] == ["2", "sentence-patterns"]  # one bar: every pattern has two problems
    assert words[-2] == "6"  # and so have all six
