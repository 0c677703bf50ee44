"""Splits without leaks: what training and test parts have in common goes out of one of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from mwplab.curate.recipe import step_of
from mwplab.errors import RecordError
from mwplab.records import Dataset
from mwplab.records.parts import tested_parts
from mwplab.registry import check_kinds
from mwplab.text.repeats import Texts, find_repeats, is_similarity


class Side(StrEnum):
    """Where repeated problems are taken out."""

    TRAIN = "train"
    """Of the training parts, so that all solvers are tested on the same problems."""

    TEST = "test"
    """Of the test parts, so that a trained solver stays as it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CleanSplits:
    """Keeps all problems, with folds, or parts train, dev and test, between which nothing is repeated.

    >>> from mwplab.records import Problem
    >>> splits = {"train": ("a/1", "a/2"), "test": ("a/3",)}
    >>> told = {"a/1": "An owl.", "a/2": "A fig.", "a/3": "an  owl."}
    >>> problems = tuple(Problem(id=id, body=text) for id, text in told.items())
    >>> CleanSplits()(Dataset(name="a", problems=problems, splits=splits)).splits
    {'train': ('a/2',), 'test': ('a/3',)}
    """

    above: float | None = None
    """The least similarity (from 0 to 1) of what is a repeat; None: texts alike but for numbers."""

    side: str = Side.TRAIN
    """The parts that repeated problems are taken out of, ``train`` or ``test``."""

    def __post_init__(self) -> None:
        check_kinds(self)
        if self.above is not None and not is_similarity(self.above):
            raise RecordError(
                f"a similarity cannot be required to be {self.above}; give more than 0, at most 1"
            )
        if self.side not in tuple(Side):
            raise RecordError(f"repeats cannot be taken out of {self.side!r}; give {' or '.join(Side)}")

    def __call__(self, dataset: Dataset) -> Dataset:
        """Return the dataset with the repeats out of its parts."""
        parts = tested_parts(dataset)
        if not parts:
            raise RecordError(
                f"{dataset.full_name} has neither folds nor parts train and test to clean; make folds first"
            )
        similar = self.above is not None
        texts = {one.id: Texts.of(one.text, one.quantities, similar=similar) for one in dataset}
        splits = dict(dataset.splits)
        for test, train in parts.values():
            cleaned, other = (train, test) if self.side == Side.TRAIN else (test, train)
            ids = splits[cleaned]
            pool = [texts[id] for id in splits[other]]
            gone = find_repeats([texts[id] for id in ids], pool, above=self.above).repeated
            splits[cleaned] = tuple(id for place, id in enumerate(ids) if place not in gone)
        return replace(dataset.derive(dataset.problems, step_of("clean-splits", self)), splits=splits)
