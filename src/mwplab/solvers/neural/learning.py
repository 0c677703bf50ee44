"""From problems to a model in training: language, embedder, model, data on the device."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import torch

from mwplab.models import Encoder
from mwplab.models.pretrained import choose_device, load_encoder
from mwplab.records import Problem
from mwplab.solvers.neural.account import Account, Material, gather
from mwplab.solvers.neural.batch import Embedder, Model
from mwplab.solvers.neural.embedders import Pieces, Pretrained, PretrainedTable, Scratch
from mwplab.solvers.neural.encoding import Language, encode
from mwplab.solvers.neural.families import copies, told_once
from mwplab.solvers.neural.gts import Gts
from mwplab.solvers.neural.kinds import KINDS
from mwplab.solvers.neural.plausible import AnswerKinds, Kinds, answer_kinds, wrong_kinds
from mwplab.solvers.neural.settings import Settings
from mwplab.solvers.neural.symbols import Symbols
from mwplab.solvers.neural.training import Epoch, Training
from mwplab.solvers.neural.validation import Validation
from mwplab.solvers.neural.words import NUMBER, Vocabulary, read


@dataclass(frozen=True, slots=True, kw_only=True)
class Learnt:
    """What a solver has learnt besides its weights."""

    kind: str
    """The kind of model."""

    vocabulary: tuple[str, ...]
    """The words it tells apart."""

    symbols: Symbols
    """What it writes."""

    limit: int
    """How many symbols an expression may have: as many as the longest that it was trained on."""

    hidden: int
    """Width of the states."""

    layers: int
    """Layers of the networks."""

    embedding: int
    """Width of the vectors of words and symbols."""

    encoder: str = ""
    """The label of the pretrained encoder; empty: word vectors from scratch."""

    answers: AnswerKinds = field(default_factory=dict, hash=False)
    """What kinds of answers the training problems have."""

    wrong: AnswerKinds = field(default_factory=dict, hash=False)
    """What kinds of values wrong expressions have with their numbers."""

    account: Account
    """What became of the training problems."""

    history: tuple[Epoch, ...] = ()
    """Loss and accuracy by epoch."""

    chosen: int = 0
    """The epoch whose weights these are."""

    notes: tuple[str, ...] = ()
    """What did not go as it should, though it went."""

    lost: bool = False
    """Whether training lost its way, so that these weights are those of an epoch before."""

    @property
    def language(self) -> Language:
        """Return how texts and expressions become numbers."""
        return Language(Vocabulary(self.vocabulary), self.symbols, KINDS[self.kind].numbered)

    def kinds(self, weight: float) -> Kinds:
        """Return what makes an answer plausible, and how much that counts."""
        return Kinds(self.answers, self.wrong, weight)


@dataclass(frozen=True, slots=True)
class Begun:
    """A solver's training, ready to run, with what will be kept of it."""

    training: Training
    """What `train_many` runs."""

    learnt: Learnt
    """What is known before."""


def open_encoder(settings: Settings) -> Encoder | None:
    """Return the pretrained encoder that settings name, on the processor."""
    return load_encoder(settings.encoder, device="cpu") if settings.encoder else None


def begin(
    kind: str,
    settings: Settings,
    train: Sequence[Problem],
    valid: Sequence[Problem] | None,
    *,
    encoder: Encoder | None = None,
    folder: Path | None = None,
) -> Begun:
    """Return the training of a solver; in a folder it is taken up where it was left."""
    pieces = piece_maker(kind, encoder)
    fit = None if pieces is None else pieces.fit
    material = gather(kind, train, valid, held_out=settings.held_out, seed=settings.seed, fit=fit)
    learnt = _before(kind, settings, material, encoder)
    language = replace(learnt.language, pieces=pieces)
    device = torch.device(choose_device(settings.device or None))
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(settings.seed)
        model = build(learnt, settings, encoder).to(device)
    graphs = KINDS[kind].graph_maker()
    data = encode(language, material.problems, material.targets, graphs=graphs).to(device)
    validation = None
    if material.valid:
        seen = encode(language, material.valid, graphs=graphs)
        # Where answers are not weighed, the best of a beam is nearly always the greedy one.
        beam, kinds = settings.beam if settings.plausible else 1, learnt.kinds(settings.plausible)
        validation = Validation(material.valid, seen, learnt.symbols, device, beam=beam, kinds=kinds)
    # A word that variants say again is met as often as in their originals.
    word_dropout = settings.word_dropout * copies(material.problems)
    training = Training(
        model,
        data,
        replace(settings, word_dropout=word_dropout),
        limit=learnt.limit,
        validation=validation,
        folder=folder,
        fingerprint=_fingerprint(learnt, settings, material),
    )
    return Begun(training, learnt)


def _before(kind: str, settings: Settings, material: Material, encoder: Encoder | None) -> Learnt:
    slots = max(len(problem.quantities) for problem in material.problems)
    symbols = Symbols.seen(material.targets, slots)
    numbered = KINDS[kind].numbered
    readings = [read(one.text, one.quantities, numbered=numbered) for one in material.problems]
    always = [f"number{slot}" for slot in range(slots)] if numbered else [NUMBER]
    words = told_once(material.problems, readings)
    vocabulary = Vocabulary.of(words, minimum=settings.minimum_count, always=always)
    return Learnt(
        kind=kind,
        vocabulary=vocabulary.words,
        symbols=symbols,
        limit=max(3, *(len(symbols.to_prefix(one)) for one in material.targets)),
        hidden=settings.hidden,
        layers=settings.layers,
        embedding=settings.embedding,
        encoder="" if encoder is None else encoder.label,
        answers=answer_kinds(material.problems),
        wrong=wrong_kinds(material.problems, material.targets, settings.seed),
        account=material.account,
    )


def build(learnt: Learnt, settings: Settings, encoder: Encoder | None) -> Model:
    """Return a model of the learnt sizes with fresh weights."""
    kind = KINDS[learnt.kind]
    embedder: Embedder
    if encoder is None:
        embedder = Scratch(learnt.language.vocabulary.size, learnt.embedding)
    elif kind.contextual:
        embedder = Pretrained(encoder, freeze=settings.freeze)
    else:
        embedder = PretrainedTable(encoder, freeze=settings.freeze)
    model = kind.build(
        embedder,
        symbols=learnt.symbols,
        hidden=learnt.hidden,
        layers=learnt.layers,
        dropout=settings.dropout,
        symbol_embedding=learnt.embedding,
    )
    if isinstance(model, Gts):
        model.padded_root = settings.padded_root
    return model


def piece_maker(kind: str, encoder: Encoder | None) -> Pieces | None:
    """Return what cuts texts into the encoder's pieces."""
    return None if encoder is None else Pieces(encoder, numbered=KINDS[kind].numbered)


def _fingerprint(learnt: Learnt, settings: Settings, material: Material) -> str:
    """Return what tells one training from another."""
    pairs = zip(material.problems, material.targets, strict=True)
    told = [f"{one.id} {one.text} {expr}" for one, expr in pairs]
    told += [f"{one.id} {one.text} {one.accepted_answers}" for one in material.valid]
    everything = "\n".join([learnt.kind, learnt.encoder, str(settings), *told])
    return hashlib.sha256(everything.encode()).hexdigest()
