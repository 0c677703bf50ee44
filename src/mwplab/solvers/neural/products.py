"""Products with matrices that stay as they are: a processor is faster once they are laid out for it.

The numbers are those of torch's ``linear`` up to rounding; `WholeProduct` rounds to eight bits.
"""

from __future__ import annotations

from typing import Any, Protocol

import torch
from torch import Tensor
from torch.nn.functional import linear

from mwplab.errors import SpecError
from mwplab.solvers.neural.settings import Precision

ROWS = 64
"""Rows that a layout is chosen for; any number can be multiplied."""

STATE, MIDDLE = 1 / 127, 128
"""What one step of a rounded state stands for, and which whole number is zero: states are within 1."""

_CENTRE = torch.tensor(MIDDLE + 0.5)
_TINY = torch.finfo(torch.float32).tiny


class Product(Protocol):
    """Rows of states times a matrix."""

    sums: torch.dtype
    """What comes out."""

    rounded: torch.dtype
    """What goes in."""

    outputs: int
    """How many numbers of it a row becomes."""

    def round(self, states: Tensor) -> Tensor:
        """Return states as they are multiplied."""
        ...

    def __call__(self, states: Tensor) -> Tensor:
        """Return the product of rounded states (rows, inputs) and the bias, (rows, outputs)."""
        ...

    def plus(self, states: Tensor, sums: Tensor) -> Tensor:
        """Return sums (rows, outputs), changed or not, plus the product of states (rows, inputs)."""
        ...


class RowProduct(Protocol):
    """Rows of any size times a matrix, in single precision to begin and to end with."""

    def __call__(self, rows: Tensor) -> Tensor:
        """Return the product of rows (rows, inputs) and the bias, (rows, outputs)."""
        ...


class FloatProduct:
    """A product in single precision, or of numbers of half the width."""

    def __init__(self, matrix: Tensor, bias: Tensor | None, kind: torch.dtype) -> None:
        self.sums = self.rounded = kind
        self.outputs = len(matrix)
        self.matrix = matrix.to(kind)
        self.bias = None if bias is None else bias.to(kind)
        self.laid_out = _has_onednn()
        if self.laid_out:
            self.matrix = torch.ops.mkldnn._reorder_linear_weight(self.matrix, ROWS)

    def round(self, states: Tensor) -> Tensor:
        """Return states in the product's kind of numbers."""
        return states.to(self.sums)

    def __call__(self, states: Tensor) -> Tensor:
        """Return the product of states (rows, inputs) and the bias, (rows, outputs)."""
        return self._product(states, self.bias)

    def plus(self, states: Tensor, sums: Tensor) -> Tensor:
        """Return sums (rows, outputs) plus the product of states (rows, inputs)."""
        return sums.add_(self._product(states, None))

    def _product(self, states: Tensor, bias: Tensor | None) -> Tensor:
        if not self.laid_out:
            return linear(states, self.matrix, bias)
        found: Tensor = torch.ops.mkldnn._linear_pointwise(states, self.matrix, bias, "none", [], "")
        return found


class WholeProduct:
    """A product of whole numbers of eight bits, each output of the matrix on a scale of its own."""

    sums, rounded = torch.float32, torch.uint8

    def __init__(self, matrix: Tensor, bias: Tensor | None) -> None:
        if not _has_onednn():
            raise SpecError(
                f"the precision {Precision.INT8} needs a torch with oneDNN, and this one has none; take fp32"
            )
        # Without instructions for it two products are added in 16 bits, where those of 7 bits have room.
        most = 127 if torch.cpu._is_vnni_supported() else 63
        self.scales = matrix.abs().amax(1).clamp_min(_TINY) / most
        whole = (matrix / self.scales[:, None]).round().to(torch.int8)
        self.matrix: Any = torch.ops.onednn.qlinear_prepack(whole, [ROWS, matrix.shape[1]])
        self.bias = bias
        self.outputs = len(matrix)
        self.zeros = torch.zeros(self.outputs, dtype=torch.int)

    def round(self, states: Tensor) -> Tensor:
        """Return states from -1 to 1 as whole numbers from 1 to 255."""
        # What is cut off makes it the nearest; by way of 16 bits, since torch is slow on the straight one.
        return torch.add(_CENTRE, states, alpha=1 / STATE).to(torch.int16).to(torch.uint8)

    def __call__(self, states: Tensor) -> Tensor:
        """Return the product of rounded states (rows, inputs) and the bias, (rows, outputs)."""
        found: Tensor = torch.ops.onednn.qlinear_pointwise(
            *self._factors(states), self.bias, *_AS_IT_IS, "none", [], ""
        )
        return found

    def plus(self, states: Tensor, sums: Tensor) -> Tensor:
        """Return sums (rows, outputs) plus the product of rounded states (rows, inputs)."""
        found: Tensor = torch.ops.onednn.qlinear_pointwise.binary(
            *self._factors(states), sums, None, *_AS_IT_IS, 1.0, 0, "sum", 1.0, "none", [], ""
        )
        return found

    def _factors(self, states: Tensor) -> tuple[Any, ...]:
        return states, STATE, MIDDLE, self.matrix, self.scales, self.zeros


_AS_IT_IS = (1.0, 0, WholeProduct.sums)
"""Scale, zero and kind of the numbers that come out."""


class FloatRows:
    """A product of rows of any size, in single precision or of numbers of half the width."""

    def __init__(self, matrix: Tensor, bias: Tensor | None, kind: torch.dtype) -> None:
        self.product = FloatProduct(matrix, bias, kind)

    def __call__(self, rows: Tensor) -> Tensor:
        """Return the product of rows and the bias in single precision."""
        return self.product(self.product.round(rows)).float()


class WholeRows:
    """A product of rows of any size in whole numbers of eight bits, each row on a scale of its own."""

    def __init__(self, matrix: Tensor, bias: Tensor | None) -> None:
        self.product = WholeProduct(matrix, None)
        self.bias = bias

    def __call__(self, rows: Tensor) -> Tensor:
        """Return the product of rows and the bias in single precision."""
        largest = rows.abs().amax(1, keepdim=True).clamp_min_(_TINY)
        found = self.product(self.product.round(rows / largest)).mul_(largest)
        return found if self.bias is None else found.add_(self.bias)


def _has_onednn() -> bool:
    # The products are torch's own business: another version may have them elsewhere, and linear does instead.
    there = hasattr(torch.ops.mkldnn, "_linear_pointwise") and hasattr(torch.ops.onednn, "qlinear_pointwise")
    return there and bool(torch.backends.mkldnn.is_available())  # type: ignore[no-untyped-call]


def has_halves() -> bool:
    """Tell whether this processor multiplies numbers of half the width; otherwise whole ones serve."""
    told = getattr(torch.ops.mkldnn, "_is_mkldnn_bf16_supported", None)
    return _has_onednn() and told is not None and bool(told())


def make_product(matrix: Tensor, bias: Tensor | None, precision: Precision) -> Product:
    """Return products with a matrix (outputs, inputs).

    >>> matrix, states = torch.rand(8, 4), torch.rand(3, 4)
    >>> for precision in Precision:
    ...     product = make_product(matrix, None, precision)
    ...     error = product(product.round(states)) - states @ matrix.T
    ...     assert error.abs().max() < 0.05
    """
    if precision is Precision.INT8:
        return WholeProduct(matrix, bias)
    return FloatProduct(matrix, bias, _kind(precision))


def make_row_product(matrix: Tensor, bias: Tensor | None, precision: Precision) -> RowProduct:
    """Return products of rows of any size with a matrix (outputs, inputs).

    >>> matrix, rows = torch.rand(8, 4), 100 * torch.rand(3, 4)
    >>> for precision in Precision:
    ...     error = make_row_product(matrix, None, precision)(rows) - rows @ matrix.T
    ...     assert error.abs().max() < 5
    """
    if precision is Precision.INT8:
        return WholeRows(matrix, bias)
    return FloatRows(matrix, bias, _kind(precision))


def _kind(precision: Precision) -> torch.dtype:
    return torch.bfloat16 if precision is Precision.BF16 and has_halves() else torch.float32
