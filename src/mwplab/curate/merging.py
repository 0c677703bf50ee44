"""Several datasets as one."""

from __future__ import annotations

from collections.abc import Sequence

from mwplab.errors import RecordError
from mwplab.records import Card, Dataset


def merge(datasets: Sequence[Dataset]) -> Dataset:
    """Return one dataset with the problems of all; each of them is a split, its own splits stand behind it.

    How it was made is for the caller to say.

    >>> from mwplab.records import Problem
    >>> one = Dataset(name="a", problems=(Problem(id="a/1"),), splits={"test": ("a/1",)})
    >>> both = merge([one, Dataset(name="b", problems=(Problem(id="b/1"),))])
    >>> both.name, dict(both.splits)
    ('a+b', {'a': ('a/1',), 'a/test': ('a/1',), 'b': ('b/1',)})
    """
    names = [dataset.name for dataset in datasets]
    if len(set(names)) < len(names):
        raise RecordError(f"parts or editions of one dataset cannot be merged: {', '.join(names)}")
    splits: dict[str, tuple[str, ...]] = {}
    for dataset in datasets:
        splits[dataset.name] = tuple(problem.id for problem in dataset)
        splits |= {f"{dataset.name}/{split}": ids for split, ids in dataset.splits.items()}
    return Dataset(
        name="+".join(names),
        problems=tuple(problem for dataset in datasets for problem in dataset),
        splits=splits,
        card=Card(canary=next((one.card.canary for one in datasets if one.card.canary), "")),
    )
