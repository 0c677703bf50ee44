"""What carries experiments out: it plans what belongs together, trains what is not kept yet, keeps it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from mwplab.errors import MissingDependency
from mwplab.models.pretrained import choose_device
from mwplab.papers.arrivals import Arrivals
from mwplab.papers.cells import NotRun
from mwplab.papers.experiments import NOT_ASKED, Experiment, Outcome
from mwplab.papers.kept import Kept, unseeded
from mwplab.papers.lots import TOO_LATE, TOO_LATE_KEPT, TOO_LATE_QUICK, Answered, Done, Lot, Trial
from mwplab.papers.planning import Wish, by_experiment, has_encoder, in_order, models, packed, turn
from mwplab.papers.trial import carry_out, work
from mwplab.parallel import map_many
from mwplab.runs.selection import Selection
from mwplab.spec import Value as Option

QUICK: dict[str, Option] = {"hidden": 128, "epochs": 12}
"""What a quick run asks of a solver instead of its own settings."""

QUICK_ENCODER: dict[str, Option] = {"epochs": 4, "freeze": True, "learning_rate": 0.001}
"""What it asks besides where there is a pretrained encoder, which takes far longer than the rest."""

QUICK_SELECTION = Selection.HELD_OUT
"""The only choice of epoch that a quick run makes where none is named."""

TOGETHER = 15
"""Solvers trained at once: five folds with three seeds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Training:
    """Trains where nothing is kept yet, and keeps what comes of it."""

    device: str = ""
    """``cpu`` or ``cuda``; empty for a GPU where there is one."""

    quick: bool = False
    """Whether one fold, one seed, a small network and few epochs will do."""

    selection: Selection | None = None
    """The only choice of epoch that is trained for; none for both."""

    kept: Kept | None = None
    """Where outcomes are kept; one that is there already is not made again."""

    runs: Path | None = None
    """Where trainings are kept while they last; on a GPU they are short, and writing would take longer."""

    jobs: int = 1
    """Processes that train; on one GPU too, where one prepares while another computes."""

    together: int = TOGETHER
    """Solvers that a process trains at once on a GPU."""

    until: float | None = None
    """The time after which no training is begun."""

    tell: Callable[[str], None] | None = None
    """Is told a line about each experiment as it is done."""

    found: dict[tuple[str, str], Outcome | NotRun] = field(default_factory=dict)
    """What was made so far, or why it was not."""

    given_up: set[tuple[str, str]] = field(default_factory=set)
    """What failed, wholly or for some seeds, and is not tried again."""

    def outcome(self, experiment: Experiment, change: str = "") -> Outcome | NotRun:
        """Return what `train` has made or found to be kept, or why there is nothing."""
        return self.found.get((experiment.key, change), NotRun("this was not trained"))

    def train(self, wishes: Iterable[Wish]) -> None:
        """Carry out all that is wished for and not there yet, what belongs together at once."""
        trials = in_order(self._trials(wishes))
        if not trials:
            return
        on_gpu = self._on_gpu()
        some = packed(trials, self.together if on_gpu else 1, one_fold=self.quick)
        lots = [self._lot(one, on_gpu=on_gpu) for one in some]
        lots.sort(key=lambda lot: (*turn(lot.trials[0]), -work(lot)))  # lest the longest be left to the end
        if self.tell:
            experiments = len(by_experiment(trials))
            solvers = sum(models(trial, one_fold=self.quick) for trial in trials)
            hint = "" if self.quick else "; --recorded shows kept results, --quick takes minutes"
            place = "a GPU" if on_gpu else "a CPU"
            self.tell(f"training on {place}: experiments {experiments}, solvers {solvers}{hint}")
        map_many(
            carry_out,
            lots,
            jobs=self.jobs,
            description="training",
            progress=False if self.tell else None,
            keep=Arrivals(self, lots),
        )

    def _trials(self, wishes: Iterable[Wish]) -> list[Trial]:
        """Return what is lacking, seed by seed."""
        lacking: dict[str, tuple[Experiment, dict[int, list[str]]]] = {}
        for experiment, change in wishes:
            if (experiment.key, change) in self.given_up:
                continue
            before = self._before(experiment, change)
            if before is not None:
                self.found[experiment.key, change] = before
            if self._only not in (None, experiment.selection):
                self._give_up(experiment, change, NOT_ASKED.reason)
                continue
            wanted = range(_seeds(before), 1 if self.quick else experiment.repeats)
            if wanted:
                seeds = lacking.setdefault(experiment.key, (experiment, {}))[1]
                for seed in wanted:
                    seeds.setdefault(seed, []).append(change)
        return [
            Trial(experiment=experiment, seed=seed, changes=tuple(changes))
            for experiment, seeds in lacking.values()
            for seed, changes in sorted(seeds.items())
        ]

    @property
    def _only(self) -> Selection | None:
        return self.selection or (QUICK_SELECTION if self.quick else None)

    def _before(self, experiment: Experiment, change: str) -> Outcome | None:
        """Return what there is, made before or kept."""
        found = self.found.get((experiment.key, change))
        if found is None and self.kept is not None:
            found = self.kept.outcome(experiment, change)
        return None if isinstance(found, NotRun) else found

    def _give_up(self, experiment: Experiment, change: str, reason: str) -> None:
        self.found.setdefault((experiment.key, change), NotRun(reason))
        self.given_up.add((experiment.key, change))

    def _on_gpu(self) -> bool:
        try:
            return choose_device(self.device or None).startswith("cuda")
        except MissingDependency:
            if self.device:
                raise
            return False  # each training says what is missing

    def _lot(self, trials: Sequence[Trial], *, on_gpu: bool) -> Lot:
        options: dict[str, Option] = {"device": self.device}
        if self.quick:
            options |= QUICK | (QUICK_ENCODER if has_encoder(trials[0].experiment) else {})
        if on_gpu:
            options["precision"] = "bf16"
        return Lot(
            trials=tuple(trials),
            options=options,
            one_fold=self.quick,
            together=self.together,
            runs=None if on_gpu or self.quick else self.runs,
            until=self.until,
            too_late=TOO_LATE_QUICK if self.quick else TOO_LATE if self.kept is None else TOO_LATE_KEPT,
        )

    def has(self, trial: Trial) -> bool:
        """Tell whether a seed's verdicts are there, whatever it is asked."""
        there = (self._before(trial.experiment, change) for change in trial.changes)
        return all(trial.seed < _seeds(outcome) for outcome in there)

    def take(self, experiment: Experiment, change: str, done: Done) -> str:
        """Add what came of an experiment to what is there, and keep it; return what stood in the way."""
        before = self._before(experiment, change)
        made = list(_from_seed(_seeds(before), done, experiment.key, change))
        failure = done.failures.get(experiment.key, "")
        if made and before is not None and unseeded(before.signature) != unseeded(made[0].signature):
            failure = (
                f"the kept seeds were made otherwise, {before.signature}, and nothing is added to them; "
                "name another folder"
            )
            made = []
        if failure:
            self._give_up(experiment, change, failure)
        if not made:
            return failure
        outcome = Outcome(
            signature=made[0].signature if before is None else before.signature,
            verdicts=(*(before.verdicts if before else ()), *(one.verdicts for one in made)),
            lost=sum((one.lost for one in made), before.lost if before else 0),
            quick=self.quick,
        )
        self.found[experiment.key, change] = outcome
        if self.kept is not None and not self.quick:
            self.kept.keep(experiment, change, outcome)
        return failure


def _seeds(outcome: Outcome | None) -> int:
    return 0 if outcome is None else len(outcome.verdicts)


def _from_seed(first: int, done: Done, key: str, change: str) -> Iterator[Answered]:
    for seed in count(first):
        if (key, seed, change) not in done.answered:
            return
        yield done.answered[key, seed, change]
