"""Where a solver is probed: what it learns from, what it is asked, and the runs made of it so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from mwplab.curate.folds import By
from mwplab.errors import NotRun, RecordError
from mwplab.perturb import perturb
from mwplab.records import Dataset, Result
from mwplab.runs.crossvalidate import folds_overlap
from mwplab.runs.divisions import Division, first_problems, fold_divisions
from mwplab.runs.evaluate import run_plan
from mwplab.runs.folder import RunFolder, spent_in
from mwplab.runs.plan import Made, Plan, loaded, make_plan, make_solver
from mwplab.runs.probe.learner import Learner
from mwplab.runs.probe.settings import Settings, comes_trained, folder_name, fresh_spec
from mwplab.runs.selection import Selection
from mwplab.runs.summary import summarise
from mwplab.runs.together import train_together
from mwplab.solvers import Asking, Neural, Oracle, Solver, solvers
from mwplab.spec import Spec

ORIGINAL = "original"
"""The run on the problems as they are."""

MODELS = "models"
"""The folder of what was learnt."""


@dataclass(slots=True)
class Bench:
    """A solver with its divisions; each division is trained once and asked whatever the probes ask."""

    solver: str | Path | Spec | Solver
    """A spec, a folder with a saved solver, or an object."""

    whole: Dataset
    """All that is asked."""

    divisions: tuple[Division, ...]
    """How it is divided."""

    settings: Settings
    """How runs are made."""

    folder: Path | None = None
    """Where runs and models are kept, so that a stopped battery goes on."""

    how: str = ""
    """How the whole was divided, for the signature."""

    others: tuple[Dataset, ...] = ()
    """What every division learns from, for the signature."""

    results: dict[str, Result] = field(default_factory=dict)
    """The runs by what was asked."""

    learners: dict[str, Made] = field(default_factory=dict)
    """The solver of each division, once it was needed."""

    payer: Asking | None = None
    """The first solver that asks a model; all others of the battery pay from its account."""

    @property
    def judge(self) -> str:
        """Return the judge whose numbers are put in words."""
        return self.settings.judges[0]

    @property
    def trains(self) -> bool:
        """Tell whether the solver is trained here."""
        return any(division.train for division in self.divisions)

    def ask(self, change: str = "", *, key: str = "") -> Result:
        """Return the run on the problems as they are, or on their variants by a perturbation.

        Under a ``key`` of its own the same is asked again, of solvers that say more than before.
        """
        key = key or change or ORIGINAL
        if key not in self.results:
            self.results[key] = self._run(key, change)
        return self.results[key]

    def networks(self) -> list[Neural]:
        """Return the neural solvers of all divisions, trained or not."""
        made = [self._learner(division).solver for division in self.divisions]
        bare = [one.solver if isinstance(one, Learner) else one for one in made]
        return [one for one in bare if isinstance(one, Neural)]

    def solver_at_hand(self) -> Made:
        """Return the solver of the first division, trained or not."""
        return self._learner(self.divisions[0])

    def other(
        self, name: str, *, solver: str | None = None, divisions: Sequence[Division] = (), how: str = ""
    ) -> Bench:
        """Return a bench with another solver or other divisions, in a folder of its own."""
        return Bench(
            solver=solver or self.solver,
            whole=self.whole,
            divisions=tuple(divisions) or self.divisions,
            settings=self.settings,
            folder=None if self.folder is None else self.folder / name,
            how=how or self.how,
            others=self.others,
            payer=self.payer,
        )

    def _run(self, key: str, change: str) -> Result:
        tests = [(division, self._changed(division.test, change)) for division in self.divisions]
        plans = [(division.name, self._plan(division, test)) for division, test in tests if test.problems]
        if not plans:
            raise NotRun(f"no problem of {self.whole.full_name} can be changed by {change}")
        folder = None if self.folder is None else self.folder / folder_name(key)
        asked, signature = plans[0][1].dataset, plans[0][1].signature
        divided = len(self.divisions) > 1
        if divided:
            asked = self._changed(self.whole, change)
            signature = signature.over(asked, self.how, self.others)
        place = None if folder is None else RunFolder(folder)
        if place is not None:
            # Before solvers are trained, lest another run take these for its own.
            place.begin(signature, asked)
        if not _is_done(folder):
            # By the problems as they are, whatever is asked: they may choose the best epoch.
            self._train([self._plan(division, division.test) for division in self.divisions])
        run = partial(
            run_plan, jobs=self.settings.jobs, batch=self.settings.batch, progress=self.settings.progress
        )
        if not divided:
            return run(plans[0][1], folder, description=f"solving {key}")
        found = {
            row.problem.id: row
            for name, plan in plans
            for row in run(
                plan, None if folder is None else folder / name, description=f"solving {key}, {name}"
            ).rows
        }
        rows = tuple(found[problem.id] for problem in asked if problem.id in found)
        shared = folds_overlap([plan for _, plan in plans])
        result = Result(signature=str(signature), rows=rows, scores=summarise(rows, signature, shared))
        if place is not None:
            place.replace_rows(rows)
            place.finish(result)
        return result

    def _plan(self, division: Division, test: Dataset) -> Plan:
        made = self._learner(division)
        settings = self.settings
        plan = make_plan(
            made.solver,
            test,
            train=division.train,
            selection=settings.selection,
            judges=settings.judges,
            seed=settings.seed,
        )
        return replace(plan, signature=made.signed(plan.signature), met=made.met)

    def _train(self, plans: Sequence[Plan]) -> None:
        """Train what is not trained yet, neural solvers side by side where that saves time."""
        waiting = [
            (plan, plan.solver)
            for plan in plans
            if isinstance(plan.solver, Learner) and not plan.solver.is_kept
        ]
        for _, learner in waiting:
            learner.take_up()
        fresh = not comes_trained(self.solver)
        bare = [replace(plan, solver=learner.solver, fresh=fresh) for plan, learner in waiting]
        runs = [(plan, None) for plan in bare]
        train_together(runs, jobs=self.settings.jobs, progress=self.settings.progress)
        for plan, (_, learner) in zip(bare, waiting, strict=True):
            if plan.is_trained:
                learner.keep()
            else:
                learner.fit(*plan.lessons)

    def _learner(self, division: Division) -> Made:
        if division.name not in self.learners:
            made = make_solver(self.solver, self.settings.seed)
            chosen = self.settings.selection != Selection.HELD_OUT
            made.check(division.test, trained=bool(division.train) or chosen)
            solver = made.solver
            if isinstance(solver, Asking):
                self._pay(solver)
            # A run must recognise an oracle, which it tells the templates, and a model that it pays for.
            if division.train and not isinstance(solver, Oracle | Asking):
                spec = fresh_spec(self.solver, self.settings.seed)
                kept = self.folder / MODELS / (division.name or "whole") if self.folder and spec else None
                solver = Learner(solver, spec, kept)
            self.learners[division.name] = replace(made, solver=solver)
        return self.learners[division.name]

    def _pay(self, solver: Asking) -> None:
        """Have one cap hold for all divisions and runs, whatever they cost before included."""
        if self.payer is None:
            self.payer = solver
            solver.carry_on(spent_in(self.folder))
        else:
            solver.share(self.payer)

    def _changed(self, dataset: Dataset, change: str) -> Dataset:
        return perturb(dataset, [change], seed=self.settings.seed).dataset if change else dataset


def _is_done(folder: Path | None) -> bool:
    return folder is not None and RunFolder(folder).scores() is not None


def make_bench(
    solver: str | Path | Spec | Solver,
    dataset: str | Dataset,
    *,
    train: Sequence[str | Dataset] = (),
    folds: int | str | None = None,
    by: By = By.CHANCE,
    limit: int | None = None,
    folder: Path | None = None,
    settings: Settings | None = None,
) -> Bench:
    """Return where a solver is probed: trained on ``train``, on the folds of the dataset, or as it comes.

    >>> bench = make_bench("majority", "starter", folds=3)
    >>> len(bench.divisions), len(bench.ask().rows), len(bench.ask("question-removed").rows)
    (3, 360, 358)
    """
    chosen = settings or Settings()
    whole = loaded(dataset)
    if limit is not None:
        whole = first_problems(whole, limit)
    if not whole.problems:
        raise RecordError(f"{whole.full_name} has no problems to probe a solver with; choose a larger part")
    others = tuple(map(loaded, train))
    if folds is None:
        return Bench(solver, whole, (Division("", others, whole),), chosen, folder, others=others)
    if comes_trained(solver):
        which = f"the solver in {str(solver)!r}" if isinstance(solver, str | Path) else "an object"
        known = solver if isinstance(solver, str) and solver in solvers else "nearest"
        raise RecordError(
            f"{which} comes trained and cannot be trained on folds; name a fresh one such as '{known}()'"
        )
    divisions, how = fold_divisions(whole, folds, by, others, chosen.seed)
    return Bench(solver, whole, divisions, chosen, folder, how, others)
