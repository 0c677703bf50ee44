"""What every function of the room asks of its input."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from mwplab.errors import StatisticsError

Floats: TypeAlias = npt.NDArray[np.float64]
Integers: TypeAlias = npt.NDArray[np.int64]


def as_numbers(values: Sequence[float], name: str = "values") -> Floats:
    """Return the values as an array of finite numbers, at least one.

    >>> as_numbers([True, False, 2.5])
    array([1. , 0. , 2.5])
    >>> as_numbers([])
    Traceback (most recent call last):
    ...
    mwplab.errors.StatisticsError: there are no values; give at least one
    """
    if len(values) == 0:
        raise StatisticsError(f"there are no {name}; give at least one")
    try:
        array = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise StatisticsError(f"the {name} are not all numbers: {error}") from error
    if array.ndim != 1:
        raise StatisticsError(f"the {name} are nested; give one number or bool per item")
    if not np.isfinite(array).all():
        place = int(np.flatnonzero(~np.isfinite(array))[0])
        raise StatisticsError(
            f"item {place} of the {name} is {array[place]}; only finite numbers can be used"
        )
    return array


def are_outcomes(*arrays: Floats) -> bool:
    """Return whether every value is 0 or 1.

    >>> are_outcomes(np.array([1.0, 0.0])), are_outcomes(np.array([1.0, 0.5]))
    (True, False)
    """
    return all(bool(np.isin(array, (0.0, 1.0)).all()) for array in arrays)


def as_outcomes(values: Sequence[float], name: str = "outcomes") -> Floats:
    """Return the outcomes as an array of zeros and ones.

    >>> as_outcomes([True, False])
    array([1., 0.])
    """
    array = as_numbers(values, name)
    if not are_outcomes(array):
        odd = next(value for value in array if value not in (0.0, 1.0))
        raise StatisticsError(f"the {name} hold {odd:g}; every outcome is true or false")
    return array


def as_pairs(first: Sequence[float], second: Sequence[float]) -> tuple[Floats, Floats]:
    """Return both samples as arrays of equal length.

    >>> as_pairs([1], [2, 3])
    Traceback (most recent call last):
    ...
    mwplab.errors.StatisticsError: the first sample has 1 values, the second 2; pairs need as many of each
    """
    if len(first) != len(second):
        raise StatisticsError(
            f"the first sample has {len(first)} values, the second {len(second)}; pairs need as many of each"
        )
    return as_numbers(first, "values of the first sample"), as_numbers(second, "values of the second sample")


def group_numbers(groups: Sequence[Hashable], length: int) -> Integers:
    """Return a running number for each group, in order of appearance.

    >>> group_numbers(["b", "a", "b"], 3)
    array([0, 1, 0])
    """
    if len(groups) != length:
        raise StatisticsError(f"there are {len(groups)} group names for {length} values; give one per value")
    numbers: dict[Hashable, int] = {}
    return np.array([numbers.setdefault(group, len(numbers)) for group in groups], dtype=np.int64)


def check_share(value: float, name: str) -> None:
    """Raise unless the value lies strictly between 0 and 1.

    >>> check_share(95, "confidence")
    Traceback (most recent call last):
    ...
    mwplab.errors.StatisticsError: the confidence is 95; give a value between 0 and 1
    """
    if not 0 < value < 1:
        raise StatisticsError(f"the {name} is {value}; give a value between 0 and 1")


def check_count(value: Any, name: str, least: int = 1) -> None:
    """Raise unless the value is a whole number of at least the given size.

    >>> check_count(0, "number of resamples")
    Traceback (most recent call last):
    ...
    mwplab.errors.StatisticsError: the number of resamples is 0; give a whole number of at least 1
    """
    if not isinstance(value, int | np.integer) or value < least:
        raise StatisticsError(f"the {name} is {value}; give a whole number of at least {least}")
