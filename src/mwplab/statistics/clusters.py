"""Items that come in groups, such as the variants of one seed problem.

Variants of a seed are solved or failed together, so a hundred of them say less than a hundred problems that
have nothing in common. Here groups become units of (total, size), which everything else resamples whole.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np

from mwplab.errors import StatisticsError
from mwplab.statistics.checks import Floats, as_numbers, group_numbers


def units(values: Floats, groups: Sequence[Hashable] | None) -> tuple[Floats, Floats]:
    """Return the total and the size of each group, in an order that names and places have no part in.

    >>> units(np.array([1.0, 0.0, 1.0, 1.0]), ["a", "a", "b", "b"])
    (array([1., 2.]), array([2., 2.]))
    """
    if groups is None:
        totals, sizes = values, np.ones(len(values))
    else:
        numbers = group_numbers(groups, len(values))
        # Added up in order of size, so that the order of items does not show in the last digit.
        order = np.argsort(values, kind="stable")
        totals = np.bincount(numbers[order], weights=values[order]).astype(np.float64)
        sizes = np.bincount(numbers).astype(np.float64)
    order = np.lexsort((sizes, totals))
    return totals[order], sizes[order]


def clustered_variance(totals: Floats, sizes: Floats) -> float:
    """Return the variance of the mean over items, estimated between groups.

    >>> clustered_variance(np.array([0.0, 2.0]), np.array([2.0, 2.0]))
    0.25
    """
    count = len(totals)
    if count < 2:
        raise StatisticsError("all values are of one group; two or more are needed to see how groups differ")
    residuals = totals - sizes * (totals.sum() / sizes.sum())
    return float(count / (count - 1) * (residuals**2).sum() / sizes.sum() ** 2)


def design_effect(values: Sequence[float], groups: Sequence[Hashable]) -> float:
    """Return how many times larger the variance of the mean is than if the items had no groups.

    Where nothing varies, likeness within groups cannot be seen, and each group counts as a single item; one
    group alone counts so as well.

    >>> design_effect([1, 1, 0, 0, 1, 0], "aabbcc")
    2.0
    >>> design_effect([1, 1, 1, 1, 1, 1], "aabbcc")
    2.0
    """
    numbers = as_numbers(values)
    totals, sizes = units(numbers, groups)
    # Sorted, so that the order of items does not show in the last digit.
    spread = float(np.sort(numbers).var())
    if spread == 0 or len(totals) < 2:
        return float((sizes**2).sum() / sizes.sum())
    return clustered_variance(totals, sizes) / (spread / len(numbers))


def effective_size(values: Sequence[float], groups: Sequence[Hashable] | None) -> tuple[float, float]:
    """Return how many independent items the values are worth, and the degrees of freedom of that figure.

    Without groups, or where each item is a group of its own, the freedom is infinite: nothing was estimated.

    >>> effective_size([1, 1, 0, 0, 1, 0], "aabbcc")
    (3.0, 2)
    >>> effective_size([1, 1, 0], None)
    (3, inf)
    """
    count = len(values)
    kinds = count if groups is None else int(group_numbers(groups, count).max(initial=-1)) + 1
    if groups is None or kinds == count:
        return count, float("inf")
    # An estimate below 1 is more often luck than groups that balance themselves.
    return count / min(max(design_effect(values, groups), 1.0), count), kinds - 1
