"""Made-up problems for a network, as long as those of ASDiv-A, and what one of them needs."""

from __future__ import annotations

from random import Random

import torch

from mwplab.solvers.neural.batch import Batch
from mwplab.solvers.neural.gts import Gts
from mwplab.solvers.neural.symbols import Symbols

WORDS, EMBEDDING = 1500, 128
SYMBOLS = Symbols(("+", "-", "*", "/"), (), 5)
LIMIT = 5
"""Symbols of the longest expression in ASDiv-A."""


def problems(count: int) -> Batch:
    """Return problems of 12 to 84 words, 33 on average; a quarter have two operators, the others one."""
    random = Random(0)
    rows = count + 1  # the last one fills batches up
    lengths = torch.ones(rows, dtype=torch.long)
    words, targets = torch.zeros(rows, 84, dtype=torch.long), torch.zeros(rows, LIMIT, dtype=torch.long)
    steps, places = torch.ones_like(lengths), torch.zeros(rows, SYMBOLS.slots, dtype=torch.long)
    words[:, 0] = 1
    for row in range(count):
        lengths[row] = length = min(84, max(12, round(random.lognormvariate(3.42, 0.35))))
        words[row, :length] = torch.tensor(random.choices(range(2, WORDS), k=length))
        places[row, :3] = torch.tensor(random.sample(range(length), 3))
        target = [random.randrange(4), 4, 5]
        if random.random() < 0.25:
            target = [random.randrange(4), *([*target, 6] if random.random() < 0.5 else [6, *target])]
        steps[row] = len(target)
        targets[row, : len(target)] = torch.tensor(target)
    present = (torch.arange(SYMBOLS.slots) < 3).expand(rows, -1)
    weights = torch.tensor([1.0] * count + [0.0])
    return Batch(
        words=words,
        lengths=lengths,
        places=places,
        present=present,
        divisors=present,
        targets=targets,
        target_lengths=steps,
        weights=weights,
    )


def needed(model: Gts, data: Batch, *, by_table: bool = False) -> float:
    """Return the operations that the matrix products of one problem need on average, forwards.

    With a table of what each word gives to the first layer, its products with words are none of them.
    """
    hidden, width = model.write.constants.shape[1], EMBEDDING
    layers = model.read.forth
    inputs = [0 if by_table else EMBEDDING, *[2 * hidden] * (len(layers) - 1)]
    word = sum(2 * 4 * hidden * (each + hidden) for each in inputs) + hidden * hidden
    symbol = hidden * (2 * hidden + hidden + 2 * hidden + len(SYMBOLS.operators) * 2)
    operator = (2 * hidden + width) * 4 * hidden + 2 * hidden * hidden  # split, and one goal with two inputs
    words, symbols = data.lengths[:-1].double().mean().item(), data.target_lengths[:-1].double().mean().item()
    return 2 * (words * word + symbols * symbol + (symbols - 1) / 2 * operator)
