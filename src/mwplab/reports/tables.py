"""A report's numbers as tables, the same in every form that it is written in."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from mwplab.records import Row, Score, Verdict
from mwplab.records.account import reasked, tally, total_usage
from mwplab.reports.report import Difference, Report

CONFIDENCE = "95 %"
"""What the intervals of scores are made with."""

FIGURES = re.compile(r"[-+<]?[-+ \d.,\[\]]+")
"""A cell that holds numbers only."""

Run = tuple[str, Sequence[Row]]
"""A name and the rows that stand under it."""

ALL = "all"
"""The name of the last line, where there are several."""


@dataclass(frozen=True, slots=True)
class Table:
    """Cells as text."""

    title: str
    """What it shows."""

    columns: tuple[str, ...]
    """The heads."""

    rows: tuple[tuple[str, ...], ...]
    """As many cells each as there are columns."""

    records: tuple[Mapping[str, str | float], ...] = ()
    """The same for programs: a record for each row, where somebody made them."""

    def is_numeric(self, place: int) -> bool:
        """Tell whether the cells of a column are numbers, so that they stand to the right.

        >>> table = Table("", ("type", "score"), (("Sum", "0.5 [0.2, 0.8]"), ("", "")))
        >>> table.is_numeric(0), table.is_numeric(1)
        (False, True)
        """
        return all(FIGURES.fullmatch(row[place]) for row in self.rows if row[place])

    def without_empty_columns(self) -> Table:
        """Return the table without columns in which no row says anything.

        >>> Table("t", ("a", "b"), (("1", ""), ("2", ""))).without_empty_columns().columns
        ('a',)
        """
        kept = [place for place in range(len(self.columns)) if any(row[place] for row in self.rows)]
        rows = tuple(tuple(row[place] for place in kept) for row in self.rows)
        return Table(self.title, tuple(self.columns[place] for place in kept), rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class Breakdown:
    """Scores of the parts of the rows by one field, of one result by judge or of several results."""

    title: str
    """Which scores, and by what."""

    field: str
    """What the rows are divided by."""

    series: tuple[str, ...]
    """What is set side by side: judges or results."""

    parts: tuple[tuple[str, tuple[Score | None, ...]], ...]
    """Each label with its score in each series, where there is one."""


def breakdowns(report: Report) -> list[Breakdown]:
    """Return every break-down: the judges side by side for one result, else the results judge by judge."""
    alone, judges = len(report.entries) == 1, report.judges
    groups: dict[tuple[str, str], dict[str, dict[str, Score]]] = {}
    for entry in report.entries:
        for score in entry.result.scores:
            if score.slice:
                judge, measure = split_name(score.name, judges)
                kind, series = (measure, judge or measure) if alone else (score.name, entry.name)
                field, _, label = score.slice.partition("=")
                groups.setdefault((kind, field), {}).setdefault(series, {})[label] = score
    return [_breakdown(kind, field, found) for (kind, field), found in groups.items()]


def split_name(name: str, judges: Sequence[str]) -> tuple[str, str]:
    """Return the judge and the measure that a score is named by; no judge where it names none.

    >>> split_name("solution-accuracy", ["solution"]), split_name("train-overlap", ["solution"])
    (('solution', 'accuracy'), ('', 'train-overlap'))
    """
    judge = max((one for one in judges if name.startswith(f"{one}-")), key=len, default="")
    return judge, name.removeprefix(f"{judge}-") if judge else name


def _breakdown(kind: str, field: str, found: dict[str, dict[str, Score]]) -> Breakdown:
    labels = dict.fromkeys(label for scores in found.values() for label in scores)
    return Breakdown(
        title=f"{kind} {field}" if field.startswith("without ") else f"{kind} by {field}",
        field=field,
        series=tuple(found),
        parts=tuple((label, tuple(scores.get(label) for scores in found.values())) for label in labels),
    )


def breakdown_table(breakdown: Breakdown, report: Report) -> Table:
    """Return a break-down as a table: of each series the score with its interval, and how sure it is."""
    columns = [breakdown.field]
    for name in breakdown.series:
        columns += [f"{name} ({CONFIDENCE} interval)", "n", "p (Holm)"]
    adjusted = report.entries[0].adjusted if len(report.entries) == 1 else {}
    rows = []
    for label, scores in breakdown.parts:
        cells = [label]
        for score in scores:
            p_value = None if score is None else adjusted.get((score.name, score.slice))
            cells += [*_score_cells(score), shown_p(p_value)]
        rows.append(tuple(cells))
    return Table(breakdown.title, tuple(columns), tuple(rows)).without_empty_columns()


def score_table(report: Report) -> Table:
    """Return the scores of the whole results, a line each."""
    found: dict[str, dict[str, Score]] = {}
    for entry in report.entries:
        for score in entry.result.scores:
            if not score.slice:
                found.setdefault(score.name, {})[entry.name] = score
    columns = ["score"]
    for entry in report.entries:
        columns += [f"{entry.name} ({CONFIDENCE} interval)", "n"]
    rows = [
        (name, *(cell for entry in report.entries for cell in _score_cells(scores.get(entry.name))))
        for name, scores in found.items()
    ]
    return Table("Scores", tuple(columns), tuple(rows))


def difference_tables(report: Report) -> list[Table]:
    """Return the comparison of every two results, a line per judge; then part by part, if that was done."""
    columns = (
        *("first", "second", "judge", "slice", "accuracy of first", "of second"),
        *(f"difference ({CONFIDENCE} interval)", "only first right", "only second right", "n"),
        *("p", "p (Holm)", "test"),
    )
    whole = tuple(_difference_cells(one) for one in report.differences if not one.slice)
    parts = tuple(_difference_cells(one) for one in report.differences if one.slice)
    titled = (("Compared, problem by problem", whole), ("Compared, part by part", parts))
    return [Table(title, columns, rows).without_empty_columns() for title, rows in titled if rows]


def _difference_cells(one: Difference) -> tuple[str, ...]:
    difference = one.comparison.difference
    return (
        one.first,
        one.second,
        one.judge,
        one.slice,
        f"{one.first_score.value:.3f}",
        f"{one.second_score.value:.3f}",
        f"{difference.value:+.3f} [{difference.low:+.3f}, {difference.high:+.3f}]",
        str(one.only_first),
        str(one.only_second),
        str(one.first_score.n),
        shown_p(one.comparison.p_value),
        shown_p(one.adjusted),
        one.comparison.test,
    )


def outcome_tables(report: Report) -> list[Table]:
    """Return the verdicts on every result, one by one, and what each and all of them took."""
    runs = [(entry.name, entry.result.rows) for entry in report.entries]
    return [verdict_table(runs), cost_table(runs)]


def verdict_table(runs: Sequence[Run]) -> Table:
    """Return the verdicts of each judge on each run: what cannot be read or was not answered is not wrong.

    >>> verdict_table([]).columns
    ('run', 'judge', 'correct', 'wrong', 'no answer', 'unreadable', 'unjudged')
    """
    names = tuple(verdict.value.replace("_", " ") for verdict in Verdict)
    cells = tuple(
        (name, judge, *(str(count) for count in tally(rows, judge).verdicts.values()))
        for name, rows in runs
        for judge in (rows[0].verdicts if rows else ())
    )
    return Table("Verdicts", ("run", "judge", *names), cells)


def cost_table(runs: Sequence[Run]) -> Table:
    """Return what each run took, and all of them: time, and for a model tokens, what was re-asked, money."""
    whole = [(ALL, list(chain.from_iterable(rows for _, rows in runs)))] if len(runs) > 1 else []
    columns = ("run", "tokens in", "tokens out", "re-asked", "seconds", "cost")
    cells = tuple((name, *_cost_cells(rows)) for name, rows in [*runs, *whole])
    return Table("Tokens, time and cost", columns, cells).without_empty_columns()


def _cost_cells(rows: Sequence[Row]) -> tuple[str, ...]:
    total, again = total_usage(rows), reasked(rows)
    return (
        f"{total.tokens_in:,}" if total.tokens_in else "",
        f"{total.tokens_out:,}" if total.tokens_out else "",
        str(again) if again else "",
        f"{total.seconds:.1f}",
        f"{total.cost:.4g}" if total.cost else "",
    )


def _score_cells(score: Score | None) -> tuple[str, str]:
    if score is None:
        return "", ""
    ends = "" if score.low is None or score.high is None else f" [{score.low:.3f}, {score.high:.3f}]"
    return f"{score.value:.3f}{ends}", str(score.n)


def shown_p(p_value: float | None) -> str:
    """Return a p-value with as many digits as anyone needs.

    >>> shown_p(0.04567), shown_p(3e-9), shown_p(None)
    ('0.0457', '< 0.0001', '')
    """
    if p_value is None:
        return ""
    return "< 0.0001" if p_value < 0.0001 else f"{p_value:.3g}"


def report_tables(report: Report) -> list[Table]:
    """Return all tables of a report in the order of reading."""
    parts = [breakdown_table(one, report) for one in breakdowns(report)]
    return [score_table(report), *difference_tables(report), *outcome_tables(report), *parts]
