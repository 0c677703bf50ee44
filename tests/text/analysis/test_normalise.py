"""What the diversity measures compare."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwplab.text.analysis import NAME, NUMBER, STOP_WORDS, analyse, normalise, tag_sequence

TEXT = "Emily Jones bought 12 big kites, but she didn't fly twenty two of them."


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, f"{NAME} buy {NUMBER} big kite fly {NUMBER}"),
        ({"lemmas": False}, f"{NAME} bought {NUMBER} big kites fly {NUMBER}"),
        ({"numbers": True}, f"{NAME} buy 12 big kite fly twenty two"),
        ({"names": True}, f"emily jones buy {NUMBER} big kite fly {NUMBER}"),
        ({"punctuation": True}, f"{NAME} buy {NUMBER} big kite , fly {NUMBER} ."),
        ({"stop_words": True}, f"{NAME} buy {NUMBER} big kite but she do not fly {NUMBER} of them"),
    ],
)
def test_each_option_keeps_one_thing(options: dict[str, bool], expected: str) -> None:
    [found] = analyse([TEXT])
    assert " ".join(normalise(found, **options)) == expected


def test_problems_that_differ_in_names_and_numbers_only_are_the_same() -> None:
    one, other = analyse(["Ann had 3 kites and sold 2.", "Omar had 1,200 kites and sold forty."])
    assert normalise(one) == normalise(other)
    assert tag_sequence(one) == tag_sequence(other)


@given(st.text(max_size=80))
def test_what_is_left_holds_no_stop_word_and_no_punctuation(text: str) -> None:
    [found] = analyse([text], jobs=1)
    kept = normalise(found, lemmas=False)
    assert not STOP_WORDS & set(kept)
    assert all(any(map(str.isalnum, word)) for word in kept)
    assert len(kept) <= len(tag_sequence(found)) <= len(found.words)


def test_tags_come_without_punctuation_unless_asked_for() -> None:
    [found] = analyse(["Wei ran, and Bo sat."])
    assert tag_sequence(found) == ("NNP", "VBD", "CC", "NNP", "VBD")
    assert tag_sequence(found, punctuation=True) == ("NNP", "VBD", ",", "CC", "NNP", "VBD", ".")
