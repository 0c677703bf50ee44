"""Problems as tensors: every number is where a reader who goes through row by row expects it."""

from __future__ import annotations

import pytest
import torch

from mwplab.records import Problem, Question
from mwplab.solvers.neural.encoding import Language, encode
from mwplab.solvers.neural.graph2tree import cell_edges, unpacked, word_graphs
from mwplab.solvers.neural.number_groups import number_groups
from mwplab.solvers.neural.symbols import Symbols
from mwplab.solvers.neural.targets import target
from mwplab.solvers.neural.words import UNKNOWN, Vocabulary
from mwplab.text import quantities
from tests.solvers.neural.made import STARTER


def asked(text: str) -> Question:
    return Question(id="a/1", text=text, quantities=quantities(text))


QUESTIONS: tuple[Problem | Question, ...] = (
    *STARTER[:12],
    asked(""),
    asked("Ann has 0 figs, 3 plums and 4 nuts."),
    asked("No number."),
)
TARGETS = [expr for expr in map(target, STARTER[:12]) if expr is not None]
SYMBOLS = Symbols.seen(TARGETS, 2)
LANGUAGE = Language(Vocabulary(("ann", "figs", "has", "[number]", ".")), SYMBOLS, numbered=False)


@pytest.mark.parametrize("row", range(len(QUESTIONS)))
def test_a_row_holds_words_places_and_divisors(row: int) -> None:
    data = encode(LANGUAGE, QUESTIONS)
    question, reading = QUESTIONS[row], LANGUAGE.read(QUESTIONS[row])
    count, slots = len(reading.words), min(2, len(reading.places))
    assert data.words[row, :count].tolist() == LANGUAGE.vocabulary.ids(reading.words)
    assert data.words[row, max(1, count) :].sum() == 0
    assert data.lengths[row] == max(1, count)
    assert data.places[row].tolist() == [*reading.places[:2], 0, 0][:2]
    assert data.present[row].tolist() == [True, slots == 2]
    assert data.divisors[row, :slots].tolist() == [one.value != 0 for one in question.quantities[:slots]]
    assert not data.divisors[row, slots:].any()


def test_a_text_without_words_and_the_blank_problem_have_one_unknown_word() -> None:
    data = encode(LANGUAGE, QUESTIONS)
    for row in (12, len(QUESTIONS)):
        assert data.words[row, 0] == UNKNOWN
        assert data.words[row, 1:].sum() == 0
    assert data.weights.tolist() == [1.0] * len(QUESTIONS) + [0.0]


def test_targets_are_written_in_prefix_order() -> None:
    language = Language(LANGUAGE.vocabulary, Symbols.seen(TARGETS, 6), numbered=False)
    data = encode(language, STARTER[:12], TARGETS)
    for row, expr in enumerate(TARGETS):
        ids = language.symbols.to_prefix(expr)
        assert data.targets[row, : len(ids)].tolist() == list(ids)
        assert data.targets[row, len(ids) :].sum() == 0
        assert data.target_lengths[row] == len(ids)


def test_graphs_of_many_texts_are_those_of_each() -> None:
    readings = [LANGUAGE.read(question) for question in QUESTIONS]
    time = max(len(reading.words) for reading in readings)
    graphs = unpacked(word_graphs(QUESTIONS, readings, time), time)
    for question, reading, groups, graph in zip(
        QUESTIONS, readings, number_groups(readings), graphs, strict=True
    ):
        cells, comparisons = torch.zeros(2, time, time, dtype=torch.bool)
        for place in range(max(1, len(reading.words))):
            cells[place, place] = comparisons[place, place] = True
        for one, other in cell_edges(reading, groups):
            cells[one, other] = True
        for one, larger in zip(reading.places, question.quantities, strict=True):
            for other, smaller in zip(reading.places, question.quantities, strict=True):
                comparisons[one, other] |= larger.value >= smaller.value
        assert torch.equal(graph.bool(), torch.stack([cells, comparisons]))
    assert word_graphs([], [], 9).shape == (0, 2, 9, 2)
