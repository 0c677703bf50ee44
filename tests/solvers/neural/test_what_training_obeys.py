"""What training and solving do with their settings: each is seen at work, not only accepted."""

from __future__ import annotations

from collections.abc import Generator
from copy import deepcopy
from dataclasses import replace

import pytest
import torch
from torch import Tensor

from mwplab.equations import parse, parse_expression
from mwplab.judge import judges
from mwplab.records import Problem, Question, Verdict
from mwplab.solvers import Neural, solvers
from mwplab.solvers.neural import trained
from mwplab.solvers.neural.averaging import EVERY
from mwplab.solvers.neural.batch import Batch, Decoded
from mwplab.solvers.neural.decoding import Decoder
from mwplab.solvers.neural.encoding import encode
from mwplab.solvers.neural.kinds import KINDS
from mwplab.solvers.neural.steps import moments
from mwplab.solvers.neural.symbols import Symbols
from mwplab.solvers.neural.trained import SECOND_BEAM, Trained
from mwplab.solvers.neural.training import Training, train_many
from mwplab.solvers.neural.validation import SIZE, Validation
from mwplab.solvers.neural.words import UNKNOWN
from mwplab.spec import Spec
from mwplab.text import quantities
from tests.solvers.neural.made import SMALL, STARTER, begun

PROBLEMS = STARTER[:16]
STILL = {"dropout": 0.0, "word_dropout": 0.0, "held_out": 0.0, "weight_decay": 0.0, "clip": 0.0}
"""Options with which a step is its loss, its gradients and Adam, and nothing else."""


def copied(state: dict[str, Tensor]) -> dict[str, Tensor]:
    return {name: tensor.clone() for name, tensor in state.items()}


def equal(first: dict[str, Tensor], second: dict[str, Tensor]) -> bool:
    return first.keys() == second.keys() and all(torch.equal(first[name], second[name]) for name in first)


def take_steps(training: Training) -> None:
    """Take one step on each batch, in their order, at the highest learning rate."""
    for cut in training.sizes.cuts(training.settings.batch):
        training.step(cut, torch.tensor(cut.rows), 7)


def accuracy_of(validation: Validation, decoder: Decoder) -> float:
    """Return what `Validation.accuracy` returns at its end."""
    running = validation.accuracy(decoder)
    while True:
        try:
            next(running)
        except StopIteration as end:
            return float(end.value)


@pytest.mark.parametrize(("beam", "plausible"), [(1, 0.0), (5, 0.0), (5, 2.0)])
def test_accuracy_is_the_share_of_right_answers_with_the_weights_as_they_are_now(
    monkeypatch: pytest.MonkeyPatch, beam: int, plausible: float
) -> None:
    monkeypatch.setattr(trained, "SECOND_BEAM", beam)  # validation does not search again either
    some = sorted(STARTER, key=lambda problem: len(problem.text))[: SIZE + 20]
    learner = {"layers": 1, "dropout": 0.1, "epochs": 30, "learning_rate": 0.02}
    made = begun("seq2seq", tuple(some[:24]), held_out=0.0, beam=beam, plausible=plausible, **learner)
    training = made.training
    training.decoder(training.data, 1)  # which lays out weights that are about to change
    train_many([training])
    training.model.train()
    data = encode(made.learnt.language, some)
    kinds = made.learnt.kinds(plausible)
    validation = Validation(some, data, made.learnt.symbols, training.device, beam=beam, kinds=kinds)
    found = [accuracy_of(validation, training.decoder) for _ in range(2)]  # the second knows expressions
    assert training.model.training
    judge = judges.make("solution")
    solver = Trained(made.learnt, training.model, training.settings, None)
    predictions = solver.solve([problem.as_question() for problem in some])
    right = [
        judge(problem, one).verdict is Verdict.CORRECT for problem, one in zip(some, predictions, strict=True)
    ]
    assert 0.1 < sum(right) / len(some) < 0.45
    assert found == [sum(right) / len(some)] * 2


@pytest.mark.parametrize(
    ("accuracies", "best"),
    [
        ([0.75, 0.5, 0.25], 1),
        ([0.25, 0.75, 0.5], 2),
        ([0.25, 0.5, 0.75], 3),
        ([0.5, 0.5, 0.25], 2),
        ([0.5, 0.25, 0.5], 3),
        ([0.0, 0.0, 0.0], 3),
    ],
)
def test_the_weights_that_remain_are_those_of_the_best_epoch_and_of_equals_the_last(
    accuracies: list[float], best: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    solver = solvers.make(Spec("seq2seq", {**SMALL, "held_out": 0.25, "epochs": 3, "patience": 0}))
    assert isinstance(solver, Neural)
    made = solver.begin(PROBLEMS, None)
    training, after = made.training, list[dict[str, Tensor]]()

    def scripted(*_: object) -> Generator[None, None, float]:
        after.append(copied(training.asked.state_dict()))
        yield
        return accuracies[len(after) - 1]

    monkeypatch.setattr(Validation, "accuracy", scripted)
    train_many([training])
    solver.end(made)
    assert solver.trained is not None
    assert [one.accuracy for one in training.history] == accuracies
    assert training.best == (accuracies[best - 1], best)
    assert solver.trained.learnt.chosen == best
    left = solver.trained.model.state_dict()
    assert [epoch for epoch, state in enumerate(after, start=1) if equal(state, left)] == [best]


def first_moments(kind: str, clip: float) -> Tensor:
    """Return what Adam remembers of the gradients it was handed in one step: a tenth of them."""
    training = begun(kind, PROBLEMS[:8], **{**STILL, "clip": clip}).training
    take_steps(training)
    found = moments(training.optimiser).items()
    return torch.cat([tensor.flatten() for name, tensor in found if name.endswith(".exp_avg")])


@pytest.mark.parametrize("kind", KINDS)
def test_gradients_that_are_too_long_together_are_cut_down_and_others_are_not(kind: str) -> None:
    free = first_moments(kind, clip=0.0)
    length = 10 * float(free.norm())
    clip = length / 50
    cut = first_moments(kind, clip)
    assert 10 * float(cut.norm()) == pytest.approx(clip, rel=1e-4)
    torch.testing.assert_close(cut, free / 50, rtol=1e-4, atol=1e-9)
    torch.testing.assert_close(first_moments(kind, clip=2 * length), free)


@pytest.mark.parametrize(
    ("options", "shares"),
    [
        ({"schedule": "constant", "warmup": 0.0}, [1, 1, 1, 1, 1, 1]),
        ({"schedule": "halving", "warmup": 0.0}, [1, 1, 1 / 2, 1 / 2, 1 / 4, 1 / 4]),
        ({"schedule": "linear", "warmup": 0.0}, [1, 5 / 6, 4 / 6, 3 / 6, 2 / 6, 1 / 6]),
        ({"schedule": "constant", "warmup": 0.5}, [0, 1 / 3, 2 / 3, 1, 1, 1]),
        ({"schedule": "linear", "warmup": 0.5}, [0, 1 / 3, 2 / 3, 1, 2 / 3, 1 / 3]),
    ],
    ids=str,
)
def test_every_step_is_taken_at_the_rate_that_the_schedule_says(
    options: dict[str, object], shares: list[float]
) -> None:
    rates = {"learning_rate": 0.01, "encoder_learning_rate": 0.002}
    training = begun("seq2seq", PROBLEMS, epochs=3, held_out=0.0, **rates, **options).training
    met: list[list[float]] = []

    def look(optimiser: torch.optim.Optimizer, *_: object) -> None:
        met.append([float(group["lr"]) for group in optimiser.param_groups])

    training.optimiser.register_step_pre_hook(look)
    train_many([training])
    assert len(met) == 6  # two batches in each epoch
    assert [rest for rest, _ in met] == pytest.approx([0.01 * share for share in shares])
    assert [words for _, words in met] == pytest.approx([0.002 * share for share in shares])


def decayed(weight_decay: float) -> dict[str, Tensor]:
    """Take two steps, see that plain Adam takes the same ones, and return the weights."""
    options = {**STILL, "weight_decay": weight_decay, "learning_rate": 0.01}
    training = begun("seq2seq", PROBLEMS, **options).training
    copy = deepcopy(training.model)
    plain = torch.optim.Adam(copy.parameters(), lr=0.01, weight_decay=weight_decay)
    take_steps(training)
    for cut in training.sizes.cuts(training.settings.batch):
        plain.zero_grad()
        copy.loss(cut.of(training.data)).backward()  # type: ignore[no-untyped-call]
        plain.step()
    torch.testing.assert_close(training.model.state_dict(), copy.state_dict(), rtol=1e-4, atol=1e-6)
    return training.model.state_dict()


def test_weights_decay_as_adam_makes_them() -> None:
    some, none = decayed(0.5), decayed(0.0)
    assert all((some[name] - none[name]).abs().max() > 1e-3 for name in none)


@pytest.mark.parametrize(("held_out", "batch", "every"), [(0.0, 8, EVERY), (0.25, 8, EVERY), (0.25, 16, 2)])
def test_weights_that_are_judged_and_kept_are_the_mean_of_those_of_the_last_steps(
    held_out: float, batch: int, every: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = begun("gts", STARTER[:40], epochs=4, batch=batch, held_out=held_out, averaging=0.5, patience=0)
    training, met, judged = made.training, list[dict[str, Tensor]](), list[dict[str, Tensor]]()

    def look(*_: object) -> None:
        met.append(copied(training.model.state_dict()))

    def scripted(validation: object, decoder: Decoder) -> Generator[None, None, float]:
        judged.append(copied(decoder.model.state_dict()))
        yield
        return 1.0 / len(judged)

    training.optimiser.register_step_post_hook(look)
    monkeypatch.setattr(Validation, "accuracy", scripted)
    mean, means = copied(training.model.state_dict()), []
    train_many([training])
    steps = len(met) // 4  # of an epoch
    assert steps > every if held_out == 0.0 else steps == every
    for number, weights in enumerate(met):
        left = steps - 1 - number % steps
        if left % every == 0:
            share = 1 / (1 + 0.5 * number / every)
            mean = {name: one + share * (weights[name] - one) for name, one in mean.items()}
        if left == 0:
            means.append(mean)
    torch.testing.assert_close(judged, means if held_out else [])
    best = means[0] if held_out else means[-1]
    torch.testing.assert_close(training.model.state_dict(), best)
    assert not equal(training.model.state_dict(), met[steps - 1 if held_out else -1])


SYMBOLS = Symbols(("+", "-", "/"), (), 3)
RANKED = ["q0 / (q1 - q2)", "q1 / (q1 - q2)", "q2 / (q1 - q2)", "q0 + q1"]


def asked(id: str, text: str) -> Question:
    return Question(id=id, text=text, quantities=quantities(text))


@pytest.mark.parametrize(
    ("beam", "beams"), [(1, [1, SECOND_BEAM]), (2, [2, SECOND_BEAM]), (SECOND_BEAM, [SECOND_BEAM])]
)
def test_where_no_expression_has_a_value_more_are_followed(
    beam: int, beams: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = begun("seq2seq", PROBLEMS, beam=beam, alternatives=9)
    learnt = replace(made.learnt, symbols=SYMBOLS)
    solver = Trained(learnt, made.training.model, made.training.settings, None)
    written = [torch.tensor(SYMBOLS.to_prefix(parse_expression(one))) for one in RANKED]
    ids = torch.nn.utils.rnn.pad_sequence(written, batch_first=True)
    lengths, scores = torch.tensor([*map(len, written)]), -torch.arange(1.0, 1.0 + len(written))
    met: list[int] = []

    def decode(batch: Batch, beam: int) -> Decoded:
        met.append(beam)
        size = len(batch.words)
        return Decoded(
            ids=ids[:beam].expand(size, -1, -1),
            lengths=lengths[:beam].expand(size, -1),
            scores=scores[:beam].expand(size, -1),
        )

    monkeypatch.setattr(solver, "decoder", decode)
    first, again, never = solver.solve(
        [
            asked("a/1", "Ann has 8 figs, 5 nuts and 3 pears."),
            asked("a/2", "Bob has 7 figs, 3 nuts and 3 pears."),
            asked("a/3", "Eve has 4 figs."),
        ]
    )
    assert met == beams
    assert [str(one.answers[0]) for one in (first, again)] == ["4", "10"]
    assert str(again.equations) == "x = q0 + q1"
    said = "x = q0 / (q1 - q2) has no value with the numbers of the text, though it fits the words best"
    assert [one.trace.get("no_value") for one in (first, again, never)] == [None, said, None]
    assert all(other.answers for one in (first, again, never) for other in one.alternatives)
    assert never.answers == ()
    assert "has no value" in str(never.trace["reason"])
    assert len(first.alternatives) == min(beam, len(RANKED)) - 1  # it had a value, and stays as it was


@pytest.mark.parametrize(("minimum", "told_apart"), [(1, True), (2, False)])
def test_a_word_met_once_is_told_apart_only_where_once_is_enough(minimum: int, told_apart: bool) -> None:
    bodies = ["Ann has 3 figs and 4 kumquats.", "Bob has 5 figs and 6 nuts.", "Eve has 7 figs and 8 nuts."]
    problems = tuple(
        Problem(id=f"made/{number}", body=body, equations=parse("x = q0 + q1"), quantities=quantities(body))
        for number, body in enumerate(bodies)
    )
    made = begun("seq2seq", problems, minimum_count=minimum, held_out=0.0)
    assert {"has", "figs", "and", "nuts", "number0", "number1"} <= set(made.learnt.vocabulary)
    once = {"ann", "bob", "eve", "kumquats"}
    assert once & set(made.learnt.vocabulary) == (once if told_apart else set())
    unknown = (made.training.data.words == UNKNOWN).sum(1).tolist()[: len(problems)]
    assert unknown == ([0, 0, 0] if told_apart else [2, 1, 1])
