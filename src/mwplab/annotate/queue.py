"""What a machine can align, and what is left to people."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from mwplab.annotate.candidates import Ranked, rank
from mwplab.annotate.sameness import Classes, merge_classes, same_derivation
from mwplab.annotate.sites import Site, referred, sites, strange_numbers
from mwplab.equations import Derivation, EquationSystem, induce, write_number
from mwplab.errors import RecordError, UnknownName
from mwplab.records import Dataset, Problem
from mwplab.records.problem import MALFORMED


@dataclass(frozen=True)
class Item:
    """A problem with its equations over the text, and the ways to align them."""

    problem: Problem
    """The problem."""

    system: EquationSystem
    """Its equations over quantity references."""

    sites: tuple[Site, ...]
    """Where the equations take numbers from the text."""

    proposed: tuple[Derivation, ...] = ()
    """What annotators have said; shown before the candidates where they disagree."""

    @property
    def ambiguous(self) -> bool:
        """Tell whether some number of the equations stands in the text more than once."""
        return any(len(site.options) > 1 for site in self.sites)

    @cached_property
    def ranked(self) -> Ranked:
        """Return the candidate alignments, the likeliest first; ranked when first asked for."""
        return rank(self.problem, self.system, self.sites)

    @cached_property
    def derivations(self) -> tuple[Derivation, ...]:
        """Return what may be chosen: what annotators have said, then the candidates, the likeliest first."""
        chosen = list(self.proposed)
        unmarked = [one for one in self.proposed if not one.equivalent]
        for candidate in self.ranked.candidates:
            if not any(same_derivation(candidate.derivation, one) for one in unmarked):
                chosen.append(candidate.derivation)
        return tuple(chosen)

    @property
    def alike(self) -> tuple[tuple[int, ...], ...]:
        """Return the groups of quantities that have one value which the equations use."""
        return tuple(dict.fromkeys(site.options for site in self.sites if len(site.options) > 1))

    def label(self, derivation: Derivation) -> int | str:
        """Return the number of the first candidate that a derivation is equivalent to, or its own text.

        Quantities that the derivation marks as equivalent count as one.
        """
        for number, candidate in enumerate(self.derivations):
            if same_derivation(derivation, candidate, derivation.equivalent):
                return number
        return str(derivation.system)

    def marked(self, number: int, classes: Classes) -> Derivation:
        """Return the candidate with this number, from 0, with these quantities marked as equivalent too."""
        if not 0 <= number < len(self.derivations):
            count = len(self.derivations)
            raise RecordError(f"{self.problem.id}: no candidate {number + 1}; there are {count}")
        found = self.derivations[number]
        marks = merge_classes([*found.equivalent, *classes])
        return Derivation(found.template, found.alignment, marks)


@dataclass(frozen=True, slots=True)
class Left:
    """A problem that has no item, and why."""

    problem: str
    """Its id."""

    reason: str
    """What stands in the way."""


@dataclass(frozen=True)
class Queue:
    """The problems of a dataset, sorted by who can align them."""

    dataset: Dataset
    """Where they come from."""

    settled: tuple[Item, ...]
    """Those with one alignment only: done by machine, to be verified."""

    items: tuple[Item, ...]
    """Those with several alignments: a person chooses."""

    left: tuple[Left, ...] = ()
    """Those that cannot be aligned as they are."""

    def __iter__(self) -> Iterator[Item]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)

    def item(self, problem: str) -> Item:
        """Return the item of a problem, settled or not."""
        if problem not in self._index:
            raise UnknownName.among(f"problem in the queue of {self.dataset.full_name}", problem, self._index)
        return self._index[problem]

    @cached_property
    def _index(self) -> dict[str, Item]:
        return {item.problem.id: item for item in (*self.items, *self.settled)}


def queue(dataset: Dataset) -> Queue:
    """Sort the problems of a dataset into those that a machine can align and those that need a person.

    >>> from mwplab.equations import parse
    >>> from mwplab.text import quantities
    >>> text = "Ann has 5 hats and 5 caps, and buys 2 hats. How many hats?"
    >>> systems = {"a/1": parse("x = 5 + 2"), "a/2": parse("x = 2"), "a/3": parse("x = 77 + 2"), "a/4": None}
    >>> problems = [
    ...     Problem(id=id, body=text, quantities=quantities(text), equations=system)
    ...     for id, system in systems.items()
    ... ]
    >>> found = queue(Dataset(name="a", problems=tuple(problems)))
    >>> [item.problem.id for item in found], [item.problem.id for item in found.settled]
    (['a/1'], ['a/2'])
    >>> [one.reason for one in found.left]
    ['77 is neither in the text nor common knowledge', 'there are no equations']
    """
    settled: list[Item] = []
    items: list[Item] = []
    left: list[Left] = []
    for problem in dataset:
        system = referred(problem)
        if reason := _obstacle(problem, system):
            left.append(Left(problem.id, reason))
        elif system is not None:
            item = Item(problem, system, sites(problem))
            (items if item.ambiguous else settled).append(item)
    return Queue(dataset, tuple(settled), tuple(items), tuple(left))


def settle(problem: Problem) -> Derivation | None:
    """Return the derivation that a machine can be sure of, if there is one.

    >>> from mwplab.equations import parse
    >>> from mwplab.text import quantities
    >>> text = "Ann has 5 hats and buys 2 hats. How many hats?"
    >>> problem = Problem(id="a/1", body=text, quantities=quantities(text), equations=parse("x = 5 + 2"))
    >>> settle(problem).alignment
    (0, 1)
    """
    system = referred(problem)
    if system is None or _obstacle(problem, system) or any(len(site.options) > 1 for site in sites(problem)):
        return None
    return induce(system)


def _obstacle(problem: Problem, system: EquationSystem | None) -> str:
    """Return why a problem cannot be aligned, or nothing."""
    if system is None:
        malformed = problem.extra.get(MALFORMED)
        return f"the equations cannot be read: {malformed}" if malformed else "there are no equations"
    strange = strange_numbers(system)
    if strange:
        verb = "is" if len(strange) == 1 else "are"
        return f"{', '.join(map(write_number, strange))} {verb} neither in the text nor common knowledge"
    return ""
