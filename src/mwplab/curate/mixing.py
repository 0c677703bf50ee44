"""Several datasets as one, their equations written alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from mwplab.curate.merging import merge
from mwplab.curate.recipe import combined, step_of
from mwplab.curate.reconcile import reconcile
from mwplab.errors import RecordError
from mwplab.records import Dataset
from mwplab.registry import check_kinds


@dataclass(frozen=True, slots=True, kw_only=True)
class Mix:
    """Puts datasets together; each of them is a split of the whole.

    >>> from mwplab.equations import parse
    >>> from mwplab.records import Problem
    >>> one = Dataset(name="a", problems=(Problem(id="a/1", equations=parse("x = q0 - q1")),))
    >>> other = Dataset(name="b", problems=(Problem(id="b/1", equations=parse("q0 = q1 + x")),))
    >>> both = Mix()(one, other)
    >>> both.name, [str(problem.equations) for problem in both], list(both.splits)
    ('a+b', ['x = q0 - q1', 'x = q0 - q1'], ['a', 'b'])
    """

    reconcile: bool = True
    """Whether equations that come to the same are written in one form, the commonest of all datasets."""

    def __post_init__(self) -> None:
        check_kinds(self)

    def __call__(self, *datasets: Dataset) -> Dataset:
        """Return the datasets as one."""
        if len(datasets) < 2:
            raise RecordError(f"a mix needs two datasets or more, found {len(datasets)}")
        return self.joined(datasets, reconcile(datasets).datasets if self.reconcile else datasets)

    def joined(self, datasets: Sequence[Dataset], parts: Sequence[Dataset]) -> Dataset:
        """Return what became of the datasets as one, with the recipe that begins with them."""
        return replace(merge(parts), recipe=combined(datasets, step_of("mix", self)))
