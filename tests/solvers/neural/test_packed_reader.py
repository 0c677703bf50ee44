"""Reading with matrices laid out once, without padding, against the layers that training uses."""

from __future__ import annotations

from dataclasses import replace

import pytest
import torch
from torch import Tensor
from torch.nn.functional import mse_loss

from mwplab.solvers.neural import packed_reader, search, tree_search
from mwplab.solvers.neural.batch import Batch, Reader
from mwplab.solvers.neural.decoding import Decoder
from mwplab.solvers.neural.embedders import Scratch
from mwplab.solvers.neural.gts import Gts, GtsConfig
from mwplab.solvers.neural.kinds import KINDS
from mwplab.solvers.neural.learning import begin
from mwplab.solvers.neural.products import has_halves, make_product
from mwplab.solvers.neural.recurrent import Recurrent
from mwplab.solvers.neural.search import Live
from mwplab.solvers.neural.settings import Precision
from tests.solvers.neural.made import STARTER, alone, begun, data_of, model_of, small
from tests.solvers.neural.plain_trees import SYMBOLS, made_batch

PROBLEMS = STARTER[:60:4]


class InContext(Scratch):
    """Vectors that depend on where a word stands, as those of a pretrained encoder do."""

    @property
    def by_word(self) -> None:  # type: ignore[override]
        """Return no table."""

    def forward(self, batch: Batch) -> Tensor:
        """Return (batch, time, width)."""
        places = torch.arange(batch.words.shape[1])[:, None]
        return super().forward(batch) * (1 + places % 3)


def made(layers: int = 2, embedder: type[Scratch] = Scratch) -> Gts:
    torch.manual_seed(5)
    config = GtsConfig(symbols=SYMBOLS, hidden=16, layers=layers, symbol_embedding=6)
    return Gts(config, embedder(30, 10)).eval()


@pytest.mark.parametrize("embedder", [Scratch, InContext])
@pytest.mark.parametrize("layers", [1, 2, 3])
@pytest.mark.parametrize(("size", "time"), [(1, 4), (1, 9), (7, 12), (40, 5)])
def test_what_is_read_equals_the_layers_of_training(
    size: int, time: int, layers: int, embedder: type[Scratch]
) -> None:
    model, batch = made(layers, embedder), made_batch(size=size, time=time, seed=size)
    batch = replace(batch, words=torch.nn.functional.pad(batch.words, (0, 3)))
    with torch.no_grad():
        words, lasts = model.make_reader(Precision.FP32)(batch)
        expected, ends = model.read_words(batch)
    torch.testing.assert_close(lasts, ends, atol=1e-6, rtol=1e-5)
    there = batch.word_mask
    torch.testing.assert_close(words[there], expected[there], atol=1e-6, rtol=1e-5)


@pytest.mark.parametrize(("precision", "error"), [(Precision.BF16, 1e-4), (Precision.INT8, 1e-2)])
def test_rounded_products_stay_near(precision: Precision, error: float) -> None:
    model, batch = made(), made_batch(size=20)
    with torch.no_grad():
        words, lasts = model.make_reader(precision)(batch)
        expected, ends = model.read_words(batch)
        _, exact = model.make_reader(Precision.FP32)(batch)
    there = batch.word_mask
    assert mse_loss(lasts, ends) < error * ends.var()
    assert mse_loss(words[there].float(), expected[there]) < error * expected[there].var()
    assert torch.equal(lasts, exact) == (precision is Precision.BF16 and not has_halves())  # or it did round


@pytest.mark.parametrize("precision", list(Precision))
def test_products_are_those_of_the_matrix(precision: Precision) -> None:
    matrix, bias, states = torch.randn(12, 8), torch.randn(12), torch.rand(5, 8) * 2 - 1
    expected = states @ matrix.T
    product = make_product(matrix, bias, precision)
    sums = product.plus(product.round(states), torch.ones(5, 12, dtype=product.sums))
    close = {Precision.FP32: 1e-5, Precision.BF16: 0.05, Precision.INT8: 0.1}[precision]
    torch.testing.assert_close(product(product.round(states)).float(), expected + bias, atol=close, rtol=0)
    torch.testing.assert_close(sums.float(), expected + 1, atol=close, rtol=0)


def test_an_output_whose_weights_are_all_zero_stays_zero() -> None:
    product = make_product(torch.zeros(4, 8), None, Precision.INT8)
    assert not product(product.round(torch.rand(3, 8))).any()


@pytest.mark.parametrize("precision", [Precision.FP32, Precision.INT8])
@pytest.mark.parametrize("kind", list(KINDS))
def test_a_batch_is_decoded_as_its_problems_one_at_a_time(kind: str, precision: Precision) -> None:
    one = begun(kind)
    data = data_of(one, PROBLEMS)
    decoder = Decoder(model_of(one), limit=7, precision=precision)
    for beam in (1, 3):
        together = decoder(data, beam)
        for row in range(len(PROBLEMS)):
            apart = decoder(alone(data, row), beam)
            assert torch.equal(together.ids[row], apart.ids[0])
            torch.testing.assert_close(together.scores[row], apart.scores[0], atol=1e-4, rtol=1e-4)


@pytest.mark.parametrize("kind", list(KINDS))
def test_every_epoch_is_judged_by_its_own_weights(kind: str) -> None:
    one = begin(kind, small(kind, epochs=2, learning_rate=0.01), STARTER[:32], STARTER[32:40])
    training = one.training
    for _ in training.run():
        pass
    training.decoder.renew()  # the best weights were put back
    batch = data_of(one, STARTER[32:40]).rows(torch.arange(8))
    with torch.no_grad():
        expected = training.model.eval().decode(batch, 1, one.learnt.limit).scores
    torch.testing.assert_close(training.decoder(batch, 1).scores, expected, atol=1e-5, rtol=1e-5)


def test_matrices_are_laid_out_once_for_each_validation(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Tensor] = []

    def watched(self: Gts, precision: Precision) -> Reader:
        seen.append(self.write.operators.weight.detach().clone())
        return Recurrent.make_reader(self, precision)

    monkeypatch.setattr(Gts, "make_reader", watched)
    for _ in begin("gts", small("gts", epochs=3), STARTER[:32], STARTER[32:40]).training.run():
        pass
    assert len(seen) == 3
    assert not torch.equal(seen[0], seen[1])


@pytest.mark.parametrize("beam", [1, 4])
@pytest.mark.parametrize("kind", list(KINDS))
def test_leaving_out_what_is_finished_changes_nothing(
    kind: str, beam: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = begun(kind)
    model, data = model_of(one), data_of(one, PROBLEMS)
    with torch.no_grad():
        few = model.decode(data, beam, 9)
        # As in a graph that is captured, every row is computed to the last step.
        for module in (search, tree_search):
            monkeypatch.setattr(module, "captured", lambda device: True)
        every = model.decode(data, beam, 9)
    torch.testing.assert_close(few.scores, every.scores, atol=1e-5, rtol=1e-5)
    assert torch.equal(few.ids, every.ids)
    assert torch.equal(few.lengths, every.lengths)


def test_a_large_vocabulary_is_not_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packed_reader, "MOST_WORDS", 29)
    model, batch = made(), made_batch()
    with torch.no_grad():
        reader = model.make_reader(Precision.FP32)
        torch.testing.assert_close(reader(batch)[1], model.read_words(batch)[1], atol=1e-6, rtol=1e-5)
    assert isinstance(reader, packed_reader.PackedReader)
    assert reader.tables is None


def test_live_rows_follow_their_problem_when_others_have_left() -> None:
    live = Live(torch.tensor([1, 3]), 4, 2)
    assert live.rows.tolist() == [2, 3, 6, 7]
    states = (torch.tensor([10, 11, 30, 31]),)  # one per live row
    rows = torch.tensor([0, 0, 3, 3, 4, 5, 7, 6])  # which row of all each one follows
    assert live.move(states, rows)[0].tolist() == [11, 11, 31, 30]
    fewer, kept = live.only(live.problems_in(torch.tensor([0, 0, 0, 0, 1, 1, 0, 1]) > 0), states)
    assert (fewer.problems.tolist(), kept[0].tolist()) == ([3], [30, 31])
    assert fewer.put(torch.tensor([[1], [2]]))[:, 0].tolist() == [0, 0, 0, 0, 0, 0, 1, 2]
