"""The figures of the five papers, as printed, with the kind of each."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any

from mwplab.errors import RecordError, UnknownName

Printed = Decimal | str
"""A figure with all its printed digits, or ``na`` (the cell is empty), or ``fails`` (the system does)."""


class Kind(StrEnum):
    """What sort of figure a cell holds, which decides how ours may differ from it."""

    COUNT = "count"
    STATISTIC = "statistic"
    ACCURACY = "accuracy"
    PROBE = "probe"
    ATTACK = "attack"
    DELTA = "delta"
    INPUT = "input"
    HUMAN = "human"


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One cell of a published table."""

    table: str
    """Paper and table, ``svamp.table9``."""

    row: str
    """The row's name, ``ASDiv-A``."""

    column: str
    """The column's name, ``templates``."""

    kind: Kind
    """What sort of figure it is."""

    unit: str = ""
    """``percent`` or ``fraction`` where it is an accuracy or a difference of accuracies."""

    encoder: str = ""
    """The pretrained encoder behind it; empty where there is none, or the paper does not say."""

    paper: Printed
    """The figure itself."""


def table_names() -> tuple[str, ...]:
    """Return every table of the five papers, in the order of the papers.

    >>> table_names()[:2]
    ('mawps.table1', 'mawps.table2')
    """
    return tuple(_all_figures())


def figures(table: str) -> tuple[Figure, ...]:
    """Return the cells of a table, row by row.

    >>> cell = figures("mawps.table1")[5]
    >>> cell.row, cell.column, str(cell.paper)
    ('AddSub', 'tmpl_half', '33.0')
    """
    tables = _all_figures()
    if table not in tables:
        raise UnknownName.among("table", table, tables)
    return tables[table]


def chosen_tables(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the tables that names of papers and tables stand for, each once; hyphens pass for underscores.

    >>> chosen_tables(("asdiv.train-test", "mawps", "mawps.table1"))
    ('asdiv.train_test', 'mawps.table1', 'mawps.table2')
    """
    papers: dict[str, list[str]] = {}
    for table in table_names():
        papers.setdefault(table.partition(".")[0], []).append(table)
    chosen: list[str] = []
    for name in names:
        wanted = name.replace("-", "_")
        if wanted not in papers and wanted not in table_names():
            raise UnknownName.among("paper or table", name, [*papers, *table_names()])
        chosen.extend(papers.get(wanted, [wanted]))
    return tuple(dict.fromkeys(chosen))


@cache
def _all_figures() -> dict[str, tuple[Figure, ...]]:
    text = (files("mwplab.papers") / "data" / "figures.toml").read_text(encoding="utf-8")
    return read_figures(text)


def read_figures(text: str) -> dict[str, tuple[Figure, ...]]:
    """Read figures in the notation of ``figures.toml``, whose head explains it."""
    # A float would forget the zero of 33.0, which says how exact the paper is; a Decimal keeps it.
    papers: dict[str, dict[str, dict[str, Any]]] = tomllib.loads(text, parse_float=Decimal)
    return {
        f"{paper}.{name}": _read_table(f"{paper}.{name}", table)
        for paper, tables in papers.items()
        for name, table in tables.items()
    }


_HEAD = ("columns", "kinds", "unit", "encoder")


def _read_table(name: str, table: dict[str, Any]) -> tuple[Figure, ...]:
    columns, kinds = table["columns"], table["kinds"]
    kinds = [kinds] * len(columns) if isinstance(kinds, str) else kinds
    found: list[Figure] = []
    for row, cells in table.items():
        if row in _HEAD:
            continue
        if not len(cells) == len(columns) == len(kinds):
            raise RecordError(
                f"{name}, row {row!r}: {len(cells)} cells were met under {len(columns)} columns"
            )
        found.extend(
            Figure(
                table=name,
                row=row,
                column=column,
                kind=_kind(kind, row),
                unit=table.get("unit", "") if kind not in ("count", "statistic", "input", "human") else "",
                encoder=_encoder(table.get("encoder", ""), row),
                paper=cell if isinstance(cell, str) else Decimal(cell),
            )
            for column, kind, cell in zip(columns, kinds, cells, strict=True)
        )
    return tuple(found)


def _kind(kind: str, row: str) -> Kind:
    # The rows before the attack hold plain accuracies.
    return Kind.ACCURACY if kind == Kind.ATTACK and row.endswith("/original") else Kind(kind)


def _encoder(encoder: str, row: str) -> str:
    if row.endswith("/R"):
        return "RoBERTa-base"
    if "/bert/" in row:
        return "BERT-base"
    # "RoBERTa-base (Graph2Tree)" names the solver in brackets.
    return "" if encoder == "not stated" else encoder.partition(" (")[0]
