"""Measures of a dataset for people: tables of parts, shares as bars, values of problems as a histogram."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import count, groupby

from rich.table import Table

from mwplab.records import Score
from mwplab.reports.panels import Distribution
from mwplab.reports.plots import bars, interval_bars, lying_bars
from mwplab.reports.terminal import table

BINS = 20
"""Bars of a histogram."""

MOST_PARTS = 25
"""Parts that are drawn at most, the first ones."""

WIDEST = 40
"""Numbers between the least and the greatest that are drawn one by one, those that no problem has as well."""

MOST_ROWS, MOST_MEMBERS = 50, 3
"""Parts of a kind, and members of a part, that a table shows at most, the first ones."""

_SHARES = ("bin", "diversity", "repeats")  # parts that are a share of all problems, so many of them

_BAR_WIDTH = 40  # characters of the longest bar


def shown_value(value: float | None) -> str:
    """Return a value for a table: whole numbers whole, others with four digits.

    >>> shown_value(331.0), shown_value(0.0566047), shown_value(None)
    ('331', '0.0566', '')
    """
    if value is None:
        return ""
    return f"{value:.0f}" if value == int(value) and abs(value) >= 2 else f"{value:.4f}"


def part_tables(parts: Sequence[Score], members: Mapping[str, Sequence[str]]) -> list[Table]:
    """Return the parts of a measure, a table for each kind; bins have bars, found parts their first members.

    >>> bins = [Score(name="diversity", slice="bin=0.00-0.05", value=1, n=3)]
    >>> [str(column.header) for column in part_tables(bins, {})[0].columns]
    ['diversity', 'value', 'problems', '']
    """
    found = []
    for kind, group in groupby(parts, key=lambda one: one.slice.partition("=")[0]):
        ours = list(group)
        most = max(one.value for one in ours) or 1
        columns = [ours[0].name, "value", "problems"]
        rows = [[one.slice, shown_value(one.value), counted(one)] for one in ours[:MOST_ROWS]]
        if kind == "bin":
            columns.append("")
            rows = [[*row, _bar(one.value / most)] for row, one in zip(rows, ours, strict=True)]
        elif any(one.slice in members for one in ours):
            columns.append("members")
            rows = [[*row, _listed(members.get(one.slice, ()))] for row, one in zip(rows, ours, strict=False)]
        if len(ours) > MOST_ROWS:
            rows.append([f"and {len(ours) - MOST_ROWS:,} more", *[""] * (len(columns) - 1)])
        found.append(table(rows, columns, whole=0))
    return found


def counted(part: Score) -> int:
    """Return how many problems a part has.

    >>> counted(Score(name="leakage", slice="repeats=exact", value=0.25, n=8))
    2
    >>> counted(Score(name="length", slice="type=Sum", value=0.25, n=8))
    8
    """
    return round(part.value * part.n) if part.slice.partition("=")[0] in _SHARES else part.n


def _bar(share: float) -> str:
    eighths = round(share * _BAR_WIDTH * 8)
    return "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()


def _listed(ids: Sequence[str]) -> str:
    more = f" and {len(ids) - MOST_MEMBERS:,} more" if len(ids) > MOST_MEMBERS else ""
    return ", ".join(ids[:MOST_MEMBERS]) + more


def distribution(name: str, whole: Score, parts: Sequence[Score]) -> Distribution | None:
    """Return how the values of a measure are spread, where it tells them in bins.

    >>> bins = [Score(name="d", slice="bin=0.00-0.50", value=1, n=3)]
    >>> distribution("a", Score(name="d", value=0.25, n=3), bins).caption
    'a: mean 0.25, 0 % at 0'
    """
    shares = [one.value for one in parts if one.slice.startswith("bin=")]
    zeros = sum(one.value for one in parts if one.slice.endswith("=0"))
    return Distribution(name, shares, whole.value, zeros) if shares else None


def share_chart(parts: Sequence[Score], *, title: str) -> str:
    """Return the parts of a measure as bars: upright where they are counted by numbers, else from the left.

    >>> score = Score(name="operators", slice="operators=2", value=0.4, n=4)
    >>> "operators" in share_chart([score], title="Operators")
    True
    """
    field = parts[0].slice.partition("=")[0]
    drawn = [(one.slice.partition("=")[2], one) for one in parts if one.slice.startswith(f"{field}=")]
    counts = {label: one.n for label, one in drawn}
    if all(label.lstrip("-").isdigit() for label in counts):
        return bars(_without_gaps(counts), title=title, label=field)
    shown = drawn[:MOST_PARTS]
    more = f" (the first {len(shown)} of {len(drawn)})" if len(drawn) > len(shown) else ""
    everyone = sum(counts.values())
    if all(math.isclose(one.value * everyone, one.n) for _, one in drawn):
        most = dict(list(counts.items())[:MOST_PARTS])
        return lying_bars(most, title=title, label=f"problems{more}")
    return interval_bars([(label, [one]) for label, one in shown], ["share"], title=f"{title}{more}")


def _without_gaps(counts: Mapping[str, int]) -> dict[str, int]:
    """Return counts by whole numbers with those between that no problem has, where these are not too many."""
    numbers = sorted(map(int, counts))
    if numbers[-1] - numbers[0] < WIDEST:
        numbers = list(range(numbers[0], numbers[-1] + 1))
    return {str(number): counts.get(str(number), 0) for number in numbers}


def histogram(values: Sequence[float], *, title: str, label: str) -> str:
    """Return the values of problems as a histogram of at most twenty bars, each named by where it begins.

    >>> "problems" in histogram([0.1, 0.5, 0.52, 0.9], title="Overlap", label="overlap")
    True
    """
    counts = binned(values)
    starts = [float(start) for start in counts]
    single = all(value == int(value) for value in values) and starts[-1] - starts[0] == len(starts) - 1
    return bars(counts, title=title, label=label if single else f"{label} (each bar from this value on)")


def binned(values: Sequence[float]) -> dict[str, int]:
    """Return how many values fall into each bin; bins begin at round numbers, and the last holds its end.

    >>> binned([7, 12, 13, 23])
    {'7': 1, '8': 0, '9': 0, '10': 0, '11': 0, '12': 1, '13': 1, '14': 0, ... '23': 1}
    >>> counts = binned([0.0, 0.04, 0.05, 1.0])
    >>> counts["0"], counts["0.05"], counts["0.95"], len(counts)
    (2, 1, 1, 20)
    """
    if not values:
        return {}
    whole = all(value == int(value) for value in values)
    for width in _round_widths((max(values) - min(values)) / BINS, whole):
        # Rounded, so that 0.15 / 0.05 is 3 and not a little less.
        places = [round(value / width, 9) for value in values]
        first, end = math.floor(min(places)), max(places)
        last = max(first, math.ceil(end) - 1 if not whole else math.floor(end))
        if last - first < BINS:
            break
    counts = Counter(min(math.floor(place), last) for place in places)
    return {f"{width * place:.6g}": counts[place] for place in range(first, last + 1)}


def _round_widths(least: float, whole: bool) -> Iterator[float]:
    """Yield 1, 2, 2.5 and 5 times powers of ten, from one that is hardly smaller on; whole ones if wanted."""
    power = math.floor(math.log10(least)) if least > 0 else 0
    for exponent in count(max(power, 0) if whole else power):
        yield from (step * 10.0**exponent for step in (1, 2, 2.5, 5) if not whole or step != 2.5 or exponent)
