"""MAWPS with the folds of the SVAMP release."""

from __future__ import annotations

from fractions import Fraction

import pytest

from mwplab.catalogue import load
from mwplab.catalogue.mawps_folds import find_keys, write_readable
from mwplab.errors import DataError
from tests.catalogue.agreement import contradictions, settled_share
from tests.catalogue.pins import Pin, three_pins

PINS: list[Pin] = [
    Pin("3238", "30bc6fbc", 2, "x = q0 * q1", "504"),
    Pin("3867", "745370c4", 3, "x = q0 * q2", "2016"),
    Pin("3842", "ca9510f3", 2, "x = q0 * q1", "360"),
]
FOLDS = [f"fold{fold}" for fold in range(5)]
WRONG = {"1659", "3071", "3253", "3298", "3307", "3327", "3330"}
MADE_UP = [
    {"iIndex": 5, "sQuestion": "Is 1,200.50 odd?"},
    {"iIndex": 2, "sQuestion": "Is 3 odd?"},
    {"iIndex": 9, "sQuestion": "Is 3.0 odd?"},
]


@pytest.mark.parametrize(
    ("texts", "keys"),
    [
        (["Is 1200.5 odd ?"], [5]),
        (["is 3.0 odd ?", "Is 3.0 odd ?"], [2, 9]),
        (["Is 1200.5 odd ?", "Is 3.0 odd ?"], [5, 2]),
    ],
)
def test_keys_are_found_again_in_order(texts: list[str], keys: list[int]) -> None:
    assert find_keys(texts, MADE_UP) == keys


def test_a_row_of_another_file_is_refused() -> None:
    with pytest.raises(DataError, match="do not belong together"):
        find_keys(["Is 4.0 odd ?"], MADE_UP)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(7), "7"),
        (Fraction(-2), "-2"),
        (Fraction("0.3333"), "0.3333"),
        (Fraction(1, 6), "1/6"),
        (Fraction(7, 3), "2 1/3"),
    ],
)
def test_numbers_are_put_back_as_a_person_writes_them(value: Fraction, text: str) -> None:
    assert write_readable(value) == text


@pytest.mark.realdata
def test_it_has_its_count_and_its_first_tenth_and_last_problem() -> None:
    dataset = load("mawps")
    assert (len(dataset), dataset.edition) == (1921, "1921")
    assert three_pins(dataset) == PINS


@pytest.mark.realdata
def test_each_fold_tests_its_own_part_and_one_problem_is_never_tested() -> None:
    dataset = load("mawps")
    assert list(dataset.folds) == FOLDS
    assert [len(dataset.splits[f"{fold}/{part}"]) for fold in FOLDS for part in ("train", "test")] == [
        1537,
        384,
    ] * 5
    tested = [id for fold in FOLDS for id in dataset.splits[f"{fold}/test"]]
    assert len(set(tested)) == len(tested) == 1920
    assert {problem.id for problem in dataset} - set(tested) == {"mawps/3842"}


@pytest.mark.realdata
def test_273_test_texts_are_in_the_train_part_of_their_fold() -> None:
    dataset = load("mawps")
    texts = {problem.id: problem.text for problem in dataset}
    trained = {fold: {texts[id] for id in dataset.splits[f"{fold}/train"]} for fold in FOLDS}
    assert sum(texts[id] in trained[fold] for fold in FOLDS for id in dataset.splits[f"{fold}/test"]) == 273


@pytest.mark.realdata
def test_the_known_errors_are_found_and_no_others() -> None:
    assert contradictions(load("mawps")) == WRONG


@pytest.mark.realdata
def test_every_number_token_is_the_quantity_at_its_place() -> None:
    dataset = load("mawps")
    assert settled_share(dataset) > 0.999
    for problem in dataset:
        tokens = str(problem.extra["Numbers"]).split()
        values = iter(quantity.value for quantity in problem.quantities)
        assert all(
            any(abs(value - Fraction(token)) < Fraction(1, 10**6) for value in values) for token in tokens
        )
