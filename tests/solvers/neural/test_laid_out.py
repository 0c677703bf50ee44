"""Decoding with matrices that are laid out against decoding with the layers that training uses."""

from __future__ import annotations

import pytest
import torch
from torch import nn

from mwplab.solvers.neural.batch import Batch, Decoded
from mwplab.solvers.neural.decoding import Decoder
from mwplab.solvers.neural.kinds import KINDS
from mwplab.solvers.neural.laid_out import LaidOut, Narrow, lay_out
from mwplab.solvers.neural.learning import Begun
from mwplab.solvers.neural.products import has_halves, make_row_product
from mwplab.solvers.neural.settings import Precision
from tests.solvers.neural.made import STARTER, begun, data_of, model_of

PROBLEMS = STARTER[:60:3]
LIMIT = 7


def wide(kind: str) -> tuple[Begun, Batch]:
    """Return a model whose layers are wide enough to be laid out, and problems."""
    one = begun(kind, hidden=64)
    return one, data_of(one, PROBLEMS)


def plainly(one: Begun, data: Batch, beam: int) -> Decoded:
    with torch.no_grad():
        return model_of(one).decode(data, beam, LIMIT)


@pytest.mark.parametrize("kind", list(KINDS))
def test_a_laid_out_model_decodes_what_the_plain_one_does_before_and_after_its_weights_change(
    kind: str,
) -> None:
    one, data = wide(kind)
    decoder = Decoder(model_of(one), limit=LIMIT, precision=Precision.FP32)
    seen = []
    for seed in range(2):
        for beam in (1, 3):
            found, expected = decoder(data, beam), plainly(one, data, beam)
            assert torch.equal(found.ids, expected.ids)
            assert torch.equal(found.lengths, expected.lengths)
            torch.testing.assert_close(found.scores, expected.scores, atol=1e-4, rtol=1e-4)
        seen.append(found.scores)
        torch.manual_seed(seed)
        with torch.no_grad():
            for weight in model_of(one).parameters():
                weight.add_(torch.randn_like(weight), alpha=0.1)
        decoder.renew()
    assert not torch.allclose(seen[0], seen[1])


@pytest.mark.parametrize("precision", [Precision.BF16, Precision.INT8])
@pytest.mark.parametrize("kind", list(KINDS))
def test_rounded_layers_stay_near(kind: str, precision: Precision) -> None:
    one, data = wide(kind)
    found = Decoder(model_of(one), limit=LIMIT, precision=precision)(data, 3).scores
    expected = plainly(one, data, 3).scores
    exact = Decoder(model_of(one), limit=LIMIT, precision=Precision.FP32)(data, 3).scores
    assert torch.equal(found, exact) == (precision is Precision.BF16 and not has_halves())  # or it did round
    near = (found - expected).abs() < 0.05
    assert near.float().mean() > 0.95  # where two ways are as good as each other, a beam may lose another one


@pytest.mark.parametrize("kind", list(KINDS))
def test_every_linear_layer_is_replaced_and_the_model_itself_stays(kind: str) -> None:
    model = model_of(wide(kind)[0])
    before = [type(part) for part in model.modules()]
    other = lay_out(model, Precision.FP32)
    parts = list(other.modules())
    inside = {id(part.layer) for part in parts if isinstance(part, Narrow)}
    assert not [part for part in parts if isinstance(part, nn.Linear) and id(part) not in inside]
    assert sum(isinstance(part, LaidOut | Narrow) for part in parts) == before.count(nn.Linear)
    assert [type(part) for part in model.modules()] == before
    assert other.embedder is model.embedder


def test_decoding_amid_training_leaves_a_model_in_training() -> None:
    one, data = wide("gts")
    model = model_of(one)
    decoder = Decoder(model, limit=LIMIT, precision=Precision.FP32)
    expected = decoder(data, 1).scores
    model.train()
    decoder.renew()
    for _ in range(2):
        assert torch.equal(decoder(data, 1).scores, expected)  # nothing is left out
        assert all(part.training for part in model.modules())


@pytest.mark.parametrize(("precision", "error"), [("fp32", 1e-6), ("bf16", 0.01), ("int8", 0.02)])
def test_rows_of_any_size_are_multiplied_as_well_as_small_ones(precision: str, error: float) -> None:
    torch.manual_seed(1)
    matrix, bias, sizes = torch.randn(70, 90), torch.randn(70), torch.tensor([1e-3, 1.0, 40.0, 1e4, 0.0])
    rows = torch.randn(5, 90) * sizes[:, None]
    product = make_row_product(matrix, bias, Precision(precision))
    found, expected = product(rows), rows @ matrix.T + bias
    assert ((found - expected).norm(dim=1) <= error * expected.norm(dim=1)).all()
    for row in range(5):  # whatever stands beside it
        torch.testing.assert_close(product(rows[row : row + 1])[0], found[row])
    assert product(rows[:0]).shape == (0, 70)
