"""Linguistic analysis behind one interface: tags, lemmas, stop words, names, noun phrases, dependencies.

analyse       texts to analyses, by a backend that says its name and what it lacks
map_analyses  a function of each analysis, for corpora whose analyses do not fit into memory
Analysis      the words of a text and what was found about them
Layer         the kinds of things that can be found
backends      every backend by name: perceptron (the default), spacy
normalise     the content words of a text, for lexicon diversity
tag_sequence  the parts of speech of a text, for syntactic diversity
"""

from __future__ import annotations

from mwplab.text.analysis.backend import Backend
from mwplab.text.analysis.normalise import NAME, NUMBER, normalise, tag_sequence
from mwplab.text.analysis.record import Analysis, Arc, Layer
from mwplab.text.analysis.shelf import analyse, backends, make_backend, map_analyses
from mwplab.text.analysis.stop_words import STOP_WORDS, is_stop_word

__all__ = [
    "NAME",
    "NUMBER",
    "STOP_WORDS",
    "Analysis",
    "Arc",
    "Backend",
    "Layer",
    "analyse",
    "backends",
    "is_stop_word",
    "make_backend",
    "map_analyses",
    "normalise",
    "tag_sequence",
]
