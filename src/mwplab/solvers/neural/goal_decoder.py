"""The goal-driven tree decoder of Xie and Sun (2019): every operand is a goal, split until a leaf reaches
it.

A goal looks at the words; goal and context choose a symbol. An operator splits its goal in two. The left
operand is reached first, and what came of it (its value, put together from the leaves upwards) helps to
set the right goal.

With the right symbols given, values depend on symbols and words only, so training knows all of them
beforehand: it computes values by height, goals by depth, and scores of all symbols at once. The number of
kernels grows with the depth of the trees, never with the number of problems.

Notable: where a layer joins a goal with every word, both sides are projected first and added then, which
is the same sum; published code joins first and multiplies the words anew for each goal.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy, dropout

from mwplab.solvers.neural.batch import Batch
from mwplab.solvers.neural.symbols import Symbols
from mwplab.solvers.neural.tree_index import TreeIndex

MANY = 4096
"""Trees that are laid out at once, which takes memory for every pair of their symbols."""


class Gate(nn.Module):
    """A layer whose outputs pass a gate of their own: tanh times sigmoid."""

    def __init__(self, inputs: int, outputs: int, share: float) -> None:
        super().__init__()
        self.layer = nn.Linear(inputs, 2 * outputs)
        self.share = share  # of inputs that training leaves out

    def forward(self, *inputs: Tensor) -> Tensor:
        """Return (..., outputs) for parts that are joined along the last axis."""
        joined = dropout(torch.cat(inputs, -1), self.share, self.training)
        value, gate = self.layer(joined).chunk(2, -1)
        return _tanh(value) * torch.sigmoid(gate)


class Match(nn.Module):
    """How well each query fits each key: one layer over both joined, then one number.

    The layer is kept in its two halves, one for queries and one for keys.
    """

    def __init__(self, queries: int, keys: int, hidden: int) -> None:
        super().__init__()
        joined = nn.Linear(queries + keys, hidden)  # whose weights begin as wide as both together
        self.ask = nn.Linear(queries, hidden)
        self.project = nn.Linear(keys, hidden, bias=False)
        self.score = nn.Linear(hidden, 1, bias=False)
        with torch.no_grad():
            self.ask.weight.copy_(joined.weight[:, :queries])
            self.ask.bias.copy_(joined.bias)
            self.project.weight.copy_(joined.weight[:, queries:])

    def forward(self, queries: Tensor, projected: Tensor) -> Tensor:
        """Return scores (batch, queries, keys) of queries (batch, queries, width) for projected keys."""
        asked = self.ask(queries)
        joined = _tanh(asked[:, :, None] + projected[:, None])  # (batch, queries, keys, hidden)
        scores: Tensor = self.score(joined)
        return scores.squeeze(3)


@dataclass(frozen=True, slots=True)
class Memory:
    """What the decoder knows of the problems of a batch."""

    words: Tensor
    """(batch, time, hidden) what the encoder made of each word."""

    word_keys: Tensor
    """(batch, time, hidden) the words as attention compares them."""

    word_mask: Tensor
    """(batch, time) bool, which words are not padding."""

    leaves: Tensor
    """(batch, leaves, hidden) the values of constants and quantities."""

    leaf_keys: Tensor
    """(batch, leaves, hidden) the leaves as goals compare them."""

    known: Tensor
    """(batch, symbols) bool, all symbols but the quantities that a text does not have."""

    def rows(self, index: Tensor) -> Memory:
        """Return what is known of some of the problems."""
        return Memory(*(getattr(self, part.name)[index] for part in fields(self)))


class GoalDecoder(nn.Module):
    """Splits goals and writes prefix expressions."""

    def __init__(self, symbols: Symbols, hidden: int, width: int, share: float) -> None:
        super().__init__()
        self.symbols = symbols
        self.share = share  # of inputs that training leaves out
        self.constants = nn.Parameter(torch.randn(len(symbols.constants), hidden))
        self.operators = nn.Embedding(len(symbols.operators), width)
        self.first_goal = Gate(hidden, hidden, share)
        self.second_goal = Gate(2 * hidden, hidden, share)
        self.attend = Match(hidden, hidden, hidden)
        self.choose_operator = nn.Linear(2 * hidden, len(symbols.operators))
        self.choose_leaf = Match(2 * hidden, hidden, hidden)
        self.split = Gate(2 * hidden + width, 2 * hidden, share)
        self.merge = Gate(2 * hidden + width, hidden, share)

    def remember(self, batch: Batch, words: Tensor) -> Memory:
        """Return the memory of a batch whose words, (batch, time, hidden), an encoder has read."""
        size, hidden = words.shape[0], words.shape[2]
        quantities = words.gather(1, batch.places[:, :, None].expand(-1, -1, hidden))
        constants = self.constants.to(words.dtype).expand(size, -1, -1)
        leaves = torch.cat([constants, quantities], 1)  # (batch, leaves, hidden)
        rest = torch.ones(size, self.symbols.first_slot, dtype=torch.bool, device=words.device)
        return Memory(
            words,
            self.attend.project(words),
            batch.word_mask,
            leaves,
            self.choose_leaf.project(self._drop(leaves)),
            torch.cat([rest, batch.present], 1),
        )

    def look(self, goals: Tensor, memory: Memory) -> tuple[Tensor, Tensor]:
        """Return the words as goals (batch, goals, hidden) see them, and how much they look at each."""
        fit = self.attend(self._drop(goals), memory.word_keys)  # (batch, goals, time)
        weights = _wide(fit).masked_fill(~memory.word_mask[:, None], float("-inf")).softmax(2)
        return weights.to(memory.words.dtype) @ memory.words, weights

    def scores(self, goals: Tensor, contexts: Tensor, memory: Memory) -> Tensor:
        """Return (batch, goals, symbols) how well each symbol fits each goal; minus infinity: not there."""
        joined = self._drop(torch.cat([goals, contexts], 2))
        operators, leaves = self.choose_operator(joined), self.choose_leaf(joined, memory.leaf_keys)
        found = _wide(torch.cat([operators, leaves], 2))
        return found.masked_fill(~memory.known[:, None], float("-inf"))

    def halves(self, operators: Tensor, goals: Tensor, contexts: Tensor) -> tuple[Tensor, Tensor]:
        """Return what operators hand down to their left and right operands, (..., hidden) each."""
        label = self.operators(operators)
        left, right = self.split(goals, contexts, label).chunk(2, -1)
        return left, right

    def begin_left(self, handed: Tensor) -> Tensor:
        """Return the goals of left operands, and of the root, (..., hidden)."""
        goals: Tensor = self.first_goal(handed)
        return goals

    def begin_right(self, handed: Tensor, lefts: Tensor) -> Tensor:
        """Return the goals of right operands, given the values of the left ones."""
        goals: Tensor = self.second_goal(lefts, handed)
        return goals

    def join(self, operators: Tensor, lefts: Tensor, rights: Tensor) -> Tensor:
        """Return the values of operators over those of their operands, (..., hidden)."""
        label = self.operators(operators)
        values: Tensor = self.merge(label, lefts, rights)
        return values

    def losses(self, batch: Batch, root: Tensor, words: Tensor) -> Tensor:
        """Return what each symbol of the targets costs, (batch, symbols), for roots (batch, hidden)."""
        memory = self.remember(batch, words)
        index = self._index(batch)
        values = self._values(index, memory)
        goals = [self.begin_left(root[:, None])]  # by depth: (batch, nodes, hidden)
        contexts = [self.look(goals[0], memory)[0]]
        start = 0
        for width in index.layout.operators:
            level = slice(start, start + width)
            place = index.goals[:, level]
            left, right = self.halves(
                index.operators[:, level], rows(goals[-1], place), rows(contexts[-1], place)
            )
            second = self.begin_right(right, rows(values, index.lefts[:, level]))
            goals.append(torch.cat([self.begin_left(left), second], 1))
            contexts.append(self.look(goals[-1], memory)[0])
            start += width
        goal, context = (rows(torch.cat(each, 1), index.nodes) for each in (goals, contexts))
        scores = self.scores(goal, context, memory)
        return cross_entropy(scores.transpose(1, 2), batch.targets, reduction="none")

    def lay_out(self, targets: Tensor, lengths: Tensor) -> Tensor:
        """Return (problems, numbers) how the trees of targets (problems, symbols) are computed."""
        some = zip(torch.split(targets, MANY), torch.split(lengths, MANY), strict=True)
        return torch.cat([TreeIndex.of(*one, self.symbols).packed for one in some])

    def _index(self, batch: Batch) -> TreeIndex:
        if batch.layout is None:
            return TreeIndex.of(batch.targets, batch.target_lengths, self.symbols)
        return TreeIndex.unpack(batch.layout, batch.targets.shape[1])

    def _values(self, index: TreeIndex, memory: Memory) -> Tensor:
        """Return the values of leaves and of all operators inside left operands, (batch, values, hidden)."""
        values = memory.leaves
        start = 0
        for width in index.layout.merges:
            level = slice(start, start + width)
            left, right = (rows(values, index.parts[:, level, side]) for side in (0, 1))
            values = torch.cat([values, self.join(index.merges[:, level], left, right)], 1)
            start += width
        return values

    def _drop(self, inputs: Tensor) -> Tensor:
        return dropout(inputs, self.share, self.training)


def rows(vectors: Tensor, places: Tensor) -> Tensor:
    """Return the vectors (batch, many, hidden) that stand at places (batch, few)."""
    return vectors.gather(1, places[:, :, None].expand(-1, -1, vectors.shape[2]))


def _tanh(inputs: Tensor) -> Tensor:
    """Return the hyperbolic tangent of inputs that nobody else needs."""
    if inputs.is_cuda or torch.is_grad_enabled():
        return torch.tanh(inputs)
    # The same up to rounding, in place, and torch's sigmoid is six times as fast as its tanh.
    return _wide(inputs).mul_(2).sigmoid_().mul_(2).sub_(1).to(inputs.dtype)


def _wide(scores: Tensor) -> Tensor:
    """Return scores in no less than single precision, since half is too coarse for a sum of chances."""
    return scores.float() if scores.element_size() < 4 else scores
