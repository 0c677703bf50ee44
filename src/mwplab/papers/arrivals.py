"""What comes of lots, taken as it arrives: other processes end in any order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from statistics import fmean
from typing import TYPE_CHECKING

from mwplab.papers.cells import NotRun
from mwplab.papers.experiments import Outcome
from mwplab.papers.lots import Answered, Done, Lot, Trial
from mwplab.papers.planning import Wish, asked, by_experiment
from mwplab.papers.trial import forget
from mwplab.records import Verdict

if TYPE_CHECKING:
    from mwplab.papers.training import Training


@dataclass
class Arrivals:
    """Takes each lot as it is done, and tells of an experiment when the last of its lots is."""

    training: Training
    lots: Sequence[Lot]
    answered: dict[tuple[str, int, str], Answered] = field(default_factory=dict)
    """What has arrived; a seed waits here until those before it are taken."""

    done: int = 0
    """Experiments that are through."""

    def __post_init__(self) -> None:
        """Lay out what is waited for."""
        self.under_way: dict[str, _UnderWay] = {}
        for lot in self.lots:
            for key, trials in by_experiment(lot.trials).items():
                one = self.under_way.setdefault(key, _UnderWay())
                one.lots += 1
                one.trials += [(trial, lot) for trial in trials]

    def read(self, place: int) -> Done | None:
        """Return nothing: what is kept was never put into a lot."""
        return None

    def write(self, place: int, output: Done) -> None:
        """Keep what came of a lot, as far as the seeds before are there, and tell of what is through."""
        self.answered |= output.answered
        so_far = replace(output, answered=self.answered)
        for key in by_experiment(self.lots[place].trials):
            one = self.under_way[key]
            one.lots -= 1
            one.seconds += output.seconds
            one.notes += output.notes
            one.failures += [self.training.take(*wish, so_far) for wish in one.wishes]
            for trial, lot in one.trials:
                if self.training.has(trial):
                    forget(trial, lot)
            if not one.lots:
                self._tell(key, one)

    def _tell(self, key: str, one: _UnderWay) -> None:
        self.done += 1
        if self.training.tell is None:
            return
        found = self.training.found[key, one.wishes[0][1]]
        told = [f"{key}: {_told(found)} ({one.seconds:.0f} s)", *each_once(one.notes)]
        told += one.failures if isinstance(found, Outcome) else []
        line = "; ".join(dict.fromkeys(filter(None, told)))
        self.training.tell(f"{self.done} of {len(self.under_way)}: {line}")


@dataclass
class _UnderWay:
    """What is known of an experiment whose lots are not all done."""

    trials: list[tuple[Trial, Lot]] = field(default_factory=list)
    """Its seeds, and the lot of each."""

    lots: int = 0
    """How many are waited for."""

    seconds: float = 0.0
    """How long the others took, all together."""

    notes: tuple[str, ...] = ()
    failures: list[str] = field(default_factory=list)

    @property
    def wishes(self) -> list[Wish]:
        """What all seeds are asked, each change once."""
        return asked([trial for trial, _ in self.trials])


def each_once(notes: Sequence[str]) -> list[str]:
    """Return the first of all notes that differ in their numbers only, and how many are like it.

    >>> each_once(["lost in epoch 3", "no room for 98 MiB", "no room for 2 MiB"])
    ['lost in epoch 3', 'no room for 98 MiB (and 1 like it)']
    """
    alike: dict[str, list[str]] = {}
    for note in dict.fromkeys(notes):
        alike.setdefault(re.sub(r"\d+", "", note), []).append(note)
    return [first + (f" (and {len(others)} like it)" if others else "") for first, *others in alike.values()]


def _told(outcome: Outcome | NotRun) -> str:
    if isinstance(outcome, NotRun):
        return outcome.reason
    shares = [fmean(one is Verdict.CORRECT for one in seed.values()) for seed in outcome.verdicts]
    return f"{', '.join(f'{100 * share:.1f}' for share in shares)} % right"
