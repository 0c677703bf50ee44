from __future__ import annotations

import pytest

from mwplab.catalogue.formats.choices import chosen_answer

OPTIONS = ["12 cm", "3 / 4", "2 : 3", "", "none of these"]


@pytest.mark.parametrize(
    ("letter", "expected"), [("a", "12 (cm)"), ("B", "0.75"), ("c", "2:3"), ("e", "none of these")]
)
def test_the_marked_option_is_the_answer(letter: str, expected: str) -> None:
    assert [str(answer) for answer in chosen_answer(OPTIONS, letter)] == [expected]


@pytest.mark.parametrize("letter", ["d", "f", "", "ab", "1"])
def test_what_marks_no_option_gives_no_answer(letter: str) -> None:
    assert chosen_answer(OPTIONS, letter) == ()
