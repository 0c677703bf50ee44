"""Splits between which nothing is repeated."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mwplab.catalogue import load
from mwplab.curate import CleanSplits, make_folds, remake
from mwplab.curate.clean import Side
from mwplab.errors import MwplabError, RecordError
from mwplab.measures import take
from mwplab.records import Dataset
from tests.measures.made import dataset, datasets


@settings(max_examples=40)
@given(data=datasets(least=2), above=st.none() | st.sampled_from([0.3, 0.7, 1.0]), side=st.sampled_from(Side))
def test_nothing_leaks_between_cleaned_parts_and_nothing_else_is_gone(
    data: Dataset, above: float | None, side: Side
) -> None:
    cleaned = CleanSplits(above=above, side=side)(data)
    other = "test" if side is Side.TRAIN else "train"
    assert cleaned.problems == data.problems
    assert cleaned.splits[other] == data.splits[other]
    if cleaned.splits[side]:
        assert take(cleaned, f"leakage(above={above})").score.value == 0
    if side is Side.TEST:
        notes = take(data, f"leakage(above={above})").summary.notes
        free = tuple(id for id, note in zip(data.splits["test"], notes, strict=True) if note == "none")
        assert cleaned.splits["test"] == free


def test_a_cleaned_dataset_is_made_again_from_its_recipe() -> None:
    folded = make_folds(load("starter"), 3)
    cleaned = CleanSplits(above=0.2)(folded)
    assert cleaned.splits != folded.splits
    assert cleaned.recipe.steps[-1] == "clean-splits(above=0.2, side=train)"
    made = remake(cleaned.recipe, load)
    assert (made.fingerprint, made.splits) == (cleaned.fingerprint, cleaned.splits)


REFUSED = [
    ({"above": 0}, r"required to be 0; give more than 0, at most 1"),
    ({"above": "much"}, r"required to be much; give more than 0, at most 1"),
    ({"side": "dev"}, r"out of 'dev'; give train or test"),
    ({"side": 1}, r"'side' cannot be 1; give a word"),
]


@pytest.mark.parametrize(("options", "message"), REFUSED)
def test_options_without_sense_are_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(MwplabError, match=message):
        CleanSplits(**options)  # type: ignore[arg-type]


def test_a_dataset_without_parts_has_nothing_to_clean() -> None:
    with pytest.raises(RecordError, match="has neither folds nor parts train and test to clean"):
        CleanSplits()(dataset("An owl."))


@pytest.mark.realdata
def test_the_cleaned_folds_of_mawps_leak_nothing() -> None:
    cleaned = CleanSplits()(load("mawps"))
    assert take(cleaned, "leakage").score.value == 0
    assert [len(cleaned.splits[f"{fold}/test"]) for fold in cleaned.folds] == [384] * 5
    assert [len(cleaned.splits[f"{fold}/train"]) for fold in cleaned.folds] == [1336, 1356, 1363, 1346, 1370]
    assert remake(cleaned.recipe, load).splits == cleaned.splits
