"""What a solver is taught, checked before it is: nothing twice, nothing that it is asked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from itertools import chain
from pathlib import Path

from mwplab.errors import RecordError
from mwplab.records import Dataset, Problem
from mwplab.runs.overlap import Met
from mwplab.runs.signature import train_lines
from mwplab.solvers import Lessons, mark, marks


def check_lessons(train: Sequence[Dataset], valid: Dataset | None) -> None:
    """Refuse a problem that is twice in the training data, and to choose by what is trained on or by none."""
    known: set[tuple[str, str]] = set()
    for problem in chain(*train):
        if _key(problem) in known:
            raise RecordError(
                f"{problem.id} is twice in the training data; name parts that have no problem in common"
            )
        known.add(_key(problem))
    if valid is None:
        return
    if not valid.problems:
        raise RecordError(f"{valid.full_name} has no problems to choose the best epoch by; name another part")
    if (shared := _first_among(valid, known)) is not None:
        raise RecordError(
            f"{shared.id} would be trained on and choose the best epoch; choose by another part, "
            "or leave it out: some problems are held out then"
        )


def refuse_shared(train: Sequence[Dataset], test: Dataset) -> None:
    """Refuse training on the very problems that are asked."""
    if (shared := _first_among(chain(*train), {_key(problem) for problem in test})) is not None:
        raise RecordError(
            f"{shared.id} is a test problem and would be trained on; train on another part, "
            "or cross-validate by folds"
        )


def _first_among(problems: Iterable[Problem], known: Set[tuple[str, str]]) -> Problem | None:
    return next((problem for problem in problems if _key(problem) in known), None)


def _key(problem: Problem) -> tuple[str, str]:
    return problem.id, problem.text


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
    everything = list(chain(*train, () if valid is None else valid))
    met = Met.of(everything)
    return Lessons(
        train=train_lines(train),
        valid="" if valid is None else train_lines([valid])[0],
        seen=marks(everything),
        texts=met.exact,
        masked=met.masked,
    )
