"""The options of a neural solver."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from math import inf
from typing import Any

from mwplab.errors import RecordError
from mwplab.solvers.neural.defaults import part_of, tuned

TREES = ("gts", "graph2tree")
"""The kinds that write a tree from a root goal."""


class Precision(StrEnum):
    """The numbers that a model computes with."""

    FP32 = "fp32"
    """Single precision."""

    BF16 = "bf16"
    """Matrix products of numbers of half the width."""

    INT8 = "int8"
    """As single precision, but a processor solves in whole numbers of eight bits."""


class Schedule(StrEnum):
    """How the learning rate changes in the course of training."""

    CONSTANT = "constant"
    """It does not."""

    LINEAR = "linear"
    """Down to nothing in a straight line."""

    COSINE = "cosine"
    """Down to nothing along half a wave."""

    HALVING = "halving"
    """To a half after each third of the epochs."""


MOST = {"layers": 64, "hidden": 2**16, "embedding": 2**16}
"""Layers that a model may have, and how wide they may be."""

MOST_AT_ONCE = {"beam": 2**8, "alternatives": 2**8}
"""Expressions that are followed, and named."""


NOT_NEGATIVE = (
    "weight_decay",
    "clip",
    "word_dropout",
    "patience",
    "encoder_learning_rate",
    "alternatives",
    "plausible",
)
"""Options that may be 0 and no less."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How a model is built, trained and asked."""

    hidden: int
    """Width of the states."""

    layers: int
    """Layers of the recurrent or feed-forward networks."""

    dropout: float
    """Share of the inputs of a layer that training leaves out."""

    embedding: int
    """Width of word vectors learnt from scratch, and of those of symbols."""

    epochs: int
    """How often training goes through the problems."""

    batch: int
    """Problems of one step."""

    learning_rate: float
    """Of Adam, at its highest."""

    schedule: Schedule
    """How the learning rate changes."""

    warmup: float
    """Share of the steps in which the learning rate climbs to its highest."""

    weight_decay: float
    """Share of a weight that Adam takes as gradient towards zero."""

    averaging: float
    """Share of all steps so far, the last ones, that weights are averaged over before they are judged and
    kept; 0: they are taken as they are."""

    clip: float
    """Length that gradients are cut down to; 0: they are not."""

    minimum_count: int
    """How often training must meet a word for it to be told from other rare ones."""

    word_dropout: float
    """How often training must meet a word for half of its texts to have it; in the others it is taken for an
    unknown one. 0: known words are always known."""

    held_out: float
    """Share of the training problems kept back to choose the best epoch, where no others are given."""

    patience: int
    """Epochs without one as good as the best after which training stops; 0: it goes on to the last."""

    encoder: str
    """A pretrained encoder, by short name, path or hub name; empty: word vectors from scratch."""

    freeze: bool
    """Whether the encoder stays as it came."""

    encoder_learning_rate: float
    """Of the encoder's own weights, or of the word vectors; 0: the same as for the rest."""

    padded_root: bool
    """Whether the root goal of a tree loses what the forward direction summed up where a text is shorter than
    the longest of its batch, in training, as in the published program; for comparisons."""

    beam: int
    """Expressions that are followed side by side when solving; 1 is greedy."""

    alternatives: int
    """Other solutions that a prediction names at most."""

    plausible: float
    """How much it counts how plausible a value is, beside the expression's own probability; 0: not at all."""

    attention: bool
    """Whether predictions say which words each symbol looked at."""

    precision: Precision
    """What training and solving compute with."""

    device: str
    """``cpu``, ``cuda``, or empty for a GPU where there is one."""

    seed: int
    """Where chance starts."""

    def __post_init__(self) -> None:
        for name in ("hidden", "layers", "embedding", "epochs", "batch", "minimum_count", "beam"):
            if getattr(self, name) < 1:
                raise RecordError(f"the option {name!r} is {getattr(self, name)}; give 1 or more")
        for name, most in {**MOST, **MOST_AT_ONCE}.items():
            if getattr(self, name) > most:
                raise RecordError(f"the option {name!r} is {getattr(self, name)}; give {most:,} or less")
        for name in ("dropout", "warmup", "averaging", "held_out"):
            if not 0 <= getattr(self, name) < 1:
                raise RecordError(
                    f"the option {name!r} is {getattr(self, name)}; give a share from 0 to below 1"
                )
        for name in NOT_NEGATIVE:
            if not 0 <= getattr(self, name) < inf:
                raise RecordError(
                    f"the option {name!r} is {getattr(self, name)}; give a finite number, 0 or more"
                )
        if not -(2**63) <= self.seed < 2**63:
            raise RecordError(f"the seed is {self.seed}; give a number of at most 18 digits")
        if not 0 < self.learning_rate < inf:
            raise RecordError(f"the learning rate is {self.learning_rate}; give a finite number above 0")
        if self.freeze and not self.encoder:
            raise RecordError(
                "the option 'freeze' is True and there is no encoder to freeze; give one (encoder=minilm)"
            )
        if self.word_dropout and self.encoder:
            raise RecordError(
                f"the option 'word_dropout' is {self.word_dropout} and the encoder {self.encoder!r} knows "
                "every word by its pieces; leave one of the two out"
            )


def make_settings(kind: str, options: Mapping[str, Any]) -> Settings:
    """Return the settings of a kind of solver; what is not given is as its tuned values say.

    >>> make_settings("seq2seq", {"hidden": 64}).hidden
    64
    """
    given = {name: value for name, value in options.items() if value is not None}
    part = part_of(given.get("encoder"))
    defaults = {**tuned("all")["all"], **tuned(kind)[part]}
    values: dict[str, Any] = {**defaults, **given}
    for field in fields(Settings):
        name = field.name
        values[name] = _checked(kind, name, _KINDS[str(field.type)], values[name], defaults[name])
    if values["padded_root"] and kind not in TREES:
        raise RecordError(
            f"the solver {kind!r} has no root goal for 'padded_root' to change; {' and '.join(TREES)} have"
        )
    return Settings(**values)


_KINDS: dict[str, type] = {
    "int": int,
    "float": float,
    "bool": bool,
    "str": str,
    "Schedule": Schedule,
    "Precision": Precision,
}


def _checked(solver: str, name: str, kind: type, value: Any, default: Any) -> Any:
    if issubclass(kind, StrEnum):
        if value in list(kind):
            return kind(value)
        raise RecordError(
            f"the option {name!r} of {solver!r} is {value!r}; there are: {', '.join(map(str, kind))}"
        )
    if kind is float and type(value) is int:
        return float(value)
    if type(value) is not kind:
        raise RecordError(f"the option {name!r} of {solver!r} is {value!r}; give a value such as {default!r}")
    return value
