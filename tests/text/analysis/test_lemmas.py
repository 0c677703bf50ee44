"""Lemmas: known words, words no table knows, and the package's own reading of its table."""

from __future__ import annotations

import warnings
from importlib import import_module

import pytest

from mwplab.errors import MissingDependency
from mwplab.text.analysis import lemmas
from mwplab.text.analysis.lemmas import Lemmatizer, load_lemmatizer

KNOWN = [
    ("cookies", "NNS", "cookie"),
    ("Knives", "NNS", "knife"),
    ("children", "NNS", "child"),
    ("geese", "NNS", "goose"),
    ("dollars", "NNS", "dollar"),
    ("bought", "VBD", "buy"),
    ("left", "VBN", "leave"),
    ("lying", "VBG", "lie"),
    ("has", "VBZ", "have"),
    ("were", "VBD", "be"),
    ("n't", "RB", "not"),
    ("’ll", "MD", "will"),
    ("bigger", "JJR", "big"),
    ("more", "JJR", "more"),
    ("Boston", "NNP", "Boston"),
    ("THE", "DT", "the"),
    ("push-ups", "NNS", "push-up"),
    ("ate", "NN", "eat"),  # the tagger errs, the lemma is right
    ("dimes", "RB", "dime"),
    ("swimming", "NN", "swimming"),
]

UNKNOWN = [
    ("blorps", "NNS", "blorp"),
    ("zuffies", "NNS", "zuffie"),
    ("glaxes", "NNS", "glax"),
    ("squarbus", "NNS", "squarbus"),
    ("zorped", "VBD", "zorp"),
    ("vlimmed", "VBD", "vlim"),
    ("crazated", "VBN", "crazate"),
    ("zorfing", "VBG", "zorf"),
    ("plivving", "VBG", "plivve"),
    ("zuffies", "VBZ", "zuffy"),
    ("s", "NNS", "s"),
    ("twenty-blorps", "NNS", "twenty-blorp"),
    ("-", "NNS", "-"),
]


@pytest.mark.parametrize(("word", "tag", "lemma"), KNOWN + UNKNOWN)
def test_lemma(word: str, tag: str, lemma: str) -> None:
    assert load_lemmatizer().lemma(word, tag) == lemma


def test_an_unknown_form_of_a_known_word_finds_it() -> None:
    lemmatizer = Lemmatizer({"VERB": {"mave": "mave", "rin": "rin"}})
    assert [lemmatizer.lemma(word, "VBG") for word in ("maving", "rinning", "zinging")] == [
        "mave",
        "rin",
        "zing",
    ]


def test_the_table_is_read_as_its_package_reads_it() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of whatever it imports
        lemminflect = import_module("lemminflect")
    table = load_lemmatizer()._table
    for name in ("NOUN", "VERB", "ADJ", "ADV"):
        words = sorted(table[name])[:: len(table[name]) // 300]
        assert len(words) >= 300
        for word in words:
            if word == word.lower():
                assert table[name][word].lower() == lemminflect.getAllLemmas(word, name)[name][0].lower()


def test_a_missing_table_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lemmas, "find_spec", lambda name: None)
    load_lemmatizer.cache_clear()
    with pytest.raises(MissingDependency, match=r"needs the package 'lemminflect'.*mwplab\[nlp\]"):
        load_lemmatizer()
