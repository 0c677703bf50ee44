"""The best options of a neural solver, searched on the training part of one fold; taken up after a kill."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import product
from pathlib import Path
from random import Random
from statistics import fmean
from textwrap import wrap
from typing import TYPE_CHECKING

from mwplab.errors import DataError, LostWay, RecordError
from mwplab.parallel import progress_bar
from mwplab.records import Dataset, Problem
from mwplab.runs.plan import loaded
from mwplab.runs.signature import labelled, seeded, settled, train_lines
from mwplab.runs.study import open_study
from mwplab.runs.together import TOGETHER
from mwplab.solvers import Neural, fit_together, solvers
from mwplab.solvers.neural.account import gather
from mwplab.solvers.neural.defaults import part_of
from mwplab.spec import Spec, Value
from mwplab.version import __version__

if TYPE_CHECKING:
    from optuna import Study
    from optuna.trial import FrozenTrial

HELD_OUT = 0.2
"""Share of the training problems that a trial is judged by.

None is a test problem where one fold is searched; where all are, some are test problems of other folds.
"""

PASSING = ("encoder", "device", "precision", "seed")
"""Options that are no part of a kind's defaults."""

Options = Mapping[str, float]
"""One combination."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One combination of options."""

    options: Options
    """What was tried."""

    accuracy: float
    """The best accuracy of an epoch on the problems held out; of several folds the mean."""

    epoch: int
    """Which epoch that was, or about which."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tuned:
    """What a search has found so far."""

    solver: str
    """The spec that all attempts share."""

    data: str
    """What was trained on, with its fingerprint."""

    attempts: tuple[Attempt, ...]
    """What was tried, best first; of equal ones those with smaller numbers."""

    combinations: int
    """How many combinations there are."""

    def toml(self) -> str:
        """Return the file of defaults of this kind of solver, with the best options and those held fixed."""
        best, spec = self.attempts[0], Spec.parse(self.solver)
        told = (
            f"{', '.join(best.options)}: the best of {len(self.attempts)} of {self.combinations} "
            f"combinations for {self.solver} on {self.data}; {best.accuracy:.4f} of the training "
            f"problems held out were right after epoch {best.epoch}."
        )
        chosen = {**spec.options, **best.options}
        values = {name: value for name, value in chosen.items() if name not in PASSING}
        return _changed(_data_file(spec.name), part_of(spec.options.get("encoder")), told, values)


def tune(
    solver: str | Spec,
    dataset: str | Dataset,
    study: Path,
    *,
    trials: int | None = None,
    together: int = TOGETHER,
    seed: int = 0,
    limit: int | None = None,
    progress: bool | None = None,
) -> Tuned:
    """Try combinations of options from the grid of a kind of solver, and keep each result in a file.

    ``dataset`` is training data, such as ``asdiv-a:fold0/train``; each trial trains on most of it and is
    judged by the rest. Of a dataset with folds, such as ``asdiv-a``, each training part is searched so, and
    the mean counts. Options in the spec are held fixed. Called again with the same file, it goes on.
    On a GPU ``together`` models are trained at once; how they are grouped changes no result.
    """
    if together < 1:
        raise RecordError(f"{together} models cannot be trained at once; give 1 or more")
    spec = seeded(Spec.parse(solver) if isinstance(solver, str) else solver, seed)
    made = solvers.make(spec)
    if not isinstance(made, Neural):
        known = "seq2seq, constrained, gts and graph2tree"
        raise RecordError(f"the solver {spec.name!r} has no grid of options; there are grids for {known}")
    fixed: dict[str, Value] = {"held_out": HELD_OUT, **spec.options}
    space = {name: values for name, values in grid(made).items() if name not in fixed}
    data = loaded(dataset)
    parts = [data.split(f"{fold}/train") for fold in data.folds] or [data]
    lessons = [part.problems[:limit] for part in parts]
    _check_judged(made, made.settings.held_out if "held_out" in spec.options else HELD_OUT, lessons)
    name = str(labelled(spec, made))
    told = train_lines([data])[0]
    told += ", the training part of each fold" if data.folds else ""
    told += "" if limit is None else f", the first {limit}"
    # What is not searched decides what comes out too, and may have another default later.
    rest = {option: value for option, value in settled(spec, seed).options.items() if option not in space}
    opened = open_study(
        study, f"{labelled(Spec(spec.name, rest), made)} on {told}, with mwplab {__version__}"
    )
    combinations = [dict(zip(space, values, strict=True)) for values in product(*space.values())]
    Random(seed).shuffle(combinations)
    tried = [one.options for one in _attempts(opened)]
    left = [options for options in combinations if options not in tried][:trials]
    groups = _groups(left, max(1, together // len(lessons)) if made.on_gpu else 1, seed)
    with progress_bar(len(left), f"tuning {spec.name}", shown=progress) as show:
        for number, some in enumerate(groups):
            show(sum(map(len, groups[:number])))
            tried = [one.options for one in _attempts(opened)]  # by another process meanwhile
            if lacking := [options for options in some if options not in tried]:
                _try(spec, fixed, lacking, lessons, opened)
    return Tuned(solver=name, data=told, attempts=tuple(_attempts(opened)), combinations=len(combinations))


def _check_judged(solver: Neural, share: float, lessons: Sequence[Sequence[Problem]]) -> None:
    """Refuse lessons of which no problem would be held out, so that nothing could judge a trial."""
    for part in lessons:
        account = gather(solver.kind, part, None, held_out=share, seed=solver.settings.seed).account
        if not account.held_out:
            raise RecordError(
                f"a share of {share:g} judges the trials, and of {account.learnt} problems that can be "
                "learnt from that is none; give more problems, or a larger held_out in the spec"
            )


def grid(solver: Neural) -> Mapping[str, list[float]]:
    """Return the values that are tried for each option of a solver.

    >>> grid(Neural("gts"))["hidden"]
    [384, 512]
    """
    values = dict(_grids()[solver.kind][part_of(solver.settings.encoder)])
    if solver.settings.freeze:
        values.pop("encoder_learning_rate", None)  # there is nothing to search
    return values


@cache
def _grids() -> dict[str, dict[str, dict[str, list[float]]]]:
    return tomllib.loads(_data_file("grid"))


def _data_file(name: str) -> str:
    return (files("mwplab.solvers.neural") / "data" / f"{name}.toml").read_text(encoding="utf-8")


def _changed(text: str, part: str, told: str, values: Mapping[str, Value]) -> str:
    """Return a file of defaults with a comment and values of one part in the place of what stands there."""
    head, rest = text.split(f"[{part}]\n")
    before, *others = rest.split("\n[", 1)
    known = tomllib.loads(before)
    lines = dict(line.split(" = ") for line in before.splitlines() if line and line[0] != "#")
    lines |= {name: json.dumps(value) for name, value in values.items() if known.get(name) != value}
    comment = [f"# {line}" for line in wrap(told, 108, break_long_words=False, break_on_hyphens=False)]
    body = [f"[{part}]", *comment, *(f"{name} = {value}" for name, value in lines.items())]
    return head + "\n".join(body) + "\n" + "".join(f"\n[{other}" for other in others)


def _groups(combinations: Sequence[Options], size: int, seed: int) -> list[list[Options]]:
    """Return combinations in groups that end at about the same time, the groups in an order by chance.

    >>> sizes = [{"batch": 8}, {"batch": 16}, {"batch": 8}, {"batch": 16}]
    >>> _groups(sizes, 2, seed=0)
    [[{'batch': 8}, {'batch': 8}], [{'batch': 16}, {'batch': 16}]]
    """
    costly = ("batch", "layers", "hidden", "embedding")
    alike = sorted(combinations, key=lambda options: [options.get(name, 0) for name in costly])
    groups = [alike[start : start + size] for start in range(0, len(alike), size)]
    Random(seed).shuffle(groups)
    return groups


def _attempts(study: Study) -> list[Attempt]:
    """Return the finished attempts, each combination once, best first, in whatever order they were made."""
    found: dict[tuple[tuple[str, float], ...], Attempt] = {}
    for one in study.get_trials(deepcopy=False):
        if one.value is None:
            continue
        try:
            epoch = int(one.user_attrs["epoch"])
            made = Attempt(options=one.params, accuracy=float(one.value), epoch=epoch)
        except (KeyError, TypeError, ValueError) as error:
            raise DataError(
                f"trial {one.number} of the search cannot be read ({error!r}); name another file"
            ) from error
        found.setdefault(tuple(sorted(made.options.items())), made)
    return sorted(found.values(), key=lambda one: (-one.accuracy, sorted(one.options.items())))


def _try(
    spec: Spec,
    fixed: Mapping[str, Value],
    some: Sequence[Options],
    lessons: Sequence[Sequence[Problem]],
    study: Study,
) -> None:
    """Train with several combinations side by side, on each of the lessons, and keep how good each was."""
    chosen = [
        [Neural(spec.name, **{**fixed, **options}) for _ in lessons]  # type: ignore[arg-type]
        for options in some
    ]
    models = [solver for made in chosen for solver in made]
    with suppress(LostWay):  # such a combination is as bad as can be, and not tried again
        fit_together(models, [*lessons] * len(some), [None] * len(models), progress=False)
    for made, options in zip(chosen, some, strict=True):
        learnt = [solver.trained.learnt for solver in made if solver.trained is not None]
        right = sum(one.history[one.chosen - 1].accuracy or 0.0 for one in learnt)
        epoch = round(fmean(one.chosen for one in learnt)) if learnt else 0
        study.add_trial(_finished(options, right / len(lessons), epoch))


def _finished(options: Options, accuracy: float, epoch: int) -> FrozenTrial:
    from optuna.distributions import CategoricalDistribution
    from optuna.trial import create_trial

    return create_trial(
        params=dict(options),
        distributions={name: CategoricalDistribution([value]) for name, value in options.items()},
        value=accuracy,
        user_attrs={"epoch": epoch},
    )
