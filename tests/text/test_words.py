"""Words, sentence by sentence."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwplab.errors import UnknownName
from mwplab.text import tokens
from mwplab.text.words import Words

TEXT = "Mr. Ode's dog ate 3.5 pies. Why?"

CASES: list[tuple[dict[str, Any], list[list[str]]]] = [
    ({}, [["Mr.", "Ode", "'s", "dog", "ate", "3.5", "pies", "."], ["Why", "?"]]),
    ({"tokenisation": "spaces"}, [["Mr.", "Ode's", "dog", "ate", "3.5", "pies."], ["Why?"]]),
    (
        {"lowercase": True, "sentences": False, "punctuation": False},
        [["mr.", "ode", "'s", "dog", "ate", "3.5", "pies", "why"]],
    ),
]


@pytest.mark.parametrize(("options", "expected"), CASES)
def test_a_text_is_taken_apart_as_the_options_say(options: dict[str, Any], expected: list[list[str]]) -> None:
    assert Words(**options).of(TEXT) == expected


@given(st.text(st.characters(codec="ascii"), max_size=60))
def test_without_sentences_the_words_are_the_tokens(text: str) -> None:
    assert Words(sentences=False).of(text) == [[token.text for token in tokens(text)]]


def test_an_unknown_tokenisation_is_refused() -> None:
    with pytest.raises(UnknownName, match="no tokenisation named 'word'; did you mean 'words'"):
        Words(tokenisation="word")
