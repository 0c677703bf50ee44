"""How far raters agree, beyond what chance would give.

Ratings are rows, one per item, with one label per rater; None is a label that was not given. Any of these
figures gets its interval from ``bootstrap_interval(ratings, krippendorff_alpha)``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import Any, Literal

import numpy as np

from mwplab.errors import StatisticsError
from mwplab.statistics.checks import Floats

Ratings = Sequence[Sequence[Any]]
Weights = Literal["nominal", "linear", "quadratic"]
Level = Literal["nominal", "ordinal", "interval"]


def raw_agreement(ratings: Ratings) -> float:
    """Return the share of pairs of raters who agree, as a mean over the items that two or more rated.

    >>> raw_agreement([("a", "a"), ("a", "b"), ("b", "b"), ("b", None)])
    0.6666666666666666
    """
    shares, items = 0.0, 0
    for labels, count in _tally(ratings):
        votes = Counter(labels)
        pairs = len(labels) * (len(labels) - 1)
        shares += count * sum(vote * (vote - 1) for vote in votes.values()) / pairs
        items += count
    return shares / items


def cohen_kappa(
    ratings: Ratings, *, weights: Weights = "nominal", order: Sequence[Hashable] | None = None
) -> float:
    """Return Cohen's kappa of two raters; items that one of them left out do not count.

    With linear or quadratic weights a disagreement counts by its distance along ``order``, which is that of
    sorting where none is given.

    >>> cohen_kappa([("yes", "yes")] * 20 + [("yes", "no")] * 5 + [("no", "yes")] * 10 + [("no", "no")] * 15)
    0.4
    """
    wide = next((len(labels) for labels in ratings if len(labels) != 2), 2)
    if wide != 2:
        raise StatisticsError(
            f"an item has {wide} ratings; Cohen's kappa is for two raters, others suit Fleiss' kappa"
        )
    if weights not in ("nominal", "linear", "quadratic"):
        raise StatisticsError(f"no weights are named {weights!r}; there are: nominal, linear, quadratic")
    tally = _tally(ratings)
    labels = _labels(tally, order if weights != "nominal" else None, sort=weights != "nominal")
    table = np.zeros((len(labels), len(labels)))
    for (one, two), count in tally:
        table[labels[one], labels[two]] += count
    places = np.arange(len(labels), dtype=np.float64)
    gaps = np.abs(places[:, None] - places)
    cost = {"nominal": (gaps > 0).astype(np.float64), "linear": gaps, "quadratic": gaps**2}[weights]
    by_chance = np.outer(table.sum(axis=1), table.sum(axis=0)) / table.sum()
    return _beyond_chance(float((cost * table).sum()), float((cost * by_chance).sum()))


def fleiss_kappa(ratings: Ratings) -> float:
    """Return Fleiss' kappa of several raters, the same number for each item, not always the same people.

    >>> round(fleiss_kappa([("a", "a", "a"), ("a", "b", "b"), ("b", "b", "b"), ("a", "a", "b")]), 6)
    0.333333
    """
    tally = _tally(ratings, complete=True)
    width = len(tally[0][0])
    if any(len(labels) != width for labels, _ in tally):
        raise StatisticsError(
            "the items have unequal numbers of ratings; Krippendorff's alpha allows for that"
        )
    labels = _labels(tally)
    votes = np.zeros(len(labels))
    for row, count in tally:
        for label in row:
            votes[labels[label]] += count
    return _beyond_chance(1 - raw_agreement(ratings), 1 - float(((votes / votes.sum()) ** 2).sum()))


def krippendorff_alpha(
    ratings: Ratings, *, level: Level = "nominal", order: Sequence[Hashable] | None = None
) -> float:
    """Return Krippendorff's alpha: any number of raters, labels missing or not, names, ranks or numbers.

    At the ordinal level labels are ranked by ``order``, or sorted where none is given; at the interval level
    they are numbers.

    >>> round(krippendorff_alpha([(1, 1, None), (2, 2, 3), (3, 3, 3), (None, 1, 2)], level="ordinal"), 4)
    0.7398
    """
    if level not in ("nominal", "ordinal", "interval"):
        raise StatisticsError(f"no level is named {level!r}; there are: nominal, ordinal, interval")
    tally = _tally(ratings)
    labels = _labels(tally, order if level == "ordinal" else None, sort=level == "ordinal")
    together = np.zeros((len(labels), len(labels)))
    for row, count in tally:
        votes = Counter(labels[label] for label in row)
        for one, ones in votes.items():
            for two, twos in votes.items():
                together[one, two] += count * ones * (twos - (one == two)) / (len(row) - 1)
    totals = together.sum(axis=0)
    cost = _distances(level, list(labels), totals)
    by_chance = np.outer(totals, totals) / (totals.sum() - 1)
    return _beyond_chance(float((cost * together).sum()), float((cost * by_chance).sum()))


def _tally(ratings: Ratings, *, complete: bool = False) -> list[tuple[tuple[Any, ...], int]]:
    """The labels given to each item that two or more rated, with how many items have the same."""
    rows = Counter(map(tuple, ratings))
    if complete and any(label is None for row in rows for label in row):
        raise StatisticsError(
            "some ratings are missing; Fleiss' kappa needs all, Krippendorff's alpha does not"
        )
    given = [(tuple(label for label in row if label is not None), count) for row, count in rows.items()]
    rated = [(labels, count) for labels, count in given if len(labels) > 1]
    if not rated:
        raise StatisticsError("no item was rated twice; agreement needs items with two or more ratings")
    return rated


def _labels(
    tally: list[tuple[tuple[Any, ...], int]], order: Sequence[Hashable] | None = None, *, sort: bool = False
) -> dict[Any, int]:
    """The place of each label, in the order given or sorted where that matters."""
    seen = dict.fromkeys(label for labels, _ in tally for label in labels)
    if order is not None:
        strange = next((label for label in seen if label not in order), None)
        if strange is not None:
            raise StatisticsError(f"the label {strange!r} is not in the order given: {list(order)}")
        return {label: place for place, label in enumerate(order)}
    try:
        return {label: place for place, label in enumerate(sorted(seen) if sort else seen)}
    except TypeError as error:
        raise StatisticsError(f"the labels cannot be sorted ({error}); name them in order") from error


def _distances(level: Level, labels: list[Any], totals: Floats) -> Floats:
    if level == "nominal":
        return 1 - np.eye(len(labels))
    if level == "ordinal":
        places = np.cumsum(totals) - totals / 2
    else:
        try:
            places = np.array([float(label) for label in labels])
        except (TypeError, ValueError) as error:
            raise StatisticsError(f"the interval level needs numbers: {error}") from error
    return np.asarray((places[:, None] - places) ** 2)


def _beyond_chance(disagreement: float, by_chance: float) -> float:
    if by_chance <= 0:
        raise StatisticsError("every rating is the same, so agreement beyond chance is not defined")
    return 1 - disagreement / by_chance
