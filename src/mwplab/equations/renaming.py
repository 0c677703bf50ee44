"""The search for a renaming of slots that makes two templates equal, never through a list of all of them.

A slot may go only where the template gives the same when that slot alone is marked. Then slots are placed one
by one: those placed get different values, all others the same one, and a place is good only if both templates
give the same. The last word is a check with all slots different.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from functools import cached_property

from mwplab.equations.modular import CannotTell
from mwplab.equations.patterns import FIRST, REST, Outcome, Probe, agree, shared

MAX_TRIES = 20_000
"""Places that are tried in one search."""

MIN_SHARED = 6
"""Rounds in which templates with functions must both have a value."""

Renaming = tuple[int, ...]
"""For each slot of the first template its slot in the second."""


class Search:
    """Finds renamings; labels on the slots count how many of them land on a slot with another label."""

    def __init__(
        self,
        first: Probe,
        second: Probe,
        labels: tuple[Sequence[Hashable], Sequence[Hashable]] | None = None,
    ) -> None:
        self.first, self.second = first, second
        self.labels = labels or ([None] * first.slots, [None] * second.slots)
        self.places = _places(first.colours, second.colours)
        # The fewer places a slot may take, the earlier it is placed.
        self.order = sorted(range(first.slots), key=lambda slot: len(self.places[slot]))
        self.tries = 0

    def least(self) -> Renaming | None:
        """Return a renaming with few slots that land on another label, the fewest if that is soon found."""
        found = self.within(self.first.slots)
        if found is None:
            return None
        for allowed in range(self._bound(), sum(map(self.differs, range(self.first.slots), found))):
            try:
                better = self.within(allowed)
            except CannotTell:
                break
            if better is not None:
                return better
        return found

    def _bound(self) -> int:
        """Return how many slots land on another label at least, whatever the renaming."""
        colours = self.first.colours, self.second.colours
        told = all(None not in colour for each in colours for colour in each)
        counts = [
            Counter(zip(colour, labels, strict=True) if told else labels)
            for colour, labels in zip(colours, self.labels, strict=True)
        ]
        return sum((counts[0] - counts[1]).values())

    def within(self, allowed: int) -> Renaming | None:
        """Return a renaming with at most so many slots that land on another label."""
        self.tries = 0
        options = self.places
        if not allowed:
            options = [
                [place for place in places if not self.differs(slot, place)]
                for slot, places in enumerate(options)
            ]
        if not all(options):
            return None
        return self._straight(options, allowed) or self._descend(options, {}, allowed)

    def differs(self, slot: int, place: int) -> bool:
        """Return whether a slot and a place have different labels."""
        return self.labels[0][slot] != self.labels[1][place]

    def _straight(self, options: list[list[int]], allowed: int) -> Renaming | None:
        """Return the renaming that takes the first free place each time, if it happens to be right."""
        taken: dict[int, int] = {}
        used: set[int] = set()
        for slot in self.order:
            free = [place for place in options[slot] if place not in used]
            if not free:
                return None
            taken[slot] = next((place for place in free if not self.differs(slot, place)), free[0])
            used.add(taken[slot])
        wrong = sum(self.differs(slot, place) for slot, place in taken.items())
        return self._checked(taken) if wrong <= allowed else None

    def _descend(self, options: list[list[int]], taken: dict[int, int], allowed: int) -> Renaming | None:
        if len(taken) == self.first.slots:
            return self._checked(taken)
        slot = self.order[len(taken)]
        used = set(taken.values())
        free = [place for place in options[slot] if place not in used]
        free.sort(key=lambda place: self.differs(slot, place))
        for place in self._good(free, taken):
            left = allowed - self.differs(slot, place)
            if left >= 0:
                found = self._descend(options, {**taken, slot: place}, left)
                if found is not None:
                    return found
        return None

    def _good(self, free: list[int], taken: dict[int, int]) -> list[int]:
        """Return the places at which both templates give the same with the slots placed so far."""
        if len(free) < 2:
            return free
        self.tries += len(free)
        if self.tries > MAX_TRIES:
            raise CannotTell(f"no renaming of the slots was found among {MAX_TRIES} places tried")
        held = [taken[earlier] for earlier in self.order[: len(taken)]]
        patterns = [_pattern(self.second.slots, [*held, place]) for place in free]
        outcomes = self.second.outcomes(patterns)
        wanted = self.wanted[len(taken)]
        return [place for place, outcome in zip(free, outcomes, strict=True) if agree(wanted, outcome)]

    @cached_property
    def wanted(self) -> list[Outcome]:
        """Return what the first template gives with one, two, ... of its slots placed."""
        slots = self.first.slots
        return self.first.outcomes([_pattern(slots, self.order[: count + 1]) for count in range(slots)])

    def _checked(self, taken: dict[int, int]) -> Renaming | None:
        renaming = tuple(taken[slot] for slot in range(self.first.slots))
        symbols = range(FIRST, FIRST + self.first.slots)
        moved = [REST] * self.second.slots
        for symbol, place in zip(symbols, renaming, strict=True):
            moved[place] = symbol
        one, other = self.first.check(symbols), self.second.check(moved)
        return renaming if agree(one, other) and shared(one, other) >= min(MIN_SHARED, len(one)) else None


def _places(first: list[Outcome], second: list[Outcome]) -> list[list[int]]:
    return [[place for place, other in enumerate(second) if agree(one, other)] for one in first]


def _pattern(slots: int, placed: Sequence[int]) -> list[int]:
    pattern = [REST] * slots
    for symbol, place in enumerate(placed, start=FIRST):
        pattern[place] = symbol
    return pattern
