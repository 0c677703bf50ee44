"""Distributions side by side: a histogram for each dataset, and counts stacked by kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mwplab.reports.plots import BAR, INK, SERIES, drawing, new_fields, new_figure, plain_label, svg_text

LONGEST_CAPTION = 34
"""Characters above a histogram that is one of several."""

MOST_COLUMNS = 3
"""Histograms in a row."""


@dataclass(frozen=True, slots=True)
class Distribution:
    """How values from 0 to 1 are spread."""

    name: str
    """What they belong to, such as a dataset."""

    shares: Sequence[float]
    """The share of the values in each bin, the bins all of one width."""

    mean: float
    """The mean of the values."""

    zeros: float
    """The share of values of exactly 0."""

    @property
    def caption(self) -> str:
        """What stands above the picture.

        >>> Distribution("svamp", [0.25, 0.75], 0.61, 0.066).caption
        'svamp: mean 0.61, 7 % at 0'
        """
        return f"{self.name}: mean {self.mean:.2f}, {100 * self.zeros:.0f} % at 0"


@drawing()
def histogram_panels(found: Sequence[Distribution], *, title: str, label: str) -> str:
    """Return one histogram for each distribution, in rows of three, each with its own scale.

    >>> "mean 0.61" in histogram_panels([Distribution("a", [0.25, 0.75], 0.61, 0)], title="t", label="LD")
    True
    """
    columns = min(len(found), MOST_COLUMNS)
    rows = -(-len(found) // columns)
    width, height = (5.2, 2.4) if columns == 1 else (2.5 * columns, 0.5 + 1.65 * rows)
    figure, fields = new_fields(width, height, title, rows=rows, columns=columns)
    for axes, one in zip(fields, found, strict=False):
        bins = len(one.shares)
        percent = [100 * share for share in one.shares]
        axes.bar([(place + 0.5) / bins for place in range(bins)], percent, width=0.86 / bins, color=BAR)
        axes.set_xlim(-0.01, 1.01)
        axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", "0.25", "0.5", "0.75", "1"])
        axes.set_ylim(0, max(*percent, 1) * 1.08)
        axes.locator_params(axis="y", nbins=4)
        axes.set_title(plain_label(one.caption, LONGEST_CAPTION), fontsize=7.5, color=INK, loc="left")
    for axes in fields[len(found) :]:
        axes.set_axis_off()
    figure.supxlabel(label, fontsize=8, color=INK)
    figure.supylabel("% of problems", fontsize=8, color=INK)
    return svg_text(figure)


@drawing()
def stacked_bars(table: Mapping[str, Mapping[int, int]], *, title: str, label: str) -> str:
    """Return counts by kind and number as upright bars, the kinds on top of each other.

    >>> "Ratio" in stacked_bars({"Ratio": {1: 3, 2: 4}, "Sum": {1: 1, 2: 0}}, title="t", label="grade")
    True
    """
    columns = list(next(iter(table.values()), {}))
    figure, axes = new_figure(5.2, 3.1, title)
    floor = [0] * len(columns)
    for place, (name, counts) in enumerate(table.items()):
        heights = [counts[column] for column in columns]
        colour = SERIES[place % len(SERIES)]
        axes.bar(
            range(len(columns)), heights, bottom=floor, color=colour, width=0.72, label=plain_label(name)
        )
        floor = [low + height for low, height in zip(floor, heights, strict=True)]
    for place, total in enumerate(floor):
        axes.annotate(
            str(total), (place, total), (0, 2), textcoords="offset points", ha="center", fontsize=7, color=INK
        )
    axes.set_xticks(range(len(columns)), [plain_label(column) for column in columns])
    axes.set_xlabel(label, fontsize=8, color=INK)
    axes.set_ylabel("problems", fontsize=8, color=INK)
    figure.legend(loc="outside lower center", fontsize=7, frameon=False, ncols=2, labelcolor=INK)
    return svg_text(figure)
