"""The best options of a neural solver, searched on the training part of one fold; taken up after a kill."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import product
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from mwplab.errors import DataError, MissingDependency, RecordError
from mwplab.parallel import progress_bar
from mwplab.records import Dataset, Problem
from mwplab.runs.plan import loaded
from mwplab.runs.signature import labelled, seeded, train_lines
from mwplab.runs.together import TOGETHER
from mwplab.solvers import Neural, fit_together, solvers
from mwplab.spec import Spec, Value

if TYPE_CHECKING:
    from optuna import Study
    from optuna.trial import FrozenTrial

HELD_OUT = 0.2
"""Share of the problems that a trial is judged by; the test part of the fold is never looked at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One combination of options."""

    options: Mapping[str, float]
    """What was tried."""

    accuracy: float
    """The best accuracy of an epoch on the problems held out."""

    epoch: int
    """Which epoch that was."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tuned:
    """What a search has found so far."""

    solver: str
    """The spec that all attempts share."""

    data: str
    """What was trained on, with its fingerprint."""

    attempts: tuple[Attempt, ...]
    """What was tried, best first."""

    combinations: int
    """How many combinations there are."""

    def toml(self) -> str:
        """Return the best options as they are kept in a kind's file of defaults."""
        best = self.attempts[0]
        lines = [
            f"# {self.solver} on {self.data}:",
            f"# the best of {len(self.attempts)} of {self.combinations} combinations, {best.accuracy:.4f}",
            f"# of the held-out training problems right after epoch {best.epoch}.",
            *(f"{name} = {value!r}" for name, value in best.options.items()),
        ]
        return "\n".join(lines) + "\n"


def tune(
    solver: str | Spec,
    dataset: str | Dataset,
    study: Path,
    *,
    trials: int | None = None,
    seed: int = 0,
    limit: int | None = None,
    progress: bool | None = None,
) -> Tuned:
    """Try combinations of options from the grid of a kind of solver, and keep each result in a file.

    ``dataset`` is training data, such as ``asdiv-a:fold0/train``; each trial trains on most of it and is
    judged by the rest. Options in the spec are held fixed. Called again with the same file, it goes on.
    """
    spec = seeded(Spec.parse(solver) if isinstance(solver, str) else solver, seed)
    made = solvers.make(spec)
    if not isinstance(made, Neural):
        known = "seq2seq, constrained, gts and graph2tree"
        raise RecordError(f"the solver {spec.name!r} has no grid of options; there are grids for {known}")
    fixed: dict[str, Value] = {"held_out": HELD_OUT, **spec.options}
    space = {name: values for name, values in grid(made).items() if name not in fixed}
    data = loaded(dataset)
    problems = data.problems[:limit]
    name, told = str(labelled(spec, made)), train_lines([data])[0]
    opened = _opened(study, f"{name} on {told}" + ("" if limit is None else f", the first {limit}"))
    combinations = [dict(zip(space, values, strict=True)) for values in product(*space.values())]
    Random(seed).shuffle(combinations)
    tried = [one.options for one in _attempts(opened)]
    left = [options for options in combinations if options not in tried][:trials]
    at_once = TOGETHER if made.on_gpu else 1
    with progress_bar(len(left), f"tuning {spec.name}", shown=progress) as show:
        for start in range(0, len(left), at_once):
            show(start)
            _try(spec, fixed, left[start : start + at_once], problems, opened)
    return Tuned(solver=name, data=told, attempts=tuple(_attempts(opened)), combinations=len(combinations))


def grid(solver: Neural) -> Mapping[str, list[float]]:
    """Return the values that are tried for each option of a solver.

    >>> grid(Neural("gts"))["hidden"]
    [384, 512]
    """
    return _grids()[solver.kind]["pretrained" if solver.settings.encoder else "scratch"]


@cache
def _grids() -> dict[str, dict[str, dict[str, list[float]]]]:
    return tomllib.loads((files("mwplab.solvers.neural") / "data" / "grid.toml").read_text(encoding="utf-8"))


def _opened(path: Path, name: str) -> Study:
    """Return the study in a file, new or begun before with the same solver and data."""
    try:
        import optuna
        from optuna.storages import JournalStorage
        from optuna.storages.journal import JournalFileBackend
    except ImportError as error:
        raise MissingDependency.of("optuna", extra="neural", purpose="tuning") from error
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        storage = JournalStorage(JournalFileBackend(str(path)))
        names = optuna.get_all_study_names(storage)
    except Exception as error:  # a file of another kind raises nearly anything
        raise DataError(f"{str(path)!r} is not the file of a search; name another one") from error
    if names and name not in names:
        raise DataError(f"{str(path)!r} holds another search: {names[0]}; name another file")
    return optuna.create_study(
        storage=storage,
        study_name=name,
        direction="maximize",
        load_if_exists=True,
        sampler=optuna.samplers.RandomSampler(seed=0),
    )


def _attempts(study: Study) -> list[Attempt]:
    """Return the finished attempts, best first; of equal ones the first."""
    found = [
        Attempt(options=one.params, accuracy=one.value, epoch=one.user_attrs["epoch"])
        for one in study.get_trials(deepcopy=False)
        if one.value is not None
    ]
    return sorted(found, key=lambda one: -one.accuracy)


def _try(
    spec: Spec,
    fixed: Mapping[str, Value],
    some: Sequence[Mapping[str, float]],
    problems: Sequence[Problem],
    study: Study,
) -> None:
    """Train with several combinations side by side, and keep how good each was."""
    made = [solvers.make(Spec(spec.name, {**fixed, **options})) for options in some]
    chosen = [solver for solver in made if isinstance(solver, Neural)]
    fit_together(chosen, [problems] * len(chosen), [None] * len(chosen), progress=False)
    for solver, options in zip(chosen, some, strict=True):
        if solver.trained is None:
            continue
        learnt = solver.trained.learnt
        study.add_trial(_finished(options, learnt.history[learnt.chosen - 1].accuracy or 0.0, learnt.chosen))


def _finished(options: Mapping[str, float], accuracy: float, epoch: int) -> FrozenTrial:
    from optuna.distributions import CategoricalDistribution
    from optuna.trial import create_trial

    return create_trial(
        params=dict(options),
        distributions={name: CategoricalDistribution([value]) for name, value in options.items()},
        value=accuracy,
        user_attrs={"epoch": epoch},
    )
