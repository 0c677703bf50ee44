"""A solver on every fold of a dataset, trained on the others; several times, where chance plays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean, stdev

from mwplab.curate.folds import By
from mwplab.errors import RecordError
from mwplab.records import Dataset, Result, Row, Score
from mwplab.runs.breakdown import accuracy
from mwplab.runs.divisions import OFFICIAL, Division, first_problems, fold_divisions
from mwplab.runs.evaluate import run_plan
from mwplab.runs.folder import RunFolder, spent_in
from mwplab.runs.overlap import Overlap
from mwplab.runs.plan import JUDGES, Plan, loaded, make_plan
from mwplab.runs.selection import Selection
from mwplab.runs.signature import Signature, labelled, settled
from mwplab.runs.summary import summarise
from mwplab.runs.together import TOGETHER, train_together
from mwplab.solvers import Asking
from mwplab.spec import Spec
from mwplab.statistics import mean_interval


@dataclass(frozen=True, slots=True, kw_only=True)
class Fold:
    """One training and test."""

    repeat: int
    """Which repeat, from 0."""

    name: str
    """Which fold, ``fold0``."""

    result: Result
    """Rows and scores on its test part."""


def crossvalidate(
    solver: str | Spec,
    dataset: str | Dataset,
    *,
    folds: int | str = OFFICIAL,
    by: By = By.CHANCE,
    repeats: int = 1,
    train: Sequence[str | Dataset] = (),
    selection: str = Selection.HELD_OUT,
    judges: Sequence[str] = JUDGES,
    folder: Path | None = None,
    seed: int = 0,
    limit: int | None = None,
    jobs: int = 1,
    together: int = TOGETHER,
    batch: int | None = None,
    progress: bool | None = None,
) -> Result:
    """Return the rows of all test folds together, with scores over all, by fold, and over repeats.

    ``folds`` is ``official`` for those that the dataset was published with, or how many to make; ``by`` says
    whether made ones keep types even or seeds together. Each repeat starts chance at the next seed, for the
    solver and for made folds. ``train`` is added to every training part. ``selection`` is as in `evaluate`.
    In a ``folder`` a stopped run is taken up again. Neural solvers are trained side by side: so many
    ``together`` on a GPU, else in as many processes as ``jobs``.

    >>> result = crossvalidate("majority", "starter", folds=3, by=By.TYPE)
    >>> len(result.rows), [score.slice for score in result.scores if score.slice.startswith("fold=")]
    (360, ['fold=fold0', 'fold=fold1', 'fold=fold2'])
    """
    if repeats < 1:
        raise RecordError(f"{repeats} repeats give no result; give 1 or more")
    whole = loaded(dataset)
    if limit is not None:
        whole = first_problems(whole, limit)
    others = tuple(map(loaded, train))
    divisions = [fold_divisions(whole, folds, by, others, seed + repeat) for repeat in range(repeats)]
    done: list[Fold] = []
    plans = [
        (repeat, name, plan)
        for repeat, (parts, _) in enumerate(divisions)
        for name, plan in _plans(solver, parts, selection, judges, seed + repeat)
    ]
    how = divisions[0][1] + (f";repeats({repeats})" if repeats > 1 else "")
    spec = settled(Spec.parse(solver) if isinstance(solver, str) else solver, seed)
    first = plans[0][2]
    signature = replace(
        first.signature.over(whole, how, others), solver=str(labelled(spec, first.solver)), seed=seed
    )
    place = None if folder is None else RunFolder(folder)
    if place is not None:
        place.begin(signature, whole)
    inner = [None if place is None else place.path / f"repeat{repeat}" / name for repeat, name, _ in plans]
    runs = [(plan, path) for (_, _, plan), path in zip(plans, inner, strict=True)]
    _pay_together([plan for plan, _ in runs], folder)
    train_together(runs, jobs=jobs, together=together, progress=progress)
    for (repeat, name, plan), path in zip(plans, inner, strict=True):
        done.append(
            Fold(
                repeat=repeat,
                name=name,
                result=run_plan(
                    plan, path, jobs=jobs, batch=batch, progress=progress, description=f"solving {name}"
                ),
            )
        )
    rows = _pooled(whole, done)
    same_folds = repeats == 1 or folds == OFFICIAL
    shared = folds_overlap([plan for repeat, _, plan in plans if repeat == 0]) if same_folds else None
    summary = summarise(rows, signature, shared)
    scores = [*_over_repeats(done, signature), *summary, *_by_fold(done, signature)]
    result = Result(signature=str(signature), rows=rows, scores=tuple(scores))
    if place is not None:
        place.replace_rows(rows)
        place.finish(result)
    return result


def _pay_together(plans: Sequence[Plan], folder: Path | None) -> None:
    """Have the folds of a model that costs something ask through one door: what they may cost is one cap."""
    asking = [plan.solver for plan in plans if isinstance(plan.solver, Asking)]
    for one in asking[1:]:
        one.share(asking[0])
    if asking:
        asking[0].carry_on(spent_in(folder))


def _plans(
    solver: str | Spec,
    divisions: Sequence[Division],
    selection: str,
    judges: Sequence[str],
    seed: int,
) -> list[tuple[str, Plan]]:
    """Return the run of each fold, with a fresh solver."""
    return [
        (
            one.name,
            make_plan(solver, one.test, train=one.train, selection=selection, judges=judges, seed=seed),
        )
        for one in divisions
    ]


def folds_overlap(plans: Sequence[Plan]) -> Overlap:
    """Return which problems each fold had met in its own training part."""
    found = [shared for shared in (plan.overlap() for plan in plans) if shared is not None]
    return Overlap(
        exact=frozenset().union(*(one.exact for one in found)),
        masked=frozenset().union(*(one.masked for one in found)),
        problems=sum(one.problems for one in found),
    )


def _pooled(dataset: Dataset, done: Sequence[Fold]) -> tuple[Row, ...]:
    """Return the rows of all folds in the dataset's order, repeat after repeat."""
    place = {problem.id: number for number, problem in enumerate(dataset)}
    rows: list[Row] = []
    for repeat in dict.fromkeys(fold.repeat for fold in done):
        found = [row for fold in done if fold.repeat == repeat for row in fold.result.rows]
        rows += sorted(found, key=lambda row: place[row.problem.id])
    return tuple(rows)


def _over_repeats(done: Sequence[Fold], signature: Signature) -> list[Score]:
    """Return the mean accuracy of the repeats with Student's interval, and their standard deviation."""
    scores: list[Score] = []
    repeats = list(dict.fromkeys(fold.repeat for fold in done))
    if len(repeats) < 2:
        return scores
    for judge in signature.judges:
        values = [
            _value([row for fold in done if fold.repeat == one for row in fold.result.rows], judge)
            for one in repeats
        ]
        known = [value for value in values if value is not None]
        if len(known) < 2:
            continue
        mean, line = mean_interval(known), signature.of(judge)
        name = f"{judge}-accuracy"
        scores += [
            Score(
                name=f"{name}-mean",
                value=fmean(known),
                n=len(known),
                low=max(0.0, mean.low),  # Student's interval knows nothing of shares
                high=min(1.0, mean.high),
                signature=line,
            ),
            Score(name=f"{name}-deviation", value=stdev(known), n=len(known), signature=line),
        ]
    return scores


def _value(rows: Sequence[Row], judge: str) -> float | None:
    score = accuracy(rows, judge)
    return None if score is None else score.value


def _by_fold(done: Sequence[Fold], signature: Signature) -> list[Score]:
    """Return the accuracy of each fold, all repeats together."""
    rows: Mapping[str, list[Row]] = {fold.name: [] for fold in done}
    for fold in done:
        rows[fold.name].extend(fold.result.rows)
    found = [
        accuracy(part, judge, slice=f"fold={name}", signature=signature.of(judge))
        for judge in signature.judges
        for name, part in rows.items()
    ]
    return [score for score in found if score is not None]
