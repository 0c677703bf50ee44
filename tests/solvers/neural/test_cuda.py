"""On a GPU: captured steps and decoding do what plain ones do, also several trainings at once."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
import torch

from mwplab.solvers.neural import training as neural_training
from mwplab.solvers.neural.averaging import newest
from mwplab.solvers.neural.decoding import Decoder
from mwplab.solvers.neural.encoding import COARSE
from mwplab.solvers.neural.fitting import fit_together, give_back_memory
from mwplab.solvers.neural.kinds import KINDS
from mwplab.solvers.neural.learning import Begun, Learnt, begin
from mwplab.solvers.neural.settings import Precision
from mwplab.solvers.neural.solver import Neural
from mwplab.solvers.neural.steps import Step, capturing
from mwplab.solvers.neural.training import Training, train_many
from tests.solvers.neural.made import STARTER, small

pytestmark = pytest.mark.gpu


def made(kind: str, seed: int = 0, **options: object) -> Begun:
    settings = small(kind, device="cuda", epochs=3, seed=seed, learning_rate=0.003, **options)
    return begin(kind, settings, STARTER[:64], STARTER[64:80])


@pytest.mark.parametrize("kind", list(KINDS))
def test_a_captured_training_learns_what_a_plain_one_learns(kind: str) -> None:
    captured, plain = (made(kind, dropout=0.0, word_dropout=0.0) for _ in range(2))
    training = plain.training
    training.step = Step(
        training.model,
        training.data,
        training.optimiser,
        clip=training.settings.clip,
        precision=Precision.FP32,
    )
    train_many([captured.training])
    train_many([training])
    assert captured.training.note == ""
    for first, second in zip(captured.training.history, training.history, strict=True):
        assert first.loss == pytest.approx(second.loss, rel=2e-3)


@pytest.mark.parametrize("precision", ["fp32", "bf16"])
def test_weights_are_averaged_as_captured_steps_leave_them(
    precision: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    training = made("gts", averaging=0.5, precision=precision).training
    average, met = training.average, list[torch.Tensor]()
    assert average is not None
    follow = average.follow

    def watched(looks: float) -> None:
        before, share = [mean.clone() for mean in average.means], newest(0.5, looks)
        follow(looks)
        expected = [
            mean + share * (latest - mean) for mean, latest in zip(before, average.latest, strict=True)
        ]
        torch.testing.assert_close(list(average.means), expected)
        met.append(average.latest[0].detach().clone())

    monkeypatch.setattr(average, "follow", watched)
    train_many([training])
    assert training.note == ""
    assert len(met) > 3
    assert not any(torch.equal(first, second) for first, second in pairwise(met))


@pytest.mark.parametrize("kind", list(KINDS))
def test_trainings_side_by_side_do_not_mix(kind: str) -> None:
    alone = made(kind, seed=1)
    train_many([alone.training])
    together = [made(kind, seed=seed) for seed in (0, 1, 2)]
    train_many([one.training for one in together])
    for first, second in zip(alone.training.history, together[1].training.history, strict=True):
        assert first.loss == pytest.approx(second.loss, rel=2e-3)
    assert together[0].training.history[-1].loss != pytest.approx(alone.training.history[-1].loss, rel=1e-6)


@pytest.mark.parametrize("beam", [1, 5])
@pytest.mark.parametrize("kind", list(KINDS))
def test_captured_decoding_equals_plain_decoding(kind: str, beam: int) -> None:
    training = made(kind).training
    cuts = training.sizes.cuts(16, padding=COARSE)
    decoder = Decoder(training.model, limit=9, precision=Precision.FP32)
    with torch.cuda.stream(torch.cuda.Stream()):  # type: ignore[no-untyped-call]
        for cut in cuts:
            batch = cut.of(training.data)
            with torch.no_grad():
                expected = training.model.eval().decode(batch, beam, 9)
            for _ in ("plain at first", "captured", "replayed"):
                found = decoder(batch, beam)
                assert torch.equal(found.lengths, expected.lengths)
                torch.testing.assert_close(found.scores, expected.scores, atol=1e-4, rtol=1e-4)
    assert decoder.note == ""
    assert decoder.captures.keys() == {(beam, len(cut.rows), cut.time) for cut in cuts}


def test_a_shape_that_comes_once_is_not_captured() -> None:
    training = made("seq2seq").training
    batch = training.sizes.cuts(16, padding=COARSE)[0].of(training.data)
    decoder = Decoder(training.model, limit=9, precision=Precision.FP32)
    with torch.cuda.stream(torch.cuda.Stream()):  # type: ignore[no-untyped-call]
        decoder(batch, 1)
        assert not decoder.captures
        decoder(batch, 1)
        assert len(decoder.captures) == 1


def test_what_cannot_be_captured_is_done_step_by_step_and_leaves_nothing_behind() -> None:
    training = made("seq2seq").training
    batch = training.sizes.cuts(16, padding=COARSE)[0].of(training.data)
    decoder = Decoder(training.model, limit=9, precision=Precision.FP32)
    first, second = (decoder(batch, 1).scores.clone() for _ in range(2))
    assert decoder.note == "decoding is not captured: the default stream cannot be captured"
    assert torch.equal(first, second)
    assert torch.rand(1, device="cuda") < 1


def test_a_capture_that_breaks_at_once_tells_why_and_nothing_else() -> None:
    with torch.cuda.stream(torch.cuda.Stream()):  # type: ignore[no-untyped-call]
        with pytest.raises(ValueError, match="broken"), capturing(torch.cuda.graph_pool_handle()):
            raise ValueError("broken")
        assert torch.rand(1, device="cuda") < 1


@pytest.mark.parametrize("kind", list(KINDS))
def test_training_in_bf16_learns(kind: str) -> None:
    one = made(kind, precision="bf16")
    train_many([one.training])
    assert one.training.note == ""
    assert one.training.history[-1].loss < one.training.history[0].loss


class Memory:
    """The GPU's memory beyond what earlier tests have left behind."""

    def __init__(self) -> None:
        give_back_memory()
        self.before = torch.cuda.memory_reserved()
        torch.cuda.reset_peak_memory_stats()

    @property
    def most(self) -> int:
        """Return how many bytes were taken at once."""
        return torch.cuda.max_memory_reserved() - self.before

    def limit(self, size: int) -> None:
        """Let this process take so many bytes more, and no others."""
        whole = torch.cuda.get_device_properties(0).total_memory
        torch.cuda.set_per_process_memory_fraction((self.before + size) / whole)


@pytest.fixture(autouse=True)
def all_memory() -> Iterator[None]:
    """Let the process take all memory again after a test."""
    yield
    torch.cuda.set_per_process_memory_fraction(1.0)


def test_what_the_memory_does_not_hold_is_trained_in_parts_as_if_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    problems, valid = STARTER[:64], STARTER[64:80]

    def wide(seed: int) -> Neural:
        return Neural("gts", hidden=512, epochs=2, device="cuda", seed=seed)

    memory = Memory()
    alone = wide(5)
    alone.fit(problems, valid)
    taken = memory.most
    tried: list[int] = []
    real = neural_training.train_many

    def train_many_noted(trainings: list[Training], **more: Any) -> None:
        tried.append(len(trainings))
        real(trainings, **more)

    monkeypatch.setattr(neural_training, "train_many", train_many_noted)
    Memory().limit(3 * taken)
    together = [wide(seed) for seed in range(8)]
    fit_together(together, [problems] * 8, [valid] * 8, progress=False)
    assert tried[0] == 8
    assert len(tried) > 1
    learnt = [one.trained.learnt for one in (alone, together[5]) if one.trained is not None]
    assert [one.notes for one in learnt] == [(), ()]
    for first, second in zip(learnt[0].history, learnt[1].history, strict=True):
        assert first.loss == pytest.approx(second.loss, rel=2e-3)


def test_a_lone_training_without_room_for_graphs_takes_plain_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    def fitted() -> Learnt:
        solver = Neural("gts", hidden=512, epochs=2, device="cuda")
        solver.fit(STARTER[:64], STARTER[64:80])
        assert solver.trained is not None
        return solver.trained.learnt

    memory = Memory()
    captured = fitted()
    with_graphs, memory = memory.most, Memory()
    with monkeypatch.context() as patched:
        patched.setattr(neural_training, "CapturedStep", Step)
        fitted()
    without = memory.most
    assert without < with_graphs
    Memory().limit((without + with_graphs) // 2)
    found = fitted()
    assert captured.notes == ()
    assert [note for note in found.notes if note.startswith("steps are not captured: CUDA out of memory")]
    for first, second in zip(captured.history, found.history, strict=True):
        assert first.loss == pytest.approx(second.loss, rel=2e-3)
