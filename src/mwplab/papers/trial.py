"""Experiments carried out: solvers trained side by side, their problems asked, a verdict for each."""

from __future__ import annotations

import inspect
import shutil
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from mwplab.curate.folds import By
from mwplab.errors import MwplabError
from mwplab.papers.experiments import JUDGE, Experiment
from mwplab.papers.lots import Answered, Done, Lot, Trial
from mwplab.perturb import perturb
from mwplab.records import Dataset, Row, Verdict
from mwplab.runs.divisions import OFFICIAL, Division, fold_divisions
from mwplab.runs.evaluate import prepare, solve_and_judge
from mwplab.runs.folder import RunFolder
from mwplab.runs.plan import Plan, loaded, make_plan
from mwplab.runs.probe.settings import folder_name
from mwplab.runs.signature import train_lines
from mwplab.runs.together import train_together
from mwplab.solvers import Neural, solvers
from mwplab.solvers.neural.fitting import give_back_memory
from mwplab.spec import Spec

Runs = Sequence[tuple[Plan, Path | None]]
"""A run for each division of an experiment's problems, and where it is kept."""


def carry_out(lot: Lot) -> Done:
    """Train the solvers of a lot side by side and ask them; an experiment that cannot be done says why.

    >>> trial = Trial(experiment=Experiment(solver="nearest", test="starter", train=("no-such",)), seed=0)
    >>> carry_out(Lot(trials=(trial,))).failures[trial.experiment.key]
    "no dataset named 'no-such'; there are: ..."
    """
    if lot.until is not None and time.time() >= lot.until:
        return Done(failures={trial.experiment.key: lot.too_late for trial in lot.trials})
    started = time.perf_counter()
    done = _done(lot)
    give_back_memory()  # so that the process can take the next one
    return replace(done, seconds=time.perf_counter() - started)


def forget(trial: Trial, lot: Lot) -> None:
    """Remove what was kept of a trial's trainings under way, once what came of them is kept."""
    place = _place(trial, lot)
    if place is not None:
        shutil.rmtree(place, ignore_errors=True)


def work(lot: Lot) -> int:
    """Return how many problems the solvers of a lot learn from, all together.

    >>> work(Lot(trials=(Trial(experiment=Experiment(solver="nearest", test="no-such"), seed=0),)))
    0
    """
    try:
        divided = [_divided(trial.experiment, lot.one_fold) for trial in lot.trials]
    except MwplabError:
        return 0  # without its data it fails at once
    return sum(len(part) for one in divided for division in one.divisions for part in division.train)


def _done(lot: Lot) -> Done:
    failures: dict[str, str] = {}
    plans: list[tuple[Trial, Runs]] = []
    answered: dict[tuple[str, int, str], Answered] = {}
    for trial in lot.trials:
        with _noting(failures, trial):
            plans.append((trial, _plans(trial, lot)))
    notes: list[str] = []
    try:
        train_together([run for _, some in plans for run in some], together=lot.together, progress=False)
    except Exception as error:  # who is not trained then is trained when it is asked, or says why not
        notes.append(f"not all were trained together: {_said(error)}")
    for trial, some in plans:
        with _noting(failures, trial):
            for change in trial.changes:
                asked = _ask(trial, some, change, one_fold=lot.one_fold)
                answered[trial.experiment.key, trial.seed, change] = asked
    solvers_of = [plan.solver for _, some in plans for plan, _ in some]
    trained = [one.trained for one in solvers_of if isinstance(one, Neural) and one.trained is not None]
    notes += [note for one in trained for note in one.learnt.notes]
    return Done(answered=answered, notes=tuple(dict.fromkeys(notes)), failures=failures)


@contextmanager
def _noting(failures: dict[str, str], trial: Trial) -> Iterator[None]:
    """Note why a trial cannot be carried out: others shall not pay for it."""
    try:
        yield
    except Exception as error:  # torch raises nearly anything
        failures.setdefault(trial.experiment.key, _said(error))


def _said(error: Exception) -> str:
    if isinstance(error, MwplabError):
        return str(error)
    return " ".join(f"{type(error).__name__}: {error}".split())[:200]


def _plans(trial: Trial, lot: Lot) -> Runs:
    """Return a run for each division of an experiment's problems, and where it is kept."""
    experiment = trial.experiment
    spec = Spec.parse(experiment.solver)
    takes = inspect.signature(solvers.factory(spec.name)).parameters
    told = {name: value for name, value in lot.options.items() if name in takes}
    place = _place(trial, lot)
    return [
        (
            make_plan(
                Spec(spec.name, {**spec.options, **told}),
                division.test,
                train=division.train,
                selection=experiment.selection,
                judges=(JUDGE,),
                seed=trial.seed,
            ),
            None if place is None else place / (division.name or "whole"),
        )
        for division in _divided(experiment, lot.one_fold).divisions
    ]


def _place(trial: Trial, lot: Lot) -> Path | None:
    return None if lot.runs is None else lot.runs / folder_name(trial.experiment.key) / f"seed{trial.seed}"


@dataclass(frozen=True, slots=True)
class _Divided:
    """An experiment's problems, and how they are divided."""

    whole: Dataset
    divisions: tuple[Division, ...]
    others: tuple[Dataset, ...]
    how: str = ""


def _divided(experiment: Experiment, one_fold: bool) -> _Divided:
    return _divisions(experiment.test, experiment.train, experiment.by_folds, experiment.variants, one_fold)


@cache
def _divisions(test: str, train: tuple[str, ...], by_folds: bool, variants: str, one_fold: bool) -> _Divided:
    """Return the divisions, the same objects every time: their fingerprints are computed once."""
    whole, others = loaded(test), tuple(map(loaded, train))
    if not by_folds:
        others = _with_variants(others, variants)
        return _Divided(whole, (Division("", others, whole),), others)
    plain, how = fold_divisions(whole, OFFICIAL, By.CHANCE, others, seed=0)
    divisions = tuple(replace(one, train=_with_variants(one.train, variants)) for one in plain)
    if one_fold:
        return _Divided(divisions[0].test, divisions[:1], divisions[0].train)
    if variants:
        how = f"{how};train:{train_lines([_changed(whole, variants, seed=0)])[0]}"
    return _Divided(whole, divisions, _with_variants(others, variants), how)


def _with_variants(parts: tuple[Dataset, ...], change: str) -> tuple[Dataset, ...]:
    """Return training problems, behind them what a perturbation makes of them."""
    return (*parts, *(_changed(part, change, seed=0) for part in parts)) if change else parts


def _ask(trial: Trial, plans: Runs, change: str, *, one_fold: bool) -> Answered:
    parts = _divided(trial.experiment, one_fold)
    rows: list[Row] = []
    for (plan, folder), division in zip(plans, parts.divisions, strict=True):
        place = None if folder is None else RunFolder(folder)
        if place is not None:
            place.begin(plan.signature, plan.dataset)
        prepare(plan, place)
        asked = _changed(division.test, change, trial.seed).problems
        # All at once, so that a network may sort them by length.
        rows += solve_and_judge(plan.solver, plan.judges, asked)
    whole = _changed(parts.whole, change, trial.seed)
    signature = plans[0][0].signature.over(whole, parts.how, parts.others)
    return Answered(
        signature=str(signature), verdicts=verdicts_of(rows), lost=sum(_lost(plan) for plan, _ in plans)
    )


def _lost(plan: Plan) -> bool:
    """Tell whether a solver's training lost its way."""
    solver = plan.solver
    return isinstance(solver, Neural) and solver.trained is not None and solver.trained.learnt.lost


def _changed(dataset: Dataset, change: str, seed: int) -> Dataset:
    return perturb(dataset, [change], seed=seed).dataset if change else dataset


def verdicts_of(rows: Sequence[Row]) -> dict[str, Verdict]:
    """Return the verdict of each row by the problem's id, a variant's by that of its original."""
    return {row.problem.parent or row.problem.id: row.verdicts[JUDGE] for row in rows}
