"""How commands print: tables for people, JSON Lines for programs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from inspect import cleandoc
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.segment import Segment

from mwplab.reports.harmless import STEERING, harmless

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
    console.print(_Harmless(view))


def print_json(records: Iterable[dict[str, Any]]) -> None:
    """Print one JSON object a line."""
    for record in records:
        line = json.dumps(record, ensure_ascii=False)
        typer.echo(STEERING.sub(lambda sign: f"\\u{ord(sign[0]):04x}", line))


@dataclass(frozen=True)
class _Harmless:
    """Something to print, of whose texts none steers the terminal; its styles do."""

    view: RenderableType

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for segment in console.render(self.view, options):
            yield segment if segment.control else Segment(harmless(segment.text), segment.style)


@contextmanager
def stoppable(kept: str) -> Iterator[None]:
    """Let Ctrl-C end a command with one line that says what was kept."""
    try:
        yield
    except KeyboardInterrupt:
        typer.echo(f"mwp: stopped; {kept}", err=True)
        raise typer.Exit(130) from None


def kept_in(folder: Path | None, option: str = "--out") -> str:
    """Return what is kept of a command that was stopped, where an option may have named a folder."""
    if folder is None:
        return f"nothing was kept, since no folder was named with {option}"
    return f"what was done is in {folder}, and the same command goes on from there"


def add_command(app: typer.Typer, name: str, run: Callable[..., None]) -> None:
    """Add a command; the example at the end of its docstring ends its help."""
    told, _, example = cleandoc(run.__doc__ or "").partition("\n\nExample: ")
    # What stands behind \b is not wrapped: a line that is copied must not have a word in two pieces.
    app.command(name, help=told, epilog=f"\b\nExample: {example}")(run)
