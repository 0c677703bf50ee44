"""Weights averaged over the last steps: every step goes a little astray, each in another direction."""

from __future__ import annotations

from copy import deepcopy

import torch
from torch import nn

from mwplab.solvers.neural.batch import Model

EVERY = 4
"""Steps from one look at the weights to the next, within an epoch; those between differ little."""


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
    def follow(self, looks: float) -> None:
        """Take the weights into the mean, after so many looks at them."""
        torch._foreach_lerp_(self.means, self.latest, newest(self.share, looks))


def newest(share: float, looks: float) -> float:
    """Return what the latest weights count in a mean over about the last share of all looks.

    >>> [round(newest(0.1, looks), 3) for looks in (0, 10, 1000)]
    [1.0, 0.5, 0.01]
    """
    return 1 / (1 + share * looks)
