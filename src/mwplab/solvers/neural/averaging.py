"""Weights averaged over the last steps: every step goes a little astray, each in another direction."""

from __future__ import annotations

from copy import deepcopy

import torch
from torch import nn

from mwplab.solvers.neural.batch import Model

EVERY = 4
"""Steps from one look at the weights to the next; those between differ little."""


class Average:
    """A model whose weights are the mean of those that another one had in its last steps."""

    def __init__(self, model: Model, share: float) -> None:
        self.model = deepcopy(model).eval()
        for part in self.model.modules():
            if isinstance(part, nn.LSTM):
                part.flatten_parameters()  # copied one by one, they would be joined anew at every call
        self.share = share
        self.means, self.latest = tuple(self.model.parameters()), tuple(model.parameters())

    @torch.no_grad()
    def follow(self, steps: int) -> None:
        """Take the weights into the mean, so many steps after the first."""
        torch._foreach_lerp_(self.means, self.latest, newest(self.share, steps))


def newest(share: float, steps: int) -> float:
    """Return what the latest weights count in a mean over about the last share of the steps.

    >>> [round(newest(0.1, steps), 3) for steps in (0, 40, 4000)]
    [1.0, 0.5, 0.01]
    """
    return 1 / (1 + share * steps / EVERY)
