"""Weights of half the width on a GPU: a model learns in single precision, and its twin does the computing.

torch's autocast narrows every weight by itself in each step and widens every gradient again, hundreds of tiny
kernels; a twin takes all weights over at once, and hands all gradients back at once.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import torch
from torch import Tensor, nn

from mwplab.solvers.neural.batch import Batch, Model
from mwplab.solvers.neural.settings import Precision

Pairs = list[tuple[nn.Parameter, nn.Parameter]]
"""Weights of the twin, and those of the model."""


class Twin:
    """A model with weights of half the width, and the way between both."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.narrow = deepcopy(model).to(torch.bfloat16)
        for part in self.narrow.modules():
            if isinstance(part, nn.LSTM):
                part.half()  # the only half that the library's LSTM knows
        self.pairs = [
            pair for pair in zip(self.narrow.parameters(), model.parameters(), strict=True) if pair[0].numel()
        ]
        self.gradients: dict[nn.Parameter, Tensor] = {}  # made when first needed: who only decodes has none

    @torch.no_grad()
    def renew(self) -> None:
        """Take the weights over."""
        for some in _by_kind(self.pairs):
            torch._foreach_copy_([narrow for narrow, _ in some], [own for _, own in some])

    def loss(self, batch: Batch) -> Tensor:
        """Return the loss with the weights as they are now, and leave its gradients with the model."""
        self.renew()
        self.narrow.train(self.model.training).zero_grad(set_to_none=True)
        loss = self.narrow.loss(batch)
        loss.backward()  # type: ignore[no-untyped-call]
        reached = [(narrow, own) for narrow, own in self.pairs if narrow.grad is not None]
        for some in _by_kind(reached):
            places = [self._place(own) for _, own in some]
            torch._foreach_copy_(places, [_gradient(narrow) for narrow, _ in some])
            for (_, own), place in zip(some, places, strict=True):
                own.grad = place
        return loss.detach()

    def _place(self, own: nn.Parameter) -> Tensor:
        """Return where the gradient of a weight is left, the same in every step."""
        if own not in self.gradients:
            self.gradients[own] = torch.empty_like(own)
        return self.gradients[own]


def make_twin(model: Model, precision: Precision) -> Twin | None:
    """Return the twin of a model that is to compute in half precision on a GPU; none for others."""
    on_gpu = next(model.parameters()).is_cuda
    return Twin(model) if on_gpu and precision is Precision.BF16 else None


def run_layer(layer: nn.Module, inputs: Tensor, begin: tuple[Tensor, Tensor] | None = None) -> Any:
    """Return what an LSTM makes of inputs, and its last states; a twin's computes in its own kind of half."""
    if next(layer.parameters()).dtype is not torch.float16:
        return layer(inputs, begin)
    given = None if begin is None else tuple(state.half() for state in begin)
    outputs, last = layer(inputs.half(), given)
    return outputs.to(inputs.dtype), last  # most do not look at the last states


def _gradient(weight: nn.Parameter) -> Tensor:
    assert weight.grad is not None
    return weight.grad


def _by_kind(pairs: Pairs) -> list[Pairs]:
    """Return pairs by the kind of number of the twin's, since one kernel copies one kind."""
    kinds = dict.fromkeys(narrow.dtype for narrow, _ in pairs)
    return [[pair for pair in pairs if pair[0].dtype is kind] for kind in kinds]
