"""A solver that is trained once, however many runs ask it."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from mwplab.records import Prediction, Problem, Question
from mwplab.solvers import Neural, Solver, save_solver
from mwplab.spec import Spec


class Learner:
    """Trains a solver when first needed, and keeps what it learnt in a folder where there is one.

    >>> from mwplab.catalogue import load
    >>> from mwplab.solvers import solvers
    >>> learner = Learner(solvers.make("majority"), Spec("majority"))
    >>> learner.fit(load("starter").problems[:30])
    >>> learner.fit([])  # would be refused, were it done
    """

    def __init__(self, solver: Solver, spec: Spec | None, folder: Path | None = None) -> None:
        self.solver = solver
        self.spec = spec
        self.folder = folder
        self.ready = False

    def fit(self, train: Sequence[Problem], valid: Sequence[Problem] | None = None) -> None:
        """Train the solver, or read what it learnt before, unless it is ready."""
        if self.ready:
            return
        if self.folder is not None and self.folder.is_dir():
            self.solver.load(self.folder)
            self.ready = True
        else:
            self.take_up()
            self.solver.fit(train, valid)
            self.keep()

    @property
    def is_kept(self) -> bool:
        """Tell whether the training is done, now or before."""
        return self.ready or (self.folder is not None and self.folder.is_dir())

    def take_up(self) -> None:
        """Have a training that can be stopped and taken up write down where it is."""
        if self.folder is not None and isinstance(self.solver, Neural):
            self.solver.resume_in(self._training)

    def keep(self) -> None:
        """Keep what was learnt."""
        if self.folder is not None and self.spec is not None:
            save_solver(self.solver, self.spec, self.folder)
            shutil.rmtree(self._training, ignore_errors=True)
        self.ready = True

    @property
    def _training(self) -> Path:
        assert self.folder is not None
        return self.folder.with_name(f"{self.folder.name}-training")

    def solve(self, questions: Sequence[Question]) -> list[Prediction]:
        """Return the predictions of the solver."""
        return self.solver.solve(questions)

    def save(self, folder: Path) -> None:
        """Write what was learnt, unless it is in the folder of this learner anyway."""
        if self.folder is None:
            self.solver.save(folder)

    def load(self, folder: Path) -> None:
        """Read what was learnt."""
        self.solver.load(self.folder or folder)
        self.ready = True
