"""Greedy and beam search over prefix expressions for a whole batch; the beam is one more axis."""

from __future__ import annotations

from typing import Protocol

import torch
from torch import Tensor

from mwplab.solvers.neural.batch import Decoded
from mwplab.solvers.neural.prefixes import Goals, SymbolMasks

States = tuple[Tensor, ...]
"""What a decoder remembers; the first axis of each tensor is one row per unfinished expression."""


class Step(Protocol):
    """One step of a decoder."""

    def __call__(self, previous: Tensor, states: States) -> tuple[Tensor, Tensor, States]:
        """Return log-probabilities (rows, symbols), attention (rows, time) and what to remember.

        ``previous`` (rows,) holds the symbols just written; at the start the number of symbols.
        """
        ...


def search(step: Step, states: States, masks: SymbolMasks, beam: int, limit: int) -> Decoded:
    """Return the best expressions of at most ``limit`` symbols; states and masks have a row per problem."""
    size, symbols = masks.leaves.shape
    device = masks.leaves.device
    first = torch.arange(size, device=device)[:, None] * beam  # (batch, 1) the first row of each problem
    spread = torch.arange(size, device=device).repeat_interleave(beam)
    masks, states = masks.rows(spread), tuple(state[spread] for state in states)
    goals = Goals.start(size * beam, limit, device)
    scores = torch.full((size, beam), float("-inf"), device=device)
    scores[:, 0].fill_(0.0)  # the beams are alike at the start, so one stands for all
    written = torch.zeros(size * beam, limit, dtype=torch.long, device=device)
    trail = torch.zeros_like(written)  # the row whose attention each symbol had
    lengths = torch.zeros(size * beam, dtype=torch.long, device=device)
    previous = torch.full((size * beam,), symbols, device=device)
    looks: list[Tensor] = []
    rest = torch.zeros(symbols, dtype=torch.bool, device=device)
    rest[0].fill_(True)  # a finished expression goes on in one way, at no cost
    for place in range(limit):
        chances, look, states = step(previous, states)
        looks.append(look)
        chances = chances.float().masked_fill(~goals.allowed(masks, limit - place), float("-inf"))
        chances = torch.where(
            goals.finished[:, None], torch.where(rest, 0.0, float("-inf")), chances
        )  # (rows, symbols)
        total = (scores.view(-1, 1) + chances).view(size, beam * symbols)
        scores, chosen = total.topk(beam, 1)  # (batch, beam)
        rows = (first + chosen // symbols).view(-1)
        previous = (chosen % symbols).view(-1)
        goals, written, trail, lengths = goals.rows(rows), written[rows], trail[rows], lengths[rows]
        states = tuple(state[rows] for state in states)
        open = ~goals.finished
        written[:, place] = torch.where(open, previous, 0)
        trail[:, place] = rows
        lengths = lengths + open
        goals = goals.after(previous, masks)  # rows move within a problem only, so its masks stay in place
        if not captured(device) and bool(goals.finished.all()):
            break
    dead = scores == float("-inf")
    seen = torch.stack(looks)  # (steps, rows, time)
    steps = torch.arange(seen.shape[0], device=device)
    return Decoded(
        ids=written.view(size, beam, limit),
        lengths=lengths.view(size, beam).masked_fill(dead, 0),
        scores=scores,
        attention=seen[steps, trail[:, : seen.shape[0]]].view(size, beam, seen.shape[0], -1),
    )


def captured(device: torch.device) -> bool:
    """Tell whether a graph is being captured, in which nothing may depend on what was computed."""
    return device.type == "cuda" and torch.cuda.is_current_stream_capturing()
