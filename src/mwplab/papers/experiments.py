"""Solvers trained and tested as a paper did: one verdict per problem and seed, from which tables are made."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Protocol

from mwplab.papers.cells import NotRun
from mwplab.records import Problem, Verdict
from mwplab.runs.selection import Selection
from mwplab.spec import Spec

NOT_ASKED = NotRun("this choice of epoch was not asked for")
"""Why there is no outcome where only the other choice is trained for."""

JUDGE = "solution"
"""The judge whose verdicts are kept: the papers compare answers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Experiment:
    """A solver trained for one dataset, and asked its problems as they are or changed."""

    solver: str
    """The solver's spec, ``gts``; with a pretrained encoder ``gts(encoder=minilm)``."""

    test: str
    """The dataset that is solved, ``asdiv-a``."""

    train: tuple[str, ...] = ()
    """What is trained on; by folds, what is added to the training part of each."""

    variants: str = ""
    """The perturbation whose variants of the training problems are trained on as well; empty for none."""

    by_folds: bool = True
    """Whether ``test`` is cross-validated by its published folds."""

    selection: Selection = Selection.HELD_OUT
    """How the epoch is chosen."""

    repeats: int = 3
    """How many seeds."""

    @property
    def key(self) -> str:
        """Return what tells it apart from others.

        >>> Experiment(solver="gts", test="svamp", train=("mawps", "asdiv-a"), by_folds=False).key
        'gts on svamp, trained on mawps + asdiv-a, held-out'
        """
        varied = [f"{self.variants} of these"] if self.variants else []
        train = [*(["other folds"] if self.by_folds else []), *self.train, *varied]
        return f"{self.solver} on {self.test}, trained on {' + '.join(train)}, {self.selection}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What came of an experiment with one kind of change to the test problems."""

    signature: str
    """Data, solver and version, of the first seed."""

    verdicts: tuple[dict[str, Verdict], ...]
    """Of each seed, the verdict by the problem's id; a variant stands under the id of its original."""

    lost: int = 0
    """How many trainings lost their way, so that weights of an epoch before were asked."""

    version: str = ""
    """The version that made it, where it was kept."""

    quick: bool = False
    """Whether it was made with a small network on a part of the folds."""

    @property
    def encoder(self) -> str:
        """Return the exact label of the pretrained encoder, as the signature has it; empty for none.

        >>> Outcome(signature="solver:gts(encoder='minilm@0.1.0')|judge:solution", verdicts=()).encoder
        'minilm@0.1.0'
        """
        solver = self.signature.partition("solver:")[2].partition("|judge:")[0]
        return str(Spec.parse(solver).options.get("encoder", "")) if solver else ""

    def accuracies(self, problems: Sequence[Problem] | None = None) -> list[float]:
        """Return the accuracy in percent, one number a seed, on some problems or on all that were asked.

        A seed that was asked none of them has no number.

        >>> seen = ({"a/1": Verdict.CORRECT}, {"a/1": Verdict.WRONG})
        >>> Outcome(signature="", verdicts=seen).accuracies([Problem(id="a/1")])
        [100.0, 0.0]
        """
        ids = None if problems is None else [problem.id for problem in problems]
        found = (_right(one, one if ids is None else ids) for one in self.verdicts)
        return [100 * fmean(right) for right in found if right]


def _right(verdicts: dict[str, Verdict], ids: Iterable[str]) -> list[bool]:
    return [verdicts[id] is Verdict.CORRECT for id in ids if id in verdicts]


class Source(Protocol):
    """Where outcomes come from: kept ones, or a machine that trains."""

    def outcome(self, experiment: Experiment, change: str = "") -> Outcome | NotRun:
        """Return the outcome on the problems changed by a perturbation, or why there is none."""
        ...
