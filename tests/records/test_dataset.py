"""Collections of problems."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest
from hypothesis import given

from mwplab.errors import RecordError, UnknownName
from mwplab.records import Dataset, Problem
from tests.records.strategies import datasets

FOUR = Dataset(
    name="mine",
    edition="2",
    problems=tuple(
        Problem(id=f"mine/{key}", grade=grade) for key, grade in zip("abcd", (1, 2, 3, 4), strict=True)
    ),
    splits={
        "fold0/train": ("mine/a", "mine/b"),
        "fold0/test": ("mine/d", "mine/c"),
        "fold1/train": ("mine/c",),
        "test": ("mine/d", "mine/a"),
    },
)


def test_a_problem_is_found_by_its_id_or_its_key() -> None:
    assert FOUR["mine/b"] is FOUR["b"] is FOUR.problems[1]
    assert len(FOUR) == 4
    assert list(FOUR) == list(FOUR.problems)
    with pytest.raises(UnknownName, match="no problem named 'z'; there are: a, b, c, d"):
        FOUR["z"]


def test_a_split_is_a_dataset_in_the_order_of_the_split() -> None:
    part = FOUR.split("fold0/test")
    assert [problem.key for problem in part] == ["d", "c"]
    assert part.recipe.inputs == (f"mine@2#{FOUR.fingerprint}",)
    assert part.recipe.steps == ("split(fold0/test)",)
    assert set(part.splits) == {"fold0/test", "fold1/train"}
    with pytest.raises(UnknownName, match="no split of mine@2 named 'tset'; did you mean 'test'"):
        FOUR.split("tset")


def test_a_selection_of_a_selection_notes_both_steps_and_the_first_input() -> None:
    once = FOUR.select(lambda problem: problem.grade != 1, "select(grade!=1)")
    twice = once.select(lambda problem: problem.grade == 2, "select(grade=2)")
    assert [problem.key for problem in twice] == ["b"]
    assert twice.recipe.inputs == (f"mine@2#{FOUR.fingerprint}",)
    assert twice.recipe.steps == ("select(grade!=1)", "select(grade=2)")
    assert twice.splits == {}


def test_folds_have_a_train_and_a_test_part() -> None:
    assert FOUR.folds == ("fold0",)


def test_two_problems_with_one_id_are_refused() -> None:
    with pytest.raises(RecordError, match="mine: two problems have the id 'mine/a'; ids must be unique"):
        replace(FOUR, problems=(*FOUR.problems, FOUR.problems[0]))


def test_a_split_names_problems_of_the_dataset_once_each() -> None:
    with pytest.raises(RecordError, match="the split 'dev' names 'mine/z', which is no problem of it"):
        replace(FOUR, splits={"dev": ("mine/z",)})
    with pytest.raises(RecordError, match="the split 'dev' names 'mine/a' twice"):
        replace(FOUR, splits={"dev": ("mine/a", "mine/b", "mine/a")})


@given(datasets())
def test_the_fingerprint_depends_on_the_problems_alone(dataset: Dataset) -> None:
    renamed = Dataset(name="other", problems=tuple(replace(problem) for problem in dataset.problems))
    assert renamed.fingerprint == dataset.fingerprint
    if dataset.problems:
        first = dataset.problems[0]
        changed = replace(first, rationale=first.rationale + "!")
        assert replace(renamed, problems=(changed, *dataset.problems[1:])).fingerprint != dataset.fingerprint
        assert replace(renamed, problems=dataset.problems[1:]).fingerprint != dataset.fingerprint


def test_the_fingerprint_of_a_known_dataset_stays_what_it_is() -> None:
    assert Dataset(name="none").fingerprint == "e3b0c44298fc1c14"
    assert FOUR.fingerprint == "560bb577cf70d9d9"


def test_a_dataset_shows_itself_in_one_line() -> None:
    assert repr(FOUR) == f"Dataset(mine@2, 4 problems, 4 splits, #{FOUR.fingerprint})"
    assert Dataset(name="mine").full_name == "mine"


def test_a_dataset_travels_between_processes() -> None:
    assert pickle.loads(pickle.dumps(FOUR)) == FOUR  # noqa: S301
