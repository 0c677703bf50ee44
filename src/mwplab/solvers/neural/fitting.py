"""Solvers trained side by side: on one GPU at once, in parts where memory is full, or each in its process."""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mwplab.errors import LostWay, MissingDependency, ModelError
from mwplab.records import Problem

if TYPE_CHECKING:
    from mwplab.solvers.neural.solver import Neural

FULL = {
    "out of memory": "the GPU",
    "can't allocate memory": "this machine",
    "not enough memory": "this machine",  # the same on Windows
}
"""What torch and CUDA say, each in its own way, when memory is full, and whose memory it is."""


def fit_together(
    solvers: Sequence[Neural],
    trains: Sequence[Sequence[Problem]],
    valids: Sequence[Sequence[Problem] | None],
    *,
    progress: bool | None = None,
) -> None:
    """Train several solvers side by side, which on one GPU takes little longer than one of them.

    Where memory does not hold them all, one half is trained after the other. One that loses its way does not
    keep the others from learning; what it says is raised at the end.
    """
    try:
        _fit_at_once(solvers, trains, valids, progress)
        return
    except (RuntimeError, MemoryError) as error:
        if not (full := _whose_memory_is_full(error)):
            raise
        if len(solvers) == 1:
            other = " or device=cpu" if full == "the GPU" else ""
            raise ModelError(
                f"the memory of {full} does not hold {solvers[0].kind!r} while it learns; "
                f"smaller batches (batch=8) or a smaller network (hidden=256){other} would do"
            ) from error
    give_back_memory()
    half = len(solvers) // 2
    lost: list[LostWay] = []
    for part in (slice(half), slice(half, None)):
        try:
            fit_together(solvers[part], trains[part], valids[part], progress=progress)
        except LostWay as error:
            lost.append(LostWay(str(error)))  # without its traceback, which holds all models of its part
    if lost:
        raise lost[0]


def _whose_memory_is_full(error: Exception) -> str:
    """Return whose, or nothing where something else went wrong."""
    if isinstance(error, MemoryError):
        return "this machine"
    return next((whose for said, whose in FULL.items() if said in str(error)), "")


def _fit_at_once(
    solvers: Sequence[Neural],
    trains: Sequence[Sequence[Problem]],
    valids: Sequence[Sequence[Problem] | None],
    progress: bool | None,
) -> None:
    try:
        lessons = zip(solvers, trains, valids, strict=True)
        begun = [solver.begin(train, valid) for solver, train, valid in lessons]
        from mwplab.solvers.neural.training import train_many

        names = ", ".join(dict.fromkeys(solver.kind for solver in solvers))
        train_many([one.training for one in begun], description=f"training {names}", progress=progress)
        for solver, one in zip(solvers, begun, strict=True):
            if not one.training.failure:
                solver.end(one)
    finally:
        for solver in solvers:
            solver.forget()
    if failures := [one.training.failure for one in begun if one.training.failure]:
        raise LostWay(failures[0])


def give_back_memory() -> None:
    """Let go of models that nobody holds any more, on a GPU too."""
    gc.collect()  # models and what was captured of them refer to each other
    if "torch" in sys.modules:
        with suppress(RuntimeError):  # a GPU that failed says so again
            sys.modules["torch"].cuda.empty_cache()


def fit_apart(
    solver: Neural, train: Sequence[Problem], valid: Sequence[Problem] | None, folder: Path
) -> None:
    """Train a solver in a process that is one of several, and write it to a folder."""
    need_torch(solver.kind)
    import torch

    torch.set_num_threads(1)  # on a busy machine two threads of one process wait for each other
    solver.fit(train, valid)
    folder.mkdir()
    solver.save(folder)


def need_torch(kind: str) -> None:
    """Say what to install where torch is not here."""
    for package in ("torch", "safetensors"):
        try:
            _import(package)
        except ImportError as error:
            raise MissingDependency.of(package, extra="neural", purpose=f"the solver {kind!r}") from error


def _import(package: str) -> Any:
    return __import__(package)
