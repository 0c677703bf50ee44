"""Heat maps of attention and batteries of probes: whatever the words are, in every form."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwplab.errors import RecordError
from mwplab.measures.cues import CueOf, cue_words
from mwplab.records import Prediction
from mwplab.records.attention import Attention
from mwplab.reports.attention import Look, attention_lines
from mwplab.reports.battery import Battery, Section, battery_markdown
from mwplab.reports.battery_views import battery_page
from mwplab.reports.tables import Table
from tests.reports.made import HOSTILE, Page, open_page, problem, row, score

SEEN = Attention(("a", "cat", "each"), ("*", "q0"), ((0.1, 0.0, 0.9), (0.3, 0.7, 0.0)))


def hostile_battery() -> Battery:
    words = Attention((HOSTILE, "each"), (HOSTILE,), ((0.25, 0.75),))
    section = Section(
        name=HOSTILE,
        title=HOSTILE,
        sentences=(HOSTILE,),
        scores=(score("solution-accuracy", 0.5), score("solution-accuracy", 0.6, HOSTILE)),
        tables=(Table(HOSTILE, (HOSTILE,), ((HOSTILE,),)),),
        looks=(Look(title=HOSTILE, attention=words),),
    )
    unrun = Section(name="b", title=HOSTILE, not_run=HOSTILE)
    return Battery(title=HOSTILE, signature=HOSTILE, sections=(section, unrun))


def test_shades_stand_beneath_their_words_whatever_the_width() -> None:
    assert attention_lines(SEEN) == ["    a cat each", "*   ░     ████", "q0  ▒ ▓▓▓"]
    wide = Attention(("🍎", "A\u0301nn", "ate"), ("+",), ((0.0, 1.0, 0.3),))
    assert attention_lines(wide) == ["   🍎 A\u0301nn ate", "+     ███ ▒▒▒"]
    flat = Attention(("a",) * 40, ("+",), ((0.025,) * 40,))
    assert attention_lines(flat)[-1] == "+  spread over all words, at most 0.025 on one"
    assert attention_lines(SEEN, width=10) == [
        "    a cat",
        "*   ░",
        "q0  ▒ ▓▓▓",
        "    each",
        "*   ████",
        "q0",
    ]


@given(st.lists(st.text(max_size=12), max_size=8), st.integers(1, 60))
def test_every_word_is_shown_once_on_one_line(words: list[str], width: int) -> None:
    lines = attention_lines(Attention(tuple(words), ("+",), ((0.5,) * len(words),)), width)
    assert len(lines) % 2 == 0
    assert all("\n" not in line for line in lines)
    assert sum(line.count("▓") for line in lines[1::2]) >= len(words)


def test_the_page_holds_every_text_as_text(tmp_path: Path, chromium: str) -> None:
    page = open_page(chromium, battery_page(hostile_battery()), tmp_path)
    assert page.title == f"{HOSTILE} - mwplab"
    assert "img" not in page.elements
    assert "script" not in page.elements
    assert page.text.count(HOSTILE) >= 8


def test_the_page_shades_its_cells_by_weight() -> None:
    page = battery_page(hostile_battery())
    assert "rgb(37 99 235 / 0.75)" in page
    assert "rgb(37 99 235 / 0.25)" in page
    assert "<script" not in Page(page).elements


def test_markdown_holds_every_text_as_text() -> None:
    text = battery_markdown(hostile_battery())
    assert "<script>" not in text.partition("## Made from")[0]
    assert "Not run: " in text


BROKEN: list[object] = [
    "each",
    {"words": ["a"], "symbols": ["+"]},
    {"words": ["a"], "symbols": ["+"], "weights": [[0.5, 0.5]]},
    {"words": ["a"], "symbols": ["+", "-"], "weights": [[1.0]]},
    {"words": ["a"], "symbols": ["+"], "weights": ["x"]},
    {"words": ["a"], "symbols": ["+"], "weights": [["x"]]},
    {"words": ["a"], "symbols": ["+"], "weights": [[float("nan")]]},
]


@pytest.mark.parametrize("attention", BROKEN, ids=str)
def test_attention_that_is_no_table_is_refused(attention: object) -> None:
    with pytest.raises(RecordError, match="the attention of the prediction for a/1"):
        Attention.of(Prediction(problem="a/1", trace={"attention": attention}))  # type: ignore[dict-item]


def test_a_prediction_without_attention_has_none_and_no_words_have_no_top() -> None:
    assert Attention.of(Prediction(problem="a/1")) is None
    assert Attention((), ("+",), ((),)).top(0) is None


def test_rows_without_attention_or_gold_equations_give_no_cues() -> None:
    assert cue_words([row(problem("1"), "x = q0 - q1")], least=1) == ()
    assert cue_words([], CueOf.TEMPLATE) == ()
