"""Quantities against the published annotations: where people saw a number, and which."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from math import isclose
from pathlib import Path
from typing import Any

import pytest

from mwplab.text import DEFAULT, Form, quantities

ANNOTATED = DEFAULT | {Form.PARITY, Form.COIN, Form.ARTICLE}
"""The annotators also aligned odd and even, dimes and nickels, *a year*."""

SHARES = [
    ("draw.json", ANNOTATED, 0.995),
    ("kushman.json", ANNOTATED, 0.995),
    ("dolphin_t2_final.json", ANNOTATED, 0.99),
    ("draw.json", DEFAULT, 0.97),
    ("kushman.json", DEFAULT, 0.98),
]


def alignments(problem: dict[str, Any]) -> Iterator[tuple[int, float]]:
    """Yield the place and the value of each aligned number."""
    sentences: list[list[int]] = [[]]
    place = 0
    for token in problem["sQuestion"].split(" "):
        sentences[-1].append(place)
        place += len(token) + 1
        if token in (".", "?", "!"):
            sentences.append([])
    for entry in problem["Alignment"]:
        yield sentences[entry["SentenceId"]][entry["TokenId"]], entry["Value"]


@pytest.mark.realdata
@pytest.mark.parametrize(("name", "count", "share"), SHARES)
def test_aligned_numbers_are_found_at_their_place(
    name: str, count: frozenset[Form], share: float, data_directory: Path
) -> None:
    hits = []
    for problem in json.loads((data_directory / "draw" / name).read_text(encoding="utf-8")):
        found: dict[int, Fraction] = {
            quantity.start: quantity.value for quantity in quantities(problem["sQuestion"], count=count)
        }
        for place, value in alignments(problem):
            hits.append(place in found and isclose(found[place], value, rel_tol=1e-6))
    assert sum(hits) >= share * len(hits) > 1000
