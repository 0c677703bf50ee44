"""Bounds: the most that a text can reach with so many shared terms, computed once for each length."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from mwplab.text.similarity.compiled import compiled, inlined
from mwplab.text.similarity.scores import similarity
from mwplab.text.similarity.setting import Setting
from mwplab.text.similarity.terms import Floats, Integers, Small, Terms

SLACK = 1 + 1e-9  # a bound is computed in floats too, so it may come out a little below what it bounds
SETTLED = -1  # in place of a number of shared terms: this text has been looked at
ANY = 48  # so many shared terms of a lower order, or more, are not told apart in bounds


class Scratch(NamedTuple):
    """What a search writes on."""

    marks: npt.NDArray[np.uint8]
    """For each term whether the text that asks has it."""

    shared: Small
    """For each text the number of terms found in common in this stage, or SETTLED."""

    below: Small
    """For each text the number of terms of the order below found in common in this stage."""

    touched: Small
    """The texts with anything but 0 in ``shared``."""

    ceilings: Floats
    """The bounds known for this length, by order and number of shared terms; -1 where not yet computed."""

    finer: Floats
    """The bounds known for this length, by order, number of shared terms, of those of the order below, and of
    words, where ANY stands for so many or more; -1 where not yet computed."""

    matches: Integers
    """The number of shared terms of each order, or a bound of it."""

    precisions: Floats
    """Room for the precisions of one score."""


@compiled
def make_scratch(setting: Setting, terms: Terms, queries: Integers) -> Scratch:
    """Return room for a search."""
    longest = 0
    for query in queries:
        longest = max(longest, terms.lengths[query])
    total = len(terms.lengths)
    return Scratch(
        np.zeros(len(terms.posting_starts), dtype=np.uint8),
        np.zeros(total, dtype=np.int32),
        np.zeros(total, dtype=np.int32),
        np.zeros(total + 1, dtype=np.int32),
        np.empty((setting.counted, longest + 1)),
        np.empty((setting.counted, ANY + 1, ANY + 1, ANY + 1)),
        np.zeros(setting.counted, dtype=np.int64),
        np.zeros(setting.order + 1),
    )


@compiled
def highest(
    setting: Setting,
    scratch: Scratch,
    sizes: Integers,
    length: int,
    order: int,
    shared: int,
    below: int,
    words: int,
) -> float:
    """Return the most that a text can reach with so many shared terms of an order, the one below, and words.

    It shares none of a higher order, and of the others as many as there can be, never more than of a lower.
    """
    most = 0.0
    for size in sizes:
        shorter = min(length, size)
        for n in range(setting.counted):
            known = shared if n == order else below if n == order - 1 else length
            scratch.matches[n] = min(known, words, max(0, shorter - n)) if n <= order else 0
        most = max(most, similarity(setting, scratch.matches, length, size, scratch.precisions))
    return most * SLACK


@inlined
def ceiling(
    setting: Setting, scratch: Scratch, sizes: Integers, length: int, order: int, shared: int
) -> float:
    """Return the most that a text can reach with so many shared terms of an order."""
    if scratch.ceilings[order, shared] < 0:
        bound = highest(setting, scratch, sizes, length, order, shared, length, length)
        scratch.ceilings[order, shared] = bound
    return float(scratch.ceilings[order, shared])


@inlined
def known_bound(finer: Floats, order: int, shared: int, below: int, words: int) -> float:
    """Return what is known of a bound, or -1."""
    return float(finer[order, min(shared, ANY), min(below, ANY), min(words, ANY)])


@compiled
def finer_bound(
    setting: Setting,
    scratch: Scratch,
    sizes: Integers,
    length: int,
    order: int,
    shared: int,
    below: int,
    words: int,
) -> float:
    """Return and note the most that a text can reach with so many shared terms of three orders."""
    shared, below, words = min(shared, ANY), min(below, ANY), min(words, ANY)
    bound = highest(
        setting,
        scratch,
        sizes,
        length,
        order,
        shared if shared < ANY else length,
        below if below < ANY else length,
        words if words < ANY else length,
    )
    scratch.finer[order, shared, below, words] = bound
    return bound


@compiled
def least_shared(
    setting: Setting, scratch: Scratch, sizes: Integers, length: int, order: int, best: float, least: int
) -> int:
    """Return how many terms of an order, at least, a text must share to be as good as the best, or more."""
    if not setting.prunes:
        return 0
    most = max(0, length - order) + 1
    while least < most:
        middle = (least + most) // 2
        bound = ceiling(setting, scratch, sizes, length, order, middle)
        if bound < best or bound == 0:
            least = middle + 1
        else:
            most = middle
    return least
