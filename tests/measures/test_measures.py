"""What holds for every registered measure, and how one is taken."""

from __future__ import annotations

import random
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mwplab.catalogue import load
from mwplab.errors import MwplabError, SpecError, StatisticsError, UnknownName
from mwplab.measures import Measured, measures, take
from mwplab.records import Dataset
from mwplab.spec import Spec, Value
from tests.measures.made import dataset, datasets, told

NAMES = measures.names()


def shuffled(data: Dataset, seed: int) -> Dataset:
    chance = random.Random(seed)
    problems = chance.sample(data.problems, len(data))
    splits = {name: tuple(chance.sample(ids, len(ids))) for name, ids in data.splits.items()}
    return replace(data, problems=tuple(problems), splits=splits)


def taken(data: Dataset, name: str) -> Measured | str:
    try:
        return take(data, name)
    except StatisticsError as error:
        return str(error)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=25)
@given(data=datasets(), seed=st.integers(0, 99))
def test_the_order_of_the_problems_changes_nothing(name: str, data: Dataset, seed: int) -> None:
    one, other = taken(data, name), taken(shuffled(data, seed), name)
    if isinstance(one, str) or isinstance(other, str):
        assert one == other
        return
    assert (one.score.value, one.score.n) == (other.score.value, other.score.n)
    assert one.summary.parts == other.summary.parts
    assert one.values == pytest.approx(other.values, abs=1e-15)


@pytest.mark.parametrize("name", NAMES)
def test_no_problems_make_a_sentence_that_says_so(name: str) -> None:
    empty = Dataset(name="a", splits={"train": (), "test": ()})
    with pytest.raises(StatisticsError, match=rf"^{name} of a: .* "):
        take(empty, name)


@pytest.mark.parametrize("name", NAMES)
def test_the_signature_names_every_option_and_reads_back(name: str) -> None:
    made = measures.make(name)
    data = load("starter")
    ids = tuple(problem.id for problem in data)
    data = replace(data, splits={"train": ids[:200], "test": ids[200:]})
    found = take(data, name)
    parts = dict(part.split(":", 1) for part in found.signature.split("|"))
    assert parts["data"] == f"starter@1.0#{data.fingerprint}"
    spec = Spec.parse(parts["measure"])
    assert spec.name == name
    assert measures.make(spec) == made
    assert set(spec.options) == set(getattr(made, "__dataclass_fields__", {}))
    assert len(found.summary.each) == len(found.problems)
    assert found.score.n <= len(data)


@pytest.mark.parametrize("name", NAMES)
def test_an_option_of_the_wrong_kind_ends_in_a_sentence(name: str) -> None:
    made: Any = measures.make(name)
    for option in fields(made):
        wrong: list[Value] = ["x", 0, True, None, (), 1.5, ("x",), (1.5,)]
        refused = [value for value in wrong if not _is_made(Spec(name, {option.name: value}))]
        assert refused


def _is_made(spec: Spec) -> bool:
    try:
        measures.make(spec)
    except MwplabError:
        return False
    return True


@pytest.mark.parametrize("name", NAMES)
def test_every_measure_has_its_paragraph(name: str) -> None:
    page = (Path(__file__).parents[2] / "docs" / "measures.md").read_text(encoding="utf-8")
    assert f"`{name}`" in page


def test_two_processes_give_what_one_gives() -> None:
    data = load("starter")
    for name in ("lexical-overlap", "lexicon-diversity", "consistency"):
        assert take(data, name, jobs=2).summary == take(data, name).summary


def test_training_data_is_refused_by_a_measure_within_a_dataset() -> None:
    with pytest.raises(StatisticsError, match="length of a: this measure takes no training data"):
        take(dataset("Why?"), "length", train=dataset("Why?"))


def test_a_dataset_without_folds_leaves_nothing_to_compare_with() -> None:
    with pytest.raises(StatisticsError, match="neither folds nor parts train and test"):
        take(dataset("Why?"), "leakage")


def test_a_misspelt_measure_or_option_is_named() -> None:
    with pytest.raises(UnknownName, match="no measure named 'lenght'; did you mean 'length'"):
        take(dataset("Why?"), "lenght")
    with pytest.raises(SpecError, match="has no option 'units'; did you mean 'unit'"):
        take(dataset("Why?"), "length(units=words)")


VALUES = [
    ("length", 4.0),
    ("length(unit=tokens)", 5.5),
    ("length(unit=sentences)", 1.5),
    ("numbers", 1.0),
    ("vocabulary", 6.0),
    ("vocabulary(numbers=True)", 8.0),
    ("operators", 1.0),
    ("type-distribution", 2.0),
    ("grade-distribution", 2.5),
    ("equation-templates", 2.0),
    ("equation-templates(reading=shape)", 2.0),
    ("equation-templates(reading=reconciled)", 2.0),
    ("consistency", 0.5),
]


@pytest.mark.parametrize(("measure", "value"), VALUES)
def test_small_datasets_have_the_values_that_one_counts_by_hand(measure: str, value: float) -> None:
    first = told("a/1", "Ann saw 3 owls.", "x = 3 + 2", "Sum", 2)
    second = told("a/2", "Bo ran 4. Why?", "x = 4 - 2", "Ratio", 3)
    found = take(Dataset(name="a", problems=(first, second)), measure)
    assert found.score.value == value
    assert found.score.n == 2


def test_consistency_is_told_by_type_and_by_class_of_error() -> None:
    first = told("a/1", "Ann saw 3 owls.", "x = 3 + 2", "Sum")
    second = told("a/2", "Bo saw 3 owls.", "x = 3 - 2", "Sum")
    found = take(Dataset(name="a", problems=(first, second, told("a/3", "Why?", type="Odd"))), "consistency")
    assert {score.slice: (score.value, score.n) for score in found.parts} == {
        "type=Sum": (0.5, 2),
        "error=incorrect formula": (0.5, 1),
    }
    assert found.values == {"a/1": 1.0, "a/2": 0.0, "a/3": None}


@pytest.mark.realdata
def test_asdiv_has_its_published_types_and_templates() -> None:
    data = load("asdiv")
    assert take(data, "type-distribution").score.value == 24
    assert take(data, "consistency").score.value > 0.99
    grades = {score.slice: score.n for score in take(data, "grade-distribution").parts}
    assert sum(grades.values()) == 2305
    assert list(grades) == [f"grade={grade}" for grade in range(1, 7)]
