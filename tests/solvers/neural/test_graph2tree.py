"""The graphs of a text, and the networks that pass states along them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch
from torch import Tensor

from mwplab.errors import SpecError
from mwplab.records import Question
from mwplab.solvers.neural.batch import Batch
from mwplab.solvers.neural.embedders import Scratch
from mwplab.solvers.neural.graph2tree import (
    Graph2Tree,
    Graph2TreeConfig,
    GraphNetworks,
    unpacked,
    word_graphs,
)
from mwplab.solvers.neural.settings import Precision
from mwplab.solvers.neural.steps import autocast
from mwplab.solvers.neural.words import Reading, read
from mwplab.text import quantities
from tests.solvers.neural.plain_trees import SYMBOLS, made_batch


def make() -> Graph2Tree:
    torch.manual_seed(3)
    config = Graph2TreeConfig(symbols=SYMBOLS, hidden=16, symbol_embedding=6, dropout=0.0, graph_dropout=0.0)
    return Graph2Tree(config, Scratch(30, 10)).double()


def with_graphs(batch: Batch) -> Batch:
    """Return a batch with edges by chance between words that are there."""
    size, time = batch.words.shape
    chance = torch.rand(size, 2, time, time, generator=torch.Generator().manual_seed(5)) < 0.2
    there = batch.word_mask[:, None, :, None] & batch.word_mask[:, None, None]
    itself = torch.eye(time, dtype=torch.bool)
    return replace(batch, graphs=packed((chance | itself) & there), weights=batch.weights.double())


def packed(graphs: Tensor) -> Tensor:
    """Return graphs of zeros and ones as a batch has them, by numpy."""
    return torch.from_numpy(np.packbits(graphs.numpy(), axis=-1, bitorder="little"))


def question(text: str) -> tuple[Question, Reading]:
    found = quantities(text)
    return Question(id="q", text=text, quantities=found), read(text, found, numbered=False)


def test_the_cell_graph_joins_quantities_with_what_they_count_and_equal_words_with_each_other() -> None:
    asked, reading = question("Ann has 5 red kites. Bo has 9 kites. How many kites are there?")
    graphs = unpacked(word_graphs([asked], [reading], 20), 20)
    words = reading.words
    cells, comparisons = graphs[0]
    assert torch.equal(cells, cells.T)
    five, nine = reading.places
    joined = {words[place] for place in range(len(words)) if cells[five, place]}
    assert joined == {"has", "[number]", "red", "kites"}
    kites = [place for place, word in enumerate(words) if word == "kites"]
    assert cells[kites[0], kites[1]]
    assert comparisons[nine, five]
    assert not comparisons[five, nine]
    assert comparisons.sum() == len(words) + 1
    assert not graphs[0, :, len(words) :].any()


def test_equal_quantities_point_to_each_other() -> None:
    asked, reading = question("Ann has 5 kites and Bo has 5 figs.")
    comparisons = unpacked(word_graphs([asked], [reading], 12), 12)[0, 1]
    one, other = reading.places
    assert comparisons[one, other]
    assert comparisons[other, one]


def plain_networks(layer: GraphNetworks, words: Tensor, graphs: Tensor) -> Tensor:
    """Return the same for one problem, network by network and word by word."""
    hidden = words.shape[1]
    part, outputs = hidden // 4, []
    for number in range(4):
        kind, head = divmod(number, 2)
        edges = graphs[kind].to(words.dtype)
        weight = layer.first.weight[number * hidden : (number + 1) * hidden]
        bias = layer.first_bias[kind, 0, head * hidden : (head + 1) * hidden]
        one = torch.stack([sum_of(words @ weight.T, row) + bias for row in edges]).relu()
        bias = layer.second_bias[kind, 0, head * part : (head + 1) * part]
        outputs.append(torch.stack([sum_of(one @ layer.second[kind, head], row) + bias for row in edges]))
    joined = layer.norm(torch.cat(outputs, 1)) + words
    return layer.narrow(layer.widen(joined).relu()) + joined  # type: ignore[no-any-return]


def sum_of(vectors: Tensor, row: Tensor) -> Tensor:
    return sum((row[place] * vectors[place] for place in range(len(row))), torch.zeros_like(vectors[0]))


def test_networks_equal_those_computed_word_by_word() -> None:
    model = make()
    torch.nn.init.uniform_(model.hear.first_bias)
    torch.nn.init.uniform_(model.hear.second_bias)
    batch = with_graphs(made_batch(size=3, time=7))
    assert batch.graphs is not None
    words = torch.randn(3, 7, 16, dtype=torch.float64)
    graphs = unpacked(batch.graphs, 7)
    found = model.hear(words, graphs)
    for row in range(3):
        torch.testing.assert_close(found[row], plain_networks(model.hear, words[row], graphs[row]))


def test_padding_changes_nothing() -> None:
    model = make()
    batch = with_graphs(made_batch(size=5, most=5))
    pad = torch.nn.functional.pad
    assert batch.graphs is not None
    wide = replace(batch, words=pad(batch.words, (0, 4)), graphs=pad(batch.graphs, (0, 1, 0, 4)))
    torch.testing.assert_close(model.loss(wide), model.loss(batch), rtol=1e-12, atol=1e-12)
    assert torch.equal(model.decode(wide, 3, 5).ids, model.decode(batch, 3, 5).ids)


def test_the_padded_root_changes_the_goal_of_shorter_texts_and_no_word() -> None:
    model = make()
    batch = with_graphs(made_batch(size=6))
    root, words = model.encode(batch)
    other, same = model.encode(batch, model.read_padded)
    torch.testing.assert_close(words, same)
    shorter = batch.lengths < batch.lengths.amax()
    assert shorter.any()
    assert torch.equal((root != other).any(1), shorter)


def test_graphs_matter() -> None:
    model = make()
    batch = with_graphs(made_batch(size=5, most=5))
    assert batch.graphs is not None
    size, time = batch.words.shape
    itself = packed(torch.eye(time, dtype=torch.bool).repeat(size, 2, 1, 1))
    assert model.loss(batch).item() != model.loss(replace(batch, graphs=itself)).item()


def test_half_precision_works() -> None:
    model = make().float()
    batch = replace(with_graphs(made_batch(size=4)), weights=torch.ones(4))
    exact = model.loss(batch).item()
    with autocast(torch.device("cpu"), Precision.BF16):
        loss = model.loss(batch)
    loss.backward()  # type: ignore[no-untyped-call]
    assert loss.item() == pytest.approx(exact, rel=0.03)


def test_refusals_say_what_would_do() -> None:
    with pytest.raises(SpecError, match="hidden width of 30 among them; choose a multiple of 4"):
        Graph2TreeConfig(symbols=SYMBOLS, hidden=30)
    with pytest.raises(SpecError, match="this batch has none; make them by word_graphs"):
        make().loss(made_batch())
