"""The tagger against NLTK's own, and against sentences tagged by hand."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwplab.text.analysis import analyse
from mwplab.text.analysis.tagger import Tagger
from mwplab.text.analysis.weights import SCALE, load_weights

GOLD = Path(__file__).with_name("gold.tsv")

ODD_WORDS = """
The the a kite kites Ann's flew flying 12 1,200 1999 .5 twenty-two -5 $ % ? . , `` '' How many of Wei
"""
WORDS = st.text(min_size=1, max_size=8) | st.sampled_from(ODD_WORDS.split())


@pytest.fixture(scope="module")
def tagger() -> Tagger:
    return Tagger(load_weights())


@pytest.fixture(scope="module")
def reference() -> Any:
    perceptron = import_module("nltk.tag.perceptron")
    weights = load_weights()
    tagger = perceptron.PerceptronTagger(load=False)
    for feature, row in zip(weights.features, weights.matrix, strict=True):
        places = row.nonzero()[0]
        tagger.model.weights[feature] = {weights.tags[place]: int(row[place]) / SCALE for place in places}
    tagger.tagdict = dict(weights.known)
    tagger.classes = tagger.model.classes = set(weights.tags)
    return tagger


def gold() -> list[list[tuple[str, str, str]]]:
    lines = GOLD.read_text(encoding="utf-8").splitlines()
    return [[_parts(word) for word in line.split()] for line in lines]


def _parts(word: str) -> tuple[str, str, str]:
    text, tag, lemma = word.split("/")
    return text, tag, lemma


@given(words=st.lists(WORDS))
def test_tags_are_those_of_nltk(words: list[str], tagger: Tagger, reference: Any) -> None:
    assert tagger.tag(words) == [tag for _, tag in reference.tag(words)]


@pytest.mark.realdata
@pytest.mark.usefixtures("data_directory")
def test_tags_of_published_problems_are_those_of_nltk(tagger: Tagger, reference: Any) -> None:
    from mwplab import load
    from mwplab.text import tokens

    for problem in load("svamp").problems[:200]:
        words = [token.text for token in tokens(problem.text)]
        assert tagger.tag(words) == [tag for _, tag in reference.tag(words)]


def test_fixed_tags_stay_and_guide_their_neighbours(tagger: Tagger) -> None:
    assert tagger.tag(["Emily", "ran"], {0: "NNP"}) == ["NNP", "VBD"]


def test_nothing_has_no_tags(tagger: Tagger) -> None:
    assert tagger.tag([]) == []


def test_sentences_tagged_by_hand() -> None:
    sentences = gold()
    found = analyse([" ".join(word for word, _, _ in sentence) for sentence in sentences])
    pairs = [
        (tag, ours, word)
        for sentence, analysis in zip(sentences, found, strict=True)
        for (word, tag, _), ours in zip(sentence, analysis.tags, strict=True)
    ]
    wrong = [pair for pair in pairs if pair[0] != pair[1]]
    assert len(pairs) > 100
    assert len(wrong) <= 4, wrong


def test_lemmas_written_by_hand() -> None:
    sentences = gold()
    found = analyse([" ".join(word for word, _, _ in sentence) for sentence in sentences])
    wrong = [
        (lemma, ours)
        for sentence, analysis in zip(sentences, found, strict=True)
        for (_, _, lemma), ours in zip(sentence, analysis.lemmas, strict=True)
        if lemma != ours
    ]
    assert len(wrong) <= 1, wrong
