"""How a figure of ours stands to a printed one."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwplab.papers import Cell, Figure, Kind, NotRun, Status, Value, compare, status
from mwplab.papers.cells import last_digit

CASES = [
    # kind, unit, printed, ours, status
    ("count", "", "1000", 1000, "equal"),
    ("count", "", "832", 831, "equal"),  # one unit of the last digit
    ("count", "", "39", 41, "different"),
    ("count", "", "1155", 1157, "close"),
    ("count", "", "1155", 1178.1, "close"),  # 2 % exactly
    ("count", "", "1155", 1179, "different"),
    ("statistic", "", "33.0", 33.1, "equal"),
    ("statistic", "", "33", 34, "equal"),
    ("statistic", "", "33.0", 33.11, "close"),
    ("statistic", "", "33.0", 33.7, "different"),
    ("statistic", "", "7.9", 7.95, "equal"),
    ("statistic", "", "0.50", 0.51, "equal"),
    ("statistic", "", "0.500", 0.51, "close"),  # 0.01, or 2 %
    ("statistic", "", "0.500", 0.511, "different"),
    ("statistic", "", "0.1", 0.2, "equal"),
    ("statistic", "", "0", 0.9, "equal"),
    ("statistic", "", "1.78", 1.6, "different"),
    ("accuracy", "percent", "79.7", 79.6, "equal"),
    ("accuracy", "percent", "79.7", 81.7, "close"),
    ("accuracy", "percent", "79.7", 77.7, "close"),
    ("accuracy", "percent", "79.7", 81.71, "better"),
    ("accuracy", "percent", "79.7", 77.69, "worse"),
    ("accuracy", "percent", "82", 83, "equal"),
    ("accuracy", "fraction", "0.68", 0.69, "equal"),
    ("accuracy", "fraction", "0.68", 0.70, "close"),
    ("accuracy", "fraction", "0.68", 0.701, "better"),
    ("accuracy", "fraction", "0.68", 0.659, "worse"),
    ("probe", "percent", "58.7", 58.6, "equal"),
    ("probe", "percent", "58.7", 63.7, "close"),
    ("probe", "percent", "58.7", 63.8, "different"),
    ("probe", "percent", "58.7", 20, "different"),
    ("attack", "percent", "18.2", 13.2, "close"),
    ("attack", "percent", "18.2", 90, "different"),
    ("delta", "percent", "-13.7", -13.8, "equal"),
    ("delta", "percent", "-13.7", -8.7, "close"),
    ("delta", "percent", "-13.7", 13.7, "different"),
    ("human", "", "4.55", 4.56, "equal"),
    ("human", "", "4.55", 4.57, "different"),
]


@pytest.mark.parametrize(("kind", "unit", "printed", "ours", "expected"), CASES)
def test_status_follows_the_design(kind: str, unit: str, printed: str, ours: float, expected: str) -> None:
    assert status(Kind(kind), unit, Decimal(printed), ours) == expected


kinds = st.sampled_from([kind for kind in Kind if kind is not Kind.INPUT])
units = st.sampled_from(["percent", "fraction"])
printed = st.decimals(-100, 2000, places=2) | st.decimals(-100, 2000, places=0)
numbers = st.integers(-100_000, 200_000).map(lambda hundredths: hundredths / 100)


@given(kinds, units, printed)
def test_the_printed_figure_itself_is_equal(kind: Kind, unit: str, paper: Decimal) -> None:
    assert status(kind, unit, paper, float(paper)) is Status.EQUAL


@given(kinds, units, printed, numbers)
def test_only_accuracies_are_better_or_worse(kind: Kind, unit: str, paper: Decimal, ours: float) -> None:
    found = status(kind, unit, paper, ours)
    assert found in {Status.EQUAL, Status.CLOSE} or (kind is Kind.ACCURACY) == (
        found in {Status.BETTER, Status.WORSE}
    )
    if found is Status.BETTER:
        assert Fraction(str(ours)) > Fraction(str(paper))


@given(kinds, units, printed, numbers, st.integers(1, 9))
def test_moving_away_from_the_paper_never_helps(
    kind: Kind, unit: str, paper: Decimal, ours: float, steps: int
) -> None:
    rank = {Status.EQUAL: 0, Status.CLOSE: 1}
    farther = float(Decimal(str(ours)) + (steps if Decimal(str(ours)) >= paper else -steps))
    near, far = (rank.get(status(kind, unit, paper, number), 2) for number in (ours, farther))
    assert near <= far


@given(st.sampled_from([Kind.COUNT, Kind.STATISTIC]), printed, numbers)
def test_counts_agree_with_exact_fractions(kind: Kind, paper: Decimal, ours: float) -> None:
    exact, unit = Fraction(str(paper)), Fraction(1, 100) if "." in str(paper) else Fraction(1)
    difference = abs(Fraction(str(ours)) - exact)
    if difference <= unit:
        expected = "equal"
    elif difference <= abs(exact) / 50 or difference <= Fraction(1, 100):
        expected = "close"
    else:
        expected = "different"
    assert status(kind, "", paper, ours) == expected


@given(st.integers(0, 10_000), st.integers(-300, 300))
def test_a_fraction_is_judged_like_its_percentage(paper: int, difference: int) -> None:
    as_percent = status(Kind.ACCURACY, "percent", Decimal(paper).scaleb(-1), (paper + difference) / 10)
    as_fraction = status(Kind.ACCURACY, "fraction", Decimal(paper).scaleb(-3), (paper + difference) / 1000)
    assert as_percent is as_fraction


def test_one_unit_of_the_last_digit_is_read_from_the_print() -> None:
    assert [str(last_digit(Decimal(text))) for text in ("0.50", "33.0", "33", "-13.7")] == [
        "0.01",
        "0.1",
        "1",
        "0.1",
    ]


def figure(kind: str = "accuracy", paper: str = "80.0", encoder: str = "") -> Figure:
    return Figure(
        table="made.up",
        row="gts",
        column="all",
        kind=Kind(kind),
        unit="percent",
        encoder=encoder,
        paper=paper if paper.isalpha() else Decimal(paper),
    )


STANDINGS: list[tuple[Figure, Value | NotRun, str, str]] = [
    (figure(), Value(80.0), "equal", ""),
    (figure(), Value(80.0, "five folds"), "equal", "five folds"),
    (figure(), NotRun("needs weights"), "not run", "needs weights"),
    (figure("input"), Value(80.0), "input", "chosen by the authors"),
    (figure("input"), NotRun("anything"), "input", "chosen by the authors"),
    (figure(paper="na"), Value(80.0), "not run", "the paper leaves the cell empty"),
    (figure(paper="fails"), NotRun("needs weights"), "not run", "needs weights"),
    (figure(paper="fails"), Value(80.0), "different", "the paper says that the system fails here"),
    (
        figure(encoder="RoBERTa-base"),
        Value(99.0, encoder="MiniLM"),
        "other encoder",
        "made with MiniLM, the paper has RoBERTa-base",
    ),
    (
        figure(encoder="RoBERTa-base"),
        Value(99.0, "seed 3"),
        "other encoder",
        "seed 3; made with no pretrained encoder, the paper has RoBERTa-base",
    ),
    (figure(encoder="RoBERTa-base"), Value(99.0, encoder="RoBERTa-base"), "better", ""),
    (
        figure("attack"),
        Value(80.0),
        "not run",
        "does not count without a validity sheet for the attack's texts",
    ),
    (figure("attack"), Value(80.0, sheet="sheet.csv"), "equal", ""),
    (figure("human"), NotRun("needs people"), "not run", "needs people"),
]


@pytest.mark.parametrize(("paper", "ours", "expected", "note"), STANDINGS)
def test_a_cell_says_how_ours_stands_and_why(
    paper: Figure, ours: Value | NotRun, expected: str, note: str
) -> None:
    cell = compare(paper, ours)
    assert (cell.status, cell.note) == (expected, note)
    assert cell.ours == (None if isinstance(ours, NotRun) else ours.number)


RECORDS: list[tuple[str, float | None, str | float]] = [
    ("7.9", 7.95, 7.9),
    ("1000", 1000, 1000),
    ("na", None, "na"),
    ("fails", None, "fails"),
]


@pytest.mark.parametrize(("paper", "ours", "written"), RECORDS)
def test_the_record_has_the_promised_names_and_kinds(
    paper: str, ours: float | None, written: str | float
) -> None:
    record = cell_of(paper, ours).to_dict()
    assert list(record) == ["table", "row", "column", "paper", "ours", "status", "note"]
    assert (record["paper"], record["ours"]) == (written, ours)
    assert type(record["paper"]) is type(written)
    assert type(record["status"]) is str


def cell_of(paper: str, ours: float | None) -> Cell:
    return compare(figure("statistic", paper), NotRun("missing") if ours is None else Value(ours))
