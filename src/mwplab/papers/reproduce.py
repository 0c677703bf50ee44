"""From names of papers and tables to cells: theirs, ours, and how they stand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mwplab.errors import RecordError
from mwplab.papers.cells import Cell, NotRun, Value, compare
from mwplab.papers.figures import Figure, chosen_tables, figures
from mwplab.papers.recorded import Kept, read_recorded
from mwplab.papers.tables import Ours, spec_name, tables
from mwplab.parallel import progress_bar

_NOBODY = "nothing computes this table yet"


def reproduce(names: Sequence[str], *, recorded: bool = False, progress: bool | None = None) -> list[Cell]:
    """Return every cell of the named papers and tables, in the order of the papers.

    A table that takes training is read from the kept results if ``recorded`` is set; everything else is
    computed. ``progress`` shows a bar on stderr after two seconds; None means on a terminal only.

    >>> [cell.status.value for cell in reproduce(["adversarial.table4"])][:2]
    ['not run', 'not run']
    """
    wanted = chosen_tables(tuple(names))
    kept = read_recorded() if recorded else None
    cells: list[Cell] = []
    with progress_bar(len(wanted), "reproducing", shown=progress) as show:
        for done, name in enumerate(wanted, start=1):
            cells.extend(_table_cells(name, kept))
            show(done)
    return cells


def _table_cells(name: str, kept: Kept | None) -> list[Cell]:
    cells = figures(name)
    if spec_name(name) not in tables:
        return [compare(figure, NotRun(_NOBODY)) for figure in cells]
    table = tables.make(spec_name(name))
    if table.training and kept is not None:
        ours = [(row, column, value) for (of, row, column), value in kept.items() if of == name]
        return _beside(cells, ours, f"no kept result; run it with: mwp reproduce {spec_name(name)}")
    return _beside(cells, table.compute() if table.compute else (), table.missing)


def _beside(cells: tuple[Figure, ...], ours: Iterable[Ours], reason: str) -> list[Cell]:
    given: dict[tuple[str, str], Value | NotRun] = {(row, column): value for row, column, value in ours}
    places = {(figure.row, figure.column) for figure in cells}
    for row, column in given.keys() - places:
        raise RecordError(f"{cells[0].table} has no cell in row {row!r}, column {column!r}")
    return [compare(figure, given.get((figure.row, figure.column), NotRun(reason))) for figure in cells]
