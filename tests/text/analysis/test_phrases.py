"""Noun phrases of whole texts."""

from __future__ import annotations

import pytest

from mwplab.text.analysis import analyse

PHRASES = [
    ("The tall boy gave Ann two red kites.", ["The tall boy", "Ann", "two red kites"]),
    ("Ann's brother paid $5.50 for them.", ["Ann's brother", "$5.50", "them"]),
    ("How many kites does she have?", ["many kites", "she"]),
    ("It rained.", ["It"]),
    ("", []),
]


@pytest.mark.parametrize(("text", "phrases"), PHRASES)
def test_noun_phrases(text: str, phrases: list[str]) -> None:
    [found] = analyse([text])
    assert [span.of(text) for span in found.noun_phrases] == phrases
