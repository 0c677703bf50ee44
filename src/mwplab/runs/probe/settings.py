"""What every run of a battery shares: how it is divided, judged and kept."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

from mwplab.runs.plan import JUDGES, is_folder
from mwplab.runs.selection import Selection
from mwplab.runs.signature import settled
from mwplab.solvers import Solver
from mwplab.spec import Spec

NEEDS_TRAINING = (
    "the solver comes as it is, and this probe trains one; name a fresh one and give --folds or --train"
)
"""Why a probe that trains is not run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How every run of a battery is made."""

    judges: tuple[str, ...] = JUDGES
    """Who judges; the first one's numbers are put in words."""

    seed: int = 0
    """Where chance starts."""

    jobs: int = 1
    """Number of processes."""

    batch: int | None = None
    """Problems that are solved and written together; by default what suits the solver."""

    selection: str = Selection.HELD_OUT
    """Which problems may choose the best epoch of a solver."""

    progress: bool | None = None
    """Whether progress is shown; by default where a person sees it."""


def comes_trained(solver: str | Path | Spec | Solver) -> bool:
    """Tell a saved solver, or an object, from a spec that a fresh one can be made of."""
    return is_folder(solver) if isinstance(solver, str) else not isinstance(solver, Spec)


def fresh_spec(solver: str | Path | Spec | Solver, seed: int) -> Spec | None:
    """Return what a fresh solver is made of; none for one that comes trained."""
    if not isinstance(solver, str | Spec) or comes_trained(solver):
        return None
    return settled(Spec.parse(solver) if isinstance(solver, str) else solver, seed)


def folder_name(key: str) -> str:
    """Return a name for a folder, another one for every key.

    >>> folder_name("question-removed"), folder_name("shuffled-words(numbers=True)")
    ('question-removed', 'shuffled-words-numbers-true-815a6a')
    """
    plain = re.sub(r"[^a-z0-9.]+", "-", key.lower()).strip("-")
    return plain if plain == key else f"{plain}-{hashlib.sha256(key.encode()).hexdigest()[:6]}"
