"""Charts as SVG text, one look for all of them."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import StringIO
from typing import TYPE_CHECKING, Any

from mwplab.records import Score

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from mwplab.statistics import Interval

INK, BAR, GRID = "#1f2937", "#2563eb", "#e5e7eb"
"""The colours of text, bars and lines."""

SERIES = (BAR, "#d97706", "#059669", "#9333ea", "#dc2626", "#0891b2")
"""The colours of what stands side by side, told apart by colour-blind eyes as well."""

LONGEST_LABEL, LONGEST_TITLE = 42, 70
"""Characters of a label and of a title that are shown."""

LINE_OF_LABELS = 80
"""Characters that fit side by side beneath upright bars."""


@contextmanager
def drawing() -> Iterator[None]:
    """Draw with one look; a dollar sign in a label is no formula, a letter that no font has is no warning."""
    from matplotlib import rc_context

    with (
        rc_context({"text.parse_math": False, "svg.fonttype": "none", "font.family": "sans-serif"}),
        warnings.catch_warnings(),
    ):
        warnings.filterwarnings("ignore", message=r"Glyph .* missing from")
        yield


@drawing()
def bars(counts: Mapping[Any, int], *, title: str, label: str) -> str:
    """Return counts as upright bars.

    >>> bars({1: 3, 2: 5}, title="Operators", label="operators").startswith("<svg")
    True
    """
    figure, axes = new_figure(5.2, 2.6, title)
    positions = range(len(counts))
    drawn = axes.bar(positions, list(counts.values()), color=BAR, width=0.72)
    axes.bar_label(drawn, fontsize=7, color=INK, padding=1)
    labels = [plain_label(key) for key in counts]
    every = -(-len(labels) * (max(map(len, labels), default=0) + 2) // LINE_OF_LABELS) or 1
    axes.set_xticks(positions[::every], labels[::every])
    axes.set_xlabel(label, fontsize=8, color=INK)
    axes.set_ylabel("problems", fontsize=8, color=INK)
    return svg_text(figure)


@drawing()
def lying_bars(counts: Mapping[Any, int], *, title: str, label: str) -> str:
    """Return counts as bars from the left, with room for long names.

    >>> "x + A = B" in lying_bars({"x + A = B": 3}, title="Templates", label="problems")
    True
    """
    figure, axes = new_figure(5.2, 0.9 + 0.24 * len(counts), title)
    drawn = axes.barh(range(len(counts)), list(counts.values()), color=BAR, height=0.72)
    axes.bar_label(drawn, fontsize=7, color=INK, padding=2)
    axes.set_yticks(range(len(counts)), [plain_label(key) for key in counts])
    axes.set_ylim(len(counts) - 0.45, -0.55)
    axes.margins(x=0.08)
    axes.locator_params(axis="x", nbins=6, integer=True)
    axes.set_xlabel(label, fontsize=8, color=INK)
    _sideways(axes)
    return svg_text(figure)


@drawing()
def heat_map(table: Mapping[str, Mapping[int, int]], *, title: str, label: str) -> str:
    """Return counts by row and column as shaded cells with their numbers.

    >>> "<svg" in heat_map({"Ratio": {1: 0, 2: 4}}, title="Types by grade", label="grade")
    True
    """
    rows, columns = list(table), list(next(iter(table.values()), {}))
    figure, axes = new_figure(5.2, 0.9 + 0.24 * len(rows), title)
    axes.imshow([[table[row][column] for column in columns] for row in rows], cmap="Blues", aspect="auto")
    largest = max((count for line in table.values() for count in line.values()), default=0)
    for y, row in enumerate(rows):
        for x, column in enumerate(columns):
            count = table[row][column]
            ink = "white" if count > largest * 0.6 else INK
            axes.text(x, y, str(count) if count else "", ha="center", va="center", fontsize=7, color=ink)
    axes.set_xticks(range(len(columns)), [plain_label(column) for column in columns])
    axes.set_yticks(range(len(rows)), [plain_label(row) for row in rows])
    axes.set_xlabel(label, fontsize=8, color=INK)
    axes.grid(visible=False)
    return svg_text(figure)


@drawing()
def interval_bars(
    parts: Sequence[tuple[str, Sequence[Score | None]]], series: Sequence[str], *, title: str
) -> str:
    """Return scores as bars from the left with their intervals, a group for each part.

    >>> score = Score(name="accuracy", value=0.7, n=10, low=0.4, high=0.9)
    >>> "Addition" in interval_bars([("Addition", [score])], ["solution"], title="Accuracy by type")
    True
    """
    figure, axes = new_figure(5.2, 0.9 + len(parts) * (0.1 + 0.14 * len(series)), title)
    thick = 0.8 / max(len(series), 1)
    for number, name in enumerate(series):
        placed = [
            (group + (number + 0.5) * thick - 0.4, scores[number]) for group, (_, scores) in enumerate(parts)
        ]
        found = [(place, score) for place, score in placed if score is not None]
        _bar_row(axes, found, SERIES[number % len(SERIES)], name, thick)
    ends = [end for _, row in parts for score in row if score is not None for end in _ends(score)]
    if all(-0.001 <= end <= 1.001 for end in ends):
        axes.set_xlim(0, 1.12)
        axes.set_xticks([0, 0.25, 0.5, 0.75, 1])
    axes.set_yticks(range(len(parts)), [plain_label(label) for label, _ in parts])
    axes.set_ylim(len(parts) - 0.45, -0.55)
    _sideways(axes)
    if len(series) > 1:
        axes.figure.legend(loc="outside lower center", fontsize=7, frameon=False, ncols=3, labelcolor=INK)
    return svg_text(figure)


def _bar_row(axes: Axes, found: Sequence[tuple[float, Score]], colour: str, name: str, thick: float) -> None:
    """Draw the bars of one series, each with its interval and its value."""
    places, values = [place for place, _ in found], [score.value for _, score in found]
    # A legend leaves out what begins with an underscore.
    shown = plain_label(name.lstrip("_"))
    axes.barh(places, values, height=thick * 0.86, color=colour, alpha=0.8, label=shown)
    for place, score in found:
        low, high = _ends(score)
        if score.low is not None and score.high is not None:
            axes.plot([low, high], [place, place], color=INK, linewidth=0.9)
        axes.annotate(
            f"{score.value:z.2f}",
            (max(high, 0), place),
            (3, 0),
            textcoords="offset points",
            va="center",
            fontsize=6,
            color=INK,
        )


def _ends(score: Score) -> tuple[float, float]:
    low = score.value if score.low is None else score.low
    return low, score.value if score.high is None else score.high


@drawing()
def interval_points(parts: Sequence[tuple[str, Interval]], *, title: str, label: str) -> str:
    """Return differences as points with their intervals about a line at zero.

    >>> from mwplab.statistics import Interval
    >>> "all" in interval_points([("all", Interval(0.1, -0.02, 0.2))], title="a less b", label="difference")
    True
    """
    figure, axes = new_figure(5.2, 1.0 + 0.22 * len(parts), title)
    axes.axvline(0, color=INK, linewidth=0.8, linestyle=(0, (3, 2)))
    for place, (_, one) in enumerate(parts):
        clear = 0 not in one
        axes.plot([one.low, one.high], [place, place], color=BAR, linewidth=1.6, alpha=1 if clear else 0.55)
        axes.plot(
            [one.value], [place], "o", color=BAR, markersize=4.5, markerfacecolor=BAR if clear else "white"
        )
    axes.set_yticks(range(len(parts)), [plain_label(name) for name, _ in parts])
    axes.set_ylim(len(parts) - 0.4, -0.6)
    axes.locator_params(axis="x", nbins=6)
    axes.set_xlabel(label, fontsize=8, color=INK)
    _sideways(axes)
    return svg_text(figure)


def _sideways(axes: Axes) -> None:
    axes.grid(visible=False, axis="y")
    axes.grid(axis="x", color=GRID, linewidth=0.8)


def plain_label(text: object, longest: int = LONGEST_LABEL) -> str:
    """Return a label on one line, not too long, of letters that may stand in a drawing.

    >>> plain_label("two\\nlines\\x00")
    'two lines�'
    """
    line = "".join(letter if letter.isprintable() else "�" for letter in " ".join(str(text).split()))
    return line if len(line) <= longest else f"{line[: longest - 1]}…"


def new_figure(width: float, height: float, title: str) -> tuple[Figure, Axes]:
    """Return an empty figure of so many inches, and its one field."""
    figure, [axes] = new_fields(width, height, title, rows=1, columns=1)
    return figure, axes


def new_fields(
    width: float, height: float, title: str, *, rows: int, columns: int
) -> tuple[Figure, list[Axes]]:
    """Return an empty figure of so many inches, and its fields row by row."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    figure.suptitle(plain_label(title, LONGEST_TITLE), fontsize=9, color=INK, x=0.01, ha="left")
    fields: list[Axes] = list(figure.subplots(rows, columns, squeeze=False).flat)
    for axes in fields:
        axes.tick_params(labelsize=7, colors=INK, length=0)
        axes.grid(axis="y", color=GRID, linewidth=0.8)
        axes.set_axisbelow(True)
        for side in axes.spines.values():
            side.set_visible(False)
    return figure, fields


def svg_text(figure: Figure) -> str:
    """Return the figure as an SVG element that is the same on every run and shares no name with another."""
    from matplotlib import rc_context

    text = StringIO()
    unsigned = dict.fromkeys(("Creator", "Date", "Format", "Type"))
    with rc_context({"svg.hashsalt": figure.get_suptitle()}):
        figure.savefig(text, format="svg", metadata=unsigned, transparent=True)
    element = re.sub(r"^.*?(?=<svg)", "", text.getvalue(), count=1, flags=re.DOTALL).strip()
    return re.sub(r' id="[A-Za-z0-9.]+_\d+"', "", element)
