"""Many tests at once: p-values adjusted so that some break-down does not look remarkable by luck."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mwplab.errors import StatisticsError
from mwplab.statistics.checks import Floats, as_numbers


def holm(p_values: Sequence[float]) -> list[float]:
    """Return Holm's adjusted p-values, in the order given; they bound the chance of a single false alarm.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    values = _checked(p_values)
    order = np.argsort(values, kind="stable")
    steps = values[order] * np.arange(len(values), 0, -1)
    return _in_place(np.maximum.accumulate(steps), order)


def benjamini_hochberg(p_values: Sequence[float]) -> list[float]:
    """Return Benjamini-Hochberg adjusted p-values, in the order given; they bound the share of false alarms.

    >>> benjamini_hochberg([0.01, 0.04, 0.03])
    [0.03, 0.04, 0.04]
    """
    values = _checked(p_values)
    order = np.argsort(values, kind="stable")
    steps = values[order] * (len(values) / np.arange(1, len(values) + 1))
    return _in_place(np.minimum.accumulate(steps[::-1])[::-1], order)


def _checked(p_values: Sequence[float]) -> Floats:
    if len(p_values) == 0:
        return np.empty(0)
    values = as_numbers(p_values, "p-values")
    outside = values[(values < 0) | (values > 1)]
    if len(outside):
        raise StatisticsError(f"a p-value is {outside[0]:g}; p-values lie between 0 and 1")
    return values


def _in_place(adjusted: Floats, order: np.ndarray[tuple[int], np.dtype[np.intp]]) -> list[float]:
    placed = np.empty(len(order))
    placed[order] = np.minimum(adjusted, 1.0)
    return [float(value) for value in placed]
