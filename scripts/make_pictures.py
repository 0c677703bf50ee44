"""Draw the pictures of the documentation from what the program computes: python scripts/make_pictures.py

The figures of ASDiv are drawn anew where the published datasets are at hand, and stay as they are elsewhere.
"""

from __future__ import annotations

import re
import sys
from io import StringIO
from pathlib import Path

from rich.console import Console

from mwplab.catalogue import find, load
from mwplab.errors import DataError
from mwplab.measures import profile
from mwplab.papers.asdiv_figures import figures
from mwplab.reports.plots import heat_map
from mwplab.reports.terminal import problem_view

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
EXAMPLE = "starter/sequential-operation-01"


def main() -> None:
    """Write every picture."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / "show.svg").write_text(terminal_picture(EXAMPLE), encoding="utf-8")
    counts = profile(load("starter"))
    chart = heat_map(counts.types_by_grade, title="The starter corpus: types by grade", label="grade")
    (FOLDER / "starter.svg").write_text(chart, encoding="utf-8")
    try:
        for figure in figures():
            number = re.findall(r"Figure (\d)", figure.title)[0]
            (FOLDER / f"asdiv-figure{number}.svg").write_text(figure.svg, encoding="utf-8")
    except DataError as error:
        sys.stderr.write(f"the figures of ASDiv stay as they are: {error}\n")


def terminal_picture(name: str) -> str:
    """Return what ``mwp show`` prints as an SVG of a terminal, with no font fetched from anywhere."""
    console = Console(record=True, width=82, file=StringIO(), force_terminal=True, highlight=False)
    console.print(problem_view(find(name)))
    picture = console.export_svg(title=f"mwp show {name}", unique_id="mwplab")
    return re.sub(r"@font-face \{.*?\}\s*", "", picture, flags=re.DOTALL)


if __name__ == "__main__":
    main()
