"""The door by which a table's computation enters, and what its function may give.

A plugin brings a table of another paper by an entry point in the group ``mwplab.papers``: a function without
arguments that returns a `Table` with the paper's figures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from mwplab.errors import DataError, MissingDependency
from mwplab.papers.cells import NotRun, Value
from mwplab.papers.experiments import Source
from mwplab.papers.published import Figure
from mwplab.registry import Registry

Ours = tuple[str, str, Value | NotRun]
"""Row, column and what we have for the cell."""


@dataclass(frozen=True, slots=True)
class Table:
    """How our cells of a published table are made."""

    missing: str
    """Why the cells that `compute` leaves out were not run."""

    compute: Callable[[], Iterable[Ours]] | None = None
    """Gives the cells that need no training, in any order; none where there are no such."""

    trained: Callable[[Source], Iterable[Ours]] | None = None
    """Gives the cells of trained solvers, from verdicts: of kept runs, or of runs made for it."""

    figures: tuple[Figure, ...] = ()
    """The paper's cells, where the table is of none of the five papers."""


tables: Registry[Table] = Registry("table", entry_point_group="mwplab.papers")


def spec_name(table: str) -> str:
    """Return a table's name as specs are written.

    >>> spec_name("asdiv.train_test")
    'asdiv.train-test'
    """
    return table.replace("_", "-")


def add(
    name: str,
    compute: Callable[[], Iterable[Ours]] | None = None,
    *,
    trained: Callable[[Source], Iterable[Ours]] | None = None,
    missing: str,
) -> None:
    """Put a table of the five papers on the list."""
    table = Table(missing, compute, trained)
    tables.add(spec_name(name), lambda: table)


def row_cells(
    row: str, columns: Sequence[str], compute: Callable[[], Mapping[str, float | Value]]
) -> Iterator[Ours]:
    """Yield the computed cells of a row; where data or a package is missing, the reason stands in each.

    >>> list(row_cells("SVAMP", ["problems"], lambda: {"problems": 1000}))
    [('SVAMP', 'problems', Value(number=1000, note='', encoder='', sheet='', signature=''))]
    """
    try:
        found = compute()
    except (DataError, MissingDependency) as error:
        yield from ((row, column, NotRun(str(error))) for column in columns)
        return
    for column in columns:
        value = found[column]
        yield row, column, value if isinstance(value, Value) else Value(value)
