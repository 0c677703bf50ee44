"""Rare words taken for unknown ones now and then, so that a model learns to read texts with unknown words.

A word that training met n times is taken so in a share of a / (a + n) of its texts (Kiperwasser and Goldberg
2016), everywhere in the text at once, as a word that is unknown is unknown everywhere.
"""

from __future__ import annotations

import torch
from torch import Tensor

from mwplab.solvers.neural.batch import Batch
from mwplab.solvers.neural.words import PADDING, UNKNOWN


def chances(data: Batch, share: float) -> Tensor:
    """Return for each id how likely its word is taken for an unknown one; quantities never are.

    >>> def whole(*rows: list[int]) -> Tensor:
    ...     return torch.tensor(rows)
    >>> data = Batch(
    ...     words=whole([2, 3, 4], [3, 5, 0]), lengths=torch.tensor([3, 2]), places=whole([0], [1]),
    ...     present=whole([1], [1]) > 0, divisors=whole([1], [1]) > 0, targets=whole([0], [0]),
    ...     target_lengths=torch.tensor([1, 1]), weights=torch.ones(2),
    ... )  # fmt: skip
    >>> chances(data, 2.0).tolist()
    [0.0, 0.0, 0.0, 0.5, 0.6666666865348816, 0.0]
    """
    counts = torch.bincount(data.words.flatten())
    found = share / (share + counts)
    quantities = data.words.gather(1, data.places)[data.present]
    return found.index_fill(0, torch.tensor([PADDING, UNKNOWN], device=found.device), 0.0).index_fill(
        0, quantities, 0.0
    )


def leave_out(words: Tensor, chances: Tensor) -> Tensor:
    """Return texts (batch, time) with some words unknown, each of them everywhere in its text or nowhere.

    >>> leave_out(torch.tensor([[2, 3, 2, 0]]), torch.tensor([0.0, 0.0, 1.0, 0.0])).tolist()
    [[1, 3, 1, 0]]
    """
    first = (words[:, :, None] == words[:, None]).int().argmax(2)  # (batch, time): where a word stands first
    drawn = torch.rand(words.shape, device=words.device).gather(1, first)
    return words.where(drawn >= chances[words], UNKNOWN)
