"""GTS in the plain way, one problem and one node at a time, with the weights of a model; and made-up
batches.

The oracle that the batched decoder is checked against, and what `benchmarks/bench_neural.py` compares it
with. As in published code the words of a few problems are read at once, through a packed LSTM; what
follows is recursion and stacks, and every layer over a goal and a word joins the two first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from random import Random

import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy, dropout, linear, log_softmax
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from mwplab.solvers.neural.batch import Batch
from mwplab.solvers.neural.goal_decoder import Gate, GoalDecoder, Match
from mwplab.solvers.neural.gts import Gts
from mwplab.solvers.neural.recurrent import Bidirectional
from mwplab.solvers.neural.symbols import Symbols

SYMBOLS = Symbols(("+", "-", "*", "/"), (Fraction(0), Fraction(1), Fraction(100)), 4)


@dataclass(frozen=True)
class Frame:
    """An operator whose right operand is still to come or being written."""

    operator: int
    right: Tensor
    left: Tensor | None


@dataclass(frozen=True)
class Hypothesis:
    """An expression in the making."""

    score: float
    ids: tuple[int, ...]
    frames: tuple[Frame, ...]
    goal: Tensor | None


class PlainGts:
    """The same model without batches of nodes."""

    def __init__(self, model: Gts) -> None:
        self.model = model
        self.decoder: GoalDecoder = model.write
        self.symbols = model.write.symbols
        self.lstm = packed_lstm(model.read)

    def encode(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """Return the root goal of each problem and its words, read as packed sequences."""
        vectors = dropout(self.model.embedder(batch), self.model.share, self.model.training)
        packed = pack_padded_sequence(vectors, batch.lengths.cpu(), batch_first=True, enforce_sorted=False)
        self.lstm.train(self.model.training)
        states, (last, _) = self.lstm(packed)
        words, _ = pad_packed_sequence(states, batch_first=True, total_length=vectors.shape[1])
        return last[-2] + last[-1], sum(words.chunk(2, 2))  # type: ignore[return-value]

    def loss(self, batch: Batch) -> Tensor:
        """Return the mean loss, problem by problem."""
        roots, words = self.encode(batch)
        losses = []
        for row, (root, length) in enumerate(zip(roots, batch.lengths.tolist(), strict=True)):
            problem = Problem(self, batch, row, words[row, :length])
            ids = batch.targets[row, : batch.target_lengths[row]].tolist()
            problem.reach(iter(ids), root, None)
            losses.append(torch.stack(problem.costs).sum())
        return (torch.stack(losses) * batch.weights).sum() / batch.weights.sum()

    def decode(self, batch: Batch, beam: int, limit: int) -> list[list[Hypothesis]]:
        """Return the best expressions of each problem, best first."""
        roots, words = self.encode(batch)
        lengths = batch.lengths.tolist()
        return [
            Problem(self, batch, row, words[row, : lengths[row]]).search(roots[row], beam, limit)
            for row in range(len(lengths))
        ]


class Problem:
    """One problem whose words were read."""

    def __init__(self, plain: PlainGts, batch: Batch, row: int, words: Tensor) -> None:
        self.decoder, self.symbols, self.words = plain.decoder, plain.symbols, words
        self.there = batch.present[row].tolist()
        self.nonzero = [value != 0 for value in self.symbols.constants] + batch.divisors[row].tolist()
        self.leaves = torch.cat([self.decoder.constants.to(words.dtype), words[batch.places[row]]])
        self.costs: list[Tensor] = []

    def drop(self, inputs: Tensor) -> Tensor:
        """Leave out a share of the inputs in training."""
        return dropout(inputs, self.decoder.share, self.decoder.training)

    def match(self, layer: Match, query: Tensor, keys: Tensor) -> Tensor:
        """Return the score of each key, the query joined to every one."""
        joined = torch.cat([query.expand(len(keys), -1), keys], 1)
        weights = torch.cat([layer.ask.weight, layer.project.weight], 1)
        return layer.score(torch.tanh(linear(joined, weights, layer.ask.bias))).squeeze(1)  # type: ignore[no-any-return]

    def gate(self, layer: Gate, *inputs: Tensor) -> Tensor:
        """Return tanh times sigmoid of a layer's two halves."""
        half = layer.layer.out_features // 2
        outputs = layer.layer(torch.cat([self.drop(each) for each in inputs]))
        return torch.tanh(outputs[:half]) * torch.sigmoid(outputs[half:])

    def goal(self, handed: Tensor, left: Tensor | None) -> Tensor:
        """Return a goal from what was handed down, and from the left operand where there is one."""
        if left is None:
            return self.gate(self.decoder.first_goal, handed)
        return self.gate(self.decoder.second_goal, left, handed)

    def look(self, goal: Tensor) -> tuple[Tensor, Tensor]:
        """Return the context and the scores of all symbols."""
        weights = self.match(self.decoder.attend, self.drop(goal), self.words).softmax(0)
        context = weights @ self.words
        joined = self.drop(torch.cat([goal, context]))
        leaves = self.match(self.decoder.choose_leaf, joined, self.drop(self.leaves))
        there = [True] * len(self.symbols.constants) + self.there
        leaves = torch.where(torch.tensor(there, device=leaves.device), leaves, float("-inf"))
        return context, torch.cat([self.decoder.choose_operator(joined), leaves])

    def halves(self, operator: int, goal: Tensor, context: Tensor) -> tuple[Tensor, ...]:
        """Return what an operator hands down."""
        # Values and gates of both halves are joined, so they are taken apart as the layer has them.
        label = self.decoder.operators.weight[operator]
        return self.gate(self.decoder.split, goal, context, label).chunk(2)

    def join(self, operator: int, left: Tensor, right: Tensor) -> Tensor:
        """Return the value of an operator."""
        return self.gate(self.decoder.merge, self.decoder.operators.weight[operator], left, right)

    def reach(self, ids: Iterator[int], handed: Tensor, left: Tensor | None) -> Tensor:
        """Return the value of the subtree that the next symbols make up, and count what they cost."""
        goal = self.goal(handed, left)
        context, scores = self.look(goal)
        id = next(ids)
        self.costs.append(cross_entropy(scores[None], torch.tensor([id], device=scores.device)))
        if id >= self.symbols.first_constant:
            return self.leaves[id - self.symbols.first_constant]
        for_left, for_right = self.halves(id, goal, context)
        first = self.reach(ids, for_left, None)
        return self.join(id, first, self.reach(ids, for_right, first))

    def search(self, root: Tensor, beam: int, limit: int) -> list[Hypothesis]:
        """Return the best expressions, with as many unfinished ones kept as there are beams."""
        kept = [Hypothesis(0.0, (), (), self.goal(root, None))]
        while any(each.goal is not None for each in kept):
            found = [after for each in kept for after in self.extend(each, limit)]
            # What a symbol leads to is computed for those that are kept only.
            kept = [after() for _, after in sorted(found, key=lambda each: -each[0])[:beam]]
        return kept

    def extend(self, hypothesis: Hypothesis, limit: int) -> Iterator[tuple[float, Callable[[], Hypothesis]]]:
        """Yield what the expression scores with each symbol that may come next, and how to write that."""
        goal, frames = hypothesis.goal, hypothesis.frames
        if goal is None:
            yield hypothesis.score, lambda: hypothesis
            return
        context, scores = self.look(goal)
        open = 1 + sum(frame.left is None for frame in frames)
        room = limit - len(hypothesis.ids)
        division = (
            bool(frames) and frames[-1].left is not None and self.symbols.name(frames[-1].operator) == "/"
        )
        for id, chance in enumerate(log_softmax(scores, 0).tolist()):
            score = hypothesis.score + chance
            if id < self.symbols.first_constant:
                fits = open + 2 <= room
            else:
                fits = not division or self.nonzero[id - self.symbols.first_constant]
            if fits and chance > float("-inf"):
                yield score, partial(self.after, hypothesis, id, score, goal, context)

    def after(
        self, hypothesis: Hypothesis, id: int, score: float, goal: Tensor, context: Tensor
    ) -> Hypothesis:
        """Return an expression with one more symbol."""
        ids = (*hypothesis.ids, id)
        if id < self.symbols.first_constant:
            left, right = self.halves(id, goal, context)
            return Hypothesis(score, ids, (*hypothesis.frames, Frame(id, right, None)), self.goal(left, None))
        value, frames = self.leaves[id - self.symbols.first_constant], list(hypothesis.frames)
        while frames and (before := frames[-1].left) is not None:
            value = self.join(frames.pop().operator, before, value)
        if not frames:
            return Hypothesis(score, ids, (), None)
        frames[-1] = replace(frames[-1], left=value)
        return Hypothesis(score, ids, tuple(frames), self.goal(frames[-1].right, value))


def packed_lstm(read: Bidirectional) -> nn.LSTM:
    """Return torch's own layers, both directions in one, with the weights of ours."""
    first = read.forth[0]
    layers = len(read.forth)
    share = read.share if layers > 1 else 0.0
    lstm = nn.LSTM(
        first.input_size, first.hidden_size, layers, dropout=share, bidirectional=True, batch_first=True
    ).to(next(first.parameters()))
    for number, pair in enumerate(zip(read.forth, read.back, strict=True)):
        for layer, suffix in zip(pair, ("", "_reverse"), strict=True):
            for name in ("weight_ih_l", "weight_hh_l", "bias_ih_l", "bias_hh_l"):
                setattr(lstm, f"{name}{number}{suffix}", getattr(layer, f"{name}0"))
    return lstm


def made_batch(
    size: int = 6, time: int = 12, most: int = 9, words: int = 30, seed: int = 0, symbols: Symbols = SYMBOLS
) -> Batch:
    """Return made-up problems with targets of up to ``most`` symbols, all kinds of trees among them."""
    random = Random(seed)
    rows = [_made(random, time, most, words, symbols, whole=number == 0) for number in range(size)]
    named = {name: [row[name] for row in rows] for name in rows[0]}
    return Batch(**{name: torch.tensor(values) for name, values in named.items()}, weights=torch.ones(size))


def _made(
    random: Random, time: int, most: int, words: int, symbols: Symbols, whole: bool
) -> dict[str, object]:
    length = time if whole else random.randint(min(4, time), time)
    count = random.randint(1, symbols.slots)
    tree = _tree(random, (most - 1) // 2 if whole else random.randint(0, (most - 1) // 2), symbols, count)
    places = random.sample(range(length), count)  # no two quantities are alike
    present = [slot < count for slot in range(symbols.slots)]
    return {
        "words": [random.randrange(1, words) if place < length else 0 for place in range(time)],
        "lengths": length,
        "places": places + [0] * (symbols.slots - count),
        "present": present,
        "divisors": [there and random.random() < 0.7 for there in present],
        "targets": tree + [0] * (most - len(tree)),
        "target_lengths": len(tree),
    }


def _tree(random: Random, operators: int, symbols: Symbols, count: int) -> list[int]:
    """Return a tree with a number of operators, its shape drawn by chance."""
    if not operators:
        return [random.randrange(symbols.first_constant, symbols.first_slot + count)]
    left = random.randrange(operators)
    right = _tree(random, operators - 1 - left, symbols, count)
    # Zero is the first constant, and no division by it is ever predicted.
    signs = 3 if right == [symbols.first_constant] else len(symbols.operators)
    return [random.randrange(signs), *_tree(random, left, symbols, count), *right]
