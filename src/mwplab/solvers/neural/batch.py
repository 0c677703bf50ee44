"""What passes between data, models and training: batches of problems in, losses and expressions out.

A model is an ``nn.Module`` made as ``Model(config, embedder)`` from a `ModelConfig` of its own kind:

    loss(batch) -> Tensor                     `mean_loss` of the target's negative log-probability
    decode(batch, beam, limit) -> Decoded     well-formed prefix expressions of at most ``limit`` symbols
    make_reader(precision) -> Reader          what reads words faster for ``decode`` while weights stay

Neither looks at one problem at a time, and all shapes follow from those of the batch, so that a step can be
captured once and replayed. The weights come from torch's generator as it is when the model is made.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, Protocol

import torch
from torch import Tensor, nn

from mwplab.solvers.neural.settings import Precision
from mwplab.solvers.neural.symbols import Symbols


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Problems as tensors, all padded to one shape."""

    words: Tensor
    """(batch, time) ids of the words; 0 is padding, which stands behind the words."""

    lengths: Tensor
    """(batch,) how many words each problem has, at least one."""

    places: Tensor
    """(batch, slots) where in time each quantity stands; 0 where there is none."""

    present: Tensor
    """(batch, slots) bool, whether the problem has such a quantity; at least one, if only for form."""

    divisors: Tensor
    """(batch, slots) bool, whether it is there and not zero, so that one may divide by it."""

    targets: Tensor
    """(batch, symbols) ids in prefix order, padded with 0."""

    target_lengths: Tensor
    """(batch,) how many symbols the target has, at least one."""

    weights: Tensor
    """(batch,) float, 1 for a problem that counts and 0 for one that fills the batch up."""

    graphs: Tensor | None = None
    """(batch, kinds, time, eighths of time) uint8: a bit for each pair of words, 1: joined."""

    pieces: Tensor | None = None
    """(batch, pieces) ids of word pieces for a pretrained encoder; padding is said by ``owners``."""

    owners: Tensor | None = None
    """(batch, pieces) the place in time of the word that a piece belongs to; -1 for marks, -2 for padding."""

    layout: Tensor | None = None
    """(batch, numbers) what a model has worked out of the targets beforehand (`Model.lay_out`)."""

    def to(self, device: torch.device | str) -> Batch:
        """Return the batch on a device."""
        return self.map(lambda tensor: tensor.to(device, non_blocking=True))

    def rows(self, index: Tensor) -> Batch:
        """Return some of the problems, in the order of the index."""
        return self.map(lambda tensor: tensor[index])

    def map(self, change: Change) -> Batch:
        """Return the batch with every tensor that is there changed."""
        parts = ((part.name, getattr(self, part.name)) for part in fields(self))
        changed: dict[str, Any] = {name: part if part is None else change(part) for name, part in parts}
        return Batch(**changed)

    @property
    def word_mask(self) -> Tensor:
        """Return (batch, time) bool, which words are not padding."""
        return torch.arange(self.words.shape[1], device=self.words.device) < self.lengths[:, None]

    @property
    def target_mask(self) -> Tensor:
        """Return (batch, symbols) bool, which symbols of the targets are not padding."""
        return torch.arange(self.targets.shape[1], device=self.targets.device) < self.target_lengths[:, None]


class Change(Protocol):
    """What `Batch.map` applies."""

    def __call__(self, tensor: Tensor, /) -> Tensor:
        """Return another tensor."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Decoded:
    """The best expressions for each problem of a batch, best first."""

    ids: Tensor
    """(batch, beam, steps) symbols in prefix order, padded with 0."""

    lengths: Tensor
    """(batch, beam) how many symbols each has; 0 where fewer than ``beam`` expressions exist."""

    scores: Tensor
    """(batch, beam) log-probabilities; minus infinity where there is no expression."""

    attention: Tensor | None = None
    """(batch, beam, steps, time) how much each symbol looked at each word, for models that attend."""


@dataclass(frozen=True, kw_only=True)
class ModelConfig:
    """The sizes that every model has; each kind adds its own."""

    symbols: Symbols
    """What it writes."""

    hidden: int = 256
    """Width of the states."""

    layers: int = 2
    """Layers of the recurrent networks."""

    dropout: float = 0.1
    """Share of the inputs of a layer that training leaves out."""


class Embedder(nn.Module, ABC):
    """Words to vectors: learnt from scratch, or by a pretrained encoder (see `embedders`)."""

    width: int
    """Size of a vector."""

    @property
    def by_word(self) -> Tensor | None:
        """Return one vector per word of the vocabulary; none where it matters in which text a word stands."""
        return None

    @abstractmethod
    def forward(self, batch: Batch) -> Tensor:
        """Return (batch, time, width); what stands for padding is of no account."""


Reader = Callable[[Batch], tuple[Tensor, Tensor]]
"""Reads words, (batch, time, hidden), and what a model sums a text up by."""


class Model(nn.Module, ABC):
    """What training and solving need of a model."""

    embedder: Embedder
    """Where its word vectors come from; its weights may have a learning rate of their own."""

    @abstractmethod
    def loss(self, batch: Batch) -> Tensor:
        """Return the mean loss of the problems that count."""

    @abstractmethod
    def decode(self, batch: Batch, beam: int = 1, limit: int = 25, reader: Reader | None = None) -> Decoded:
        """Return the best well-formed expressions; a beam of 1 is greedy."""

    def lay_out(self, targets: Tensor, lengths: Tensor) -> Tensor | None:
        """Return what `loss` would work out of targets (problems, symbols) again and again; none: nothing."""
        return None

    def make_reader(self, precision: Precision) -> Reader | None:
        """Return what reads words on a processor as long as no weight changes; none: nothing is faster."""
        return None


def mean_loss(losses: Tensor, batch: Batch) -> Tensor:
    """Return the mean over problems of what their symbols cost, (batch, symbols) to a scalar.

    What stands where a target is padded may be anything finite.

    >>> def ones(*shape: int) -> Tensor:
    ...     return torch.ones(shape, dtype=torch.long)
    >>> batch = Batch(
    ...     words=ones(2, 4), lengths=ones(2), places=ones(2, 1), present=ones(2, 1) > 0,
    ...     divisors=ones(2, 1) > 0, targets=ones(2, 3), target_lengths=torch.tensor([3, 1]),
    ...     weights=torch.ones(2),
    ... )  # fmt: skip
    >>> mean_loss(torch.tensor([[1.0, 1.0, 1.0], [2.0, 9.0, 9.0]]), batch)
    tensor(2.5000)
    """
    each = torch.where(batch.target_mask, losses, 0.0).sum(1)  # (batch, symbols) -> (batch,)
    return (each * batch.weights).sum() / batch.weights.sum().clamp_min(1.0)
