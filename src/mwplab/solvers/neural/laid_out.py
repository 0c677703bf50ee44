"""Models whose matrices are laid out for their products, for decoding on a processor while weights stay."""

from __future__ import annotations

from copy import copy

import torch
from torch import Tensor, nn

from mwplab.solvers.neural.batch import Embedder, Model
from mwplab.solvers.neural.products import RowProduct, make_row_product
from mwplab.solvers.neural.settings import Precision

LEAST_OUTPUTS = 64
"""Outputs of a layer that is laid out; the product of a narrower one takes less time than the way to it."""


class LaidOut(nn.Module):
    """A linear layer whose inputs may be of any size and whose outputs are in single precision."""

    def __init__(self, layer: nn.Linear, precision: Precision) -> None:
        super().__init__()
        bias = None if layer.bias is None else layer.bias.detach()
        self.product: RowProduct = make_row_product(layer.weight.detach(), bias, precision)
        self.width = layer.out_features

    def forward(self, inputs: Tensor) -> Tensor:
        """Return (..., outputs) for (..., inputs)."""
        found = self.product(inputs.reshape(-1, inputs.shape[-1]))
        return found.view(*inputs.shape[:-1], self.width)


class Narrow(nn.Module):
    """A linear layer in single precision: so few outputs cost nothing, and symbols are chosen by them."""

    def __init__(self, layer: nn.Linear) -> None:
        super().__init__()
        self.layer = layer

    def forward(self, inputs: Tensor) -> Tensor:
        """Return (..., outputs) for (..., inputs)."""
        with torch.autocast("cpu", enabled=False):
            found: Tensor = self.layer(inputs.float())
        return found


def lay_out(model: Model, precision: Precision) -> Model:
    """Return a model that decodes as another does; what is not laid out it shares with the other.

    >>> from mwplab.solvers.neural.embedders import Scratch
    >>> from mwplab.solvers.neural.gts import Gts, GtsConfig
    >>> from mwplab.solvers.neural.symbols import Symbols
    >>> model = Gts(GtsConfig(symbols=Symbols(("+",), (), 2), hidden=64), Scratch(9, 8))
    >>> other = lay_out(model, Precision.FP32)
    >>> type(other.write.attend.ask).__name__, type(model.write.attend.ask).__name__
    ('LaidOut', 'Linear')
    """
    found = _laid_out(model, precision)
    assert isinstance(found, Model)
    return found


def _laid_out(module: nn.Module, precision: Precision) -> nn.Module:
    if type(module) is nn.Linear:
        return LaidOut(module, precision) if module.out_features >= LEAST_OUTPUTS else Narrow(module)
    parts = dict(module.named_children())
    if not parts or isinstance(module, Embedder):  # a pretrained encoder stays as it is
        return module
    changed = copy(module)
    changed._modules = {name: _laid_out(part, precision) for name, part in parts.items()}
    return changed
