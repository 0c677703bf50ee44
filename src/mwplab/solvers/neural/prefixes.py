"""Which symbols may come next, for many unfinished prefix expressions at once.

An unfinished expression is a stack of goals, each an operand that is still to be written. An operator takes
the topmost goal and puts two in its place, the left one on top; a leaf takes one away; none left: finished.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from mwplab.solvers.neural.batch import Batch
from mwplab.solvers.neural.symbols import DIVIDING, Symbols


@dataclass(frozen=True, slots=True)
class SymbolMasks:
    """What the rules need to know of the symbols, for one batch."""

    is_operator: Tensor
    """(symbols,) bool."""

    is_division: Tensor
    """(symbols,) bool, the operators whose second operand must not be zero."""

    leaves: Tensor
    """(batch, symbols) bool, the constants and the quantities that are there."""

    divisors: Tensor
    """(batch, symbols) bool, the leaves that are not zero."""

    @classmethod
    def of(cls, symbols: Symbols, batch: Batch) -> SymbolMasks:
        """Return the masks of a batch, on its device."""
        device, size = batch.present.device, batch.present.shape[0]
        ids = torch.arange(symbols.size, device=device)
        operators = torch.zeros(size, symbols.first_constant, dtype=torch.bool, device=device)
        constants = torch.ones(size, len(symbols.constants), dtype=torch.bool, device=device)
        dividing, nonzero = torch.zeros_like(ids, dtype=torch.bool), constants.clone()
        # Filled in place: an assignment copies its number to the device, which no capture allows.
        for place, operator in enumerate(symbols.operators):
            dividing[place].fill_(operator in DIVIDING)
        for place, value in enumerate(symbols.constants):
            nonzero[:, place].fill_(value != 0)
        return cls(
            ids < symbols.first_constant,
            dividing,
            torch.cat([operators, constants, batch.present], 1),
            torch.cat([operators, nonzero, batch.divisors], 1),
        )

    def rows(self, index: Tensor) -> SymbolMasks:
        """Return the masks of some problems, one more row for each of their beams."""
        return SymbolMasks(self.is_operator, self.is_division, self.leaves[index], self.divisors[index])


@dataclass(frozen=True, slots=True)
class Goals:
    """The goals of many unfinished expressions."""

    open: Tensor
    """(rows,) how many operands are still to be written."""

    is_divisor: Tensor
    """(rows, depth) bool, from the bottom of the stack: whether the goal is what is divided by."""

    @classmethod
    def start(cls, rows: int, limit: int, device: torch.device) -> Goals:
        """Return expressions of which nothing is written."""
        return cls(
            torch.ones(rows, dtype=torch.long, device=device),
            torch.zeros(rows, limit + 2, dtype=torch.bool, device=device),
        )

    @property
    def finished(self) -> Tensor:
        """Return (rows,) bool, which expressions are whole."""
        return self.open == 0

    def allowed(self, masks: SymbolMasks, left: int) -> Tensor:
        """Return (rows, symbols) bool, what may come next when ``left`` symbols fit, this one included.

        A finished expression allows nothing. The masks have one row per expression.
        """
        top = self.is_divisor.gather(1, (self.open - 1).clamp_min(0)[:, None])  # (rows, 1)
        leaves = torch.where(top, masks.divisors, masks.leaves)
        fits = (self.open + 1 <= left - 1) & ~self.finished  # an operator needs room for all its goals
        room = (self.open <= left) & ~self.finished
        return (leaves & room[:, None]) | (masks.is_operator & fits[:, None])

    def after(self, ids: Tensor, masks: SymbolMasks) -> Goals:
        """Return the goals once each expression, (rows,), has its next symbol; a finished one stays."""
        operator = masks.is_operator[ids]  # (rows,)
        open = torch.where(self.finished, 0, torch.where(operator, self.open + 1, self.open - 1))
        top = (self.open - 1).clamp_min(0)[:, None]
        written = operator & ~self.finished
        right = torch.where(written, masks.is_division[ids], self.is_divisor.gather(1, top)[:, 0])
        changed = self.is_divisor.scatter(1, top, right[:, None])  # the right operand takes the old place
        above = top + 1
        kept = changed.gather(1, above)
        return Goals(open, changed.scatter(1, above, kept & ~written[:, None]))

    def rows(self, index: Tensor) -> Goals:
        """Return some of the expressions, as a beam search chooses them."""
        return Goals(self.open[index], self.is_divisor[index])
