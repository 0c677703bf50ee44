"""One self-contained page about what was measured: values, pictures, parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mwplab.records import Score
from mwplab.reports.html import Chart
from mwplab.reports.measured import MOST_ROWS, counted, shown_value
from mwplab.reports.pages import render_page


@dataclass(frozen=True, slots=True)
class Section:
    """What was measured of one dataset."""

    name: str
    """The dataset."""

    scores: Sequence[Score]
    """The value of each measure."""

    parts: Sequence[Sequence[Score]]
    """The parts of each measure."""

    charts: Sequence[Chart]
    """The pictures, the same as the files of ``--plots``."""


def measured_page(sections: Sequence[Section], charts: Sequence[Chart], reasons: Sequence[str]) -> str:
    """Return the page: pictures of several datasets first, then each dataset, then what was not measured.

    >>> page = measured_page([Section("a", [Score(name="length", value=3.5, n=2)], [[]], [])], [], [])
    >>> "length" in page, "3.5000" in page
    (True, True)
    """
    return render_page(
        "measured.html",
        title=", ".join(section.name for section in sections),
        sections=sections,
        charts=charts,
        reasons=reasons,
        shown=shown_value,
        counted=counted,
        most=MOST_ROWS,
    )
