"""Small neural models and batches for the tests."""

from __future__ import annotations

import torch

from mwplab.catalogue import load
from mwplab.records import Problem
from mwplab.solvers.neural.batch import Batch, Model
from mwplab.solvers.neural.encoding import encode
from mwplab.solvers.neural.kinds import KINDS
from mwplab.solvers.neural.learning import Begun, begin
from mwplab.solvers.neural.settings import Settings, make_settings
from mwplab.solvers.neural.targets import target
from mwplab.spec import Value

STARTER = tuple(problem for problem in load("starter") if target(problem) is not None)
SMALL: dict[str, Value] = {
    "hidden": 24,
    "layers": 2,
    "embedding": 16,
    "batch": 8,
    "device": "cpu",
    "minimum_count": 1,
}
SEQUENCES = ["seq2seq", "constrained"]


def small(kind: str, **options: object) -> Settings:
    """Return settings of a small model."""
    return make_settings(kind, {**SMALL, **options})


def begun(kind: str, problems: tuple[Problem, ...] = STARTER[:60], **options: object) -> Begun:
    """Return a small model with its data, not trained."""
    return begin(kind, small(kind, **options), problems, None)


def data_of(one: Begun, problems: tuple[Problem, ...]) -> Batch:
    """Return problems encoded in the language of a model."""
    kind = KINDS[one.learnt.kind]
    targets = [expr for expr in map(target, problems) if expr is not None]
    return encode(one.learnt.language, problems, targets, graphs=kind.graph_maker())


def alone(data: Batch, row: int) -> Batch:
    """Return one problem with no padding at all."""
    one = data.rows(torch.tensor([row]))
    time, steps = int(one.lengths), int(one.target_lengths)
    return Batch(
        words=one.words[:, :time],
        lengths=one.lengths,
        places=one.places,
        present=one.present,
        divisors=one.divisors,
        targets=one.targets[:, :steps],
        target_lengths=one.target_lengths,
        weights=one.weights,
        graphs=None if one.graphs is None else one.graphs[:, :, :time, : -(-time // 8)],
    )


def model_of(one: Begun) -> Model:
    """Return the model in evaluation mode, its weights as they are."""
    return one.training.model.eval()
