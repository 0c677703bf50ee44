"""Our cells beside the paper's, and the status of each."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from mwplab.papers.published import Figure, Kind, Printed


class Status(StrEnum):
    """How our figure stands to the paper's."""

    EQUAL = "equal"
    CLOSE = "close"
    BETTER = "better"
    WORSE = "worse"
    DIFFERENT = "different"
    OTHER_ENCODER = "other encoder"
    INPUT = "input"
    NOT_RUN = "not run"


@dataclass(frozen=True, slots=True)
class Value:
    """What we computed for a cell, in the unit of the paper's table."""

    number: float
    """The figure."""

    note: str = ""
    """What a reader should know about it, such as the edition used."""

    encoder: str = ""
    """The pretrained encoder behind it, where there is one."""

    sheet: str = ""
    """The validity sheet of the attack's texts; an attack does not count without one."""

    signature: str = ""
    """Data, solver, seed and version; needed where the figure is kept."""


@dataclass(frozen=True, slots=True)
class NotRun:
    """Why there is no figure of ours."""

    reason: str
    """What is missing: data, weights, people, a part of the workbench."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One figure of a paper with ours beside it."""

    table: str
    """Paper and table, ``svamp.table9``."""

    row: str
    """The row's name as in the paper."""

    column: str
    """The column's name."""

    paper: Printed
    """The paper's figure with its printed digits, or ``na`` or ``fails``."""

    ours: float | None
    """Our figure in the same unit; none where nothing was run."""

    status: Status
    """How ours stands to the paper's."""

    note: str = ""
    """The reason, the edition used, the encoder: what a reader should know."""

    value: Value | None = None
    """Our figure with everything that belongs to it."""

    def to_dict(self) -> dict[str, str | float | None]:
        """Return the record that ``mwp reproduce --json`` prints.

        >>> figure = Figure(table="a.b", row="r", column="c", kind=Kind.STATISTIC, paper=Decimal("7.9"))
        >>> compare(figure, Value(7.95)).to_dict()
        {'table': 'a.b', 'row': 'r', 'column': 'c', 'paper': 7.9, 'ours': 7.95, 'status': 'equal', 'note': ''}
        """
        return {
            "table": self.table,
            "row": self.row,
            "column": self.column,
            "paper": _json_number(self.paper),
            "ours": self.ours,
            "status": str(self.status),
            "note": self.note,
        }


def compare(figure: Figure, ours: Value | NotRun) -> Cell:
    """Return the cell for a figure of a paper and what we have for it.

    >>> figure = Figure(table="a.b", row="r", column="c", kind=Kind.COUNT, paper=Decimal(1000))
    >>> compare(figure, NotRun("needs people")).status
    <Status.NOT_RUN: 'not run'>
    """
    value = None if isinstance(ours, NotRun) else ours
    note = ours.reason if isinstance(ours, NotRun) else ours.note
    number = None if value is None else value.number
    if figure.kind is Kind.INPUT:
        verdict, note = Status.INPUT, "chosen by the authors"
    elif figure.paper == "na":
        verdict, note = Status.NOT_RUN, "the paper leaves the cell empty"
    elif value is None:
        verdict = Status.NOT_RUN
    elif figure.kind is Kind.ATTACK and not value.sheet:
        verdict, note = (
            Status.NOT_RUN,
            _joined(note, "does not count without a validity sheet for the attack's texts"),
        )
    elif figure.encoder and value.encoder != figure.encoder:
        encoders = f"{value.encoder or 'no pretrained encoder'}, the paper has {figure.encoder}"
        verdict, note = Status.OTHER_ENCODER, _joined(note, f"made with {encoders}")
    elif isinstance(figure.paper, str):
        verdict, note = Status.DIFFERENT, _joined(note, "the paper says that the system fails here")
    else:
        verdict = status(figure.kind, figure.unit, figure.paper, value.number)
    return Cell(
        table=figure.table,
        row=figure.row,
        column=figure.column,
        paper=figure.paper,
        ours=number,
        status=verdict,
        note=note,
        value=value,
    )


def status(kind: Kind, unit: str, paper: Decimal, ours: float) -> Status:
    """Return how a figure of ours stands to a printed one.

    >>> status(Kind.STATISTIC, "", Decimal("33.0"), 33.1), status(Kind.STATISTIC, "", Decimal("33.0"), 33.2)
    (<Status.EQUAL: 'equal'>, <Status.CLOSE: 'close'>)
    >>> status(Kind.ACCURACY, "fraction", Decimal("0.68"), 0.71)
    <Status.BETTER: 'better'>
    """
    # Through its shortest text, so that 0.1 means a tenth and bounds are met exactly.
    difference = Decimal(str(ours)) - paper
    if abs(difference) <= last_digit(paper):
        return Status.EQUAL
    if abs(difference) <= _close_bound(kind, unit, paper):
        return Status.CLOSE
    if kind is Kind.ACCURACY:
        return Status.BETTER if difference > 0 else Status.WORSE
    return Status.DIFFERENT


def last_digit(printed: Decimal) -> Decimal:
    """Return one unit of the last printed digit.

    >>> last_digit(Decimal("33.0")), last_digit(Decimal("1155"))
    (Decimal('0.1'), Decimal('1'))
    """
    exponent = printed.as_tuple().exponent
    return Decimal(1).scaleb(int(exponent))


def _close_bound(kind: Kind, unit: str, paper: Decimal) -> Decimal:
    point = Decimal("0.01") if unit == "fraction" else Decimal(1)
    match kind:
        case Kind.COUNT | Kind.STATISTIC:
            return max(abs(paper) * Decimal("0.02"), Decimal("0.01"))
        case Kind.ACCURACY:
            return 2 * point
        case Kind.PROBE | Kind.ATTACK | Kind.DELTA:
            return 5 * point
        case _:
            return Decimal(0)


def _json_number(printed: Printed) -> str | float:
    if isinstance(printed, str):
        return printed
    return int(printed) if last_digit(printed) >= 1 else float(printed)


def _joined(*notes: str) -> str:
    return "; ".join(note for note in notes if note)
