"""Graph2Tree (Zhang et al. 2020): GTS whose words also hear of each other along graphs of quantities.

Two graphs join the words of a problem. In the quantity cell graph a quantity is joined to the words that tell
what it counts, and equal words among those to each other; in the quantity comparison graph every quantity
points to those that are not larger. Four small graph networks, two for each graph, pass states along the
edges; what they find is added to the state of each word, and the tree decoder reads the sum.

Notable: edges are not weighed by degree, as in the paper. The root goal comes from the LSTM alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import torch
from torch import Tensor, nn
from torch.nn.functional import dropout, relu

from mwplab.errors import SpecError
from mwplab.records import Problem, Question
from mwplab.solvers.neural.batch import Batch, Embedder, Reader
from mwplab.solvers.neural.gts import Gts, GtsConfig
from mwplab.solvers.neural.number_groups import NumberGroups, number_groups
from mwplab.solvers.neural.words import KEPT, Reading

KINDS = 2
"""The graphs: cells, comparisons."""

HEADS = 2
"""Graph networks for each graph."""

NEAR = 3
"""How many words a quantity and a word of its group may be apart and still be joined."""


@dataclass(frozen=True, kw_only=True)
class Graph2TreeConfig(GtsConfig):
    """The sizes of a Graph2Tree."""

    hidden: int = 384
    """Width of states and goals; the graph networks divide it among them."""

    graph_dropout: float = 0.3
    """Share of the inputs of the graph networks' layers that training leaves out."""

    def __post_init__(self) -> None:
        if self.hidden % (KINDS * HEADS):
            raise SpecError(
                f"{KINDS * HEADS} graph networks cannot divide a hidden width of {self.hidden} among them; "
                f"choose a multiple of {KINDS * HEADS}"
            )


class Graph2Tree(Gts):
    """BiLSTM and graph encoder, goal-driven tree decoder."""

    def __init__(self, config: Graph2TreeConfig, embedder: Embedder) -> None:
        super().__init__(config, embedder)
        self.hear = GraphNetworks(config.hidden, config.graph_dropout)

    def encode(self, batch: Batch, reader: Reader | None = None) -> tuple[Tensor, Tensor]:
        """Return the root goal (batch, hidden) and the words (batch, time, hidden)."""
        if batch.graphs is None:
            raise SpecError(
                "a graph2tree reads graphs of words and this batch has none; make them by word_graphs"
            )
        root, words = super().encode(batch, reader)
        return root, self.hear(words, unpacked(batch.graphs, words.shape[1]))


class GraphNetworks(nn.Module):
    """Two-layer graph networks side by side, a norm and a feed-forward layer, each added to its input."""

    def __init__(self, hidden: int, share: float) -> None:
        super().__init__()
        part = hidden // (KINDS * HEADS)
        self.share = share
        self.first = nn.Linear(hidden, KINDS * HEADS * hidden, bias=False)
        self.first_bias = nn.Parameter(torch.zeros(KINDS, 1, HEADS * hidden))
        self.second = nn.Parameter(torch.empty(KINDS, HEADS, hidden, part).uniform_(-1, 1) / hidden**0.5)
        self.second_bias = nn.Parameter(torch.zeros(KINDS, 1, HEADS * part))
        self.norm = nn.LayerNorm(hidden)
        self.widen = nn.Linear(hidden, hidden)
        self.narrow = nn.Linear(hidden, hidden)

    def forward(self, words: Tensor, graphs: Tensor) -> Tensor:
        """Return (batch, time, hidden) for graphs (batch, kinds, time, time)."""
        size, time, hidden = words.shape
        edges = graphs.to(words.dtype)
        told = (
            self.first(words).view(size, time, KINDS, -1).transpose(1, 2)
        )  # (batch, kinds, time, heads * hidden)
        heard = relu(edges @ told + self.first_bias)
        heard = dropout(heard, self.share, self.training).view(size, KINDS, time, HEADS, hidden)
        retold = torch.einsum("bktnh,knhp->bktnp", heard, self.second).flatten(3)
        again = edges.to(retold.dtype) @ retold + self.second_bias  # (batch, kinds, time, heads * part)
        joined = self.norm(again.transpose(1, 2).flatten(2)) + words  # (batch, time, hidden)
        thought = dropout(relu(self.widen(joined)), self.share, self.training)
        found: Tensor = self.narrow(thought) + joined
        return found


def word_graphs(questions: Sequence[Problem | Question], readings: Sequence[Reading], time: int) -> Tensor:
    """Return both graphs of each text for texts padded to a length, as a batch has them: a bit for each pair.

    A whole corpus is kept so, with room for its longest text in each.
    """
    edges = [
        _edges(reading, tuple(one.value for one in question.quantities[reading.first :]))
        for question, reading in zip(questions, readings, strict=True)
    ]
    graphs = torch.zeros(len(readings), KINDS, time, -(-time // 8), dtype=torch.uint8)
    if edges:
        text = torch.arange(len(edges)).repeat_interleave(torch.tensor(list(map(len, edges))))
        kind, one, other = torch.cat(edges).long().unbind(1)
        bits = (1 << other % 8).to(torch.uint8)
        graphs.index_put_((text, kind, one, other // 8), bits, accumulate=True)  # an edge comes once
    return graphs


def unpacked(graphs: Tensor, time: int) -> Tensor:
    """Return graphs as (..., time, time) zeros and ones.

    >>> unpacked(torch.tensor([[5, 2]], dtype=torch.uint8), 10).tolist()
    [[1, 0, 1, 0, 0, 0, 0, 0, 0, 1]]
    """
    bits = torch.arange(8, dtype=torch.uint8, device=graphs.device)
    return (graphs[..., None] >> bits & 1).flatten(-2)[..., :time]


@lru_cache(maxsize=KEPT)
def _edges(reading: Reading, values: tuple[Fraction, ...]) -> Tensor:
    """Return the edges of a text whose quantities have these values, (edges, 3): graph, from, to."""
    itself = {(place, place) for place in range(max(1, len(reading.words)))}
    not_larger = {
        (one, other)
        for one, value in zip(reading.places, values, strict=True)
        for other, least in zip(reading.places, values, strict=True)
        if value >= least
    }
    cells = cell_edges(reading, number_groups([reading])[0])
    both = enumerate((cells | itself, not_larger | itself))
    # Small numbers, since those of many texts are kept.
    return torch.tensor([(kind, *edge) for kind, edges in both for edge in sorted(edges)], dtype=torch.int16)


def cell_edges(reading: Reading, groups: NumberGroups) -> set[tuple[int, int]]:
    """Return the pairs of words that the quantity cell graph joins, each in both directions.

    >>> words = "ann has [number] red apples and [number] pears .".split()
    >>> reading = Reading(tuple(words), tuple(words), (2, 6))
    >>> groups = NumberGroups(((2, 4), (6, 7)), ())
    >>> sorted(edge for edge in cell_edges(reading, groups) if edge[0] < edge[1])
    [(2, 4), (2, 6), (4, 6), (6, 7)]
    """
    chosen = groups.words
    near = {
        (place, word)
        for place in reading.places
        for word in chosen
        if word not in reading.places and abs(place - word) <= NEAR
    }
    same = {(one, other) for one in chosen for other in chosen if reading.words[one] == reading.words[other]}
    return near | {(other, one) for one, other in near} | same
