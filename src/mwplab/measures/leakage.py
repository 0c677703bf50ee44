"""Leakage: test problems that repeat training problems."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mwplab.errors import StatisticsError
from mwplab.measures.measure import Part, Summary
from mwplab.records import Problem
from mwplab.text.repeats import Repeat, Texts, find_repeats, is_similarity


@dataclass(frozen=True, slots=True, kw_only=True)
class Leakage:
    """The share of test problems that repeat a training problem.

    Case and spacing aside, a text is repeated word for word (``exact``), or once all numbers have one sign
    (``masked``), or the share of words and pairs of words in common is at least ``above`` (``similar``).
    The value of a problem is its similarity to the nearest training problem; where none is asked for, 1 or 0.

    >>> from mwplab.text import quantities
    >>> made = Leakage()
    >>> def told(text: str) -> Texts:
    ...     return made.observe(Problem(id="a/1", body=text, quantities=quantities(text)))
    >>> found = made.combine_against([told("I saw 8 owls."), told("Why?")], [told("I saw 3 owls.")])
    >>> found.value, found.notes
    (0.5, ('masked', 'none'))
    """

    above: float | None = None
    """The least similarity (from 0 to 1) of what counts as similar; None: only repeated texts count."""

    def __post_init__(self) -> None:
        if self.above is not None and not is_similarity(self.above):
            raise StatisticsError(
                f"a similarity cannot be required to be {self.above}; give more than 0, at most 1"
            )

    def observe(self, problem: Problem) -> Texts:
        """Return the problem's words, with and without their numbers."""
        return Texts.of(problem.text, problem.quantities, similar=self.above is not None)

    def combine_against(
        self,
        seen: Sequence[Texts],
        trained: Sequence[Texts],
        *,
        jobs: int | None = 1,
        cluster: str | None = None,
    ) -> Summary:
        """Return the share of test problems that repeat a training problem, and of each kind of repeat."""
        if not seen or not trained:
            raise StatisticsError(
                f"there are {len(seen)} test and {len(trained)} training problems; give both"
            )
        found = find_repeats(seen, trained, above=self.above, jobs=jobs, cluster=cluster)
        return Summary(
            value=len(found.repeated) / len(seen),
            n=len(seen),
            each=found.values,
            parts=_shares(found.kinds, with_similar=self.above is not None),
            notes=tuple(map(str, found.kinds)),
            neighbours=found.places,
        )


def _shares(kinds: Sequence[Repeat], *, with_similar: bool) -> dict[str, Part]:
    counted = [Repeat.EXACT, Repeat.MASKED, *([Repeat.SIMILAR] if with_similar else [])]
    order = list(Repeat)
    return {
        f"repeats={kind}": Part(
            value=sum(order.index(one) <= order.index(kind) for one in kinds) / len(kinds), n=len(kinds)
        )
        for kind in counted
    }
