"""A solver on a dataset: trained, asked, judged and summed up; what is done is kept, come what may."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from mwplab.errors import RecordError
from mwplab.judge import judge_row
from mwplab.judge.judgement import Judge
from mwplab.parallel import map_many, progress_bar
from mwplab.records import UNREACHED, Dataset, Prediction, Problem, Result, Row, Usage
from mwplab.runs.folder import TRAINING, RunFolder, spent_in
from mwplab.runs.plan import JUDGES, Plan, make_plan
from mwplab.runs.selection import Selection
from mwplab.runs.signature import solver_name
from mwplab.runs.summary import summarise
from mwplab.solvers import Asking, Neural, Oracle, Solver, gold_templates
from mwplab.spec import Spec

BATCH = 16
"""Problems that are solved, judged and written together, what a kill can lose; models are asked more."""


def evaluate(
    solver: str | Path | Spec | Solver,
    dataset: str | Dataset,
    *,
    train: Sequence[str | Dataset] = (),
    valid: str | Dataset | None = None,
    selection: str = Selection.HELD_OUT,
    judges: Sequence[str] = JUDGES,
    folder: Path | None = None,
    seed: int = 0,
    limit: int | None = None,
    jobs: int = 1,
    batch: int | None = None,
    progress: bool | None = None,
) -> Result:
    """Return the rows and scores of a solver on a dataset.

    A solver is a spec, a folder with a saved one, or an object. With ``train`` it is fitted first; otherwise
    it comes as it is. ``selection`` says which problems may choose its best epoch: those of ``valid`` or some
    held out, or ``best-on-test``, which the signature then says. In a ``folder`` every batch is kept as it is
    done, and a run that was stopped, even killed, is taken up by calling this again: no finished problem is
    solved twice, the result is the same.

    >>> result = evaluate("majority", "starter[type=Addition]", train=["starter[type=Subtraction]"])
    >>> result.scores[2].name, result.scores[2].value < 0.5
    ('solution-accuracy', True)
    """
    plan = make_plan(
        solver,
        dataset,
        train=train,
        valid=valid,
        selection=selection,
        judges=judges,
        seed=seed,
        limit=limit,
    )
    if isinstance(plan.solver, Asking):
        plan.solver.carry_on(spent_in(folder))
    return run_plan(plan, folder, jobs=jobs, batch=batch, progress=progress)


def run_plan(
    plan: Plan,
    folder: Path | None,
    *,
    jobs: int = 1,
    batch: int | None = None,
    progress: bool | None = None,
    description: str = "solving",
) -> Result:
    """Carry out a run, or the rest of it, and return its result."""
    place = None if folder is None else RunFolder(folder)
    done: dict[str, Row] = {}
    if place is not None:
        place.begin(plan.signature, plan.dataset)
        done = {row.problem.id: row for row in place.rows(plan.dataset)}
        if any(row.verdicts.keys() != plan.judges.keys() for row in done.values()):
            # Judging anew was stopped between its files; verdicts are made again, nothing is solved.
            done = {id: judge_row(row.problem, row.prediction, plan.judges) for id, row in done.items()}
            place.replace_rows(done.values())
    unreached = {id for id, row in done.items() if UNREACHED in row.prediction.trace}
    if place is not None and unreached:
        # A model that could not be asked is asked now; its old rows go.
        done = {id: row for id, row in done.items() if id not in unreached}
        place.replace_rows(done.values())
    pending = [problem for problem in plan.dataset if problem.id not in done]
    with progress_bar(len(plan.dataset), description, shown=progress) as show:
        show(len(done))
        if pending:
            prepare(plan, place)
        for rows in solved_batches(plan, done, jobs=jobs, batch=batch):
            if place is not None:
                place.append(rows)
            done.update((row.problem.id, row) for row in rows)
            show(len(done))
    ordered = tuple(done[problem.id] for problem in plan.dataset)
    scores = summarise(ordered, plan.signature, plan.overlap())
    result = Result(signature=str(plan.signature), rows=ordered, scores=scores)
    if place is not None:
        if unreached:
            place.replace_rows(ordered)
        place.finish(result)
    return result


def prepare(plan: Plan, place: RunFolder | None) -> None:
    """Train the solver, or read what it learnt before the run was stopped; tell an oracle what it needs."""
    if plan.train and not plan.is_trained and not (place is not None and place.restore_solver(plan.solver)):
        if place is not None and isinstance(plan.solver, Neural):
            plan.solver.resume_in(place.path / TRAINING)
        plan.solver.fit(*plan.lessons)
        if place is not None and not isinstance(plan.solver, Oracle):
            place.keep_solver(plan.solver)
    if isinstance(plan.solver, Oracle):
        plan.solver.reveal(gold_templates(plan.dataset.problems))


def solved_batches(
    plan: Plan, done: Mapping[str, Row], *, jobs: int, batch: int | None
) -> Iterator[list[Row]]:
    """Yield the rows of the problems that are not done, batch by batch in the dataset's order.

    The batches are those of the whole dataset, whatever is done already, so that a run taken up again asks in
    the same company as before.
    """
    if isinstance(plan.solver, Neural):
        jobs = 1  # a network answers a batch at once, and is too large to be sent about
    work = partial(solve_and_judge, plan.solver, plan.judges)
    if batch is None:
        batch = plan.solver.batch if isinstance(plan.solver, Asking | Neural) else BATCH
    size = batch * jobs
    for start in range(0, len(plan.dataset), size):
        left = [one for one in plan.dataset.problems[start : start + size] if one.id not in done]
        chunks = [left[place : place + batch] for place in range(0, len(left), batch)]
        if chunks:
            yield [row for rows in map_many(work, chunks, jobs=jobs, progress=False) for row in rows]


def solve_and_judge(solver: Solver, judges: Mapping[str, Judge], problems: Sequence[Problem]) -> list[Row]:
    """Return the rows of one batch."""
    started = time.perf_counter()
    predictions = solver.solve([problem.as_question() for problem in problems])
    if [prediction.problem for prediction in predictions] != [problem.id for problem in problems]:
        raise RecordError(
            f"{solver_name(solver)} was asked {len(problems)} questions, and its {len(predictions)} "
            "predictions are not for these in order; a solver returns one prediction per question"
        )
    seconds = (time.perf_counter() - started) / len(problems)
    return [
        judge_row(problem, timed(prediction, seconds), judges)
        for problem, prediction in zip(problems, predictions, strict=True)
    ]


def timed(prediction: Prediction, seconds: float) -> Prediction:
    """Return the prediction with its share of the time, unless the solver kept its own account."""
    if prediction.usage is not None:
        return prediction
    return replace(prediction, usage=Usage(seconds=round(seconds, 6)))
