"""Folds and held-out parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwplab.catalogue import load
from mwplab.curate import hold_out, make_folds, take_step
from mwplab.curate.folds import By
from mwplab.errors import MwplabError, RecordError
from mwplab.records import Dataset, Problem


def make_dataset(kinds: list[str], seeds: list[int]) -> Dataset:
    problems = tuple(
        Problem(id=f"a/{number}", type=kind, seed=f"seed-{seed}")
        for number, (kind, seed) in enumerate(zip(kinds, seeds, strict=True))
    )
    return Dataset(name="a", problems=problems)


SETS = st.integers(10, 40).flatmap(
    lambda size: st.builds(
        make_dataset,
        st.lists(st.sampled_from(["Sum", "Ratio", "LCM"]), min_size=size, max_size=size),
        st.lists(st.integers(0, 30), min_size=size, max_size=size),
    )
)


@given(SETS, st.sampled_from([By.CHANCE, By.TYPE]), st.integers(2, 5), st.integers(0, 3))
def test_folds_cover_every_problem_once_and_are_of_nearly_equal_size(
    dataset: Dataset, by: By, folds: int, seed: int
) -> None:
    made = make_folds(dataset, folds, by=by, seed=seed)
    tests = [made.splits[f"{fold}/test"] for fold in made.folds]
    assert sorted(id for test in tests for id in test) == sorted(problem.id for problem in dataset)
    assert max(map(len, tests)) - min(map(len, tests)) <= 1
    for fold in made.folds:
        assert not set(made.splits[f"{fold}/train"]) & set(made.splits[f"{fold}/test"])
        assert len(made.splits[f"{fold}/train"]) + len(made.splits[f"{fold}/test"]) == len(dataset)


@given(SETS, st.integers(2, 5))
def test_types_are_spread_evenly(dataset: Dataset, folds: int) -> None:
    made = make_folds(dataset, folds, by=By.TYPE)
    for kind in {problem.type for problem in dataset}:
        counts = [sum(made[id].type == kind for id in made.splits[f"{fold}/test"]) for fold in made.folds]
        assert max(counts) - min(counts) <= 1


@given(SETS, st.integers(2, 4))
def test_variants_of_a_seed_stay_together(dataset: Dataset, folds: int) -> None:
    seeds = {problem.seed for problem in dataset}
    if len(seeds) < folds:
        with pytest.raises(RecordError, match="seeds"):
            make_folds(dataset, folds, by=By.SEED)
        return
    made = make_folds(dataset, folds, by=By.SEED)
    homes = Counter((made[id].seed, fold) for fold in made.folds for id in made.splits[f"{fold}/test"])
    assert len({seed for seed, _ in homes}) == len(homes)


def test_the_same_seed_gives_the_same_folds_and_another_seed_others() -> None:
    starter = load("starter")
    assert make_folds(starter, 5, seed=1).splits == make_folds(starter, 5, seed=1).splits
    assert make_folds(starter, 5, seed=1).splits != make_folds(starter, 5, seed=2).splits


def test_new_folds_take_the_place_of_old_folds_and_parts_but_not_of_other_splits() -> None:
    starter = load("starter")
    mine = replace(starter, splits={"mine": (starter.problems[0].id,), "dev": (), "fold7/train": ()})
    five = make_folds(hold_out(mine, 0.2), 5)
    assert five.folds == ("fold0", "fold1", "fold2", "fold3", "fold4")
    assert not {"train", "dev", "test"} & set(five.splits)
    three = make_folds(five, 3)
    assert three.folds == ("fold0", "fold1", "fold2")
    assert three.splits["fold0/test"] == make_folds(starter, 3).splits["fold0/test"]
    assert list(hold_out(three, 0.2).splits) == ["mine", "fold7/train", "train", "test"]


def test_the_order_of_the_problems_changes_no_fold() -> None:
    starter = load("starter")
    reversed_starter = Dataset(name="starter", problems=starter.problems[::-1])
    assert {k: set(v) for k, v in make_folds(starter, 5).splits.items()} == {
        k: set(v) for k, v in make_folds(reversed_starter, 5).splits.items()
    }


def test_the_recipe_says_how_the_folds_were_made() -> None:
    assert make_folds(load("starter"), 5, by=By.TYPE, seed=3).recipe.steps == (
        "folds(by=type, folds=5, seed=3)",
    )


def test_a_held_out_part_has_the_share_asked_for_in_every_type() -> None:
    made = hold_out(load("starter"), 0.2, by=By.TYPE)
    assert Counter(problem.type for problem in made.split("test")) == dict.fromkeys({p.type for p in made}, 3)
    assert len(made.split("train")) == 288


@pytest.mark.parametrize("folds", [1, 361])
def test_more_folds_than_problems_are_refused(folds: int) -> None:
    with pytest.raises(RecordError, match=r"starter@1\.0 has 360 problems; .* give 2 to 360"):
        make_folds(load("starter"), folds)


@pytest.mark.parametrize("share", [0.0, 1.0, -1.0])
def test_an_empty_part_is_refused(share: float) -> None:
    with pytest.raises(RecordError, match="leaves one part empty"):
        hold_out(load("starter"), share)


def test_too_few_problems_for_two_parts_are_told() -> None:
    one = load("starter[grade=1]")
    one = one.derive(one.problems[:1], "one")
    with pytest.raises(RecordError, match=r"has 1 problems; a test share of 0\.2 takes 0"):
        hold_out(one, 0.2)
    with pytest.raises(
        RecordError, match="has 1 problems; 2 folds cannot be made, two problems are the least"
    ):
        make_folds(one, 2)


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ("hold-out(share=few)", "'few' is no share of a dataset; give a number between 0 and 1"),
        ("hold-out(by=tipe)", "no way to split named 'tipe'; did you mean 'type'?"),
        ("folds(folds=many)", "'many' is no number of folds; give 2 or more"),
        ("folds(by=grade)", "no way to split named 'grade'"),
    ],
)
def test_an_option_that_cannot_be_is_named(step: str, message: str) -> None:
    with pytest.raises(MwplabError, match=message):
        take_step(step, load("starter"))


@pytest.mark.parametrize("make", [make_folds, hold_out])
def test_problems_that_name_no_seed_are_not_folded_by_it(make: Callable[..., Dataset]) -> None:
    problems = tuple(Problem(id=f"a/{number}") for number in range(9))
    with pytest.raises(RecordError, match=r"no problem of a names the seed .* --with families' finds seeds"):
        make(Dataset(name="a", problems=problems), by=By.SEED)


@given(SETS, st.integers(2, 4))
def test_the_types_of_seeds_are_spread_evenly(dataset: Dataset, folds: int) -> None:
    """A seed counts once, whatever the number of its variants; its type is that of most of them."""
    variants: dict[str | None, list[str]] = {}
    for problem in dataset:
        variants.setdefault(problem.seed, []).append(problem.type)
    if len(variants) < folds:
        return
    made = make_folds(dataset, folds, by=By.SEED)
    for kind in {problem.type for problem in dataset}:
        mostly = {
            seed
            for seed, kinds in variants.items()
            if min(set(kinds), key=lambda one: (-kinds.count(one), one)) == kind
        }
        counts = [len({made[id].seed for id in made.splits[f"{fold}/test"]} & mostly) for fold in made.folds]
        assert max(counts) - min(counts) <= 1
