"""Experiments carried out: solvers trained, their problems asked, a verdict for each."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from mwplab.errors import MissingDependency
from mwplab.papers.cells import NotRun
from mwplab.papers.experiments import JUDGE, Experiment, Outcome
from mwplab.papers.kept import Kept
from mwplab.records import Result, Verdict
from mwplab.runs.crossvalidate import OFFICIAL
from mwplab.runs.probe.bench import Bench, make_bench
from mwplab.runs.probe.settings import Settings, folder_name
from mwplab.spec import Spec
from mwplab.spec import Value as Option

QUICK: dict[str, Option] = {"hidden": 128, "epochs": 12}
"""What a quick run asks of a solver instead of its own settings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Training:
    """Trains where nothing is kept yet, and keeps what comes of it."""

    device: str = ""
    """``cpu`` or ``cuda``; empty for a GPU where there is one."""

    quick: bool = False
    """Whether one fold, one seed, a small network and few epochs will do."""

    kept: Kept | None = None
    """Where outcomes are kept; one that is there already is not made again."""

    runs: Path | None = None
    """The folder of runs and models, so that a stopped one is taken up again."""

    benches: dict[tuple[str, int], Bench] = field(default_factory=dict)
    """Solvers that were trained in this session, by experiment and seed: each is asked several times."""

    def outcome(self, experiment: Experiment, change: str = "") -> Outcome | NotRun:
        """Train, ask and judge; a solver whose packages are missing says so."""
        found = NotRun("nothing is kept") if self.kept is None else self.kept.outcome(experiment, change)
        before = () if isinstance(found, NotRun) else found.verdicts
        wanted = 1 if self.quick else experiment.repeats
        if not isinstance(found, NotRun) and len(before) >= wanted:
            return found
        try:
            results = [self._bench(experiment, seed).ask(change) for seed in range(len(before), wanted)]
        except MissingDependency as error:
            return NotRun(str(error))
        outcome = Outcome(
            signature=results[0].signature if isinstance(found, NotRun) else found.signature,
            verdicts=(*before, *map(verdicts_of, results)),
            quick=self.quick,
        )
        if self.kept is not None and not self.quick:
            self.kept.keep(experiment, change, outcome)
        return outcome

    def _bench(self, experiment: Experiment, seed: int) -> Bench:
        place = (experiment.key, seed)
        if place not in self.benches:
            folder = None if self.runs is None else self.runs / folder_name(experiment.key) / f"seed{seed}"
            self.benches[place] = self._made(experiment, seed, folder)
        return self.benches[place]

    def _made(self, experiment: Experiment, seed: int, folder: Path | None) -> Bench:
        spec = Spec.parse(experiment.solver)
        options: dict[str, Option] = {"device": self.device, **(QUICK if self.quick else {})}
        if self.device.startswith("cuda"):
            options["precision"] = "bf16"
        solver = Spec(spec.name, {**spec.options, **options})
        settings = Settings(judges=(JUDGE,), seed=seed, selection=experiment.selection)
        test, train, folds = experiment.test, experiment.train, OFFICIAL if experiment.by_folds else None
        if self.quick and experiment.by_folds:
            test, train, folds = f"{test}:fold0/test", (f"{test}:fold0/train", *train), None
        return make_bench(solver, test, train=train, folds=folds, folder=folder, settings=settings)


def verdicts_of(result: Result) -> dict[str, Verdict]:
    """Return the verdict of each row by the problem's id, a variant's by that of its original."""
    return {row.problem.parent or row.problem.id: row.verdicts[JUDGE] for row in result.rows}
