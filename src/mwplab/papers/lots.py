"""What is trained at once, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from mwplab.papers.experiments import Experiment
from mwplab.records import Verdict
from mwplab.spec import Value as Option


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """One seed of an experiment, and what its solvers are asked."""

    experiment: Experiment
    """What is trained and tested on."""

    seed: int
    """Where chance starts."""

    changes: tuple[str, ...] = ("",)
    """The perturbations of the test problems that are asked for; the empty one leaves them as they are."""


TOO_LATE = "there was no time left; give more --minutes, or --keep DIR to go on later"
"""Why a lot was not begun."""

TOO_LATE_QUICK = "there was no time left; give more --minutes"
"""The same, where nothing is ever kept."""

TOO_LATE_KEPT = "there was no time left; the same command goes on from here"
"""The same, where what was done is kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lot:
    """Trials whose solvers are trained at once, in one process."""

    trials: tuple[Trial, ...]
    """Seeds of one or more experiments of one solver."""

    options: Mapping[str, Option] = field(default_factory=dict)
    """What every solver is told besides its spec, as far as it takes such options."""

    one_fold: bool = False
    """Whether the first fold stands for all."""

    together: int = 1
    """How many solvers a GPU trains at once."""

    runs: Path | None = None
    """Where long trainings are kept, so that a stopped one is taken up again."""

    until: float | None = None
    """The time after which nothing is begun; none where there is enough."""

    too_late: str = TOO_LATE
    """What is said then."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """What one trial was asked once: a signature, and a verdict by the problem's id."""

    signature: str
    """Data, solver and version."""

    verdicts: dict[str, Verdict]
    """A variant's stands under the id of its original."""

    lost: int = 0
    """How many of its trainings lost their way."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """What came of a lot."""

    answered: Mapping[tuple[str, int, str], Answered] = field(default_factory=dict)
    """By experiment, seed and change."""

    seconds: float = 0.0
    """How long it took."""

    notes: tuple[str, ...] = ()
    """What did not go as it should, though it went: slower than it could, for one."""

    failures: Mapping[str, str] = field(default_factory=dict)
    """Why an experiment was not carried out, or not with all seeds, by its key."""
