"""Test problems that repeat training problems."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from mwplab.catalogue import load
from mwplab.errors import StatisticsError
from mwplab.measures import Leakage, take
from tests.measures.made import dataset

TRAIN = dataset("Ann saw 3 owls.", "Bo sold two red kites and 4 blue ones.")

CASES = [
    ("Ann saw 3 owls.", "exact", "a/0"),
    ("ann  saw 3 owls .", "exact", "a/0"),
    ("Ann saw 12 owls.", "masked", "a/0"),
    ("Bo sold five red kites and 4 blue ones.", "masked", "a/1"),
    ("Bo sold two red kites and 4 green ones.", "similar", "a/1"),
    ("Cy ran.", "none", "a/0"),
]


@pytest.mark.parametrize(("text", "kind", "neighbour"), CASES)
def test_a_repeat_is_named_with_its_neighbour(text: str, kind: str, neighbour: str) -> None:
    found = take(dataset(text), "leakage(above=0.6)", train=TRAIN)
    assert found.summary.notes == (kind,)
    assert found.neighbours == (neighbour,)
    assert found.score.value == (kind != "none")


def test_without_a_similarity_only_repeats_count() -> None:
    found = take(dataset(*(text for text, _, _ in CASES)), "leakage", train=TRAIN)
    assert {score.slice: score.value for score in found.parts} == {
        "repeats=exact": 2 / 6,
        "repeats=masked": 4 / 6,
    }
    assert list(found.values.values()) == [1, 1, 1, 1, 0, 0]


def test_an_impossible_similarity_is_refused() -> None:
    with pytest.raises(StatisticsError, match=r"required to be 1\.5; give more than 0, at most 1"):
        Leakage(above=1.5)


@pytest.mark.realdata
def test_the_folds_of_mawps_repeat_273_texts_and_582_without_numbers(data_directory: Path) -> None:
    found = take(load("mawps"), "leakage")
    counts = {score.slice: round(score.value * score.n) for score in found.parts}
    assert (found.score.n, counts["repeats=exact"], counts["repeats=masked"]) == (1920, 273, 582)
    assert [note for note in found.summary.notes if note != "none"].count("exact") == 273
    # The source writes number0 in place of a number, which is an independent way to mask.
    expected = []
    for fold in range(5):
        folder = data_directory / "svamp" / "data" / "cv_mawps" / f"fold{fold}"
        train, test = (
            list(csv.DictReader((folder / name).read_text(encoding="utf-8").splitlines()))
            for name in ("train.csv", "dev.csv")
        )
        masked = {row["Question"] for row in train}
        exact = {(row["Question"], row["Numbers"]) for row in train}
        expected += [
            "exact"
            if (row["Question"], row["Numbers"]) in exact
            else "masked"
            if row["Question"] in masked
            else "none"
            for row in test
        ]
    assert list(found.summary.notes) == expected
