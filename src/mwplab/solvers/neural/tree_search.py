"""Goals split one symbol at a time: greedy and beam search with a tree decoder, for a whole batch.

Each row is an unfinished expression with a stack of operators whose right operand is still to come or
being written. An operator is put on the stack. A leaf ends operands: while the topmost operator had its
left operand before, both its operands are values now, so it becomes a value itself and leaves; the next
one below then takes the value as its left operand, and its right goal is what to reach next. An
expression ends where no operator is left to wait for anything, and nothing is put together then, since
only left operands are ever looked at again.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

import torch
from torch import Tensor
from torch.nn.functional import log_softmax

from mwplab.solvers.neural.batch import Batch, Decoded
from mwplab.solvers.neural.goal_decoder import GoalDecoder, Memory, rows
from mwplab.solvers.neural.prefixes import SymbolMasks
from mwplab.solvers.neural.search import States, captured, search

Chosen = Tensor | slice
"""Some rows: their numbers, or all of them."""


@dataclass(frozen=True, slots=True)
class Trees:
    """Unfinished trees, one per row; the second axis of the last four is the stack, from its bottom."""

    goal: Tensor
    """(rows, hidden) what the symbol just written was to reach."""

    context: Tensor
    """(rows, hidden) the words as it saw them."""

    depth: Tensor
    """(rows,) how many operators are on the stack."""

    operators: Tensor
    """(rows, depth) their ids."""

    has_left: Tensor
    """(rows, depth) bool, whether the left operand is there and the right one is being written."""

    lefts: Tensor
    """(rows, depth, hidden) the values of left operands."""

    rights: Tensor
    """(rows, depth, hidden) what operators hand down to their right operands."""

    @classmethod
    def start(cls, root: Tensor, limit: int) -> Trees:
        """Return trees of which nothing is written, (rows, hidden) goals to begin with."""
        size, most = root.shape[0], max((limit - 1) // 2, 1)
        integers = torch.zeros(size, most, dtype=torch.long, device=root.device)
        vectors = root.new_zeros(size, most, root.shape[1])
        return cls(root, torch.zeros_like(root), integers[:, 0], integers, integers > 0, vectors, vectors)

    def take(self, chosen: Chosen) -> Trees:
        """Return some of the trees."""
        return Trees(*(getattr(self, part.name)[chosen] for part in fields(self)))

    def put(self, chosen: Chosen, changed: Trees) -> Trees:
        """Return the trees with some of them changed."""
        if isinstance(chosen, slice):
            return changed
        pairs = [(getattr(self, part.name), getattr(changed, part.name)) for part in fields(self)]
        return Trees(*(old.index_copy(0, chosen, new.to(old.dtype)) for old, new in pairs))

    @property
    def waiting(self) -> Tensor:
        """Return (rows,) the topmost operator whose left operand is not there, -1 where there is none."""
        places = torch.arange(self.operators.shape[1], device=self.depth.device)
        open = ~self.has_left & (places < self.depth[:, None])
        return torch.where(open, places, -1).amax(1)

    def push(self, operators: Tensor, rights: Tensor, where: Tensor) -> Trees:
        """Return the trees with operators (rows,) on the stacks of some rows, (rows,) bool.

        Only rows of no chance, which go on for form, ever find their stack full.
        """
        most = self.operators.shape[1]
        top = self.depth.clamp_max(most - 1)
        return replace(
            self,
            depth=(self.depth + where).clamp_max(most),
            operators=_put(self.operators, top, operators, where),
            has_left=_put(self.has_left, top, torch.zeros_like(where), where),
            rights=_put(self.rights, top, rights, where),
        )

    def give_left(self, at: Tensor, values: Tensor, where: Tensor) -> Trees:
        """Return the trees with values (rows, hidden) as left operands of operators, now the topmost."""
        place = at.clamp_min(0)
        return replace(
            self,
            depth=torch.where(where, at + 1, self.depth),
            has_left=_put(self.has_left, place, torch.ones_like(where), where),
            lefts=_put(self.lefts, place, values, where),
        )


class TreeStep:
    """One step of a tree decoder: what was written changes the trees, whose goals choose the next symbol."""

    def __init__(self, decoder: GoalDecoder, memory: Memory, beam: int) -> None:
        self.decoder = decoder
        self.memory = memory
        self.beam = beam
        self.written = 0

    def __call__(self, previous: Tensor, states: States) -> tuple[Tensor, Tensor, States]:
        """Return log-probabilities (rows, symbols), attention (rows, time) and the trees."""
        trees = Trees(*states)
        if self.written:
            trees = self.advance(trees, previous)
        self.written += 1
        goals = trees.goal.view(-1, self.beam, trees.goal.shape[1])  # (batch, beam, hidden)
        contexts, look = self.decoder.look(goals, self.memory)
        chances = log_softmax(self.decoder.scores(goals, contexts, self.memory), 2)
        trees = replace(trees, context=contexts.flatten(0, 1))
        return (
            chances.flatten(0, 1),
            look.flatten(0, 1),
            tuple(getattr(trees, part.name) for part in fields(trees)),
        )

    def keep(self, problems: Tensor) -> None:
        """Go on with some of the problems."""
        self.memory = self.memory.rows(problems)

    def advance(self, trees: Trees, previous: Tensor) -> Trees:
        """Return the trees with one more symbol, (rows,), and the goals that come next."""
        splits = previous < len(self.decoder.symbols.operators)
        resumes = ~splits & (trees.waiting >= 0)
        return self.resume(self.split(trees, previous, splits), previous, resumes)

    def split(self, trees: Trees, previous: Tensor, splits: Tensor) -> Trees:
        """Return the trees with an operator on the stacks of some rows, and its left operand as goal."""
        chosen = _chosen(splits)
        few, where = trees.take(chosen), splits[chosen]
        operators = torch.where(where, previous[chosen], 0)
        left, right = self.decoder.halves(operators, few.goal, few.context)
        goal = torch.where(where[:, None], self.decoder.begin_left(left), few.goal)
        return trees.put(chosen, replace(few.push(operators, right, where), goal=goal))

    def resume(self, trees: Trees, previous: Tensor, resumes: Tensor) -> Trees:
        """Return the trees of some rows with what a leaf ended as a left operand, the right one as goal."""
        chosen = _chosen(resumes)
        few, where = trees.take(chosen), resumes[chosen]
        leaf = (previous[chosen] - len(self.decoder.symbols.operators)).clamp_min(0)
        problem = torch.arange(len(previous), device=leaf.device)[chosen] // self.beam
        at = few.waiting
        value = self.put_together(few, self.memory.leaves[problem, leaf], at, where)
        second = self.decoder.begin_right(_top(few.rights, at), value)
        goal = torch.where(where[:, None], second, few.goal)
        return trees.put(chosen, replace(few.give_left(at, value, where), goal=goal))

    def put_together(self, trees: Trees, value: Tensor, at: Tensor, resumes: Tensor) -> Tensor:
        """Return the values (rows, hidden) of all operators above a place of the stack, in rows that resume.

        Their last operand is the value just reached. Of n symbols one waits and one is the leaf, and each
        operator that ends has an operand of its own, so at most (n - 2) // 2 operators end at once.
        """
        top = trees.depth - 1
        for _ in range((self.written - 2) // 2):
            ends = resumes & (top > at)
            if not captured(value.device) and not bool(ends.any()):
                break
            place = top.clamp_min(0)
            operators = trees.operators.gather(1, place[:, None]).squeeze(1)
            joined = self.decoder.join(operators, _top(trees.lefts, place), value)
            value = torch.where(ends[:, None], joined, value)
            top = top - ends.long()
        return value


def search_trees(
    decoder: GoalDecoder, batch: Batch, root: Tensor, words: Tensor, *, beam: int, limit: int
) -> Decoded:
    """Return the best expressions for roots (batch, hidden) and words (batch, time, hidden)."""
    trees = Trees.start(decoder.begin_left(root), limit)
    step = TreeStep(decoder, decoder.remember(batch, words), beam)
    states = tuple(getattr(trees, part.name) for part in fields(trees))
    return search(step, states, SymbolMasks.of(decoder.symbols, batch), beam, limit)


def _chosen(where: Tensor) -> Chosen:
    """Return the rows that are computed for the sake of some; a graph that is captured takes all of them."""
    return slice(None) if captured(where.device) else where.nonzero()[:, 0]


def _top(stack: Tensor, at: Tensor) -> Tensor:
    """Return what stands at a place (rows,) of each stack (rows, depth, hidden)."""
    return rows(stack, at.clamp_min(0)[:, None]).squeeze(1)


def _put(stack: Tensor, at: Tensor, values: Tensor, where: Tensor) -> Tensor:
    """Return the stacks with values at one place of some rows."""
    index, chosen = at[:, None], where[:, None]
    if stack.dim() == 3:
        index, chosen = index[:, :, None].expand(-1, -1, stack.shape[2]), chosen[:, :, None]
    old = stack.gather(1, index)
    return stack.scatter(1, index, torch.where(chosen, values[:, None].to(stack.dtype), old))
