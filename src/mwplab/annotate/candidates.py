"""The ways to align an equation with a text, the likeliest first.

An alignment costs more the less it looks like what people write. In order of weight:

apart       neighbours in the equation whose quantities stand in different sentences
reused      a number used again although the text says the same value once more that is not used at all
distance    how far neighbours of the equation are apart in the text
turned      pairs of places in the equation whose quantities stand in the text the other way round

The order was chosen on the training part of DRAW-1K, where it puts the annotated alignment first for 80 % of
the ambiguous problems (order of mention alone: 61 %).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise
from math import prod

from mwplab.annotate.sameness import same_derivation
from mwplab.annotate.sites import Site, place
from mwplab.equations import Derivation, EquationSystem, Template, canonical, induce
from mwplab.equations.nodes import Call, Choice, walk
from mwplab.records import Problem
from mwplab.text import sentences

BEAM = 256
"""Alignments kept after each place of the equation; up to so many, all are looked at."""

SHOWN = 36
"""Candidates kept of one problem."""


@dataclass(frozen=True, slots=True, order=True)
class Cost:
    """What speaks against an alignment; the first part that differs decides."""

    apart: int
    """Neighbours in a statement whose quantities stand in different sentences."""

    reused: int
    """Places that take a quantity again while another of the same value is not used."""

    distance: int
    """Characters between neighbours in a statement, summed."""

    turned: int
    """Pairs of places in a statement whose quantities stand in the text the other way round."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One way to align, with what speaks against it."""

    derivation: Derivation
    """Template and alignment that the equations have in this way."""

    cost: Cost
    """What it was ranked by."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """The candidates of a problem, the likeliest first."""

    candidates: tuple[Candidate, ...]
    """No two of them equivalent."""

    ways: int
    """In how many ways the places can be filled, equivalent ones included."""

    note: str = ""
    """What was left out, if anything."""


def rank(problem: Problem, system: EquationSystem, found: Sequence[Site]) -> Ranked:
    """Return the candidate alignments of equations over references, the likeliest first.

    >>> from mwplab.annotate.sites import sites
    >>> from mwplab.equations import parse
    >>> from mwplab.text import quantities
    >>> text = "Ann has 5 hats. Joe has 5 caps and buys 2 caps. How many caps?"
    >>> system = parse("x = q0 + q2")
    >>> problem = Problem(id="a/1", body=text, quantities=quantities(text), equations=system)
    >>> [one.derivation.alignment for one in rank(problem, system, sites(problem)).candidates]
    [(1, 2), (0, 2)]
    """
    ways = prod(len(site.options) for site in found)
    kept: list[Candidate] = []
    # Functions are compared at many points, which takes too long for hundreds of pairs.
    functions = any(isinstance(part, Call | Choice) for part in walk(system))
    same = _same_in_form if functions else same_derivation
    complete = ways <= BEAM
    for cost, positions in _Ranker(problem, found).best():
        derivation = induce(place(system, positions))
        if any(same(derivation, other.derivation) for other in kept):
            continue
        if len(kept) == SHOWN:
            complete = False
            break
        kept.append(Candidate(derivation, cost))
    note = f"the {len(kept)} likeliest candidates are listed; the places can be filled in {ways} ways"
    return Ranked(tuple(kept), ways, "" if complete else note)


def _same_in_form(first: Derivation, second: Derivation) -> bool:
    """Tell whether two derivations are equivalent, looking at those only that differ in order and names."""
    return _form(first.template) == _form(second.template) and same_derivation(first, second)


@lru_cache(maxsize=1024)
def _form(template: Template) -> Template:
    return canonical(template)


class _Ranker:
    """Fills the places one by one and keeps the cheapest beginnings."""

    def __init__(self, problem: Problem, found: Sequence[Site]) -> None:
        self.sites = found
        self.starts = [quantity.start for quantity in problem.quantities]
        ends = [span.end for span in sentences(problem.text)]
        self.sentence = [bisect_right(ends, start) for start in self.starts]
        self.near = [(one, two) for one, two in pairwise(range(len(found))) if self._joined(one, two)]
        self.pairs = [pair for pair in combinations(range(len(found)), 2) if self._joined(*pair)]

    def _joined(self, one: int, two: int) -> bool:
        return self.sites[one].statement == self.sites[two].statement

    def best(self) -> list[tuple[Cost, tuple[int, ...]]]:
        beam: list[tuple[int, ...]] = [()]
        for site in self.sites:
            longer = [(*positions, option) for positions in beam for option in site.options]
            beam = longer if len(longer) <= BEAM else sorted(longer, key=self._key)[:BEAM]
        return sorted((self.cost(positions), positions) for positions in beam)

    def _key(self, positions: tuple[int, ...]) -> tuple[Cost, tuple[int, ...]]:
        return self.cost(positions), positions

    def cost(self, positions: tuple[int, ...]) -> Cost:
        """Return what speaks against filling the first places with these quantities."""
        used, count = set(positions), len(positions)
        near = [(positions[one], positions[two]) for one, two in self.near if two < count]
        pairs = [(positions[one], positions[two]) for one, two in self.pairs if two < count]
        return Cost(
            apart=sum(self.sentence[one] != self.sentence[two] for one, two in near),
            reused=sum(
                position in positions[:index] and not used.issuperset(site.options)
                for index, (position, site) in enumerate(zip(positions, self.sites, strict=False))
            ),
            distance=sum(abs(self.starts[one] - self.starts[two]) for one, two in near),
            turned=sum(one > two for one, two in pairs),
        )
