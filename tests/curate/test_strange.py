"""Curations given strange datasets: a dataset made of what was given, or a sentence."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwplab.curate import curations, remake, take_step
from mwplab.errors import MwplabError
from mwplab.records import Dataset, Problem
from tests.measures.made import datasets, told

STEPS = [
    "first(count=3)",
    "families",
    "folds(folds=3, by=type)",
    "hold-out(share=0.4, by=seed)",
    "clean-splits(above=0.5)",
    "low-overlap(size=2, improve=True, starts=40)",
    "low-overlap(size=half, minimise=both)",
    "low-overlap(size=9, minimise=template)",
    "deduplicate(same=masked)",
    "deduplicate(same=similar, above=0.1)",
    "asdiv-a",
    "mathqa-consistent",
    "reconcile",
    "admit",
    "mix",
    "seeds(k=50)",
]
TAKING_TWO = ("admit", "mix")
ELSEWHERE = {"grammatical"}
"""What runs a program of its own, and has its tests there."""

UNICODE = [
    "Ο Γιώργος έχει 3 μήλα και 2 αχλάδια.",
    "小明有3个苹果,小红有2个。一共有几个?",
    "\U0001f469\u200d\U0001f680 3 + 2 ½ ²",
    "\u202e3 pears\x00 2",
    "é" * 60,
    "  ",
    "١٢ تفاحة",
]


def texts(*given: str) -> Dataset:
    return Dataset(name="odd", problems=tuple(told(f"odd/{place}", one) for place, one in enumerate(given)))


STRANGE = {
    "nothing": Dataset(name="odd"),
    "one problem": texts("Ann has 2 figs and 3 pears. How many?"),
    "no texts": Dataset(name="odd", problems=tuple(Problem(id=f"odd/{place}") for place in range(4))),
    "copies": Dataset(
        name="odd",
        problems=tuple(
            told(f"odd/{place}", "Ann sold 3 figs, then 2.", "x = 3 + 2", "Sum") for place in range(7)
        ),
    ),
    "no equations": texts(*(f"Wei saw {number} owls near {number + 1} trees." for number in range(9))),
    "other scripts": texts(*UNICODE),
    "huge texts": texts("Ann has 2 figs. " * 2000, "owl " * 9000, "x" * 90_000, "3 " * 1000),
}


def check(step: str, dataset: Dataset) -> None:
    """Take a step: what comes out was put in, and comes out again; an error is one line with advice."""
    name = step.partition("(")[0]
    other = Dataset(
        name="other", problems=tuple(told(f"other/{place}", "An owl sang.") for place in range(2))
    )
    given = (dataset, other) if name in TAKING_TWO else (dataset,)
    said = ""
    try:
        made = take_step(step, *given)
    except MwplabError as error:
        said = str(error)
    if said:
        assert re.fullmatch(r"[^\n]+[;,] [^\n]+", said), said
        return
    ids = [problem.id for problem in made]
    known = [problem.id for one in given for problem in one]
    assert ids == [one for one in known if one in set(ids)]
    assert {one for part in made.splits.values() for one in part} <= set(ids)
    assert remake(made.recipe, _no_catalogue, at_hand=given).fingerprint == made.fingerprint


def _no_catalogue(name: str) -> Dataset:
    raise AssertionError(f"{name} is at hand")


def test_every_curation_is_tried() -> None:
    assert {step.partition("(")[0] for step in STEPS} | ELSEWHERE == set(curations)


@pytest.mark.parametrize("what", STRANGE)
@pytest.mark.parametrize("step", STEPS)
def test_a_strange_dataset_gives_a_dataset_or_a_sentence(step: str, what: str) -> None:
    check(step, STRANGE[what])


@given(datasets(), st.sampled_from(STEPS))
def test_any_dataset_gives_a_dataset_or_a_sentence(dataset: Dataset, step: str) -> None:
    check(step, dataset)


@given(st.lists(st.text(max_size=30), max_size=6), st.sampled_from(STEPS))
def test_any_text_gives_a_dataset_or_a_sentence(given: list[str], step: str) -> None:
    check(step, texts(*given))
