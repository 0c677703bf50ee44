"""A solver trained on datasets and kept in a folder, with the curves of its training; a kept one asked."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, count, islice
from pathlib import Path

from mwplab.errors import DataError, RecordError
from mwplab.records import Dataset, Prediction, Question
from mwplab.records.files import check_writable
from mwplab.records.jsonl import write_atomically
from mwplab.reports.curves import training_curves
from mwplab.runs.lessons import check_lessons, lessons_of
from mwplab.runs.plan import loaded
from mwplab.runs.signature import labelled, settled
from mwplab.solvers import Asking, Lessons, Neural, Oracle, Solver, save_solver, solvers, stored_spec
from mwplab.spec import Spec
from mwplab.text import quantities

AT_ONCE = 256
"""How many texts are solved before the first is told."""

CURVES = "curves"
"""The files of loss and accuracy by epoch, ``.json`` and ``.svg``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainedRun:
    """What came of a training."""

    solver: str
    """The spec, a pretrained encoder under its exact label."""

    train: tuple[str, ...]
    """What it was trained on, with fingerprints."""

    valid: str = ""
    """What chose the best epoch, where it was not held out from these."""

    out: Path
    """Where it is kept."""

    problems: int
    """Problems that were given."""

    learnt: int | None = None
    """Problems that could be learnt from, where the solver keeps an account."""

    held_out: int | None = None
    """Problems that chose the best epoch."""

    epochs: int | None = None
    """Epochs that were trained."""

    chosen: int | None = None
    """The epoch whose weights were kept."""

    accuracy: float | None = None
    """Its accuracy on the problems that chose it."""

    seconds: float
    """Time of the training."""

    notes: tuple[str, ...] = ()
    """What was left out, or did not go as it should."""


def train(
    solver: str | Spec,
    datasets: Sequence[str | Dataset],
    out: Path,
    *,
    valid: str | Dataset | None = None,
    seed: int = 0,
    limit: int | None = None,
) -> TrainedRun:
    """Train a solver and keep it in a folder that is not there yet; a training that was killed goes on."""
    if out.exists():
        raise DataError(f"{str(out)!r} exists already; give the name of a new folder")
    if not datasets:
        raise RecordError("there is nothing to train on; name a dataset such as starter")
    spec = settled(Spec.parse(solver) if isinstance(solver, str) else solver, seed)
    made = solvers.make(spec)
    if isinstance(made, Oracle):
        raise RecordError(
            f"the solver {spec.name!r} is told about the problems it is asked, so there is nothing to keep; "
            "ask it with 'mwp evaluate'"
        )
    parts = _first([loaded(one) for one in datasets], limit)
    chosen_by = None if valid is None else loaded(valid)
    check_lessons(parts, chosen_by)
    check_writable(out)
    problems = [problem for part in parts for problem in part]
    scratch = out.with_name(f"{out.name}.training")
    if scratch.exists() and not scratch.is_dir():
        raise DataError(
            f"{str(scratch)!r} is a file, and what is under way would be kept in a folder of that name; "
            "move it, or train into another folder"
        )
    if isinstance(made, Neural):
        made.resume_in(scratch)
    started = time.perf_counter()
    made.fit(problems, None if chosen_by is None else chosen_by.problems)
    seconds = time.perf_counter() - started
    untaught = isinstance(made, Asking) and not spec.options.get("shots")  # a model that is shown nothing
    lessons = Lessons() if untaught else lessons_of(parts, chosen_by)
    place = _free(out)
    save_solver(made, _from_anywhere(spec), place, lessons)
    if isinstance(made, Neural):
        made.forget_progress()
    found = _account(made, spec, lessons, place, len(problems), seconds)
    taken = () if place == out else (f"{str(out)!r} was made by somebody else meanwhile",)
    return replace(found, notes=(*found.notes, *taken))


def _from_anywhere(spec: Spec) -> Spec:
    """Return a spec whose encoder is found from other folders too, where it is a folder itself."""
    encoder = spec.options.get("encoder")
    if not isinstance(encoder, str) or not (folder := Path(encoder).expanduser()).is_dir():
        return spec
    return Spec(spec.name, {**spec.options, "encoder": str(folder.resolve())})


def _free(out: Path) -> Path:
    """Return where nothing is yet, lest a training be lost because another one was faster."""
    others = (out.with_name(f"{out.name}-{number}") for number in count(2))
    return next(place for place in chain([out], others) if not place.exists())


def _first(parts: Sequence[Dataset], limit: int | None) -> list[Dataset]:
    """Return the first problems of several parts, and what is left of each."""
    left, chosen = sum(map(len, parts)) if limit is None else limit, []
    for part in parts:
        if left:
            chosen.append(part if len(part) <= left else part.derive(part.problems[:left], f"first({left})"))
        left -= min(left, len(part))
    return chosen


def _account(
    solver: Solver, spec: Spec, lessons: Lessons, out: Path, problems: int, seconds: float
) -> TrainedRun:
    name = str(labelled(spec, solver))
    plain = TrainedRun(
        solver=name, train=lessons.train, valid=lessons.valid, out=out, problems=problems, seconds=seconds
    )
    if not isinstance(solver, Neural) or solver.trained is None:
        return plain
    learnt = solver.trained.learnt
    points = [(one.epoch, one.loss, one.accuracy) for one in learnt.history]
    record = [{"epoch": epoch, "loss": loss, "accuracy": accuracy} for epoch, loss, accuracy in points]
    write_atomically(out / f"{CURVES}.json", json.dumps(record, indent=1) + "\n")
    write_atomically(out / f"{CURVES}.svg", training_curves(points, chosen=learnt.chosen, title=name))
    left = [f"left out, {reason}: {count}" for reason, count in learnt.account.left_out.items()]
    return replace(
        plain,
        learnt=learnt.account.learnt,
        held_out=learnt.account.held_out,
        epochs=len(points),
        chosen=learnt.chosen,
        accuracy=points[learnt.chosen - 1][2],
        notes=(*left, *learnt.notes),
    )


def solve_texts(
    model: Path, texts: Iterable[str], *, attention: bool = True
) -> Iterator[tuple[Question, Prediction]]:
    """Yield what a kept solver makes of texts, with what it looked at where it can say so; some at a time."""
    spec = stored_spec(model)
    solver = solvers.make(spec)
    if isinstance(solver, Neural):
        solver = solvers.make(Spec(spec.name, {**spec.options, "attention": attention}))
    solver.load(model)
    readable = (text.encode(errors="replace").decode() for text in texts)  # a terminal hands on any bytes
    numbered = (
        Question(id=f"text/{number}", text=text, quantities=quantities(text))
        for number, text in enumerate(readable, start=1)
    )
    while questions := [*islice(numbered, AT_ONCE)]:
        yield from zip(questions, solver.solve(questions), strict=True)
