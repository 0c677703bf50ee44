"""``mwp demo``: the whole story on the bundled corpus."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mwplab.cli.output import print_view


def run(
    out: Annotated[Path, typer.Option("--out", help="The folder that the files are written to.")] = Path(
        "demo"
    ),
) -> None:
    """Run the whole story on the bundled corpus; it ends in an HTML report.

    Example: mwp demo
    """
    from mwplab.runs.demo import demo

    for view in demo(out):
        print_view(view)
