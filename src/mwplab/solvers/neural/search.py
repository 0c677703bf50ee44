"""Greedy and beam search over prefix expressions for a whole batch; the beam is one more axis."""

from __future__ import annotations

from dataclasses import dataclass
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

    def keep(self, problems: Tensor) -> None:
        """Go on with some of the problems."""
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
    rest[-1].fill_(True)  # a finished expression goes on in one way, with a leaf, at no cost
    live = Live(torch.arange(size, device=device), size, beam)
    for place in range(limit):
        chances, look, states = step(live.take(previous), states)
        looks.append(live.put(look))
        chances = live.put(chances.float()).masked_fill(~goals.allowed(masks, limit - place), float("-inf"))
        chances = torch.where(
            goals.finished[:, None], torch.where(rest, 0.0, float("-inf")), chances
        )  # (rows, symbols)
        total = (scores.view(-1, 1) + chances).view(size, beam * symbols)
        scores, chosen = total.topk(beam, 1)  # (batch, beam)
        rows = (first + chosen // symbols).view(-1)
        previous = (chosen % symbols).view(-1)
        if beam > 1:
            goals, written, trail, lengths = goals.rows(rows), written[rows], trail[rows], lengths[rows]
            states = live.move(states, rows)
        open = ~goals.finished
        written[:, place] = torch.where(open, previous, 0)
        trail[:, place] = rows
        lengths = lengths + open
        goals = goals.after(previous, masks)  # rows move within a problem only, so its masks stay in place
        if not captured(device):
            going = live.problems_in(~goals.finished)
            if not len(going):
                break
            if 2 * len(going) <= len(live.problems):
                live, states = live.only(going, states)
                step.keep(going)
    dead = scores == float("-inf")
    seen = torch.stack(looks)  # (steps, rows, time)
    steps = torch.arange(seen.shape[0], device=device)
    return Decoded(
        ids=written.view(size, beam, limit),
        lengths=lengths.view(size, beam).masked_fill(dead, 0),
        scores=scores,
        attention=seen[steps, trail[:, : seen.shape[0]]].view(size, beam, seen.shape[0], -1),
    )


@dataclass(frozen=True, slots=True)
class Live:
    """The problems that a decoder still computes; those that are finished are left out by and by."""

    problems: Tensor
    """(live,) which of the batch."""

    size: int
    """Problems of the batch."""

    beam: int
    """Rows of each."""

    @property
    def whole(self) -> bool:
        """Tell whether none is left out."""
        return len(self.problems) == self.size

    @property
    def rows(self) -> Tensor:
        """Return the rows (live * beam,) of the problems."""
        within = torch.arange(self.beam, device=self.problems.device)
        return (self.problems[:, None] * self.beam + within).view(-1)

    def take(self, values: Tensor) -> Tensor:
        """Return the live ones of values, a row per expression."""
        return values if self.whole else values[self.rows]

    def put(self, values: Tensor) -> Tensor:
        """Return the values of live rows with zeros for all others."""
        if self.whole:
            return values
        return values.new_zeros(self.size * self.beam, values.shape[1]).index_copy(0, self.rows, values)

    def move(self, states: States, rows: Tensor) -> States:
        """Return the states of live rows once each row, (batch * beam,), follows another of its problem."""
        if not self.whole:
            places = torch.arange(len(self.problems), device=rows.device)
            up = (places - self.problems)[:, None] * self.beam  # how far each problem has moved
            rows = (rows[self.rows].view(-1, self.beam) + up).view(-1)
        return tuple(state[rows] for state in states)

    def problems_in(self, rows: Tensor) -> Tensor:
        """Return which of the live problems have a row among some, (batch * beam,) bool."""
        return self.take(rows).view(-1, self.beam).any(1).nonzero()[:, 0]

    def only(self, going: Tensor, states: States) -> tuple[Live, States]:
        """Return some of the live problems, and their states."""
        rows = Live(going, len(self.problems), self.beam).rows
        return Live(self.problems[going], self.size, self.beam), tuple(state[rows] for state in states)


def captured(device: torch.device) -> bool:
    """Tell whether a graph is being captured, in which nothing may depend on what was computed."""
    return device.type == "cuda" and torch.cuda.is_current_stream_capturing()
