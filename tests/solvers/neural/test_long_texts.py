"""Texts that are longer than what is read: the end counts, and nothing is said of what was not read."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwplab.equations import parse
from mwplab.models import load_encoder
from mwplab.models.pretrained import Encoder
from mwplab.records import Prediction, Problem, Question
from mwplab.solvers import Neural, solvers
from mwplab.solvers.neural.account import gather
from mwplab.solvers.neural.embedders import Pieces
from mwplab.solvers.neural.encoding import Language, encode
from mwplab.solvers.neural.kinds import KINDS
from mwplab.solvers.neural.symbols import Symbols
from mwplab.solvers.neural.words import LONGEST, Vocabulary, read
from mwplab.spec import Spec
from mwplab.text import quantities
from tests.solvers.neural.made import SMALL, STARTER

ASKED = "Ann had 7 figs and ate 3. How many are left?"
FILLER = "so " * 420


def asked(text: str) -> Question:
    return Question(id="a/1", text=text, quantities=quantities(text))


def taught(text: str) -> Problem:
    return Problem(id="a/1", body=text, quantities=quantities(text), equations=parse("x = q0 - q1"))


def named(prediction: Prediction) -> set[str]:
    """Return the quantities that a prediction and its alternatives refer to."""
    systems = [prediction.equations, *(one.equations for one in prediction.alternatives)]
    return set(re.findall(r"q\d", " ".join(map(str, systems))))


def test_the_last_words_of_a_text_are_read() -> None:
    short = read(ASKED, quantities(ASKED), numbered=True)
    text = f"Bob had 5 nuts. {FILLER}{ASKED}"
    reading = read(text, quantities(text), numbered=True)
    assert len(reading.words) == len(reading.surfaces) == LONGEST
    assert reading.surfaces[-len(short.words) :] == short.surfaces
    assert [reading.words[place] for place in reading.places] == ["number1", "number2"]
    assert (reading.first, reading.unread) == (1, 5 + 420 + len(short.words) - LONGEST)
    assert (short.first, short.unread) == (0, 0)


@pytest.mark.parametrize("kind", list(KINDS))
def test_quantities_that_were_not_read_are_masked(kind: str) -> None:
    language = Language(Vocabulary(("so",)), Symbols(("-",), (), 4), KINDS[kind].numbered)
    questions = [asked(f"Bob had 5 nuts. {FILLER}{ASKED}"), asked(ASKED)]
    data = encode(language, questions, graphs=KINDS[kind].graph_maker())
    places = language.read(questions[0]).places
    assert data.present.tolist()[:2] == [[False, True, True, False], [True, True, False, False]]
    assert data.divisors.tolist()[:2] == data.present.tolist()[:2]
    assert data.places[0].tolist() == [0, *places, 0]
    assert data.words[0, list(places)].tolist() == language.vocabulary.ids(["number1", "number2"])


@pytest.mark.parametrize("kind", list(KINDS))
def test_a_prediction_keeps_to_what_was_read_and_says_so(kind: str) -> None:
    solver = solvers.make(Spec(kind, {**SMALL, "epochs": 2, "beam": 8}))
    solver.fit(STARTER[:60])
    assert isinstance(solver, Neural)
    texts = [ASKED, f"{FILLER}{ASKED}", f"Bob had 5 nuts. {FILLER}{ASKED}", f"{ASKED}{FILLER}"]
    short, late, between, early = solver.solve(list(map(asked, texts)))
    assert "unread" not in short.trace
    assert late.trace["unread"] == "the first 33 of 433 words were not read"
    assert named(late) == {"q0", "q1"}
    assert between.trace["unread"] == "the first 38 of 438 words were not read"
    assert named(between) == {"q1", "q2"}
    assert (early.answers, early.equations) == ((), None)
    assert early.trace["reason"] == (
        "no expression can be written over the 0 numbers that were read and can be used"
    )


def test_problems_whose_quantities_were_not_all_read_are_left_out() -> None:
    long = [taught(f"{ASKED} {FILLER}"), taught(f"{FILLER}{ASKED}")]
    material = gather("gts", [*STARTER[:20], *long], None, held_out=0.0, seed=0)
    assert material.account.left_out == {"quantities not read": 1}
    assert material.problems[-1].text == long[1].text


@cache
def small_encoder() -> Encoder:
    """Return an encoder with room for few pieces."""
    return replace(load_encoder("minilm", device="cpu"), max_tokens=24)


def test_an_encoder_reads_the_end_that_it_has_room_for() -> None:
    pieces = Pieces(small_encoder(), numbered=False)
    text = f"Bob had 5 incomprehensibilities. {'so ' * 9}{ASKED}"
    language = Language(Vocabulary(()), Symbols(("-",), (), 3), numbered=False, pieces=pieces)
    reading = language.read(asked(text))
    data = encode(language, [asked(text)])
    assert data.pieces is not None
    assert data.owners is not None
    owners = [owner for owner in data.owners[0].tolist() if owner >= 0]
    assert sorted(set(owners)) == list(range(len(reading.words)))  # every word that is left has its pieces
    assert int((data.owners[0] > -2).sum()) == 24
    assert reading.surfaces[-3:] == ("are", "left", "?")
    assert data.present[0].tolist() == [False, True, True]
    both = [taught(text), taught(ASKED)]
    material = gather("gts", both, None, held_out=0.0, seed=0, fit=pieces.fit)
    assert material.problems == (both[1],)
    assert material.account.left_out == {"quantities not read": 1}


@given(st.text(st.characters(max_codepoint=127), max_size=60))
def test_whatever_is_left_of_a_text_has_room(text: str) -> None:
    pieces = Pieces(small_encoder(), numbered=False)
    reading = pieces.fit(read(text, quantities(text), numbered=False))
    assert len(pieces._cut(reading)[0]) <= pieces.encoder.max_tokens
