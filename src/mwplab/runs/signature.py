"""What a result was made from, in one line that travels with every number."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

from mwplab.records import Dataset
from mwplab.solvers import Asking, Neural, Solver, default_options, solvers
from mwplab.spec import Spec


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """Equal signatures mean comparable numbers; a run folder takes up work of its own signature only."""

    data: str
    """The test data: edition and fingerprint, ``svamp@1.0#0a1b...``."""

    split: str = ""
    """Which part of it, as the steps that chose it."""

    train: tuple[str, ...] = ()
    """The training data, each with part and fingerprint; of a kept solver what was written down with it."""

    valid: str = ""
    """What the solver saw besides, to make choices such as when to stop."""

    selection: str = ""
    """How the best epoch was chosen where not in the usual way: ``best-on-test`` saw the test problems."""

    learnt: str = ""
    """The fingerprint of what a kept solver has learnt; empty for one that is trained in the run."""

    solver: str
    """The solver's spec; a pretrained encoder stands there under its exact label."""

    judges: tuple[str, ...]
    """The specs of the judges."""

    seed: int
    """Where chance starts."""

    version: str
    """The version of mwplab that made it."""

    def __str__(self) -> str:
        parts = {
            "data": self.data,
            "split": self.split,
            "train": "+".join(self.train),
            "valid": self.valid,
            "selection": self.selection,
            "learnt": self.learnt,
            "solver": self.solver,
            "judge": "+".join(self.judges),
            "seed": str(self.seed),
            "version": self.version,
        }
        return "|".join(f"{name}:{value}" for name, value in parts.items() if value)

    def of(self, judge: str) -> str:
        """Return the line for a number that one judge decides.

        >>> both = Signature(data="a#1", solver="nearest", judges=("exact", "equation"), seed=0, version="1")
        >>> both.of("equation")
        'data:a#1|solver:nearest|judge:equation|seed:0|version:1'
        """
        return str(replace(self, judges=(judge,)))

    def over(self, whole: Dataset, how: str, others: Sequence[Dataset]) -> Signature:
        """Return the signature of all divisions of a dataset together, others added to each training part."""
        split = ";".join(filter(None, [part_line(whole), how]))
        return replace(self, data=data_line(whole), split=split, train=train_lines(others))

    def difference(self, other: Signature) -> str:
        """Return the first thing that two signatures do not share, in words; nothing where they are equal.

        >>> one = Signature(data="a#1", solver="nearest", judges=("solution",), seed=0, version="1")
        >>> one.difference(replace(one, seed=3))
        'its seed is 0, here it is 3'
        """
        for part in fields(self):
            mine, theirs = getattr(self, part.name), getattr(other, part.name)
            if mine != theirs:
                return f"its {part.name} is {_shown(mine)}, here it is {_shown(theirs)}"
        return ""


def _shown(value: str | int | tuple[str, ...]) -> str:
    text = ", ".join(value) if isinstance(value, tuple) else str(value)
    return text or "empty"


def data_line(dataset: Dataset) -> str:
    """Return edition and fingerprint of a dataset."""
    return f"{dataset.full_name}#{dataset.fingerprint}"


def part_line(dataset: Dataset) -> str:
    """Return how a dataset was chosen from a larger one; empty for a whole one."""
    return ";".join(dataset.recipe.steps)


def train_lines(datasets: Sequence[Dataset]) -> tuple[str, ...]:
    """Return what a solver was trained on."""
    return tuple(
        f"{data_line(one)}({part_line(one)})" if part_line(one) else data_line(one) for one in datasets
    )


def seeded(spec: Spec, seed: int) -> Spec:
    """Return a solver's spec with the run's seed, where it takes one and names none.

    >>> str(seeded(Spec.parse("random"), 4)), str(seeded(Spec.parse("nearest"), 4))
    ('random(seed=4)', 'nearest')
    """
    takes = "seed" in inspect.signature(solvers.factory(spec.name)).parameters
    return Spec(spec.name, {**spec.options, "seed": seed}) if takes and "seed" not in spec.options else spec


def settled(spec: Spec, seed: int) -> Spec:
    """Return a solver's spec with the run's seed and its defaults as they are now; later ones may differ.

    >>> str(settled(Spec.parse("seq2seq(hidden=64)"), 0))
    'seq2seq(averaging=..., batch=..., dropout=..., embedding=..., hidden=64, ..., seed=0, word_dropout=5.0)'
    """
    made = seeded(spec, seed)
    return Spec(spec.name, default_options(made) or made.options)


def labelled(spec: Spec, solver: Solver) -> Spec:
    """Return a solver's spec with its pretrained encoder or its prompt named exactly, where it has one."""
    if isinstance(solver, Asking):
        return solver.signed(spec)
    if isinstance(solver, Neural) and (label := solver.encoder_label):
        return Spec(spec.name, {**spec.options, "encoder": label})
    return spec


def solver_name(solver: Solver) -> str:
    """Return what a solver without a spec is called in signatures: a network's options, another's class."""
    if isinstance(solver, Neural):
        options = {part.name: getattr(solver.settings, part.name) for part in fields(solver.settings)}
        given = {name: option for name, option in options.items() if option not in ("", None)}
        return str(labelled(Spec(solver.kind, given), solver))
    kind = type(solver)
    return f"{kind.__module__}.{kind.__qualname__}"
