"""How commands print: tables for people, JSON Lines for programs."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Annotated, Any

import typer
from rich.console import Console, RenderableType

Json = Annotated[bool, typer.Option("--json", help="Print JSON Lines, one record a line, for programs.")]
Limit = Annotated[int | None, typer.Option("--limit", min=1, help="Look at the first N problems only.")]
Jobs = Annotated[
    int | None, typer.Option("--jobs", min=1, help="Number of processes; by default one per core.")
]
Cluster = Annotated[
    str | None, typer.Option("--cluster", help="Spread the work: local-ray, or ray://HOST:PORT.")
]
Seed = Annotated[
    int, typer.Option("--seed", help="Where chance starts; the same seed gives the same result.")
]


def print_view(view: RenderableType) -> None:
    """Print something for a person on standard output, as wide as the terminal, or 100 characters."""
    console = Console(soft_wrap=False, highlight=False, emoji=False, markup=False)
    if not console.is_terminal:
        console = Console(width=100, highlight=False, emoji=False, markup=False)
    console.print(view)


def print_json(records: Iterable[dict[str, Any]]) -> None:
    """Print one JSON object a line."""
    for record in records:
        typer.echo(json.dumps(record, ensure_ascii=False))


def epilog(example: str) -> str:
    """Return the example that ends a command's help."""
    return f"Example: {example}"
