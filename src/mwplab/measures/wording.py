"""The analysis of a text, kept for the measures that ask for the same one."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mwplab.text.analysis import Analysis

KEPT_TEXTS = 50_000
"""How many analyses are kept at a time, of about two kilobytes each."""


@lru_cache(maxsize=KEPT_TEXTS)
def analysed(text: str, backend: str) -> Analysis:
    """Return what measures compare of a text: words, tags, lemmas, stop words and names, without places.

    >>> analysed("Ann ate figs.", "perceptron").lemmas
    ('Ann', 'eat', 'fig', '.')
    """
    from mwplab.text.analysis import Layer, make_backend

    [found] = make_backend(backend).analyse([text])
    compared = (Layer.TAGS, Layer.LEMMAS, Layer.STOP_WORDS, Layer.PERSON_NAMES)
    layers = {layer: found.layers[layer] for layer in compared if layer in found.layers}
    return replace(found, starts=(), layers=layers)
