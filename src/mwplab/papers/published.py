"""The figures of the five papers, as printed, with the kind of each."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any

from mwplab.errors import RecordError

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


@cache
def published() -> dict[str, tuple[Figure, ...]]:
    """Return the cells of every table of the five papers, row by row.

    >>> cell = published()["mawps.table1"][5]
    >>> cell.row, cell.column, str(cell.paper)
    ('AddSub', 'tmpl_half', '33.0')
    """
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


_OF_SOLVERS = (Kind.ACCURACY, Kind.PROBE, Kind.ATTACK, Kind.DELTA)
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
                unit=table.get("unit", "") if kind in _OF_SOLVERS else "",
                encoder=_encoder(table.get("encoder", ""), row) if kind in _OF_SOLVERS else "",
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
