"""What is asked of a template: a symbol for each slot, so that names of slots play no part."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from functools import cached_property

from mwplab.equations.templates import Template

MAX_SLOTS = 64
"""Slots of one template."""

REST, MARK, FIRST = 0, 1, 2
"""Symbols: all other slots, the slot looked at, and the first of those that are all different."""

SYMBOLS = MAX_SLOTS + FIRST
"""How many symbols there are."""

VALUES, POLYNOMIALS, FUNCTIONS = "values", "polynomials", "functions"
"""The first part of a probe's family."""

Pattern = Sequence[int]
"""A symbol for each slot; slots with equal symbols get equal values."""

Outcome = tuple[Hashable | None, ...]
"""What a template gives for a pattern, in each round of values; ``None`` says nothing."""


class Probe(ABC):
    """A template that can be looked at."""

    template: Template
    """What is looked at."""

    slots: int
    """How many slots there are."""

    family: tuple[str, Hashable, Hashable]
    """What equivalent templates share before any pattern is asked."""

    proved: bool
    """Whether agreement at one random point is a proof (but for a chance below 1e-15), or a sign."""

    @abstractmethod
    def outcomes(self, patterns: Sequence[Pattern]) -> list[Outcome]:
        """Return what the template gives for each pattern."""

    @abstractmethod
    def check(self, pattern: Pattern) -> Outcome:
        """Return what the template gives for a pattern in other values than those of `outcomes`."""

    @cached_property
    def colours(self) -> list[Outcome]:
        """Return for each slot what the template gives when it alone differs from all others."""
        places = range(self.slots)
        return self.outcomes([[MARK if other == place else REST for other in places] for place in places])


def agree(one: Outcome, other: Outcome) -> bool:
    """Return whether nothing in two outcomes tells them apart.

    >>> agree((1, None), (1, 5)), agree((1, None), (2, None))
    (True, False)
    """
    return one == other or all(
        left == right or left is None or right is None for left, right in zip(one, other, strict=True)
    )


def shared(one: Outcome, other: Outcome) -> int:
    """Return in how many rounds both outcomes say something."""
    return sum(left is not None and right is not None for left, right in zip(one, other, strict=True))
