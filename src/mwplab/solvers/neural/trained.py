"""A trained model: it answers questions, and it is kept in a folder."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import torch

from mwplab.errors import DataError, RecordError
from mwplab.models import Encoder
from mwplab.models.pretrained import choose_device
from mwplab.records import Prediction, Question, from_json, to_json
from mwplab.records.files import reading
from mwplab.records.jsonl import parse_json, write_atomically
from mwplab.solvers.neural.account import LONGEST_TARGET
from mwplab.solvers.neural.batch import Decoded, Model
from mwplab.solvers.neural.decoding import Decoder, batches
from mwplab.solvers.neural.encoding import encode, fitting
from mwplab.solvers.neural.kinds import KINDS
from mwplab.solvers.neural.learning import Learnt, build, piece_maker
from mwplab.solvers.neural.plausible import can_be
from mwplab.solvers.neural.predicting import Candidate, predict, value
from mwplab.solvers.neural.settings import MOST, Settings
from mwplab.solvers.neural.symbols import KNOWN
from mwplab.solvers.neural.weights import read_shapes, read_tensors, write_tensors
from mwplab.solvers.neural.words import LONGEST

LEARNT, WEIGHTS = "learnt.json", "model.safetensors"
"""The files of a trained model."""

ENCODER = "embedder.encoder."
"""What the weights of a pretrained encoder begin with."""

SIZES, SIZES_ON_GPU = (1, 4, 16, 64), (1, 4, 16, 64, 256)
"""How many questions are decoded at once; few sizes, since each is captured by itself on a GPU."""

MANY = 2048
"""How many questions are read before they are decoded: more would only take memory."""

SECOND_BEAM = 8
"""Expressions that are followed where none of the first ones has a value."""


class Trained:
    """A model with all that it needs to answer."""

    def __init__(self, learnt: Learnt, model: Model, settings: Settings, encoder: Encoder | None) -> None:
        self.learnt = learnt
        self.settings = settings
        self.language = replace(learnt.language, pieces=piece_maker(learnt.kind, encoder))
        self.model = model.eval()
        self.device = next(model.parameters()).device
        self.stream = torch.cuda.Stream() if self.device.type == "cuda" else None  # type: ignore[no-untyped-call]
        self.decoder = Decoder(model, limit=learnt.limit, precision=settings.precision)
        if self.stream is not None:
            self.stream.wait_stream(torch.cuda.current_stream())  # where weights are put and narrowed

    def solve(self, questions: Sequence[Question]) -> list[Prediction]:
        """Return one prediction per question, in order."""
        some = (questions[start : start + MANY] for start in range(0, len(questions), MANY))
        return [prediction for part in some for prediction in self._solve(part)]

    def _solve(self, questions: Sequence[Question]) -> list[Prediction]:
        symbols = self.learnt.symbols
        with nullcontext() if self.stream is None else torch.cuda.stream(self.stream):
            found = self._candidates(questions, self.settings.beam)
            again = [
                number
                for number, question in enumerate(questions)
                if all(value(question, one.ids, symbols) is None for one in found[number])
            ]
            if again and self.settings.beam < SECOND_BEAM:
                others = self._candidates([questions[number] for number in again], SECOND_BEAM)
                for number, other in zip(again, others, strict=True):
                    found[number] = other
        kinds = self.learnt.kinds(self.settings.plausible)
        return [
            predict(question, one, symbols, self.language.read(question), self.settings.alternatives, kinds)
            for question, one in zip(questions, found, strict=True)
        ]

    def _candidates(self, questions: Sequence[Question], beam: int) -> list[list[Candidate]]:
        """Return what is written for each question, best first."""
        if not questions:
            return []
        data = encode(self.language, questions, graphs=KINDS[self.learnt.kind].graph_maker())
        found: list[list[Candidate]] = [[] for _ in questions]
        sizes = SIZES if self.stream is None else SIZES_ON_GPU
        size = fitting(sizes, min(len(questions), sizes[-1]))
        for cut, batch in batches(data, size, self.device):
            for row, candidates in zip(cut.rows, self._read(self.decoder(batch, beam)), strict=True):
                if row < len(questions) and self._has_quantities(questions[row]):
                    found[row] = candidates
        return found

    def _has_quantities(self, question: Question) -> bool:
        """Tell whether there is one that was read and can be referred to."""
        reading = self.language.read(question)
        return bool(reading.places) and reading.first < self.learnt.symbols.slots

    def _read(self, decoded: Decoded) -> list[list[Candidate]]:
        looks = decoded.attention.cpu() if self.settings.attention and decoded.attention is not None else None
        lengths, scores, ids = decoded.lengths.tolist(), decoded.scores.tolist(), decoded.ids.tolist()
        return [
            [
                Candidate(
                    tuple(ids[row][place][:length]),
                    scores[row][place],
                    None if looks is None else looks[row, place, :length],
                )
                for place, length in enumerate(lengths[row])
                if length
            ]
            for row in range(len(lengths))
        ]

    def save(self, folder: Path) -> None:
        """Write weights and what was learnt besides; an encoder that stayed as it came is not written."""
        left = ENCODER if self.settings.freeze else "\0"
        weights = {name: one for name, one in self.model.state_dict().items() if not name.startswith(left)}
        write_tensors(folder / WEIGHTS, weights, {"mwplab": "model"})
        write_atomically(folder / LEARNT, json.dumps(to_json(self.learnt), ensure_ascii=False) + "\n")


def load_trained(
    folder: Path, kind: str, settings: Settings, encoder: Encoder | None, sizes: Mapping[str, int]
) -> Trained:
    """Return the trained model in a folder; one that does not fit together is refused before it is made.

    ``sizes`` are those that were given; others may have had another default when it was trained.
    """
    path = folder / LEARNT
    with reading(path):
        text = path.read_text(encoding="utf-8")
    try:
        learnt = from_json(Learnt, parse_json(text))
    except RecordError as error:
        raise RecordError(f"{str(path)!r} does not hold what this solver learns: {error}") from error
    check(learnt, kind, path, encoder)
    # Without memory for its weights first, so that sizes which do not fit the file cost nothing.
    if encoder is None:
        with torch.device("meta"):
            model = build(learnt, settings, None)
    else:
        model = build(learnt, settings, encoder)
    weights = folder / WEIGHTS
    kept = ENCODER if settings.freeze else "\0"
    expected = {name: one for name, one in model.state_dict().items() if not name.startswith(kept)}
    another = DataError(f"{str(weights)!r} holds the weights of another model than {LEARNT} tells of")
    if read_shapes(weights) != {name: tuple(one.shape) for name, one in expected.items()}:
        raise another
    for name, wanted in sizes.items():
        if (size := getattr(learnt, name)) != wanted:
            raise RecordError(f"{str(path)!r} has {name}={size}, not {name}={wanted}; give {name}={size}")
    tensors, _ = read_tensors(weights)
    if any(tensor.dtype != expected[name].dtype for name, tensor in tensors.items()):
        raise another
    if lost := [name for name, tensor in tensors.items() if not tensor.isfinite().all()]:
        raise DataError(
            f"{str(weights)!r} holds weights that are no finite numbers, in {lost[0]}; train anew"
        )
    model.load_state_dict(tensors, strict=not settings.freeze, assign=encoder is None)
    device = choose_device(settings.device or None)
    return Trained(learnt, model.to(device), settings, encoder)


def check(learnt: Learnt, kind: str, path: Path, encoder: Encoder | None) -> None:
    """Refuse what no solver of the kind can have learnt."""
    symbols = learnt.symbols
    label = "" if encoder is None else encoder.label
    problem = ""
    if learnt.kind != kind:
        problem = f"it is of the kind {learnt.kind!r}, not {kind!r}"
    elif learnt.encoder != label:
        problem = f"it was trained with the encoder {learnt.encoder or 'none'}, not {label or 'none'}"
    elif not set(symbols.operators) <= set(KNOWN) or len(set(symbols.operators)) < len(symbols.operators):
        problem = f"its operators are {', '.join(symbols.operators)}"
    elif not 1 <= symbols.slots <= LONGEST or not 1 <= learnt.limit <= LONGEST_TARGET:
        problem = f"it has {symbols.slots} slots and {learnt.limit} symbols"
    elif not all(1 <= getattr(learnt, name) <= most for name, most in MOST.items()):
        problem = f"it has {learnt.layers} layers of width {learnt.hidden}"
    elif not (can_be(learnt.answers) and can_be(learnt.wrong)):
        problem = "its counts of answers are none that training can come to"
    if problem:
        raise RecordError(f"{str(path)!r} does not fit this solver: {problem}")
