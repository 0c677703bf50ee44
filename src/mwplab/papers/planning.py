"""What tables ask for, put in order and in lots that are trained at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from mwplab.papers.cells import NotRun
from mwplab.papers.experiments import Experiment
from mwplab.papers.lots import Trial
from mwplab.runs.divisions import FOLDS
from mwplab.runs.selection import Selection
from mwplab.spec import Spec

Wish = tuple[Experiment, str]
"""An experiment, and the perturbation of its test problems; none of it where that is empty."""


@dataclass
class Wishes:
    """A source that has nothing, and notes what it is asked for."""

    noted: dict[tuple[str, str], Wish] = field(default_factory=dict)
    """What was asked, each once."""

    def outcome(self, experiment: Experiment, change: str = "") -> NotRun:
        """Note the wish; of the same experiment the one with the most seeds."""
        before = self.noted.get((experiment.key, change))
        if before is None or before[0].repeats < experiment.repeats:
            self.noted[experiment.key, change] = experiment, change
        return NotRun("nothing is trained yet")


def in_order(trials: Iterable[Trial]) -> list[Trial]:
    """Return trials from scratch first, then those with an encoder; what has the same solver side by side.

    With an encoder, which takes long, the choice of epoch that cells follow comes before the other.
    """
    given = list(trials)
    solvers = list(dict.fromkeys(trial.experiment.solver for trial in given))

    return sorted(given, key=lambda trial: (*turn(trial), solvers.index(trial.experiment.solver)))


def turn(trial: Trial) -> tuple[bool, bool]:
    """Return when it is a trial's turn, whatever the solver."""
    encoder = has_encoder(trial.experiment)
    return encoder, encoder and trial.experiment.selection is not Selection.BEST_ON_TEST


def packed(trials: Iterable[Trial], most: int, *, one_fold: bool) -> Iterator[list[Trial]]:
    """Yield lots of at most so many models, each of one solver; one trial alone may have more.

    >>> trials = [Trial(experiment=Experiment(solver="gts", test="a"), seed=seed) for seed in range(3)]
    >>> [len(lot) for lot in packed(trials, 10, one_fold=False)]
    [2, 1]
    """
    lot: list[Trial] = []
    for trial in trials:
        size = sum(models(one, one_fold=one_fold) for one in (*lot, trial))
        if lot and (size > most or lot[0].experiment.solver != trial.experiment.solver):
            yield lot
            lot = []
        lot = [*lot, trial]
    if lot:
        yield lot


def models(trial: Trial, *, one_fold: bool) -> int:
    """Return how many solvers are trained for a trial: one for each fold."""
    return FOLDS if trial.experiment.by_folds and not one_fold else 1


def by_experiment(trials: Iterable[Trial]) -> dict[str, list[Trial]]:
    """Return trials by the key of their experiment."""
    found: dict[str, list[Trial]] = {}
    for trial in trials:
        found.setdefault(trial.experiment.key, []).append(trial)
    return found


def asked(trials: Sequence[Trial]) -> list[Wish]:
    """Return what trials of one experiment are asked, each change once."""
    changes = dict.fromkeys(change for trial in trials for change in trial.changes)
    return [(trials[0].experiment, change) for change in changes]


def has_encoder(experiment: Experiment) -> bool:
    """Tell whether a pretrained encoder is part of the solver.

    >>> has_encoder(Experiment(solver="gts(encoder=minilm)", test="svamp"))
    True
    """
    return "encoder" in Spec.parse(experiment.solver).options
