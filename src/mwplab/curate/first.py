"""The first problems of a dataset, for a quick look."""

from __future__ import annotations

from dataclasses import dataclass

from mwplab.curate.recipe import step_of
from mwplab.errors import RecordError
from mwplab.records import Dataset


@dataclass(frozen=True, slots=True, kw_only=True)
class First:
    """Keeps the first problems.

    >>> from mwplab.records import Problem
    >>> First(count=1)(Dataset(name="a", problems=(Problem(id="a/1"), Problem(id="a/2")))).problems[0].id
    'a/1'
    """

    count: int
    """How many, at most."""

    def __post_init__(self) -> None:
        if type(self.count) is not int or self.count < 1:
            raise RecordError(f"cannot keep the first {self.count!r} problems; give 1 or more")

    def __call__(self, dataset: Dataset) -> Dataset:
        """Return the first problems of a dataset."""
        return dataset.derive(dataset.problems[: self.count], step_of("first", self))
