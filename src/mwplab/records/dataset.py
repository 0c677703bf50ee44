"""Collections of problems, with how they were made and how they are split."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from mwplab.errors import RecordError, UnknownName
from mwplab.records.problem import Problem
from mwplab.version import __version__


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """What a dataset is, where it comes from, and what is known to be wrong with it."""

    title: str = ""
    """The dataset's full name."""

    summary: str = ""
    """What it holds, in a sentence or two."""

    source: str = ""
    """Where it was published: repository and commit, or address."""

    licence: str = ""
    """The licence as its source states it."""

    citation: str = ""
    """The paper to cite."""

    year: int | None = None
    """When it was published."""

    category: str = ""
    """Kind of problems, in the words of ASDiv's Table 2."""

    annotation: str = ""
    """What is annotated, in the words of ASDiv's Table 2."""

    counts: Mapping[str, int] = field(default_factory=dict, hash=False)
    """Numbers of problems, whole and by part, as the published files have them."""

    known_errors: tuple[str, ...] = ()
    """What is wrong in the published files, and what we do about it."""

    notes: tuple[str, ...] = ()
    """Choices made in reading the files."""

    canary: str = ""
    """A line to be looked for in what models say: who can complete it has seen the files."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """How a dataset was made, so that it can be made again."""

    inputs: tuple[str, ...] = ()
    """The datasets it was made from, each with its fingerprint: ``svamp@1.0#0a1b...``."""

    steps: tuple[str, ...] = ()
    """The specs applied, earliest first."""

    version: str = ""
    """The mwplab that took the last step."""


@dataclass(frozen=True, kw_only=True)
class Dataset:
    """An edition of a collection of problems."""

    name: str
    """As in the catalogue, ``svamp``."""

    edition: str = ""
    """Which of several circulating editions, ``1.0``; empty where there is one only."""

    problems: tuple[Problem, ...] = ()
    """The problems in the order of the source."""

    splits: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    """Named parts, such as ``test`` or ``fold0/train``, as ids in order."""

    card: Card = Card()
    """Source, licence, citation, counts, known errors."""

    recipe: Recipe = Recipe()
    """How it was made from others; empty for what the catalogue reads."""

    def __post_init__(self) -> None:
        twice = _repeated([problem.id for problem in self.problems])
        if twice is not None:
            raise RecordError(f"{self.name}: two problems have the id {twice!r}; ids must be unique")
        for split, ids in self.splits.items():
            missing = next((id for id in ids if id not in self._index), None)
            if missing is not None:
                raise RecordError(
                    f"{self.name}: the split {split!r} names {missing!r}, which is no problem of it"
                )
            twice = _repeated(ids)
            if twice is not None:
                raise RecordError(f"{self.name}: the split {split!r} names {twice!r} twice")

    def __len__(self) -> int:
        return len(self.problems)

    def __iter__(self) -> Iterator[Problem]:
        return iter(self.problems)

    def __getitem__(self, id: str) -> Problem:
        """Return the problem with this id, or with this key behind the dataset's name."""
        found = self._index.get(id, self._index.get(f"{self.name}/{id}"))
        if found is None:
            raise UnknownName.among("problem", id, [problem.key for problem in self.problems])
        return found

    @cached_property
    def _index(self) -> dict[str, Problem]:
        return {problem.id: problem for problem in self.problems}

    @property
    def full_name(self) -> str:
        """Return name and edition as a spec.

        >>> Dataset(name="svamp", edition="1.0+fixes").full_name
        'svamp@1.0+fixes'
        >>> Dataset(name="draw", edition="+fixes").full_name
        'draw+fixes'
        """
        at = "@" if self.edition and not self.edition.startswith("+") else ""
        return f"{self.name}{at}{self.edition}"

    @cached_property
    def fingerprint(self) -> str:
        """Return a short hash of the content: equal content, equal fingerprint."""
        from mwplab.records.jsonl import problem_lines

        digest = hashlib.sha256()
        for line in problem_lines(self.problems):
            digest.update(line.encode())
        return digest.hexdigest()[:16]

    @property
    def folds(self) -> tuple[str, ...]:
        """Return the names of the folds that have a train and a test part.

        >>> Dataset(name="d", splits={"fold0/train": (), "fold0/test": (), "dev": ()}).folds
        ('fold0',)
        """
        stems = dict.fromkeys(split.partition("/")[0] for split in self.splits if "/" in split)
        return tuple(stem for stem in stems if {f"{stem}/train", f"{stem}/test"} <= set(self.splits))

    def split(self, name: str) -> Dataset:
        """Return a named part as a dataset of its own."""
        if name not in self.splits:
            raise UnknownName.among(f"split of {self.full_name}", name, self.splits)
        chosen = tuple(self._index[id] for id in self.splits[name])
        return self.derive(chosen, f"split({name})")

    def select(self, wanted: Callable[[Problem], bool], step: str) -> Dataset:
        """Return the problems that fulfil a condition, with the step noted in the recipe."""
        return self.derive(tuple(problem for problem in self.problems if wanted(problem)), step)

    def derive(self, problems: tuple[Problem, ...], step: str) -> Dataset:
        """Return a dataset made from this one, with what was done noted in the recipe."""
        inputs = self.recipe.inputs or (f"{self.full_name}#{self.fingerprint}",)
        kept = {problem.id for problem in problems}
        splits = {name: ids for name, ids in self.splits.items() if kept.issuperset(ids)}
        recipe = Recipe(inputs=inputs, steps=(*self.recipe.steps, step), version=__version__)
        return replace(self, problems=problems, splits=splits, recipe=recipe)

    def __repr__(self) -> str:
        sizes = f"{len(self)} problems, {len(self.splits)} splits"
        return f"Dataset({self.full_name}, {sizes}, #{self.fingerprint})"

    def _repr_html_(self) -> str:
        """Show the dataset in a notebook."""
        from mwplab.records.views import dataset_html

        return dataset_html(self)


def _repeated(ids: Sequence[str]) -> str | None:
    """Return the first id that is there more than once."""
    return next((id for id, count in Counter(ids).items() if count > 1), None)
