"""What every backend promises, and what callers are told when it lacks a thing."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwplab.errors import MissingDependency, UnknownName
from mwplab.text import tokens
from mwplab.text.analysis import Layer, analyse, backends, make_backend, map_analyses, normalise

TEXTS = [
    f"Wei bought {number} kites, and {name} sold {number + 2} of them."
    for number, name in enumerate(["Ann", "Bo"] * 8)
]


@given(st.lists(st.text(max_size=60), max_size=4))
def test_any_text_is_analysed_word_by_word_at_its_place(texts: list[str]) -> None:
    found = analyse(texts, jobs=1)
    assert [analysis.text for analysis in found] == texts
    for analysis in found:
        assert analysis.tokens == tokens(analysis.text)
        assert all(analysis.text[token.start : token.end] == token.text for token in analysis.tokens)
        for layer in (Layer.TAGS, Layer.LEMMAS, Layer.STOP_WORDS, Layer.PERSON_NAMES):
            assert len(analysis.layer(layer)) == len(analysis.words)
        ends = [0, *(place for span in analysis.noun_phrases for place in (span.start, span.end))]
        assert ends == sorted(ends)


def test_several_processes_give_what_one_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mwplab.text.analysis.shelf.BLOCK", 4)
    assert analyse(TEXTS, jobs=2) == analyse(TEXTS, jobs=1)


def test_a_function_of_each_analysis_is_called_in_its_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mwplab.text.analysis.shelf.BLOCK", 4)
    expected = [normalise(analysis) for analysis in analyse(TEXTS, jobs=1)]
    for backend in (None, make_backend()):
        assert map_analyses(normalise, TEXTS, backend, jobs=2) == expected


def test_a_backend_made_before_may_be_given() -> None:
    assert analyse(TEXTS, make_backend()) == analyse(TEXTS, "perceptron") == analyse(TEXTS)


def test_what_a_backend_lacks_is_told_before_and_after() -> None:
    [found] = analyse(["Wei ran."])
    with pytest.raises(MissingDependency, match="the backend 'perceptron' gives no dependencies"):
        _ = found.dependencies
    with pytest.raises(MissingDependency, match="the backend 'perceptron' gives no dependencies"):
        analyse([], needs=[Layer.TAGS, Layer.DEPENDENCIES])
    assert make_backend().lacks == {Layer.DEPENDENCIES}


def test_an_unknown_backend_is_named() -> None:
    assert list(backends)[:2] == ["perceptron", "spacy"]
    with pytest.raises(UnknownName, match="did you mean 'perceptron'"):
        analyse(["Wei ran."], "perceptrons")


@pytest.mark.parametrize("piece", ["big ", "N ", "the ", '" ', "Ann's ", "5 ", "$ "])
def test_long_texts_take_time_in_proportion(piece: str) -> None:
    make_backend()
    started = time.perf_counter()
    analyse([piece * 20_000], jobs=1)
    assert time.perf_counter() - started < 20
