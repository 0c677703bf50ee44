"""A run as words describe it: its parts loaded, made and checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from mwplab.catalogue import load
from mwplab.errors import DataError, RecordError
from mwplab.judge import judges as known_judges
from mwplab.judge.judgement import Judge
from mwplab.records import Dataset, Problem
from mwplab.runs.lessons import check_lessons, refuse_seen, refuse_shared
from mwplab.runs.overlap import Met, Overlap
from mwplab.runs.selection import Selection
from mwplab.runs.signature import Signature, data_line, labelled, part_line, settled, solver_name, train_lines
from mwplab.solvers import (
    Lessons,
    Neural,
    Solver,
    fingerprint,
    learnt_by,
    load_solver,
    solvers,
    stored_lessons,
)
from mwplab.spec import Spec
from mwplab.version import __version__

JUDGES = ("solution",)
"""The judges of a run that names none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A run, ready to begin."""

    solver: Solver
    """Who answers."""

    dataset: Dataset
    """What is asked."""

    train: tuple[Dataset, ...]
    """What the solver learns from first."""

    valid: Dataset | None
    """What it sees besides, to make choices."""

    judges: Mapping[str, Judge]
    """Who judges, by spec."""

    signature: Signature
    """What the numbers are signed with."""

    fresh: bool
    """Whether the solver was made for this run; an object may have learnt something else before."""

    met: Met | None = None
    """The texts that a kept solver was trained on, where they were marked."""

    @property
    def is_trained(self) -> bool:
        """Tell whether the solver was trained for this run already, beside those of other runs."""
        return self.fresh and isinstance(self.solver, Neural) and self.solver.is_trained

    @property
    def lessons(self) -> tuple[list[Problem], tuple[Problem, ...] | None]:
        """Return what the solver is fitted with: training problems, and those that it may choose by."""
        problems = [problem for part in self.train for problem in part]
        return problems, None if self.valid is None else self.valid.problems

    def overlap(self) -> Overlap | None:
        """Return what training and test data share; none where nobody knows what a solver was trained on."""
        met = Met.of(problem for part in self.train for problem in part) if self.train else self.met
        return None if met is None else met.among(self.dataset.problems)


def make_plan(
    solver: str | Path | Spec | Solver,
    dataset: str | Dataset,
    *,
    train: Sequence[str | Dataset] = (),
    valid: str | Dataset | None = None,
    selection: str = Selection.HELD_OUT,
    judges: Sequence[str] = JUDGES,
    seed: int = 0,
    limit: int | None = None,
) -> Plan:
    """Return the run that the words describe, with its parts loaded and checked."""
    if selection not in list(Selection):
        raise RecordError(f"no selection is called {selection!r}; there are: {', '.join(Selection)}")
    made = make_solver(solver, seed)
    test = loaded(dataset)
    if limit is not None:
        test = test.derive(test.problems[:limit], f"first({limit})")
    if not test.problems:
        raise RecordError(f"{test.full_name} has no problems to evaluate on; choose a larger part")
    training = tuple(map(loaded, train))
    seen = None if valid is None else loaded(valid)
    on_test = selection == Selection.BEST_ON_TEST
    made.check(test, trained=bool(training) or seen is not None or on_test)
    refuse_shared(training, test)
    check_lessons(training, seen)
    if on_test and seen is not None:
        raise RecordError("best-on-test chooses by the test problems; leave out the validation problems")
    judging = make_judges(judges)
    signature = Signature(
        data=data_line(test),
        split=part_line(test),
        train=train_lines(training),
        valid="" if seen is None else train_lines([seen])[0],
        selection=str(selection) if on_test else "",
        solver=made.name,
        judges=tuple(judging),
        seed=seed,
        version=__version__,
    )
    return Plan(
        solver=made.solver,
        dataset=test,
        train=training,
        valid=test if on_test else seen,
        judges=judging,
        signature=made.signed(signature),
        fresh=isinstance(solver, str | Path | Spec),
        met=made.met,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """A solver with its name in signatures; of a kept one also where it is and what it was trained on."""

    name: str
    """Its spec, or its class."""

    solver: Solver
    """Who answers."""

    folder: Path | None = None
    """Where it was kept."""

    lessons: Lessons = field(default_factory=Lessons)
    """What it was trained on, as far as that was written down."""

    learnt: str = ""
    """The fingerprint of what it has learnt."""

    @property
    def met(self) -> Met | None:
        """Return the texts that it was trained on; none where that was not written down."""
        return Met(self.lessons.texts, self.lessons.masked) if self.lessons.texts else None

    def check(self, test: Dataset, *, trained: bool) -> None:
        """Refuse to train a kept solver, or to ask it what it was trained on."""
        if self.folder is None:
            return
        if trained:
            raise RecordError(
                f"the solver in {str(self.folder)!r} comes trained; leave out what it would be trained on or "
                f"chosen by, or name a fresh one such as '{self.name.partition('(')[0]}()'"
            )
        refuse_seen(self.lessons, self.folder, test)

    def signed(self, signature: Signature) -> Signature:
        """Return the signature with the solver's name, and with what a kept one was trained on."""
        named = replace(signature, solver=self.name)
        if self.folder is None:  # an object that learns in this run may know something else before it
            return named if signature.train else replace(named, learnt=self.learnt)
        return replace(named, train=self.lessons.train, valid=self.lessons.valid, learnt=self.learnt)


def make_solver(solver: str | Path | Spec | Solver, seed: int) -> Made:
    """Return a solver: from a spec, from a folder, or as it is."""
    if isinstance(solver, Path) or (isinstance(solver, str) and is_folder(solver)):
        folder = Path(solver)
        spec, made = load_solver(folder)
        return Made(
            name=str(labelled(spec, made)),
            solver=made,
            folder=folder,
            lessons=stored_lessons(folder),
            learnt=fingerprint(folder),
        )
    if isinstance(solver, str) and "/" in solver.partition("(")[0]:
        raise DataError(f"there is no folder {solver!r} with a trained solver; mwp train makes one")
    if isinstance(solver, str | Spec):
        spec = settled(Spec.parse(solver) if isinstance(solver, str) else solver, seed)
        made = solvers.make(spec)
        return Made(name=str(labelled(spec, made)), solver=made)
    # Of other objects nobody knows whether they have learnt, or can be kept.
    learnt = learnt_by(solver) if isinstance(solver, Neural) and solver.is_trained else ""
    return Made(name=solver_name(solver), solver=solver, learnt=learnt)


def is_folder(solver: str) -> bool:
    """Tell a folder from a spec, which may be longer than any name of a file.

    >>> is_folder("."), is_folder("gts"), is_folder("gts(" + "hidden=8, " * 99 + "seed=1)")
    (True, False, False)
    """
    try:
        return Path(solver).is_dir()
    except OSError:
        return False


def make_judges(specs: Sequence[str]) -> dict[str, Judge]:
    """Return the judges by their specs, each once."""
    if not specs:
        raise RecordError(f"a run needs a judge; there are: {', '.join(known_judges)}")
    return {str(spec): known_judges.make(spec) for spec in map(Spec.parse, specs)}


def loaded(dataset: str | Dataset) -> Dataset:
    """Return a dataset, from the catalogue where it is named."""
    return load(dataset) if isinstance(dataset, str) else dataset
