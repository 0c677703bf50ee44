"""Several samples for one problem: the majority vote, pass@k, and what a vote of fewer would give."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Sequence
from fractions import Fraction
from typing import TypeVar

from mwplab.errors import StatisticsError
from mwplab.statistics.checks import check_count

Label = TypeVar("Label", bound=Hashable)


def majority_vote(answers: Sequence[Label | None]) -> Label | None:
    """Return the commonest answer, of several the one that came first; None abstains.

    >>> majority_vote(["12", None, "15", "15", "12", None, None])
    '12'
    >>> majority_vote([None, None]) is None
    True
    """
    votes = Counter(answer for answer in answers if answer is not None)
    return max(votes, key=votes.__getitem__) if votes else None


def pass_at_k(samples: int, correct: int, k: int) -> float:
    """Return the chance that of k samples, drawn without putting back, at least one is correct.

    The unbiased estimate of Chen et al. (2021).

    >>> pass_at_k(10, 3, 1), round(pass_at_k(10, 3, 5), 6)
    (0.3, 0.916667)
    """
    check_count(samples, "number of samples")
    check_count(correct, "number of correct samples", least=0)
    check_count(k, "number k of samples drawn")
    if correct > samples:
        raise StatisticsError(f"{correct} of {samples} samples cannot be correct; give at most {samples}")
    _check_drawn(k, samples)
    if k > samples - correct:
        return 1.0
    # C(n - c, k) / C(n, k) = C(n - k, c) / C(n, c); the smaller numbers are taken.
    fewer, more = sorted((correct, k))
    ways = math.comb(samples, fewer)
    return (ways - math.comb(samples - more, fewer)) / ways


def majority_at_k(answers: Sequence[Label | None], right: Label, k: int) -> float:
    """Return the chance that the majority vote of k samples, drawn without putting back, is right.

    Exact. None abstains, and of several commonest answers the one that came first wins, which in a random
    order is each of them as often.

    >>> majority_at_k(["7", "7", "8", "9"], "7", 1), majority_at_k(["7", "7", "8", "9"], "7", 3)
    (0.5, 0.6666666666666666)
    """
    check_count(k, "number k of samples drawn")
    _check_drawn(k, len(answers))
    votes = Counter(answer for answer in answers if answer is not None)
    blank = len(answers) - votes.total()
    mine = votes.pop(right, 0)
    favourable = Fraction(0)
    for top in range(1, min(mine, k) + 1):
        for tied, ways in enumerate(_ways(list(votes.values()), blank, k - top, top)):
            favourable += Fraction(math.comb(mine, top) * ways, tied + 1)
    return float(favourable / math.comb(len(answers), k))


def _check_drawn(k: int, samples: int) -> None:
    if k > samples:
        raise StatisticsError(f"cannot draw k = {k} of {samples} samples; give at most {samples}")


def _ways(others: list[int], blank: int, drawn: int, top: int) -> list[int]:
    """In how many ways the ``drawn`` hold no answer more than ``top`` times, by how many answers reach it."""
    # table[tied][size]: the ways to have drawn so many samples of the answers seen so far
    table = [[0] * (drawn + 1) for _ in range(drawn // top + 1)]
    for size in range(min(blank, drawn) + 1):
        table[0][size] = math.comb(blank, size)
    for count in others:
        choices = [math.comb(count, taken) for taken in range(min(count, top, drawn) + 1)]
        for tied in range(len(table) - 1, -1, -1):
            row, fewer_tied = table[tied], table[tied - 1] if tied else []
            for size in range(drawn, -1, -1):
                below = sum(
                    ways * row[size - taken] for taken, ways in enumerate(choices[:top]) if taken <= size
                )
                reached = (
                    choices[top] * fewer_tied[size - top]
                    if fewer_tied and top < len(choices) <= size + 1
                    else 0
                )
                row[size] = below + reached
    return [row[drawn] for row in table]
