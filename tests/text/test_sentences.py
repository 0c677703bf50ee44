"""Sentences: known cases and properties."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwplab.text import sentences

CASES = [
    "",
    "One sentence without an end",
    "Mr. Ode left at 5 p.m. with Dr. Lim.| He ran.",
    "Mr. Ode left at 5 p.m.| He ran.",
    "Tom lives in the U.S.| He has 5 cats.",
    "The U.S. team won $ 5.50 .| It rained .",
    "The area is 32 sq. cm.| If the base is 8 cm, find the height.",
    "A 20 sq. ft. room costs 3.50.| How big is it?",
    "J. K. Ode wrote 7 books.| How many are left?",
    'He said, "Stop!" and left.| "Why?" she asked.| "No."| He ran.',
    "It costs $5.| 3 people paid 2.50 each.",
    "They sold two cars.|The price was 5.",
    "Box No. 5 is late.",
    "She said no.| He said yes.",
    "julia has 5 kids .| she has 4 .| how many ?",
    "Wait... there are 5.| Really?!| Yes!!",
    "He is 5 ft. 3 in. tall.| She is in.| They left.",
    "Is it (5.5)?| (Use 3.14.)| Then stop.",
    "Plan A.| The end.",
]


@pytest.mark.parametrize("marked", CASES)
def test_sentences_end_where_a_reader_would_end_them(marked: str) -> None:
    text = marked.replace("|", "")
    expected = [piece.strip() for piece in marked.split("|") if piece]
    assert [span.of(text) for span in sentences(text)] == expected


@given(st.text() | st.text(alphabet="aB. ?!\"')5"))
def test_sentences_cover_all_but_white_space(text: str) -> None:
    place = 0
    for span in sentences(text):
        assert not text[place : span.start].strip()
        assert span.of(text) == span.of(text).strip() != ""
        place = span.end
    assert not text[place:].strip()


@pytest.mark.parametrize("piece", [".", ". ", "a. ", ".'", "Mr. ", "A.", "? (", " "])
def test_a_megabyte_of_anything_becomes_sentences(piece: str) -> None:
    text = piece * (1_000_000 // len(piece))
    assert all(span.start < span.end for span in sentences(text))
