"""Several datasets as one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mwplab.catalogue import load
from mwplab.curate import Mix, remake
from mwplab.errors import RecordError
from mwplab.records import Dataset


def part(name: str, selection: str) -> Dataset:
    return Dataset(name=name, problems=load(f"starter[{selection}]").problems)


ONE, OTHER = part("one", "grade=2"), part("other", "grade=5")


def test_each_dataset_is_a_split_and_no_problem_is_lost() -> None:
    both = Mix()(ONE, OTHER)
    assert [one.id for one in both] == [one.id for dataset in (ONE, OTHER) for one in dataset]
    assert both.splits["other"] == tuple(one.id for one in OTHER)


def test_equations_are_written_alike_and_give_the_same_answers() -> None:
    plain, alike = Mix(reconcile=False)(ONE, OTHER), Mix()(ONE, OTHER)
    assert plain.problems == (*ONE.problems, *OTHER.problems)
    changed = [one.id for one in alike if one.equations != plain[one.id].equations]
    assert changed
    assert all(alike[id].answers == plain[id].answers for id in changed)


@pytest.mark.parametrize("alike", [True, False])
def test_a_mix_is_made_again(alike: bool) -> None:
    both = Mix(reconcile=alike)(ONE, OTHER)
    again = remake(both.recipe, load, at_hand=[ONE, OTHER])
    assert (again.problems, again.splits, again.recipe) == (both.problems, both.splits, both.recipe)


def test_one_dataset_is_no_mix() -> None:
    with pytest.raises(RecordError, match="a mix needs two datasets or more, found 1"):
        Mix()(ONE)


def test_parts_of_one_dataset_are_not_mixed() -> None:
    with pytest.raises(RecordError, match="parts or editions of one dataset"):
        Mix()(ONE, replace(OTHER, name="one"))
