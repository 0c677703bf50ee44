"""Sequence models: padding changes nothing, a batched beam is a beam, what is written is well-formed."""

from __future__ import annotations

from fractions import Fraction

import pytest
import torch

from mwplab.equations import parse
from mwplab.equations.nodes import Expr, Number, QuantityRef
from mwplab.records import Problem
from mwplab.solvers.neural.batch import Batch
from mwplab.solvers.neural.kinds import KINDS
from mwplab.solvers.neural.prefixes import Goals, SymbolMasks
from mwplab.solvers.neural.symbols import DIVIDING, Symbols, operands
from mwplab.text import quantities
from tests.solvers.neural.made import SEQUENCES, STARTER, alone, begun, data_of, model_of

PROBLEMS = STARTER[:60:5]


@pytest.mark.parametrize("kind", SEQUENCES)
def test_padding_changes_no_loss(kind: str) -> None:
    one = begun(kind)
    model, data = model_of(one), data_of(one, PROBLEMS)
    with torch.no_grad():
        together = model.loss(data)
        apart = torch.stack([model.loss(alone(data, row)) for row in range(len(PROBLEMS))])
    assert together.item() == pytest.approx(apart.mean().item(), abs=1e-5)


@pytest.mark.parametrize("kind", SEQUENCES)
def test_padding_changes_no_gradient(kind: str) -> None:
    one = begun(kind)
    model, data = model_of(one), data_of(one, PROBLEMS[:3])
    model.loss(data).backward()  # type: ignore[no-untyped-call]
    together = [weight.grad.clone() for weight in model.parameters() if weight.grad is not None]
    model.zero_grad()
    for row in range(3):
        (model.loss(alone(data, row)) / 3).backward()  # type: ignore[no-untyped-call]
    apart = [weight.grad for weight in model.parameters() if weight.grad is not None]
    for first, second in zip(together, apart, strict=True):
        assert second is not None
        torch.testing.assert_close(first, second, atol=1e-5, rtol=1e-4)


@pytest.mark.parametrize("beam", [1, 4])
@pytest.mark.parametrize("kind", SEQUENCES)
def test_a_batched_beam_equals_one_problem_at_a_time(kind: str, beam: int) -> None:
    one = begun(kind)
    model, data = model_of(one), data_of(one, PROBLEMS)
    with torch.no_grad():
        together = model.decode(data, beam, 9)
        for row in range(len(PROBLEMS)):
            apart = model.decode(alone(data, row), beam, 9)
            torch.testing.assert_close(together.scores[row], apart.scores[0], atol=1e-5, rtol=1e-5)
            assert torch.equal(together.ids[row], apart.ids[0])
            assert torch.equal(together.lengths[row], apart.lengths[0])
            assert together.attention is not None
            assert apart.attention is not None
            steps, time = int(apart.lengths[0, 0]), apart.attention.shape[3]
            torch.testing.assert_close(
                together.attention[row, 0, :steps, :time], apart.attention[0, 0, :steps], atol=1e-5, rtol=1e-5
            )


@pytest.mark.parametrize("kind", SEQUENCES)
def test_the_score_of_an_expression_is_the_loss_of_writing_it(kind: str) -> None:
    one = begun(kind)
    model, data = model_of(one), data_of(one, PROBLEMS)
    with torch.no_grad():
        found = model.decode(data, 3, 9)
        for row in range(4):
            length = int(found.lengths[row, 0])
            single = alone(data, row)
            told = Batch(
                words=single.words,
                lengths=single.lengths,
                places=single.places,
                present=single.present,
                divisors=single.divisors,
                targets=found.ids[row, :1, :length],
                target_lengths=torch.tensor([length]),
                weights=single.weights,
            )
            assert -model.loss(told).item() == pytest.approx(found.scores[row, 0].item(), abs=1e-4)


@pytest.mark.parametrize("kind", SEQUENCES)
def test_a_wide_beam_is_sorted_and_never_repeats_itself(kind: str) -> None:
    one = begun(kind)
    with torch.no_grad():
        found = model_of(one).decode(data_of(one, PROBLEMS), 6, 7)
    for row in range(len(PROBLEMS)):
        written = [
            tuple(ids[:length].tolist())
            for ids, length in zip(found.ids[row], found.lengths[row], strict=True)
        ]
        assert len(set(written)) == 6
        assert found.scores[row].tolist() == sorted(found.scores[row].tolist(), reverse=True)


@pytest.mark.parametrize("kind", list(KINDS))
def test_what_a_symbol_looked_at_follows_from_what_was_written_before_it(kind: str) -> None:
    one = begun(kind)
    with torch.no_grad():
        found = model_of(one).decode(data_of(one, PROBLEMS), 5, 7)
    assert found.attention is not None
    met = 0
    for row in range(len(PROBLEMS)):
        looks: dict[tuple[int, ...], torch.Tensor] = {}
        for place in range(5):
            written = found.ids[row, place, : int(found.lengths[row, place])].tolist()
            for step in range(len(written)):
                look = found.attention[row, place, step]
                before = tuple(written[:step])
                torch.testing.assert_close(looks.setdefault(before, look), look)
        for before, look in looks.items():
            others = [other for prefix, other in looks.items() if prefix != before]
            assert not any(torch.equal(look, other) for other in others)
            met += len(others)
    assert met


@pytest.mark.parametrize("kind", list(KINDS))
def test_where_fewer_expressions_exist_than_are_followed_no_others_are_named(kind: str) -> None:
    text = "Ann had 7 figs and got as many again."
    problem = Problem(id="a/1", body=text, equations=parse("x = q0 + q0"), quantities=quantities(text))
    one = begun(kind, (problem,), held_out=0.0)
    with torch.no_grad():
        found = model_of(one).decode(data_of(one, (problem,)), 5, 3)
    assert sorted(found.lengths[0].tolist()) == [0, 0, 0, 1, 3]  # q0 and q0 + q0, and that is all
    assert [score > float("-inf") for score in found.scores[0].tolist()] == [True, True, False, False, False]


@pytest.mark.parametrize("kind", SEQUENCES)
def test_what_is_written_is_well_formed_over_the_quantities_that_are_there(kind: str) -> None:
    one = begun(kind)
    symbols = one.learnt.symbols
    with torch.no_grad():
        found = model_of(one).decode(data_of(one, PROBLEMS), 5, 11)
    for row, problem in enumerate(PROBLEMS):
        for ids, length in zip(found.ids[row], found.lengths[row], strict=True):
            written = ids[:length].tolist()
            divisors = _divisors(symbols.to_expression(written))
            assert Number(Fraction(0)) not in divisors
            assert not any(
                isinstance(one, QuantityRef) and problem.quantities[one.index].value == 0 for one in divisors
            )
            assert all(id - symbols.first_slot < len(problem.quantities) for id in written)


def _divisors(expr: Expr) -> list[Expr]:
    parts = operands(expr)
    if parts is None:
        return []
    here = [parts[2]] if parts[0] in DIVIDING else []
    return [*here, *_divisors(parts[1]), *_divisors(parts[2])]


def test_goals_follow_any_expression_and_close_in_time() -> None:
    symbols = Symbols(("+", "/"), (), 2)
    ones = torch.ones(1, 2, dtype=torch.bool)
    masks = SymbolMasks(
        torch.tensor([True, True, False, False]),
        torch.tensor([False, True, False, False]),
        torch.cat([~ones, ones], 1),
        torch.tensor([[False, False, True, False]]),  # the second quantity is zero
    )
    assert symbols.size == 4
    goals = Goals.start(1, 5, torch.device("cpu"))
    allowed = []
    for place, id in enumerate([1, 3, 0, 2, 3]):  # q1 / (q0 + q1)
        allowed.append(goals.allowed(masks, 5 - place)[0].tolist())
        goals = goals.after(torch.tensor([id]), masks)
    assert bool(goals.finished)
    assert allowed[1] == [True, True, True, True]
    assert allowed[2] == [True, True, True, False]  # what is divided by is not zero
    assert allowed[3] == [False, False, True, True]  # two more symbols fit, and two are needed
    assert goals.allowed(masks, 1).any().item() is False
