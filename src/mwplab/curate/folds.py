"""Folds and held-out parts: at random, spread evenly over types, or with all variants of a seed together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from enum import StrEnum
from functools import partial
from random import Random

from mwplab.curate.recipe import Curation
from mwplab.errors import RecordError, UnknownName
from mwplab.records import Dataset, Problem
from mwplab.spec import Spec


class By(StrEnum):
    """What a split keeps even, or together."""

    CHANCE = "chance"
    """Every problem on its own."""

    TYPE = "type"
    """Each type spread evenly over the folds."""

    SEED = "seed"
    """All problems of one seed in the same fold, the types of seeds spread evenly, as in SVAMP's paper."""


def make_folds(dataset: Dataset, folds: int = 5, *, by: By = By.CHANCE, seed: int = 0) -> Dataset:
    """Return the dataset with the splits ``fold0/train``, ``fold0/test``, ... of nearly equal size.

    >>> problems = tuple(Problem(id=f"a/{number}") for number in range(10))
    >>> split = make_folds(Dataset(name="a", problems=problems), folds=5)
    >>> [len(split.split(f"fold{fold}/test")) for fold in range(5)]
    [2, 2, 2, 2, 2]
    """
    groups = _groups(dataset, by)
    if not 2 <= folds <= len(groups):
        what = "problems" if by is not By.SEED else "seeds"
        advice = f"give 2 to {len(groups)}" if len(groups) > 1 else f"two {what} are the least"
        raise RecordError(
            f"{dataset.full_name} has {len(groups)} {what}; {folds} folds cannot be made, {advice}"
        )
    place = _deal(groups, folds, by, seed)
    splits = _other_splits(dataset)
    for fold in range(folds):
        splits[f"fold{fold}/train"] = tuple(one.id for one in dataset if place[one.id] != fold)
        splits[f"fold{fold}/test"] = tuple(one.id for one in dataset if place[one.id] == fold)
    step = Spec("folds", {"folds": folds, "by": by.value, "seed": seed})
    return replace(dataset.derive(dataset.problems, str(step)), splits=splits)


def hold_out(dataset: Dataset, share: float = 0.2, *, by: By = By.CHANCE, seed: int = 0) -> Dataset:
    """Return the dataset with the splits ``train`` and ``test``, the test part holding the given share.

    >>> problems = tuple(Problem(id=f"a/{number}") for number in range(10))
    >>> len(hold_out(Dataset(name="a", problems=problems), share=0.2).split("test"))
    2
    """
    if not 0 < share < 1:
        raise RecordError(
            f"a test share of {share} leaves one part empty; give a number between 0 and 1, such as 0.2"
        )
    wanted, test = round(share * len(dataset)), set[str]()
    for group in _order(_groups(dataset, by), by, seed):
        if len(test) < wanted:
            test.update(one.id for one in group)
    if len(test) in (0, len(dataset)):
        raise RecordError(
            f"{dataset.full_name} has {len(dataset)} problems; a test share of {share} takes {len(test)} "
            "and leaves one part empty, give another share or more problems"
        )
    splits = {
        **_other_splits(dataset),
        "train": tuple(one.id for one in dataset if one.id not in test),
        "test": tuple(one.id for one in dataset if one.id in test),
    }
    step = Spec("hold-out", {"share": share, "by": by.value, "seed": seed})
    return replace(dataset.derive(dataset.problems, str(step)), splits=splits)


def folding(folds: int = 5, by: str = By.CHANCE, seed: int = 0) -> Curation:
    """Deals the problems out into folds, each the test part of one split.

    >>> folding(folds=2)(Dataset(name="a", problems=(Problem(id="a/1"), Problem(id="a/2")))).folds
    ('fold0', 'fold1')
    """
    if type(folds) is not int:
        raise RecordError(f"{folds!r} is no number of folds; give 2 or more")
    return partial(make_folds, folds=folds, by=_way(by), seed=seed)


def holding_out(share: float = 0.2, by: str = By.CHANCE, seed: int = 0) -> Curation:
    """Holds a share of the problems out as the test part.

    >>> problems = tuple(Problem(id=f"a/{number}") for number in range(2))
    >>> sorted(holding_out(share=0.5)(Dataset(name="a", problems=problems)).splits)
    ['test', 'train']
    """
    if isinstance(share, bool | str) or share is None:
        raise RecordError(f"{share!r} is no share of a dataset; give a number between 0 and 1, such as 0.2")
    return partial(hold_out, share=share, by=_way(by), seed=seed)


def _way(by: str) -> By:
    if by not in tuple(By):
        raise UnknownName.among("way to split", by, [way.value for way in By])
    return By(by)


def _other_splits(dataset: Dataset) -> dict[str, tuple[str, ...]]:
    """Return the splits that say nothing of training and testing, since what does is made anew."""
    made = {"train", "dev", "test", *dataset.folds}
    return {name: ids for name, ids in dataset.splits.items() if name.partition("/")[0] not in made}


def _groups(dataset: Dataset, by: By) -> list[list[Problem]]:
    """Return the problems that must stay together."""
    if by is By.SEED and not any(problem.seed for problem in dataset):
        raise RecordError(
            f"no problem of {dataset.full_name} names the seed that it was made from, so nothing can be kept "
            "together; 'mwp curate NAME... --with families' finds seeds again, or take another way than seed"
        )
    groups: dict[str, list[Problem]] = {}
    for problem in dataset:
        groups.setdefault(_together(problem, by), []).append(problem)
    return list(groups.values())


def _together(problem: Problem, by: By) -> str:
    return (problem.seed or problem.id) if by is By.SEED else problem.id


def _order(groups: Iterable[list[Problem]], by: By, seed: int) -> list[list[Problem]]:
    """Return the groups in an order that depends on the seed and the ids alone, types interleaved evenly."""
    shuffled = sorted(groups, key=lambda group: Random(f"{seed}:{_together(group[0], by)}").random())
    if by is not By.TYPE:
        return shuffled
    rank: dict[str, int] = {}
    size: dict[str, int] = {}
    for group in shuffled:
        size[group[0].type] = size.get(group[0].type, 0) + 1
    placed = []
    for group in shuffled:
        kind = group[0].type
        placed.append(((rank.get(kind, 0) + 0.5) / size[kind], kind, group))
        rank[kind] = rank.get(kind, 0) + 1
    return [group for _, _, group in sorted(placed, key=lambda item: item[:2])]


def _deal(groups: list[list[Problem]], folds: int, by: By, seed: int) -> dict[str, int]:
    """Return each problem's fold: that with the fewest problems; of a seed, with the fewest of its type."""
    place: dict[str, int] = {}
    sizes, seeds = [0] * folds, Counter[tuple[str, int]]()
    ordered = _order(groups, by, seed)
    if by is not By.CHANCE:
        ordered.sort(key=_type)
    for group in ordered:
        kind = _type(group) if by is By.SEED else ""
        fold = min(range(folds), key=lambda number: (seeds[kind, number], sizes[number], number))
        seeds[kind, fold] += by is By.SEED
        sizes[fold] += len(group)
        place.update((one.id, fold) for one in group)
    return place


def _type(group: list[Problem]) -> str:
    """Return the type that most of a seed's problems have; of equally common ones the first by name."""
    counts = Counter(problem.type for problem in group)
    return min(counts, key=lambda kind: (-counts[kind], kind))
