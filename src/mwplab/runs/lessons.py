"""What a solver is taught, checked before it is: nothing twice, nothing that it is asked."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from mwplab.errors import RecordError
from mwplab.records import Dataset
from mwplab.runs.signature import train_lines
from mwplab.solvers import Lessons, mark, marks


def check_lessons(train: Sequence[Dataset], valid: Dataset | None) -> None:
    """Refuse a problem that is twice in the training data, and to choose by what is trained on or by none."""
    texts: dict[str, str] = {}
    for part in train:
        for problem in part:
            if texts.get(problem.id) == problem.text:
                raise RecordError(f"{problem.id} is twice in the training data; name each part of it once")
            texts[problem.id] = problem.text
    if valid is None:
        return
    if not valid.problems:
        raise RecordError(f"{valid.full_name} has no problems to choose the best epoch by; name another part")
    for problem in valid:
        if texts.get(problem.id) == problem.text:
            raise RecordError(
                f"{problem.id} would be trained on and choose the best epoch; choose by another part, "
                "or leave it out: some problems are held out then"
            )


def refuse_shared(train: Sequence[Dataset], test: Dataset) -> None:
    """Refuse training on the very problems that are asked."""
    texts = {problem.id: problem.text for problem in test}
    for part in train:
        for problem in part:
            if texts.get(problem.id) == problem.text:
                raise RecordError(
                    f"{problem.id} is a test problem and would be trained on; train on another part, "
                    "or cross-validate by folds"
                )


def refuse_seen(lessons: Lessons, folder: Path, test: Dataset) -> None:
    """Refuse asking a kept solver what it was trained on, or chosen by."""
    for problem in test:
        if mark(problem) in lessons.seen:
            raise RecordError(
                f"the solver in {str(folder)!r} was trained on {problem.id}, or chosen by it; "
                "ask it other problems"
            )


def lessons_of(train: Sequence[Dataset], valid: Dataset | None) -> Lessons:
    """Return what is written down about a training."""
    everything = [*train, *([] if valid is None else [valid])]
    return Lessons(
        train=train_lines(train),
        valid="" if valid is None else train_lines([valid])[0],
        seen=marks(problem for part in everything for problem in part),
    )
