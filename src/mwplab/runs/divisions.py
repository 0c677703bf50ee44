"""A dataset divided into training and test parts: the folds it was published with, or folds made here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from mwplab.curate import make_folds
from mwplab.curate.folds import By
from mwplab.errors import RecordError
from mwplab.records import Dataset
from mwplab.runs.signature import part_line

OFFICIAL = "official"
"""The folds that a dataset was published with."""

FOLDS = 5
"""How many folds most corpora were published with, and how many are made of one that has none."""


@dataclass(frozen=True, slots=True)
class Division:
    """One training and what is asked after it."""

    name: str
    """Such as ``fold0``; empty where there is one only."""

    train: tuple[Dataset, ...]
    """What is learnt from; nothing for a solver that comes as it is."""

    test: Dataset
    """What is asked."""


def usual_folds(dataset: Dataset, by: By = By.CHANCE) -> int | str:
    """Return which folds to take where nobody says: the published ones, unless a way to make them is named.

    >>> from mwplab.catalogue import load
    >>> usual_folds(load("starter"))
    5
    """
    return OFFICIAL if dataset.folds and by is By.CHANCE else FOLDS


def fold_divisions(
    dataset: Dataset, folds: int | str, by: By, others: Sequence[Dataset], seed: int
) -> tuple[tuple[Division, ...], str]:
    """Return a division for each fold, the others added to its training part, and how folds were made.

    >>> from mwplab.catalogue import load
    >>> divisions, how = fold_divisions(load("starter"), 3, By.TYPE, (), seed=0)
    >>> [(one.name, len(one.test)) for one in divisions], how
    ([('fold0', 120), ('fold1', 120), ('fold2', 120)], 'folds(by=type, folds=3, seed=0)')
    """
    parts = _divided(dataset, folds, by, seed)
    made = parts.recipe.steps[len(dataset.recipe.steps) :]
    divisions = tuple(
        Division(name, (parts.split(f"{name}/train"), *others), parts.split(f"{name}/test"))
        for name in parts.folds
    )
    return divisions, ";".join(made) or f"folds({OFFICIAL})"


def _divided(dataset: Dataset, folds: int | str, by: By, seed: int) -> Dataset:
    """Return the dataset with the folds that are asked for, and no others."""
    if isinstance(folds, int):
        return make_folds(dataset, folds, by=by, seed=seed)
    if folds != OFFICIAL:
        raise RecordError(f"folds are {OFFICIAL!r} or a number, not {folds!r}")
    if not dataset.folds and (part := part_line(dataset)):
        raise RecordError(
            f"{dataset.full_name}, {part}, has no whole fold; take a larger part, or say how many to make"
        )
    if not dataset.folds:
        raise RecordError(f"{dataset.full_name} was published without folds; say how many to make, such as 5")
    return dataset


def first_problems(dataset: Dataset, limit: int) -> Dataset:
    """Return the first problems with what is left of each fold."""
    chosen = dataset.derive(dataset.problems[:limit], f"first({limit})")
    kept = {problem.id for problem in chosen}
    splits = {name: tuple(id for id in ids if id in kept) for name, ids in dataset.splits.items()}
    return replace(chosen, splits={name: ids for name, ids in splits.items() if ids})
