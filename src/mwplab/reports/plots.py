"""Charts as SVG text, one look for all of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from io import StringIO
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INK, BAR, GRID = "#1f2937", "#2563eb", "#e5e7eb"
"""The colours of text, bars and lines."""


def bars(counts: Mapping[Any, int], *, title: str, label: str) -> str:
    """Return counts as upright bars.

    >>> bars({1: 3, 2: 5}, title="Operators", label="operators").startswith("<svg")
    True
    """
    figure, axes = _figure(5.2, 2.6, title)
    positions = range(len(counts))
    drawn = axes.bar(positions, list(counts.values()), color=BAR, width=0.72)
    axes.bar_label(drawn, fontsize=7, color=INK, padding=1)
    axes.set_xticks(positions, [str(key) for key in counts])
    axes.set_xlabel(label, fontsize=8, color=INK)
    axes.set_ylabel("problems", fontsize=8, color=INK)
    return _svg(figure)


def heat_map(table: Mapping[str, Mapping[int, int]], *, title: str, label: str) -> str:
    """Return counts by row and column as shaded cells with their numbers.

    >>> "<svg" in heat_map({"Ratio": {1: 0, 2: 4}}, title="Types by grade", label="grade")
    True
    """
    rows, columns = list(table), list(next(iter(table.values()), {}))
    figure, axes = _figure(5.2, 0.9 + 0.24 * len(rows), title)
    axes.imshow([[table[row][column] for column in columns] for row in rows], cmap="Blues", aspect="auto")
    largest = max((count for line in table.values() for count in line.values()), default=0)
    for y, row in enumerate(rows):
        for x, column in enumerate(columns):
            count = table[row][column]
            ink = "white" if count > largest * 0.6 else INK
            axes.text(x, y, str(count) if count else "", ha="center", va="center", fontsize=7, color=ink)
    axes.set_xticks(range(len(columns)), [str(column) for column in columns])
    axes.set_yticks(range(len(rows)), rows)
    axes.set_xlabel(label, fontsize=8, color=INK)
    axes.grid(visible=False)
    return _svg(figure)


def _figure(width: float, height: float, title: str) -> tuple[Figure, Axes]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    axes = figure.subplots()
    axes.set_title(title, fontsize=9, color=INK, loc="left")
    axes.tick_params(labelsize=7, colors=INK, length=0)
    axes.grid(axis="y", color=GRID, linewidth=0.8)
    axes.set_axisbelow(True)
    for side in axes.spines.values():
        side.set_visible(False)
    return figure, axes


def _svg(figure: Figure) -> str:
    """Return the figure as an SVG element that is the same on every run."""
    from matplotlib import rc_context

    text = StringIO()
    with rc_context({"svg.hashsalt": "mwplab", "svg.fonttype": "none", "font.family": "sans-serif"}):
        figure.savefig(text, format="svg", metadata={"Date": None}, transparent=True)
    return re.sub(r"^.*?(?=<svg)", "", text.getvalue(), count=1, flags=re.DOTALL).strip()
