"""``mwp data get NAME``: published files downloaded with a checksum, or imported from a folder."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mwplab.catalogue import entry_of, load, parse_name
from mwplab.catalogue.fetch import get
from mwplab.cli.output import add_command

app = typer.Typer(help="Get the files of published datasets.", no_args_is_help=True)


@app.callback()
def files() -> None:
    """Get the files of published datasets."""


def run(
    names: Annotated[list[str], typer.Argument(metavar="NAME...", help="Datasets of the catalogue.")],
    source: Annotated[
        Path | None, typer.Option("--from", help="Import from this folder instead of downloading.")
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Get the files again although they are here.")
    ] = False,
) -> None:
    """Download a dataset from its upstream address with a pinned checksum, or import it from a folder.

    Example: mwp data get svamp --from downloads
    """
    for name in names:
        folder = get(
            entry_of(parse_name(name)),
            source=source,
            force=force,
            report=lambda line: typer.echo(line, err=True),
        )
        typer.echo(f"{load(name).full_name}: {len(load(name))} problems in {folder}")


add_command(app, "get", run)
