"""Tokens: known cases and properties."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwplab.text import tokens

CASES = [
    ("", ""),
    ("He paid $5.", "He paid $ 5 ."),
    ("children 's tickets for $ 5 .", "children 's tickets for $ 5 ."),
    ("children's tickets for $5.", "children 's tickets for $ 5 ."),
    ("She didn't; they've 1,200.50 left.", "She did n't ; they 've 1,200.50 left ."),
    ("She did n't go .", "She did n't go ."),
    (
        "Mr. Ode met Mrs. Lim at 5 p.m. in the U.S. today.",
        "Mr. Ode met Mrs. Lim at 5 p.m. in the U.S. today .",
    ),
    ("J. K. Ode has 3 sq. ft. left", "J. K. Ode has 3 sq. ft. left"),
    ("25% of twenty-five o'clock", "25 % of twenty-five o'clock"),
    ("a 5-pound bag, .5 lb each", "a 5 - pound bag , .5 lb each"),
    ("the 2nd of 1,2,3...", "the 2nd of 1 , 2 , 3 ..."),
    ("“Why?” (she) asked—twice", "“ Why ? ” ( she ) asked — twice"),
    ("café naïve 日本", "café naïve 日本"),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_tokens_are_words_numbers_and_marks(text: str, expected: str) -> None:
    assert " ".join(token.text for token in tokens(text)) == expected


@given(st.text() | st.text(alphabet="aA5.,' -n't$"))
def test_tokens_cover_all_but_white_space(text: str) -> None:
    place = 0
    for token in tokens(text):
        assert not text[place : token.start].strip()
        assert text[token.start : token.end] == token.text != ""
        place = token.end
    assert not text[place:].strip()


@pytest.mark.parametrize("piece", ["a", "(", "1,", " ", "a-", "n't", "A.", "é'"])
def test_a_megabyte_of_anything_becomes_tokens(piece: str) -> None:
    text = piece * (1_000_000 // len(piece))
    assert sum(len(token.text) for token in tokens(text)) == len(text.replace(" ", ""))
