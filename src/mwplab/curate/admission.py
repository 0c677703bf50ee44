"""The gate of a growing collection: what says little new is sent back or refused, as ASDiv was built."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from mwplab.curate.recipe import combined, step_of
from mwplab.errors import RecordError
from mwplab.records import Dataset, Problem
from mwplab.registry import check_kinds

if TYPE_CHECKING:
    from mwplab.text.similarity import Bleu

REFUSE, REVISE = 0.1, 0.3
"""The usual thresholds. Of ASDiv, which was built with such a gate, 1 % of the problems lie below the first
and 5 % below the second; of AddSub, which was not, 24 % and 36 %."""

BLOCK = 24
"""How many new problems are compared with those admitted before in one search."""

Words = tuple[str, ...]

Near = tuple[float, Problem]
"""How similar a problem is, and which."""


class Decision(StrEnum):
    """What becomes of a new problem."""

    ADMITTED = "admitted"
    REVISE = "revise"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Ruling:
    """The gate's word on one problem."""

    problem: Problem
    """The new problem."""

    decision: Decision
    """What becomes of it."""

    diversity: float
    """Its lexicon diversity against the collection and the new problems admitted before it, from 0 to 1."""

    neighbour: Problem | None
    """The most similar of those; none where there is nothing to compare with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """Admits the problems whose lexicon diversity against a collection is great enough.

    >>> collection = Dataset(name="a", problems=(Problem(id="a/1", body="Ada sold 5 red kites."),))
    >>> texts = ["Bo sold 12 red kites.", "A train takes 3 hours.", "A train takes 4 hours."]
    >>> new = Dataset(name="b", problems=tuple(Problem(id=f"b/{n}", body=t) for n, t in enumerate(texts)))
    >>> [(one.decision.value, one.neighbour.id) for one in Gate().rule(new, collection)]
    [('refused', 'a/1'), ('admitted', 'a/1'), ('refused', 'b/1')]
    """

    refuse: float = REFUSE
    """Below this a problem is refused: the same sentences with other names, numbers or one other word."""

    revise: float = REVISE
    """Below this it is to be revised: the same story with another question, or the other way round."""

    order: int = 4
    """The longest sequence of words that is compared."""

    smoothing: str = "method3"
    """What stands for a length of which nothing is shared: a smoothing of `Bleu`."""

    backend: str = "perceptron"
    """What finds lemmas, stop words and names: a backend of `mwplab.text.analysis`."""

    def __post_init__(self) -> None:
        check_kinds(self)
        if not 0 <= self.refuse <= self.revise <= 1:
            raise RecordError(
                f"a gate cannot refuse below {self.refuse} and send back below {self.revise}; "
                "give two numbers from 0 to 1, the first not above the second"
            )

    def __call__(self, *datasets: Dataset) -> Dataset:
        """Return of the first dataset, the new problems, those that are admitted to the second."""
        if len(datasets) != 2:
            raise RecordError(f"a gate needs new problems and a collection, found {len(datasets)} datasets")
        new, collection = datasets
        return self.admitted(new, collection, self.rule(new, collection))

    def rule(
        self, new: Dataset, collection: Dataset, *, jobs: int | None = 1, cluster: str | None = None
    ) -> list[Ruling]:
        """Return the ruling on each new problem, in order; each is compared with those admitted before it."""
        from mwplab.text.analysis import map_analyses, normalise
        from mwplab.text.similarity import nearest_among

        problems = [*new, *collection]
        texts = map_analyses(
            normalise, [one.text for one in problems], self.backend, jobs=jobs, cluster=cluster
        )
        mine, theirs = texts[: len(new)], texts[len(new) :]
        found = nearest_among(mine, theirs, self._similarity(), jobs=jobs, cluster=cluster)
        outside = [
            [(value, collection.problems[place])] if place >= 0 else []
            for value, place in zip(found.values.tolist(), found.places.tolist(), strict=True)
        ]
        return list(self._rulings(new.problems, mine, outside))

    def admitted(self, new: Dataset, collection: Dataset, rulings: Sequence[Ruling]) -> Dataset:
        """Return the dataset of those that were admitted, with its recipe."""
        kept = tuple(one.problem for one in rulings if one.decision is Decision.ADMITTED)
        recipe = combined([new, collection], step_of("admit", self))
        return replace(new, problems=kept, splits={}, recipe=recipe)

    def _rulings(
        self,
        problems: Sequence[Problem],
        texts: Sequence[Words],
        outside: Sequence[list[Near]],
    ) -> Iterator[Ruling]:
        from mwplab.text.similarity import nearest_among

        admitted: list[int] = []
        for begin in range(0, len(problems), BLOCK):
            block, before = range(begin, min(begin + BLOCK, len(problems))), list(admitted)
            found = nearest_among(
                [texts[place] for place in block],
                [texts[place] for place in before],
                self._similarity(),
                jobs=1,
                progress=False,
            )
            for offset, place in enumerate(block):
                near = [*outside[place]]
                if before:
                    nearest = before[int(found.places[offset])]
                    near.append((float(found.values[offset]), problems[nearest]))
                for other in admitted[len(before) :]:
                    near.append((self._similarity().similarity(texts[place], texts[other]), problems[other]))
                ruling = self._ruling(problems[place], texts[place], near)
                if ruling.decision is Decision.ADMITTED:
                    admitted.append(place)
                yield ruling

    def _ruling(self, problem: Problem, text: Words, near: Sequence[Near]) -> Ruling:
        if not text:
            return Ruling(problem, Decision.REFUSED, 0.0, None)  # nothing is said at all
        value, neighbour = max(near, key=lambda one: one[0], default=(0.0, None))
        diversity = max(0.0, 1 - value)
        if diversity < self.refuse:
            return Ruling(problem, Decision.REFUSED, diversity, neighbour)
        decision = Decision.REVISE if diversity < self.revise else Decision.ADMITTED
        return Ruling(problem, decision, diversity, neighbour)

    def _similarity(self) -> Bleu:
        from mwplab.text.similarity import Bleu

        # Lengths that a text has not are left out, or a copy of three words would pass for something new.
        return Bleu(order=self.order, smoothing=self.smoothing, effective_order=True)
