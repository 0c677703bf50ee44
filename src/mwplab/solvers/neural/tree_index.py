"""Where every node of many expression trees is computed, so that all nodes of a level are computed at once.

A batch of prefix expressions becomes index tensors. Their shapes follow from the padded length alone: a
target of ``2 m + 1`` symbols has at most ``min(2 ** d, m - d)`` operators at depth ``d``, and at most
``(m - 1) // h`` operators of height ``h`` inside left operands. Every such place is laid out; places that
a tree does not use hold index 0, and nothing that counts reads them.

    operators   by depth, the root first: goals are split from the root downwards
    nodes       the root, then per depth the left operands of all its operators, then the right ones
    merges      by height, the lowest first: values of left operands are put together upwards
    values      the leaves (constants, quantities), then the merges
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from mwplab.solvers.neural.symbols import Symbols


@dataclass(frozen=True, slots=True)
class Layout:
    """How many places each level has."""

    operators: tuple[int, ...]
    """Operators at each depth, from the root on."""

    merges: tuple[int, ...]
    """Operators inside left operands at each height, from 1 on."""

    @classmethod
    def of(cls, length: int) -> Layout:
        """Return the layout of targets that are padded to a length.

        >>> Layout.of(3), Layout.of(7)
        (Layout(operators=(1,), merges=()), Layout(operators=(1, 2, 1), merges=(2, 1)))
        """
        most = max(length - 1, 0) // 2  # operators in the longest target
        return cls(
            tuple(min(2**depth, most - depth) for depth in range(most)),
            tuple((most - 1) // height for height in range(1, most)),
        )


@dataclass(frozen=True, slots=True)
class TreeIndex:
    """Index tensors of a batch of trees; the second axis of each follows the layout."""

    layout: Layout
    """How the axes are divided into levels."""

    operators: Tensor
    """(batch, operators) the id of each operator."""

    goals: Tensor
    """(batch, operators) where its goal stands among the nodes that its level begins with."""

    lefts: Tensor
    """(batch, operators) the value of its left operand."""

    merges: Tensor
    """(batch, merges) the id of each operator inside a left operand."""

    parts: Tensor
    """(batch, merges, 2) the values of its operands."""

    nodes: Tensor
    """(batch, symbols) the node of each symbol of the target."""

    @classmethod
    def of(cls, targets: Tensor, lengths: Tensor, symbols: Symbols) -> TreeIndex:
        """Return the index of targets (batch, symbols) in prefix order, by tensor operations only.

        >>> symbols = Symbols(("+", "*"), (), 3)
        >>> targets = torch.tensor([[0, 1, 2, 3, 4], [0, 2, 3, 0, 0]])  # q0 * q1 + q2 and q0 + q1
        >>> index = TreeIndex.of(targets, torch.tensor([5, 3]), symbols)
        >>> index.operators.tolist(), index.lefts.tolist(), index.nodes.tolist()
        ([[0, 1], [0, 0]], [[3, 0], [0, 0]], [[0, 1, 3, 4, 2], [0, 1, 2, 0, 0]])
        >>> index.merges.tolist(), index.parts.tolist()
        ([[1], [0]], [[[0, 1]], [[0, 0]]])
        """
        layout = Layout.of(targets.shape[1])
        shape = _Shape.of(targets, lengths, symbols.first_constant)
        start = _before(shape.depth, layout.operators)
        slots = torch.where(shape.is_operator, start + shape.ranks(shape.is_operator, shape.depth), -1)
        inner = shape.is_operator & shape.in_left
        bottom = _before(shape.height - 1, layout.merges)
        merge_slots = torch.where(inner, bottom + shape.ranks(inner, shape.height), -1)
        leaves = symbols.size - symbols.first_constant
        values = torch.where(shape.is_operator, leaves + merge_slots, targets - symbols.first_constant)
        values = values.clamp_min(0)  # padding
        nodes = _node_places(shape, slots, start, _before(shape.depth + 1, layout.operators) - start)
        at = _invert(slots, sum(layout.operators))  # (batch, operators) the symbol at each place
        merged = _invert(merge_slots, sum(layout.merges))
        first = 1 + 2 * _before(shape.depth - 1, layout.operators)
        begins = torch.where(shape.depth == 0, 0, first)  # the first node of a symbol's depth
        parts = torch.stack([shape.left, shape.right], 2)  # (batch, symbols, 2)
        operands = values.gather(1, parts.flatten(1)).view_as(parts)
        masked = torch.where(shape.is_operator, targets, 0)
        return cls(
            layout,
            _pick(masked, at),
            _pick(nodes - begins, at).clamp_min(0),
            _pick(operands[:, :, 0], at),
            _pick(masked, merged),
            torch.stack([_pick(operands[:, :, side], merged) for side in (0, 1)], 2),
            nodes,
        )

    @property
    def packed(self) -> Tensor:
        """Return all of them side by side, (batch, numbers)."""
        parts = self.operators, self.goals, self.lefts, self.merges, self.parts.flatten(1), self.nodes
        return torch.cat(parts, 1)

    @classmethod
    def unpack(cls, packed: Tensor, length: int) -> TreeIndex:
        """Return the index of targets padded to a length.

        >>> targets, lengths = torch.tensor([[0, 1, 2, 3, 4]]), torch.tensor([5])
        >>> index = TreeIndex.of(targets, lengths, Symbols(("+", "*"), (), 3))
        >>> TreeIndex.unpack(index.packed, 5).parts.tolist() == index.parts.tolist()
        True
        """
        layout = Layout.of(length)
        operators, merges = sum(layout.operators), sum(layout.merges)
        sizes = [operators] * 3 + [merges, 2 * merges, length]
        own, goals, lefts, merged, parts, nodes = torch.split(packed, sizes, 1)
        return cls(layout, own, goals, lefts, merged, parts.reshape(len(parts), merges, 2), nodes)


@dataclass(frozen=True, slots=True)
class _Shape:
    """What each symbol is in its tree; padding is told by ``is_operator`` alone."""

    is_operator: Tensor
    left: Tensor
    right: Tensor
    depth: Tensor
    height: Tensor
    in_left: Tensor  # inside the left operand of some operator

    @classmethod
    def of(cls, targets: Tensor, lengths: Tensor, operators: int) -> _Shape:
        length = targets.shape[1]
        places = torch.arange(length, device=targets.device)
        there = places < lengths[:, None]
        is_operator = (targets < operators) & there
        change = torch.where(is_operator, 1, -1)  # of the number of operands still to come
        after = change.cumsum(1)
        closes = after[:, None, :] == (after - change - 1)[:, :, None]
        later = places >= places[:, None]
        end = torch.where(closes & later, places, length).amin(
            2
        )  # (batch, symbols) last symbol of each subtree
        left = (places + 1).clamp_max(length - 1).expand_as(targets)
        right = (end.gather(1, left) + 1).clamp_max(length - 1)
        below = is_operator[:, :, None] & (places > places[:, None]) & (places <= end[:, :, None])
        below = below & there[:, None, :]  # (batch, operator, symbol)
        depth = below.sum(1)
        deepest = torch.where(below, depth[:, None, :], 0).amax(2)
        in_left = (below & (places < right[:, :, None])).any(1)
        return cls(is_operator, left, right, depth, (deepest - depth).clamp_min(0), in_left)

    def ranks(self, chosen: Tensor, level: Tensor) -> Tensor:
        """Return how many chosen symbols of the same level stand before each."""
        places = torch.arange(chosen.shape[1], device=chosen.device)
        same = (level[:, None, :] == level[:, :, None]) & chosen[:, None, :]
        return (same & (places < places[:, None])).sum(2)


def _before(level: Tensor, widths: tuple[int, ...]) -> Tensor:
    """Return how many places stand before those of each level."""
    found = torch.zeros_like(level)
    for number, width in enumerate(widths):
        found = found + width * (level > number)
    return found


def _node_places(shape: _Shape, slots: Tensor, starts: Tensor, widths: Tensor) -> Tensor:
    """Return the node of each symbol: what its operator says of its two operands; the root's is 0."""
    length = slots.shape[1]
    lefts = torch.where(shape.is_operator, 1 + starts + slots, 0)
    rights = torch.where(shape.is_operator, lefts + widths, 0)
    # Symbols that are no operators write 0 to a place behind the last.
    found = torch.zeros(slots.shape[0], length + 1, dtype=torch.long, device=slots.device)
    found = found.scatter(1, torch.where(shape.is_operator, shape.left, length), lefts)
    found = found.scatter(1, torch.where(shape.is_operator, shape.right, length), rights)
    return found[:, :length]


def _invert(slots: Tensor, width: int) -> Tensor:
    """Return for each place the symbol that has it, -1 where none has."""
    places = torch.arange(slots.shape[1], device=slots.device).expand_as(slots)
    found = torch.full((slots.shape[0], width + 1), -1, dtype=torch.long, device=slots.device)
    return found.scatter(1, torch.where(slots < 0, width, slots), places)[:, :width]


def _pick(values: Tensor, at: Tensor) -> Tensor:
    """Return the values of the symbols at places, 0 where there is none."""
    return torch.where(at < 0, 0, values.gather(1, at.clamp_min(0)))
