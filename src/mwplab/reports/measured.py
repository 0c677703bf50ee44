"""Measures of a dataset as pictures: shares as bars, values of problems as a histogram."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count

from mwplab.records import Score
from mwplab.reports.plots import bars, interval_bars

BINS = 20
"""Bars of a histogram."""

MOST_PARTS = 25
"""Parts that are drawn at most, the first ones."""


def share_chart(parts: Sequence[Score], *, title: str) -> str:
    """Return the parts of a measure as bars: upright where they are counted by numbers, else from the left.

    >>> score = Score(name="operators", slice="operators=2", value=0.4, n=4)
    >>> "operators" in share_chart([score], title="Operators")
    True
    """
    field = parts[0].slice.partition("=")[0]
    drawn = [(one.slice.partition("=")[2], one) for one in parts if one.slice.startswith(f"{field}=")]
    if all(label.lstrip("-").isdigit() for label, _ in drawn):
        return bars({label: one.n for label, one in drawn}, title=title, label=field)
    shown = drawn[:MOST_PARTS]
    more = f" (the first {len(shown)} of {len(drawn)})" if len(drawn) > len(shown) else ""
    return interval_bars([(label, [one]) for label, one in shown], ["share"], title=f"{title}{more}")


def histogram(values: Sequence[float], *, title: str, label: str) -> str:
    """Return the values of problems as a histogram of at most twenty bars, each named by where it begins.

    >>> "problems" in histogram([0.1, 0.5, 0.52, 0.9], title="Overlap", label="overlap")
    True
    """
    return bars(binned(values), title=title, label=f"{label} (each bar from this value on)")


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
