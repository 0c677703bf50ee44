"""From names of papers and tables to cells: theirs, ours, and how they stand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase

from mwplab.errors import RecordError, UnknownName
from mwplab.papers.cells import Cell, NotRun, Value, compare
from mwplab.papers.experiments import Source
from mwplab.papers.kept import Kept
from mwplab.papers.planning import Wish, Wishes
from mwplab.papers.published import Figure, published
from mwplab.papers.table import Ours, spec_name, tables
from mwplab.papers.training import Training
from mwplab.parallel import progress_bar


def reproduce(
    names: Sequence[str], source: Source | None = None, *, rows: str = "*", progress: bool | None = None
) -> list[Cell]:
    """Return the cells of the named papers and tables, row by row.

    ``source`` has the verdicts of trained solvers: `Kept` ones, which is the default, or `Training`, which
    makes them. Everything else is computed. Of the ``rows`` only those like the pattern, such as ``*/S``, are
    trained and returned. ``progress`` shows a bar on stderr after two seconds; None means on a terminal only.

    >>> reproduce(["adversarial.table4"])[0].note
    'needs people who rate the texts'
    """
    wanted = chosen_tables(names)
    _check_rows(wanted, rows)
    verdicts = source or Kept()
    if isinstance(verdicts, Training):
        verdicts.train(_wishes(wanted, rows))
    cells: list[Cell] = []
    with progress_bar(len(wanted), "reproducing", shown=progress) as show:
        for done, name in enumerate(wanted, start=1):
            cells.extend(cell for cell in _table_cells(name, verdicts) if fnmatchcase(cell.row, rows))
            show(done)
    return cells


def _check_rows(names: Sequence[str], rows: str) -> None:
    known = dict.fromkeys(figure.row for name in names for figure in _figures(name))
    if not any(fnmatchcase(row, rows) for row in known):
        raise UnknownName.among("row of these tables", rows, known)


def _figures(name: str) -> Sequence[Figure]:
    return published().get(name) or tables.make(spec_name(name)).figures


def _wishes(names: Sequence[str], rows: str = "*") -> list[Wish]:
    """Return what rows will ask of trained solvers, so that what belongs together is trained at once."""
    wishes = Wishes()
    for name in names:
        trained = tables.make(spec_name(name)).trained
        before = dict(wishes.noted)
        for row, _, _ in trained(wishes) if trained else ():
            if not fnmatchcase(row, rows):
                wishes.noted = before  # it was asked for the sake of this cell
            before = dict(wishes.noted)
    return list(wishes.noted.values())


def table_names() -> tuple[str, ...]:
    """Return every table that can be asked for: those of the five papers, then those of plugins.

    >>> table_names()[:2]
    ('mawps.table1', 'mawps.table2')
    """
    known = {spec_name(name) for name in published()}
    return (*published(), *(name for name in tables if name not in known))


def chosen_tables(names: Sequence[str]) -> tuple[str, ...]:
    """Return the tables that names of papers and tables stand for, each once; hyphens pass for underscores.

    >>> chosen_tables(["asdiv.train-test", "mawps", "mawps.table1"])
    ('asdiv.train_test', 'mawps.table1', 'mawps.table2')
    """
    known: dict[str, list[str]] = {}
    for table in table_names():
        known.setdefault(table.partition(".")[0], []).append(table)
    known.update({spec_name(table): [table] for table in table_names()})
    chosen: list[str] = []
    for name in names:
        if spec_name(name) not in known:
            raise UnknownName.among("paper or table", name, known)
        chosen.extend(known[spec_name(name)])
    return tuple(dict.fromkeys(chosen))


def _table_cells(name: str, source: Source) -> list[Cell]:
    table = tables.make(spec_name(name))
    ours = [
        *(table.compute() if table.compute else ()),
        *(table.trained(source) if table.trained else ()),
    ]
    return _beside(_figures(name), ours, table.missing)


def _beside(cells: Sequence[Figure], ours: Iterable[Ours], reason: str) -> list[Cell]:
    given: dict[tuple[str, str], Value | NotRun] = {(row, column): value for row, column, value in ours}
    places = {(figure.row, figure.column) for figure in cells}
    for row, column in given.keys() - places:
        raise RecordError(f"the paper's table has no row {row!r} with a column {column!r}")
    return [compare(figure, given.get((figure.row, figure.column), NotRun(reason))) for figure in cells]
