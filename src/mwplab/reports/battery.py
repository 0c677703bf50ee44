"""What a battery of probes is made from, gathered by whoever ran them, and as Markdown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from mwplab.records import Result, Score
from mwplab.reports.attention import Look
from mwplab.reports.html import Chart
from mwplab.reports.markdown import code, escape, markdown_table
from mwplab.reports.plots import interval_bars
from mwplab.reports.report import Difference
from mwplab.reports.tables import CONFIDENCE, Run, Table, cost_table, shown_p, verdict_table

MOST_BARS = 40
"""More parts than this are a table only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """One probe: what it shows, in words and in numbers."""

    name: str
    """The probe's spec."""

    title: str
    """What was done."""

    not_run: str = ""
    """Why it was not done; empty where it was."""

    sentences: tuple[str, ...] = ()
    """What it shows."""

    scores: tuple[Score, ...] = ()
    """The numbers that the sentences are about, one judge's."""

    adjusted: Mapping[tuple[str, str], float] = field(default_factory=dict, hash=False)
    """By score and slice the corrected p-value of its difference from the rest, where it was tested."""

    differences: tuple[Difference, ...] = ()
    """What was compared problem by problem."""

    tables: tuple[Table, ...] = ()
    """What is neither a score nor a comparison."""

    looks: tuple[Look, ...] = ()
    """Examples of attention."""

    results: Mapping[str, Result] = field(default_factory=dict, hash=False)
    """The runs that it was made from, by name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Battery:
    """All probes of one solver."""

    title: str
    """Which solver, on which problems."""

    signature: str
    """What the run on the problems as they are was made from."""

    sections: tuple[Section, ...]
    """The probes, in the order of the battery."""


def section_tables(section: Section) -> list[Table]:
    """Return the numbers of a probe as tables: scores, comparisons, what else there is."""
    found = []
    if section.scores:
        rows = tuple(
            (
                score.slice or "all",
                score.name,
                f"{score.value:z.3f}",
                "" if score.low is None or score.high is None else f"[{score.low:.3f}, {score.high:.3f}]",
                str(score.n),
                shown_p(section.adjusted.get((score.name, score.slice))),
            )
            for score in section.scores
        )
        columns = ("part", "score", "value", f"{CONFIDENCE} interval", "n", "p (Holm)")
        found.append(Table("Scores", columns, rows).without_empty_columns())
    compared = [_compared_table(section.differences)] if section.differences else []
    return [*found, *compared, *section.tables]


def _compared_table(differences: Sequence[Difference]) -> Table:
    columns = (
        *("compared", "judge", f"difference ({CONFIDENCE} interval)"),
        *("only first right", "only second right", "n", "p", "test"),
    )
    rows = []
    for one in differences:
        apart = one.comparison.difference
        rows.append(
            (
                f"{one.first} less {one.second}",
                one.judge,
                f"{apart.value:+.3f} [{apart.low:+.3f}, {apart.high:+.3f}]",
                str(one.only_first),
                str(one.only_second),
                str(one.first_score.n),
                shown_p(one.comparison.p_value),
                one.comparison.test,
            )
        )
    return Table("Compared, problem by problem", columns, tuple(rows))


def section_chart(section: Section) -> Chart | None:
    """Return the scores of a probe as bars; none where there are fewer than two or too many."""
    if not 2 <= len(section.scores) <= MOST_BARS:
        return None
    series = list(dict.fromkeys(score.name for score in section.scores))
    labels = list(dict.fromkeys(score.slice or "all" for score in section.scores))
    by_place = {(score.slice or "all", score.name): score for score in section.scores}
    parts = [(label, [by_place.get((label, name)) for name in series]) for label in labels]
    return Chart(section.title, interval_bars(parts, series, title=section.title))


def summary_table(battery: Battery) -> Table:
    """Return every probe with its first sentence, or the reason why it was not run."""
    rows = tuple(
        (one.name, f"not run: {one.not_run}" if one.not_run else next(iter(one.sentences), ""))
        for one in battery.sections
    )
    return Table("In short", ("probe", "shows"), rows)


def battery_runs(battery: Battery) -> list[Run]:
    """Return every run that some probe asked for, once, under the name of the probe that asked first."""
    found: dict[str, Run] = {}
    for section in battery.sections:
        for name, result in section.results.items():
            shown = name if result.signature == battery.signature else f"{section.name}: {name}"
            found.setdefault(result.signature, (shown, result.rows))
    return list(found.values())


def outcome_tables(battery: Battery) -> list[Table]:
    """Return the verdicts of every run, one by one, and what each and all of them took."""
    runs = battery_runs(battery)
    return [verdict_table(runs), cost_table(runs)] if runs else []


def battery_markdown(battery: Battery) -> str:
    """Return the probes as Markdown: what each shows in words, then its tables."""
    parts = [f"# {escape(battery.title)}", markdown_table(summary_table(battery))]
    for section in battery.sections:
        parts.append(f"## {escape(section.title)}")
        if section.not_run:
            parts.append(f"Not run: {escape(section.not_run)}.")
        parts += [escape(sentence) for sentence in section.sentences]
        for table in section_tables(section):
            parts.append(f"### {escape(table.title)}\n\n{markdown_table(table)}")
    parts += [f"## {escape(table.title)}\n\n{markdown_table(table)}" for table in outcome_tables(battery)]
    parts.append(f"## Made from\n\n{code(battery.signature)}")
    return "\n\n".join(parts) + "\n"
