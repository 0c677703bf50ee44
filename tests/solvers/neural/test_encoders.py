"""Pretrained encoders under neural solvers: pieces pooled to words, frozen or trained, named exactly."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file, save_file
from tokenizers import Tokenizer, models, pre_tokenizers, processors
from transformers import PreTrainedTokenizerFast, RobertaConfig, RobertaModel

from mwplab.errors import DataError, ModelError, RecordError
from mwplab.models import Encoder, load_encoder
from mwplab.runs.evaluate import evaluate
from mwplab.solvers import Neural, fit_together, load_solver, save_solver, solvers
from mwplab.solvers.neural import resuming, training
from mwplab.solvers.neural.embedders import MARK, PADDING, Pieces
from mwplab.solvers.neural.words import read
from mwplab.spec import Spec
from mwplab.text import quantities
from tests.solvers.neural.made import SMALL, STARTER

TEXT = "Ann had 12 figs and ate 3. How many?"


def bytes_tokenizer() -> PreTrainedTokenizerFast:
    """Return a tokenizer as RoBERTa has it: byte pieces, the space before a word part of its first piece."""
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    words = {piece: number for number, piece in enumerate(["<s>", "<pad>", "</s>", "<unk>", *alphabet])}
    tokenizer = Tokenizer(models.BPE(words, [], unk_token="<unk>"))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.post_processor = processors.RobertaProcessing(("</s>", 2), ("<s>", 0), add_prefix_space=False)
    return PreTrainedTokenizerFast(  # type: ignore[no-untyped-call]
        tokenizer_object=tokenizer, pad_token="<pad>", bos_token="<s>", eos_token="</s>", unk_token="<unk>"
    )


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a tiny RoBERTa in a folder."""
    folder = tmp_path_factory.mktemp("encoders") / "tiny-roberta"
    tokenizer = bytes_tokenizer()
    torch.manual_seed(0)
    config = RobertaConfig(
        vocab_size=len(tokenizer),
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
        max_position_embeddings=402,
        pad_token_id=1,
    )
    model = RobertaModel(config, add_pooling_layer=False)  # type: ignore[no-untyped-call]
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


def options(folder: Path, **more: object) -> Spec:
    small = {**SMALL, "hidden": 16, "layers": 1, "epochs": 2, "encoder": str(folder), **more}
    return Spec("seq2seq", small)  # type: ignore[arg-type]


def pieces_by_word(encoder: Encoder, *, numbered: bool) -> tuple[list[str], list[int]]:
    reading = read(TEXT, quantities(TEXT), numbered=numbered)
    pieces, owners = Pieces(encoder, numbered=numbered)([reading])
    found: dict[int, list[int]] = {}
    for piece, owner in zip(pieces[0].tolist(), owners[0].tolist(), strict=True):
        found.setdefault(owner, []).append(piece)
    decoded = [str(encoder.tokenizer.decode(found[place])) for place in range(len(reading.words))]
    words = [one.replace(" ", "").replace("##", "").lower() for one in decoded]
    return words, sorted(owner for owner in found if owner < 0)


@pytest.mark.parametrize("numbered", [True, False])
def test_every_piece_belongs_to_its_word(tiny: Path, numbered: bool) -> None:
    expected = ["Ann", "had", "12", "figs", "and", "ate", "3", ".", "How", "many", "?"]
    if numbered:
        expected[2], expected[6] = "number0", "number1"
    for name in (str(tiny), "minilm"):
        words, others = pieces_by_word(load_encoder(name, device="cpu"), numbered=numbered)
        assert words == [word.lower() for word in expected]
        assert set(others) <= {MARK, PADDING}
        assert MARK in others


def test_padding_changes_nothing_under_an_encoder(tiny: Path) -> None:
    solver = solvers.make(options(tiny))
    assert isinstance(solver, Neural)
    solver.fit(STARTER[:16])
    short, long = sorted(STARTER[:16], key=lambda problem: len(problem.text))[::15]
    alone, together = (
        solver.solve([short.as_question()])[0],
        solver.solve([short.as_question(), long.as_question()])[0],
    )
    assert alone.equations == together.equations
    assert alone.confidence == pytest.approx(together.confidence, abs=1e-5)


@pytest.mark.parametrize("kind", ["seq2seq", "constrained"])
@pytest.mark.parametrize("freeze", [True, False])
def test_an_encoder_is_trained_unless_it_is_frozen(
    tiny: Path, tmp_path: Path, kind: str, freeze: bool
) -> None:
    spec = Spec(kind, {**options(tiny, freeze=freeze, encoder_learning_rate=0.01).options})
    solver = solvers.make(spec)
    assert isinstance(solver, Neural)
    solver.fit(STARTER[:16])
    assert solver.trained is not None
    before: Any = load_encoder(str(tiny), device="cpu").model
    now: Any = solver.trained.model.embedder
    table = now.table if kind == "constrained" else now.encoder.get_input_embeddings()
    assert torch.equal(table.weight, before.get_input_embeddings().weight) is freeze
    save_solver(solver, spec, tmp_path / "model")
    _, again = load_solver(tmp_path / "model")
    questions = [problem.as_question() for problem in STARTER[:4]]
    assert again.solve(questions) == solver.solve(questions)


def test_the_signature_names_the_encoder_exactly(tiny: Path) -> None:
    spec = options(tiny, epochs=1, freeze=True)
    result = evaluate(spec, "starter[grade=1]", train=["starter[grade=2]"], limit=4)
    label = load_encoder(str(tiny), device="cpu").label
    assert label.startswith("tiny-roberta@")
    assert f"encoder={label}" in result.signature
    assert str(tiny) not in result.signature


def test_a_model_of_another_encoder_is_refused(tiny: Path, tmp_path: Path) -> None:
    solver = solvers.make(options(tiny, epochs=1, freeze=True))
    solver.fit(STARTER[:8])
    solver.save(tmp_path)
    with pytest.raises(RecordError, match="trained with the encoder tiny-roberta@"):
        solvers.make(options(Path("minilm"), freeze=True)).load(tmp_path)


def test_a_tokenizer_that_keeps_no_places_is_refused(tiny: Path) -> None:
    encoder = load_encoder(str(tiny), device="cpu")

    class Slow:
        is_fast = False

    with pytest.raises(RecordError, match="does not say which piece comes from where"):
        Pieces(Encoder("slow@1", Slow(), encoder.model, 512), numbered=True)  # type: ignore[arg-type]


def small_memory(monkeypatch: pytest.MonkeyPatch, most: int) -> list[int]:
    """Let a GPU's memory be full once more than so many have learnt for an epoch; return what was tried."""
    tried: list[int] = []
    real = training.train_many

    def train_many(trainings: list[training.Training], **more: Any) -> None:
        tried.append(len(trainings))
        if len(trainings) > most:
            next(trainings[0].run())
            raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 46.00 MiB.")
        real(trainings, **more)

    monkeypatch.setattr(training, "train_many", train_many)
    return tried


def test_what_a_gpu_cannot_hold_at_once_is_trained_in_parts_as_if_alone(
    tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    problems = STARTER[:40]
    questions = [problem.as_question() for problem in problems[:10]]

    def made(seed: int) -> Neural:
        solver = solvers.make(options(tiny, seed=seed, encoder_learning_rate=0.01))
        assert isinstance(solver, Neural)
        return solver

    alone = [made(seed) for seed in range(3)]
    for solver in alone:
        solver.fit(problems)
    tried = small_memory(monkeypatch, most=1)
    together = [made(seed) for seed in range(3)]
    fit_together(together, [problems] * 3, [None] * 3)
    assert tried == [3, 1, 2, 1, 1]
    assert [one.solve(questions) for one in together] == [one.solve(questions) for one in alone]


def test_one_solver_that_a_gpu_cannot_hold_says_what_would_do(
    tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small_memory(monkeypatch, most=0)
    with pytest.raises(ModelError, match="does not hold 'seq2seq' while it learns; smaller batches"):
        solvers.make(options(tiny)).fit(STARTER[:40])


def frozen(folder: Path) -> Neural:
    solver = solvers.make(options(folder, freeze=True, epochs=3))
    assert isinstance(solver, Neural)
    return solver


def test_a_training_is_not_taken_up_with_another_encoder_of_the_same_name(
    tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resuming, "SECONDS", 0.0)
    folder = shutil.copytree(tiny, tmp_path / "encoder")
    first = frozen(folder)
    first.resume_in(tmp_path / "training")
    running = first.begin(STARTER[:16], None).training
    steps = running.run()
    while not running.history:
        next(steps)
    path = folder / "model.safetensors"
    save_file({name: weight + 1 for name, weight in load_file(path).items()}, path, {"format": "pt"})
    again = frozen(folder)
    again.resume_in(tmp_path / "training")
    with pytest.raises(DataError, match="the training of another solver"):
        again.fit(STARTER[:16])


@pytest.mark.parametrize("before", ["interrupted", "loaded"])
def test_whatever_came_before_a_solver_learns_from_a_fresh_encoder(
    tiny: Path, tmp_path: Path, before: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def made() -> Neural:
        solver = solvers.make(options(tiny, encoder_learning_rate=0.01))
        assert isinstance(solver, Neural)
        return solver

    questions = [problem.as_question() for problem in STARTER[:6]]
    fresh, other = made(), made()
    fresh.fit(STARTER[:16])
    if before == "loaded":
        fresh.save(tmp_path)
        other.load(tmp_path)
    else:
        with monkeypatch.context() as patched:
            patched.setattr(training, "train_many", interrupted)
            with pytest.raises(KeyboardInterrupt):
                other.fit(STARTER[:16])
    other.fit(STARTER[:16])
    assert other.solve(questions) == fresh.solve(questions)


def interrupted(trainings: list[training.Training], **more: Any) -> None:
    running = trainings[0].run()
    while not trainings[0].history:
        next(running)
    raise KeyboardInterrupt
