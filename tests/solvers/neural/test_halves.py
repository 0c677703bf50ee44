"""The twin of a model in half precision: the same loss and gradients but for rounding."""

from __future__ import annotations

from dataclasses import replace

import pytest
import torch

from mwplab.solvers.neural import products, steps
from mwplab.solvers.neural.halves import Twin, make_twin
from mwplab.solvers.neural.kinds import KINDS
from mwplab.solvers.neural.learning import begin
from mwplab.solvers.neural.settings import Precision
from mwplab.solvers.neural.training import train_many
from tests.solvers.neural.made import STARTER, small


@pytest.mark.parametrize("kind", list(KINDS))
def test_a_twin_leaves_the_gradients_of_its_model(kind: str) -> None:
    training = begin(kind, small(kind, dropout=0.0), STARTER[:32], None).training
    model = training.model.eval()
    cut = training.sizes.cuts(16)[0]
    batch = cut.of(training.data)
    twin = Twin(model)
    found = twin.loss(batch)
    gradients = [(name, weight.grad) for name, weight in model.named_parameters()]
    model.zero_grad(set_to_none=True)
    expected = model.loss(batch)
    expected.backward()  # type: ignore[no-untyped-call]
    assert found.item() == pytest.approx(expected.item(), rel=0.01)
    largest = max(weight.grad.norm().item() for weight in model.parameters() if weight.grad is not None)
    for (name, gradient), weight in zip(gradients, model.parameters(), strict=True):
        if weight.grad is None or not weight.numel():
            continue
        assert gradient is not None, name
        assert (gradient - weight.grad).norm().item() <= 0.02 * largest, name


@pytest.mark.parametrize("beam", [1, 3])
@pytest.mark.parametrize("kind", list(KINDS))
def test_a_twin_decodes_what_its_model_decodes(kind: str, beam: int) -> None:
    training = begin(kind, small(kind), STARTER[:32], None).training
    model = training.model.eval()
    twin = Twin(model).narrow.eval()
    batch = training.sizes.cuts(16)[0].of(training.data)
    with torch.no_grad():
        expected, found = model.decode(batch, beam, 5), twin.decode(batch, beam, 5)
    torch.testing.assert_close(found.scores.float(), expected.scores, atol=0.05, rtol=0.02)


def test_a_twin_takes_changed_weights_over() -> None:
    training = begin("gts", small("gts"), STARTER[:16], None).training
    twin = Twin(training.model)
    with torch.no_grad():
        for weight in training.model.parameters():
            weight.fill_(0.5)
    twin.renew()
    assert all((weight == 0.5).all() for weight in twin.narrow.parameters())


def test_only_half_precision_on_a_gpu_has_a_twin() -> None:
    model = begin("gts", small("gts"), STARTER[:16], None).training.model
    assert make_twin(model, Precision.BF16) is None


@pytest.mark.parametrize("kind", list(KINDS))
def test_a_processor_that_has_no_halves_computes_with_whole_numbers_and_says_so(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (products, steps):
        monkeypatch.setattr(module, "has_halves", lambda: False)
    settings = [small(kind, epochs=2, held_out=0.25, precision=one) for one in ("fp32", "bf16")]
    single, half = (begin(kind, one, STARTER[:32], None).training for one in settings)
    train_many([single, half])
    assert half.history == single.history
    torch.testing.assert_close(half.model.state_dict(), single.model.state_dict(), atol=0, rtol=0)
    assert half.note == "this processor has no products of half the width: trained in fp32"
    assert single.note == ""


def test_a_layout_changes_no_loss() -> None:
    training = begin("gts", small("gts", dropout=0.0), STARTER[:32], None).training
    batch = training.sizes.cuts(16)[0].of(training.data)
    laid_out = replace(batch, layout=training.model.lay_out(batch.targets, batch.target_lengths))
    assert torch.equal(training.model.loss(laid_out), training.model.loss(batch))
