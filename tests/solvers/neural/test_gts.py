"""The batched tree decoder against recursion over single problems."""

from __future__ import annotations

from dataclasses import replace

import pytest
import torch
from torch import Tensor
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from mwplab.solvers.neural.batch import Batch, Decoded
from mwplab.solvers.neural.embedders import Scratch
from mwplab.solvers.neural.gts import Gts, GtsConfig
from mwplab.solvers.neural.settings import Precision
from mwplab.solvers.neural.steps import autocast
from tests.solvers.neural.plain_trees import SYMBOLS, PlainGts, made_batch


def make(dtype: torch.dtype = torch.float64, share: float = 0.0) -> Gts:
    """Return a small model with fresh weights, the same ones every time; ``share`` is its dropout."""
    torch.manual_seed(7)
    config = GtsConfig(symbols=SYMBOLS, hidden=16, symbol_embedding=6, dropout=share)
    return Gts(config, Scratch(30, 10)).to(dtype)


def as_dtype(batch: Batch, dtype: torch.dtype) -> Batch:
    return replace(batch, weights=batch.weights.to(dtype))


def gradients(model: Gts, loss: Tensor) -> dict[str, Tensor]:
    model.zero_grad()
    loss.backward()  # type: ignore[no-untyped-call]
    return {
        name: torch.zeros_like(weight) if weight.grad is None else weight.grad.clone()
        for name, weight in model.named_parameters()
    }


@pytest.mark.parametrize("most", [1, 3, 4, 5, 7, 15])
@pytest.mark.parametrize(("dtype", "tolerance"), [(torch.float64, 1e-10), (torch.float32, 1e-5)])
def test_loss_and_every_gradient_equal_recursion(most: int, dtype: torch.dtype, tolerance: float) -> None:
    model = make(dtype)
    batch = as_dtype(made_batch(size=12, most=most, seed=most), dtype)
    ours, plain = model.loss(batch), PlainGts(model).loss(batch)
    assert ours.item() == pytest.approx(plain.item(), abs=tolerance)
    found, expected = gradients(model, ours), gradients(model, plain)
    for name, gradient in expected.items():
        torch.testing.assert_close(found[name], gradient, rtol=tolerance, atol=tolerance, msg=name)
    if most == 15:
        assert all(gradient.any() for gradient in expected.values())  # nothing was equal for being idle


def test_problems_that_do_not_count_change_nothing() -> None:
    model = make()
    batch = as_dtype(made_batch(size=6), torch.float64)
    whole = model.loss(batch.rows(torch.arange(4)))
    weights = torch.tensor([1.0, 1, 1, 1, 0, 0], dtype=torch.float64)
    torch.testing.assert_close(model.loss(replace(batch, weights=weights)), whole)


def padded(batch: Batch, time: int, symbols: int) -> Batch:
    words = torch.nn.functional.pad(batch.words, (0, time))
    return replace(batch, words=words, targets=torch.nn.functional.pad(batch.targets, (0, symbols)))


def test_padding_of_words_and_targets_changes_nothing() -> None:
    model = make()
    batch = as_dtype(made_batch(size=8, most=7), torch.float64)
    wide = padded(batch, time=9, symbols=6)
    torch.testing.assert_close(model.loss(wide), model.loss(batch), rtol=1e-12, atol=1e-12)
    few, many = model.decode(batch, 3, 9), model.decode(wide, 3, 9)
    torch.testing.assert_close(few.scores, many.scores)
    assert torch.equal(few.ids, many.ids)


class PublishedGts(PlainGts):
    """The same with the root goal from both ends of what a packed LSTM leaves in the padded batch."""

    def encode(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """Return the root goals, and the words as they are."""
        vectors = self.model.embedder(batch)
        packed = pack_padded_sequence(vectors, batch.lengths, batch_first=True, enforce_sorted=False)
        states, _ = pad_packed_sequence(self.lstm(packed)[0], batch_first=True)
        ahead, behind = states.chunk(2, 2)
        return ahead[:, -1] + behind[:, 0], super().encode(batch)[1]


def test_the_padded_root_is_that_of_the_published_program_in_training_only() -> None:
    model = make()
    model.padded_root = True
    batch = padded(as_dtype(made_batch(size=8, most=7), torch.float64), time=3, symbols=2)
    lengths = torch.where(torch.arange(8) == 7, 1, batch.lengths)
    weights = torch.where(torch.arange(8) == 7, 0.0, batch.weights)  # the last one fills the batch up
    batch = replace(
        batch, lengths=lengths, weights=weights, places=batch.places.where(lengths[:, None] > 1, 0)
    )
    assert len(set(lengths.tolist())) > 3
    ours, published = model.loss(batch), PublishedGts(model).loss(batch)
    found, expected = gradients(model, ours), gradients(model, published)
    torch.testing.assert_close(ours, published, rtol=1e-10, atol=1e-10)
    torch.testing.assert_close(found, expected, rtol=1e-10, atol=1e-10)
    decoded = model.decode(batch, 3, 7)
    model.padded_root = False
    assert abs(model.loss(batch).item() - published.item()) > 1e-4
    torch.testing.assert_close(model.decode(batch, 3, 7).scores, decoded.scores)


def test_a_text_as_long_as_the_longest_keeps_its_padded_root() -> None:
    model = make()
    batch = as_dtype(made_batch(size=5), torch.float64)
    alone = batch.rows(torch.zeros(3, dtype=torch.long))
    usual = model.loss(alone)
    model.padded_root = True
    torch.testing.assert_close(model.loss(alone), usual)


def listed(decoded: Decoded, row: int) -> list[tuple[tuple[int, ...], float]]:
    return [
        (tuple(ids[:length]), score)
        for ids, length, score in zip(
            decoded.ids[row].tolist(),
            decoded.lengths[row].tolist(),
            decoded.scores[row].tolist(),
            strict=True,
        )
        if length
    ]


@pytest.mark.parametrize(("beam", "limit"), [(1, 9), (3, 1), (3, 9), (5, 7), (40, 3)])
def test_batched_search_equals_search_of_one_problem_at_a_time(beam: int, limit: int) -> None:
    model = make()
    batch = made_batch(size=7, seed=3)
    with torch.no_grad():
        model.write.choose_operator.bias[:] += 1.5  # so that long expressions are among the best
        found, expected = model.decode(batch, beam, limit), PlainGts(model).decode(batch, beam, limit)
    for row, hypotheses in enumerate(expected):
        ours = listed(found, row)
        assert [ids for ids, _ in ours] == [each.ids for each in hypotheses]
        assert [score for _, score in ours] == pytest.approx([each.score for each in hypotheses], rel=1e-5)


def test_search_finds_long_trees_of_every_shape() -> None:
    model = make()
    batch = made_batch(size=7, seed=3)
    with torch.no_grad():
        model.write.choose_operator.bias[:] += 1.5
        found = model.decode(batch, 5, 9)
    assert found.lengths.max().item() == 9
    lefts = [ids for row in range(7) for ids, _ in listed(found, row) if len(ids) > 4 and ids[1] < 4]
    assert lefts  # an operator inside a left operand, whose value must be put together


def test_a_score_is_the_negative_loss_of_the_expression() -> None:
    model = make()
    batch = as_dtype(made_batch(size=5, seed=5), torch.float64)
    with torch.no_grad():
        found = model.decode(batch, 4, 9)
        for number in range(4):
            ids, lengths = found.ids[:, number], found.lengths[:, number]
            told = replace(batch, targets=ids, target_lengths=lengths)
            losses = model.write.losses(told, *model.encode(told))
            total = torch.where(told.target_mask, losses, 0.0).sum(1)
            torch.testing.assert_close(-total, found.scores[:, number].double(), rtol=1e-6, atol=1e-6)


def test_every_prediction_is_one_expression_over_what_is_there_and_divides_by_no_zero() -> None:
    model = make()
    batch = made_batch(size=16, seed=9)
    with torch.no_grad():
        model.write.choose_operator.bias[3] += 4.0  # divisions
        found = model.decode(batch, 5, 7)
    for row in range(16):
        for ids, score in listed(found, row):
            tree = SYMBOLS.to_expression(ids)
            assert len(ids) <= 7
            assert score <= 0
            slots = [id - SYMBOLS.first_slot for id in ids if id >= SYMBOLS.first_slot]
            assert all(batch.present[row, slot] for slot in slots)
            zero = {SYMBOLS.first_constant} | {
                SYMBOLS.first_slot + slot for slot in range(4) if not batch.divisors[row, slot]
            }
            assert not _divides_by(ids, zero), str(tree)


def _divides_by(ids: tuple[int, ...], zero: set[int]) -> bool:
    """Tell whether a division has a leaf of zero on its right, by the plain definition of prefix order."""

    def end(place: int) -> int:
        open = 1
        while open:
            open += 1 if ids[place] < SYMBOLS.first_constant else -1
            place += 1
        return place

    return any(id == 3 and ids[end(place + 1)] in zero for place, id in enumerate(ids))


def test_attention_is_a_distribution_over_the_words_that_are_there() -> None:
    model = make()
    batch = made_batch(size=4)
    found = model.decode(batch, 2, 5)
    assert found.attention is not None
    first = found.attention[:, :, 0]
    torch.testing.assert_close(first.sum(2), torch.ones_like(first.sum(2)))
    assert not first.masked_select(~batch.word_mask[:, None].expand_as(first)).any()


def test_dropout_falls_anew_in_training_and_not_in_use() -> None:
    model = make(torch.float32, share=0.5)
    batch = made_batch()
    assert model.loss(batch).item() != model.loss(batch).item()
    model.eval()
    assert model.loss(batch).item() == model.loss(batch).item()


def test_half_precision_gives_nearly_the_same_loss_and_expressions() -> None:
    model = make(torch.float32)
    batch = made_batch(size=8, seed=2)
    exact = model.loss(batch)
    with autocast(torch.device("cpu"), Precision.BF16):
        rough = model.loss(batch)
        rough.backward()  # type: ignore[no-untyped-call]
        decoded = model.decode(batch, 3, 7)
    assert rough.dtype == torch.float32
    assert rough.item() == pytest.approx(exact.item(), rel=0.02)
    assert all(weight.grad is not None and weight.grad.isfinite().all() for weight in model.parameters())
    assert (decoded.lengths > 0).all()


def test_a_small_set_is_learnt_by_heart() -> None:
    model = make(torch.float32)
    batch = made_batch(size=10, most=7, seed=11)
    batch = replace(batch, divisors=batch.present)
    optimiser = torch.optim.Adam(model.parameters(), lr=0.02)
    for _ in range(80):
        optimiser.zero_grad()
        model.loss(batch).backward()  # type: ignore[no-untyped-call]
        optimiser.step()
    with torch.no_grad():
        found = model.decode(batch, 1, 9)
    for row in range(10):
        ids = tuple(batch.targets[row, : batch.target_lengths[row]].tolist())
        assert listed(found, row)[0][0] == ids


@pytest.mark.gpu
@pytest.mark.parametrize("padded_root", [False, True])
def test_a_captured_step_replays_with_other_problems(padded_root: bool) -> None:
    model = make(torch.float32).cuda()
    model.padded_root = padded_root
    batch = made_batch(size=8, most=7).to("cuda")
    stream = torch.cuda.Stream()  # type: ignore[no-untyped-call]
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        for _ in range(3):
            model.zero_grad()
            model.loss(batch).backward()  # type: ignore[no-untyped-call]
    torch.cuda.current_stream().wait_stream(stream)
    graph = torch.cuda.CUDAGraph()
    model.zero_grad()
    with torch.cuda.graph(graph):
        loss = model.loss(batch)
        loss.backward()  # type: ignore[no-untyped-call]
    other = made_batch(size=8, most=7, seed=5).to("cuda")
    for name in ("words", "lengths", "places", "present", "divisors", "targets", "target_lengths"):
        getattr(batch, name).copy_(getattr(other, name))
    graph.replay()
    assert loss.item() == pytest.approx(model.loss(other).item(), rel=1e-4)
