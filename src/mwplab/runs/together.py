"""Several runs whose solvers are trained side by side: on one GPU, or each on a core of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from mwplab.errors import LostWay
from mwplab.parallel import map_many
from mwplab.records import Problem
from mwplab.runs.folder import SOLVER, TRAINING, RunFolder
from mwplab.runs.plan import Plan
from mwplab.solvers import Neural, fit_together
from mwplab.solvers.neural.fitting import fit_apart, give_back_memory

Waiting = tuple[Plan, Neural, Path | None]
"""A run whose solver is to be trained, and where it is kept."""

TOGETHER = 8
"""Solvers trained at once on one GPU."""


def train_together(
    runs: Sequence[tuple[Plan, Path | None]],
    *,
    jobs: int = 1,
    together: int = TOGETHER,
    progress: bool | None = None,
) -> None:
    """Train the solvers of runs that are not done yet, where that saves time; others train when they are run.

    Neural solvers on a GPU are trained ``together`` at once, on processors in as many processes as ``jobs``.
    """
    waiting = [(plan, plan.solver, folder) for plan, folder in runs if isinstance(plan.solver, Neural)]
    waiting = [one for one in waiting if one[0].train and not _kept(one[2])]
    if len(waiting) < 2:
        return
    for plan, solver, folder in waiting:
        if folder is not None:
            RunFolder(folder).begin(plan.signature, plan.dataset)
            solver.resume_in(folder / TRAINING)
    if all(solver.on_gpu for _, solver, _ in waiting):
        _train_on_gpu(waiting, together, progress)
    elif jobs > 1:
        with TemporaryDirectory() as scratch:
            places = [Path(scratch) / str(number) for number in range(len(waiting))]
            work = [
                (solver, *plan.lessons, place)
                for (plan, solver, _), place in zip(waiting, places, strict=True)
            ]
            keep = _Taken(waiting)
            map_many(_train_apart, work, jobs=jobs, description="training", progress=progress, keep=keep)


def _train_on_gpu(waiting: Sequence[Waiting], together: int, progress: bool | None) -> None:
    lost: list[LostWay] = []
    for start in range(0, len(waiting), together):
        some = waiting[start : start + together]
        lessons = [plan.lessons for plan, _, _ in some]
        try:
            fit_together(
                [solver for _, solver, _ in some],
                [train for train, _ in lessons],
                [valid for _, valid in lessons],
                progress=progress,
            )
        except LostWay as error:  # the others have learnt
            lost.append(LostWay(str(error)))  # without its traceback, which holds all their models
        for _, solver, folder in some:
            if solver.is_trained:
                _keep(solver, folder)
        give_back_memory()  # the next ones need it for what they capture
    if lost:
        raise lost[0]


@dataclass(frozen=True, slots=True)
class _Taken:
    """Takes each solver over as its process has trained it, whatever becomes of the others."""

    waiting: Sequence[Waiting]

    def read(self, place: int) -> Path | None:
        """Return nothing: what is kept does not wait any more."""
        return None

    def write(self, place: int, output: Path) -> None:
        """Read a solver from where its process has left it, and keep it."""
        _, solver, folder = self.waiting[place]
        solver.load(output)
        _keep(solver, folder)


def _kept(folder: Path | None) -> bool:
    """Tell whether a run is done, or its solver trained."""
    return folder is not None and (RunFolder(folder).scores() is not None or (folder / SOLVER).is_dir())


def _keep(solver: Neural, folder: Path | None) -> None:
    if folder is not None:
        RunFolder(folder).keep_solver(solver)


def _train_apart(work: tuple[Neural, list[Problem], tuple[Problem, ...] | None, Path]) -> Path:
    fit_apart(*work)
    return work[-1]
