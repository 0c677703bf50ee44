"""Adam over the weights that learn, and its learning rate in the course of training."""

from __future__ import annotations

import math
from collections.abc import Sequence

import torch
from torch import Tensor

from mwplab.solvers.neural.batch import Model
from mwplab.solvers.neural.settings import Schedule, Settings


def make_optimiser(model: Model, settings: Settings, *, cuda: bool) -> torch.optim.Adam:
    """Return Adam over the weights that learn, those of the word vectors at their own rate."""
    own = {id(weight) for weight in model.embedder.parameters()}
    learning = [weight for weight in model.parameters() if weight.requires_grad]
    rates: dict[float, list[Tensor]] = {}
    for weight in sorted(learning, key=lambda weight: id(weight) in own):
        rate = settings.encoder_learning_rate if id(weight) in own else 0.0
        rates.setdefault(rate or settings.learning_rate, []).append(weight)
    # A captured step reads the rate from a tensor, since what is a plain number then stays as it is.
    groups = [
        {
            "params": weights,
            "lr": torch.tensor(rate, device="cuda") if cuda else rate,
            "highest": rate,
            "share": 1.0,
        }
        for rate, weights in rates.items()
    ]
    return torch.optim.Adam(groups, weight_decay=settings.weight_decay, fused=True, capturable=cuda)


def all_finite(weights: Sequence[Tensor]) -> Tensor:
    """Return whether all numbers of weights are finite, as a tensor, so that nobody waits for a GPU.

    >>> all_finite([torch.ones(2), torch.tensor([1.0, float("inf")])])
    tensor(False)
    """
    return torch.stack([weight.isfinite().all() for weight in weights]).all()


def set_learning_rate(optimiser: torch.optim.Optimizer, share: float) -> None:
    """Set the learning rate of all weights to a share of their highest."""
    for group in optimiser.param_groups:
        if group["share"] == share:  # most often: to fill a tensor is work for a GPU, if little
            continue
        group["share"] = share
        if isinstance(group["lr"], Tensor):
            group["lr"].fill_(group["highest"] * share)
        else:
            group["lr"] = group["highest"] * share


def learning_rate_share(settings: Settings, done: float) -> float:
    """Return the share of the highest learning rate when so much of the training is done.

    >>> from mwplab.solvers.neural.settings import make_settings
    >>> linear = make_settings("seq2seq", {"schedule": "linear", "warmup": 0.2})
    >>> [round(learning_rate_share(linear, done), 2) for done in (0.0, 0.1, 0.2, 0.6, 0.9)]
    [0.0, 0.5, 1.0, 0.5, 0.13]
    """
    if done < settings.warmup:
        return done / settings.warmup
    rest = (done - settings.warmup) / (1 - settings.warmup)
    match settings.schedule:
        case Schedule.CONSTANT:
            return 1.0
        case Schedule.LINEAR:
            return 1.0 - rest
        case Schedule.COSINE:
            return (1.0 + math.cos(math.pi * rest)) / 2
        case Schedule.HALVING:
            return float(0.5 ** int(rest * 3))
