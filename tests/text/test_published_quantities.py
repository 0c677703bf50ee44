"""Quantities against the published annotations: where people saw a number, and which."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mwplab.text import DEFAULT, Form, quantities
from tests.text.places import Annotated, which_are_found

ANNOTATED = DEFAULT | {Form.PARITY, Form.COIN, Form.ARTICLE}
"""The annotators also aligned odd and even, dimes and nickels, *a year*."""

SHARES = [
    ("draw.json", ANNOTATED, 0.995),
    ("kushman.json", ANNOTATED, 0.995),
    ("dolphin_t2_final.json", ANNOTATED, 0.995),
    ("dolphin_t2_final.json", DEFAULT | {Form.PARITY}, 0.99),
    ("draw.json", DEFAULT, 0.97),
    ("kushman.json", DEFAULT, 0.98),
]


COMPARED = [
    ("Add one half of 6 .", [("half", 0.5), ("6", 6.0)], [True, True]),
    ("Add one half of 6 .", [("one", 1.0), ("half", 0.5)], [False, True]),
    ("What is 3 sevenths of 14 ?", [("3", 3.0), ("sevenths", 1 / 7), ("14", 14.0)], [True, True, True]),
    ("What is three sevenths of 14 ?", [("sevenths", 3 / 7), ("three", 3.0)], [True, False]),
    ("Find x +8 and x -9 .", [("+8", 8.0), ("-9", 8.0)], [True, False]),
    ("The sum of an odd number and 4 .", [("an", 1.0), ("odd", 2.0), ("number", 4.0)], [False, True, False]),
]


@pytest.mark.parametrize(("text", "words", "expected"), COMPARED)
def test_a_number_is_found_where_it_shares_a_letter_with_the_annotated_word(
    text: str, words: list[tuple[str, float]], expected: list[bool]
) -> None:
    annotated = [Annotated(text.index(word), text.index(word) + len(word), value) for word, value in words]
    assert which_are_found(annotated, quantities(text, count=DEFAULT | {Form.PARITY})) == expected


def alignments(problem: dict[str, Any]) -> list[Annotated]:
    """Return the words of a problem that are aligned."""
    sentences: list[list[tuple[int, int]]] = [[]]
    place = 0
    for token in problem["sQuestion"].split(" "):
        sentences[-1].append((place, place + len(token)))
        place += len(token) + 1
        if token in (".", "?", "!"):
            sentences.append([])
    aligned = []
    for entry in problem["Alignment"]:
        start, end = sentences[entry["SentenceId"]][entry["TokenId"]]
        aligned.append(Annotated(start, end, entry["Value"]))
    return aligned


@pytest.mark.realdata
@pytest.mark.parametrize(("name", "count", "share"), SHARES)
def test_aligned_numbers_are_found_at_their_place(
    name: str, count: frozenset[Form], share: float, data_directory: Path
) -> None:
    hits: list[bool] = []
    for problem in json.loads((data_directory / "draw" / name).read_text(encoding="utf-8")):
        hits += which_are_found(alignments(problem), quantities(problem["sQuestion"], count=count))
    assert sum(hits) >= share * len(hits) > 1000
