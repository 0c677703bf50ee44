"""A training on disk: after a kill it goes on from the last epoch that was kept."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from mwplab.errors import DataError
from mwplab.solvers.neural.batch import Model
from mwplab.solvers.neural.steps import moments
from mwplab.solvers.neural.weights import read_tensors, write_tensors

FILE = "training.safetensors"
"""Weights, their mean, what Adam remembers, the best so far; the rest as JSON in the head of the file."""

SECONDS = 20.0
"""How much time goes by before progress is written again, at the end of an epoch."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a training is."""

    history: list[tuple[int, float, float | None]]
    """Number, loss and accuracy of each epoch."""

    skipped: int
    """Steps left out so far."""

    best: tuple[float, int] | None
    """Accuracy and number of the best epoch."""

    weights: dict[str, Tensor]
    """The weights after it."""


class Saved:
    """The file of one training."""

    def __init__(self, folder: Path, fingerprint: str) -> None:
        self.path = folder / FILE
        self.fingerprint = fingerprint
        self.written = time.monotonic()

    def save(self, models: Mapping[str, Model], optimiser: torch.optim.Optimizer, progress: Progress) -> None:
        """Write how far the training is, unless that was done a moment ago."""
        if time.monotonic() - self.written < SECONDS:
            return
        state = {
            "fingerprint": self.fingerprint,
            "history": progress.history,
            "skipped": progress.skipped,
            "best": progress.best,
        }
        tensors = {
            **_prefixed("best", progress.weights),
            **_prefixed("adam", moments(optimiser)),
        }
        for name, model in models.items():
            tensors |= _prefixed(name, model.state_dict())
        write_tensors(self.path, tensors, {"training": json.dumps(state)})
        self.written = time.monotonic()

    def load(self, models: Mapping[str, Model], optimiser: torch.optim.Optimizer) -> Progress | None:
        """Set models and optimiser to what was written, and return the rest; none where nothing was."""
        if not self.path.is_file():
            return None
        try:
            tensors, head = read_tensors(self.path)
        except DataError as error:
            raise DataError(f"{error}; remove it to train anew") from error
        try:
            state: dict[str, Any] = json.loads(head["training"])
            fingerprint, skipped, best = state["fingerprint"], int(state.get("skipped", 0)), state["best"]
            history = [
                (int(number), float(loss), None if accuracy is None else float(accuracy))
                for number, loss, accuracy in state["history"]
            ]
            if best is not None:
                best = float(best[0]), int(best[1])
        except (KeyError, IndexError, TypeError, ValueError) as error:
            raise DataError(f"{str(self.path)!r} is not a training; remove it to train anew") from error
        if fingerprint != self.fingerprint:
            raise DataError(
                f"{str(self.path)!r} is the training of another solver or on other problems; "
                "choose another folder, or remove it to train anew"
            )
        try:
            for name, model in models.items():
                model.load_state_dict(_under(name, tensors))
            _set_moments(optimiser, _under("adam", tensors))
        except (RuntimeError, ValueError, LookupError) as error:
            raise DataError(
                f"{str(self.path)!r} does not fit this solver; remove it to train anew"
            ) from error
        device = next(models["model"].parameters()).device
        weights = {name: value.to(device) for name, value in _under("best", tensors).items()}
        return Progress(history, skipped, best, weights)


def _set_moments(optimiser: torch.optim.Optimizer, kept: Mapping[str, Tensor]) -> None:
    weights = [one for group in optimiser.param_groups for one in group["params"]]
    for key, tensor in kept.items():
        number, _, name = key.partition(".")
        weight = weights[int(number)]
        optimiser.state[weight][name] = tensor.to(weight.device)


def _prefixed(prefix: str, tensors: Mapping[str, Tensor]) -> dict[str, Tensor]:
    return {f"{prefix}.{name}": tensor for name, tensor in tensors.items()}


def _under(prefix: str, tensors: Mapping[str, Tensor]) -> dict[str, Tensor]:
    return {name[len(prefix) + 1 :]: one for name, one in tensors.items() if name.startswith(f"{prefix}.")}
