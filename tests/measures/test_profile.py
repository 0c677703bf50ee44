"""What a dataset consists of."""

from __future__ import annotations

from mwplab.catalogue import load
from mwplab.measures import profile
from mwplab.records import Dataset


def test_every_count_adds_up_to_the_number_of_problems() -> None:
    counts = profile(load("starter"))
    for part in (counts.types, counts.grades, counts.operators, counts.quantities, counts.words):
        assert sum(part.values()) == counts.problems == 360
    assert sum(sum(row.values()) for row in counts.types_by_grade.values()) == 360


def test_an_empty_dataset_has_an_empty_profile() -> None:
    counts = profile(Dataset(name="empty"))
    assert counts.problems == 0
    assert not counts.types
    assert not counts.operators
