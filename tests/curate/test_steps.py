"""Steps by their specs: what is wrong with one is told in a sentence."""

from __future__ import annotations

import pytest

from mwplab.catalogue import load
from mwplab.curate import curations, take_step
from mwplab.errors import MwplabError

BAD = [
    ("deduplicate(above=much)", "the option 'above' cannot be 'much'; give a number"),
    ("deduplicate(above=True)", "the option 'above' cannot be True; give a number"),
    ("deduplicate(same=7)", "the option 'same' cannot be 7; give a word"),
    ("seeds(longest=1.5)", "the option 'longest' cannot be 1.5; give a whole number"),
    ("seeds(seed=-1)", "chance cannot start at -1"),
    ("asdiv-a(rounding=1)", "the option 'rounding' cannot be 1; give True or False"),
    ("mix(reconcile=x)", "the option 'reconcile' cannot be 'x'; give True or False"),
    ("admit", "a gate needs new problems and a collection, found 1 datasets"),
    ("deduplicat", "no curation named 'deduplicat'; did you mean 'deduplicate'"),
]


@pytest.mark.parametrize(("step", "message"), BAD)
def test_a_bad_step_is_told(step: str, message: str) -> None:
    with pytest.raises(MwplabError, match=message):
        take_step(step, load("starter"))


def test_a_step_for_one_dataset_does_not_take_two() -> None:
    with pytest.raises(MwplabError, match="the step asdiv-a cannot be taken"):
        take_step("asdiv-a", load("starter"), load("starter"))


@pytest.mark.parametrize("name", list(curations))
def test_every_curation_says_in_one_sentence_what_it_does(name: str) -> None:
    first = (curations.factory(name).__doc__ or "").partition("\n")[0]
    assert first.endswith(".")
