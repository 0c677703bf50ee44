"""Training: repeatable, taken up after a kill with the same result, honest about what it left out."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random

import pytest
import torch
from torch import Tensor

from mwplab.equations import parse
from mwplab.errors import DataError, LostWay, RecordError
from mwplab.records import Problem, parse_answers
from mwplab.solvers.neural import resuming
from mwplab.solvers.neural.account import gather
from mwplab.solvers.neural.decoding import Decoder
from mwplab.solvers.neural.encoding import COARSE, FINE, Cut, Sizes
from mwplab.solvers.neural.fitting import fit_together
from mwplab.solvers.neural.kinds import KINDS
from mwplab.solvers.neural.learning import begin
from mwplab.solvers.neural.optimising import learning_rate_share, make_optimiser, set_learning_rate
from mwplab.solvers.neural.plausible import Kinds, answer_kinds
from mwplab.solvers.neural.settings import Precision
from mwplab.solvers.neural.solver import Neural
from mwplab.solvers.neural.steps import CapturedStep, moments
from mwplab.solvers.neural.symbols import Symbols
from mwplab.solvers.neural.training import Training, train_many
from mwplab.solvers.neural.validation import Validation, judge
from mwplab.solvers.neural.weights import read_tensors, write_tensors
from mwplab.text import quantities
from tests.solvers.neural.made import SMALL, STARTER, begun, small

PROBLEMS = STARTER[:40]
EPOCHS = 4


def weights(
    kind: str, folder: Path | None = None, stop: int | None = None, **options: object
) -> dict[str, Tensor]:
    """Train and return the weights; with ``stop`` the training is left after so many steps."""
    made = begin(kind, small(kind, epochs=EPOCHS, **options), PROBLEMS, None, folder=folder)
    if stop is None:
        train_many([made.training])
    else:
        running = made.training.run()
        for _ in range(stop):
            next(running)
    return made.training.model.state_dict()


def equal(first: dict[str, Tensor], second: dict[str, Tensor]) -> bool:
    return first.keys() == second.keys() and all(torch.equal(first[name], second[name]) for name in first)


@pytest.mark.parametrize("averaging", [0.0, 0.5])
@pytest.mark.parametrize("kind", KINDS)
def test_a_training_that_was_killed_goes_on_as_if_it_had_not_been(
    kind: str, averaging: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resuming, "SECONDS", 0.0)
    whole = weights(kind, tmp_path / "whole", averaging=averaging)
    weights(kind, tmp_path / "killed", stop=13, averaging=averaging)  # in the middle of the third epoch
    assert (tmp_path / "killed" / resuming.FILE).is_file()
    for _ in range(2):  # the second time at its end, which may not have been kept yet
        assert equal(weights(kind, tmp_path / "killed", averaging=averaging), whole)


def test_steps_left_out_before_a_kill_are_told_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resuming, "SECONDS", 0.0)
    settings = small("seq2seq", epochs=2)
    first, second = (begin("seq2seq", settings, PROBLEMS, None, folder=tmp_path).training for _ in range(2))
    first.skipped = 3
    train_many([first])
    train_many([second])
    assert second.note == first.note == "steps left out for gradients that are no numbers: 3"


@pytest.mark.parametrize(
    "changed",
    [
        {"best": 5},
        {"best": ["a", 2]},
        {"best": []},
        {"history": 5},
        {"history": [[1]]},
        {"skipped": "x"},
        None,
    ],
)
def test_an_edited_training_is_refused(
    changed: dict[str, object] | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resuming, "SECONDS", 0.0)
    weights("seq2seq", tmp_path)
    tensors, head = read_tensors(tmp_path / resuming.FILE)
    state = None if changed is None else json.loads(head["training"]) | changed
    write_tensors(tmp_path / resuming.FILE, tensors, {"training": json.dumps(state)})
    with pytest.raises(DataError, match="is not a training; remove it to train anew"):
        weights("seq2seq", tmp_path)


def test_the_same_seed_gives_the_same_weights_whoever_trains_beside() -> None:
    alone = weights("seq2seq", seed=3)
    pair = [begin("seq2seq", small("seq2seq", epochs=EPOCHS, seed=seed), PROBLEMS, None) for seed in (3, 4)]
    train_many([one.training for one in pair])
    assert equal(pair[0].training.model.state_dict(), alone)
    assert not equal(pair[1].training.model.state_dict(), alone)


def test_the_training_of_another_solver_is_not_taken_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resuming, "SECONDS", 0.0)
    weights("seq2seq", tmp_path, stop=13)
    with pytest.raises(DataError, match="the training of another solver or on other problems"):
        weights("seq2seq", tmp_path, learning_rate=0.5)
    (tmp_path / resuming.FILE).write_bytes(b"nonsense")
    with pytest.raises(DataError, match=r"not a whole safetensors file: .*; remove it to train anew"):
        weights("seq2seq", tmp_path)


def test_the_best_epoch_is_kept_and_patience_ends_a_training() -> None:
    made = begun("constrained", held_out=0.2, epochs=40, patience=2, learning_rate=0.003)
    train_many([made.training])
    history, best = made.training.history, made.training.best
    assert best is not None
    assert best[0] == max(one.accuracy or 0.0 for one in history)
    assert len(history) - best[1] in (0, 2)
    assert history[-1].loss < history[0].loss


def test_a_learning_rate_far_too_high_is_called_by_its_name() -> None:
    hopeless = {"learning_rate": 1e38, "clip": 0.0, "epochs": 3, "schedule": "constant"}
    lost, other = (Neural("seq2seq", **{**SMALL, "epochs": 1, **more}) for more in (hopeless, {}))  # type: ignore[arg-type]
    with pytest.raises(LostWay, match=r"training lost its way in epoch .*; lower the learning rate"):
        fit_together([lost, other], [PROBLEMS] * 2, [None] * 2, progress=False)
    assert not lost.is_trained
    assert other.is_trained  # whoever learns beside it


def test_a_training_that_loses_its_way_later_keeps_its_best_weights_and_says_so() -> None:
    lost = begun("gts", held_out=0.2, epochs=3).training
    running = lost.run()
    while not lost.history:
        next(running)
    with torch.no_grad():
        next(lost.model.parameters()).fill_(torch.nan)
    rest = list(running)
    assert len(rest) < len(lost.sizes.cuts(lost.settings.batch))  # what was left of the second; no third
    assert [one.epoch for one in lost.history] == [1]
    assert lost.note == "training lost its way in epoch 2 (the loss is nan); its weights are those of epoch 1"
    assert all(weight.isfinite().all() for weight in lost.model.state_dict().values())


def test_what_cannot_be_learnt_is_left_out_and_counted() -> None:
    others = [
        Problem(id="a/1", body="Two and 3.", equations=parse("x + y = 1; x - y = 2")),
        Problem(id="a/2", body="No equation."),
        Problem(id="a/3", body="No number.", equations=parse("x = 3 + 4")),
    ]
    material = gather("gts", [*STARTER[:20], *others], None, held_out=0.25, seed=0)
    assert material.account.left_out == {"not one expression": 1, "no equations": 1, "no quantities": 1}
    assert (material.account.given, material.account.learnt, material.account.held_out) == (23, 15, 5)
    assert {one.id for one in material.problems} | {one.id for one in material.valid} == {
        one.id for one in STARTER[:20]
    }
    with pytest.raises(RecordError, match=r"none of the 3 training problems has \(.*no quantities: 1"):
        gather("gts", others, None, held_out=0.1, seed=0)


def test_equations_tell_what_is_right_where_the_source_gives_no_answers() -> None:
    silent = [replace(problem, answers=(), extra={}) for problem in STARTER[:50]]
    one, other = (gather("gts", some, None, held_out=0.2, seed=0) for some in (STARTER[:50], silent))
    assert [problem.id for problem in one.valid] == [problem.id for problem in other.valid]
    symbols = Symbols.seen(other.targets, 9)
    written = [symbols.to_prefix(expr) for expr in other.targets]
    right = [
        judge(problem, ids, symbols, Kinds())[0] for problem, ids in zip(other.problems, written, strict=True)
    ]
    assert all(right)
    assert answer_kinds(silent) == answer_kinds(STARTER[:50])


def test_problems_of_which_nobody_knows_the_answer_choose_no_epoch() -> None:
    text = "Ann has 3 figs and 3 nuts."
    system = parse("x = q0 / (q0 - q1)")
    unknown = [
        Problem(id=f"made/{number}", body=text, quantities=quantities(text), equations=system)
        for number in range(40)
    ]
    material = gather("gts", [*STARTER[:20], *unknown], None, held_out=0.1, seed=0)
    assert len(material.valid) == 6
    assert not {one.id for one in material.valid} & {one.id for one in unknown}
    assert gather("gts", STARTER[:20], [*unknown, STARTER[30]], held_out=0.1, seed=0).valid == (STARTER[30],)
    with pytest.raises(RecordError, match="none of the 40 problems that are to choose the best epoch has an"):
        gather("gts", STARTER[:20], unknown, held_out=0.1, seed=0)


def test_who_is_held_out_depends_on_the_seed_alone() -> None:
    first = gather("gts", STARTER[:50], None, held_out=0.2, seed=0).valid
    turned = gather("gts", STARTER[:50][::-1], None, held_out=0.2, seed=0).valid
    other = gather("gts", STARTER[:50], None, held_out=0.2, seed=1).valid
    assert {one.id for one in first} == {one.id for one in turned} != {one.id for one in other}


@pytest.mark.parametrize("padding", [FINE, COARSE])
def test_every_problem_is_in_one_batch_and_fits_it(padding: object) -> None:
    sizes = Sizes.of(begun("seq2seq", STARTER).training.data)
    assert padding in (FINE, COARSE)
    cuts = sizes.cuts(16, Random(0), FINE if padding is FINE else COARSE)
    rows = [row for cut in cuts for row in cut.rows if row < len(sizes.words)]
    assert sorted(rows) == list(range(len(sizes.words)))
    assert {len(cut.rows) for cut in cuts} == {16}
    assert sum(row == len(sizes.words) for cut in cuts for row in cut.rows) == -len(sizes.words) % 16
    for cut in cuts:
        for row in cut.rows:
            if row < len(sizes.words):
                assert sizes.words[row] <= cut.time
                assert sizes.symbols[row] <= cut.steps
    assert [cut.rows for cut in sizes.cuts(16, Random(1))] != [cut.rows for cut in cuts]


def test_one_long_equation_among_short_ones_is_learnt_too() -> None:
    body = f"The boxes hold {', '.join(map(str, range(3, 12)))} pens. How many pens are there?"
    some = [
        Problem(id=f"made/{number}", body=body, equations=parse(f"x = {right}"), quantities=quantities(body))
        for number, right in enumerate(["(q0*q1 + q2*q3 + q4*q5 + q6*q7) / q8", "q0 + q1 + q2 + q3"])
    ]
    training = begun("gts", (*STARTER[:31], *some), batch=2, held_out=0.0).training
    set_learning_rate(training.optimiser, 0.0)
    losses = []
    for laid_out in (True, False):
        if not laid_out:
            training.step.layouts = dict.fromkeys(training.step.layouts)
        training.step.total.zero_()
        for cut in training.sizes.cuts(2):
            training.step(cut, torch.tensor(cut.rows), 7)
        losses.append(float(training.step.total))
    assert training.step.layouts.keys() >= {5, 9, 17}
    assert losses[0] == pytest.approx(losses[1], rel=1e-5)


def test_steps_to_warm_up_leave_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    training = begun("gts", learning_rate=0.1).training
    cut = training.sizes.cuts(8)[0]
    index = torch.tensor(cut.rows)
    step = CapturedStep(training.model, training.data, training.optimiser, clip=5.0, precision=Precision.FP32)

    def changing() -> dict[str, Tensor]:
        found = {**training.model.state_dict(), **moments(training.optimiser), "total": step.total}
        return {name: tensor.clone() for name, tensor in found.items()}

    before = changing()
    step.warm_up(cut, index, 2)
    fresh = changing()
    assert fresh.keys() > before.keys()  # what Adam remembers has come into being
    assert equal({name: fresh[name] for name in before}, before)
    assert not any(fresh[name].any() for name in fresh.keys() - before.keys())
    training.step(cut, index, 7)
    taken = changing()
    assert not equal(taken, fresh)
    step.warm_up(cut, index, 1)
    assert equal(changing(), taken | {"total": step.total})
    real, full = step._take, iter([False, True])

    def take(cut: Cut, index: Tensor) -> None:
        real(cut, index)
        if next(full):
            raise torch.OutOfMemoryError("CUDA out of memory.")

    monkeypatch.setattr(step, "_take", take)
    with pytest.raises(torch.OutOfMemoryError):
        step.warm_up(cut, index, 2)
    assert equal(changing(), taken | {"total": step.total})


def test_without_room_for_graphs_steps_are_plain_unless_others_share_the_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    training = begun("seq2seq").training
    cut = training.sizes.cuts(8)[0]
    index = torch.tensor(cut.rows)
    step = CapturedStep(training.model, training.data, training.optimiser, clip=5.0, precision=Precision.FP32)

    def full(*_: object) -> None:
        raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 46.00 MiB.")

    monkeypatch.setattr(step, "_captured", full)
    monkeypatch.setattr(torch.cuda, "synchronize", lambda: None)
    step.in_company = True
    with pytest.raises(torch.OutOfMemoryError):
        step(cut, index, 7)
    step.in_company = False
    before = {name: tensor.clone() for name, tensor in training.model.state_dict().items()}
    step(cut, index, 7)
    assert step.note == "steps are not captured: CUDA out of memory. Tried to allocate 46.00 MiB."
    assert not equal(training.model.state_dict(), before)


def test_weights_of_one_rate_are_one_group_and_the_rate_is_set_when_it_changes() -> None:
    training = begun("seq2seq", learning_rate=0.25).training
    [group] = training.optimiser.param_groups
    assert len(group["params"]) == len(list(training.model.parameters()))
    group["lr"] = torch.tensor(0.25)  # as on a GPU
    for share in (1.0, 0.5, 0.5):
        version = group["lr"]._version
        set_learning_rate(training.optimiser, share)
        assert group["lr"] == 0.25 * share
    assert group["lr"]._version == version == 1


def test_word_vectors_have_a_rate_of_their_own() -> None:
    made = begun("seq2seq", encoder_learning_rate=0.5, learning_rate=0.1)
    groups = make_optimiser(made.training.model, made.training.settings, cuda=False).param_groups
    assert [(group["lr"], len(group["params"])) for group in groups] == [
        (0.1, len(list(made.training.model.parameters())) - 1),
        (0.5, 1),
    ]


@pytest.mark.parametrize(
    ("schedule", "expected"),
    [
        ("constant", [1.0, 1.0, 1.0]),
        ("linear", [1.0, 0.5, 0.1]),
        ("cosine", [1.0, 0.5, 0.024]),
        ("halving", [1.0, 0.5, 0.25]),
    ],
)
def test_the_learning_rate_follows_its_schedule(schedule: str, expected: list[float]) -> None:
    settings = replace(small("seq2seq", schedule=schedule), warmup=0.0)
    found = [learning_rate_share(settings, done) for done in (0.0, 0.5, 0.9)]
    assert found == pytest.approx(expected, abs=1e-3)


def test_weights_that_the_last_step_spoilt_are_not_kept() -> None:
    options = {**SMALL, "epochs": 1, "batch": 64, "learning_rate": 1e39, "clip": 0.0, "held_out": 0.0}
    with pytest.raises(
        LostWay, match=r"in epoch 1 \(no finite numbers in (\d+) of \1 weights\); lower the learning rate"
    ):
        Neural("seq2seq", **options).fit(PROBLEMS)  # type: ignore[arg-type]


def spoil(training: Training, at: Callable[[int], bool]) -> None:
    """Make the gradient of the last weight no number in some steps."""
    steps = count()
    last = list(training.model.parameters())[-1]
    last.register_hook(lambda gradient: gradient * (torch.nan if at(next(steps)) else 1.0))  # type: ignore[no-untyped-call]


def test_a_step_whose_gradient_is_no_number_changes_nothing_and_the_next_ones_go_on() -> None:
    training = begun("gts", held_out=0.2, epochs=2).training
    spoil(training, lambda step: step == 1)
    running = training.run()
    seen = []
    for _ in range(3):
        next(running)
        seen.append(
            [tensor.clone() for tensor in (*training.step.weights, *moments(training.optimiser).values())]
        )
    assert all(map(torch.equal, seen[0], seen[1]))
    assert not all(map(torch.equal, seen[1], seen[2]))
    list(running)
    assert training.note == "steps left out for gradients that are no numbers: 1"
    assert [one.epoch for one in training.history] == [1, 2]


def test_a_training_that_takes_no_step_has_lost_its_way() -> None:
    training = begun("gts", epochs=2).training
    spoil(training, lambda step: True)
    train_many([training])
    assert training.failure.startswith("training lost its way in epoch 1 (no gradient was a finite number)")


def test_a_loss_that_no_guess_would_come_to_is_a_way_lost() -> None:
    options = {**SMALL, "epochs": 3, "learning_rate": 1e30}
    with pytest.raises(LostWay, match=r"\(the loss is .*e\+\d+\)"):
        Neural("seq2seq", **options).fit(PROBLEMS)  # type: ignore[arg-type]


def test_a_training_that_was_killed_knows_its_best_epoch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def falling(self: Validation, decoder: Decoder) -> Generator[None, None, float]:
        yield
        return 1.0 / (1 + len(training.history))

    monkeypatch.setattr(resuming, "SECONDS", 0.0)
    monkeypatch.setattr(Validation, "accuracy", falling)
    for stop in (2, None):  # stopped after the second epoch, and taken up
        training = begin("gts", small("gts", epochs=EPOCHS), PROBLEMS, None, folder=tmp_path).training
        running = training.run()
        while stop and len(training.history) < stop:
            next(running)
        if stop is None:
            assert len(list(running)) > 0
        assert training.best == (1.0, 1)
    assert equal(training.model.state_dict(), training.weights)


def test_every_step_of_every_epoch_has_a_chance_of_its_own() -> None:
    training = begun("gts", PROBLEMS, epochs=3, held_out=0.0).training
    seeds: list[int] = []
    plain = training.step

    class Watched:
        total, skipped, weights = plain.total, plain.skipped, plain.weights

        def __call__(self, cut: Cut, index: Tensor, seed: int) -> None:
            seeds.append(seed)
            plain(cut, index, seed)

    training.step = Watched()  # type: ignore[assignment]
    train_many([training])
    assert len(set(seeds)) == len(seeds) == 3 * len(training.sizes.cuts(training.settings.batch))


def test_the_loss_of_an_epoch_is_the_mean_over_its_problems() -> None:
    options = {"dropout": 0.0, "word_dropout": 0.0, "held_out": 0.0, "learning_rate": 1e-20}
    training = begun("gts", PROBLEMS[:11], epochs=1, batch=8, **options).training  # one batch is not full
    data = training.data
    with torch.no_grad():
        alone = [float(training.model.loss(data.rows(torch.tensor([row])))) for row in range(11)]
    train_many([training])
    assert training.history[0].loss == pytest.approx(sum(alone) / 11, rel=1e-4)


def test_a_training_is_not_taken_up_with_other_problems_to_choose_by(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resuming, "SECONDS", 0.0)
    settings = small("gts", epochs=EPOCHS)
    running = begin("gts", settings, PROBLEMS, STARTER[40:50], folder=tmp_path).training.run()
    for _ in range(13):
        next(running)
    with pytest.raises(DataError, match="the training of another solver or on other problems"):
        train_many([begin("gts", settings, PROBLEMS, STARTER[50:60], folder=tmp_path).training])


def test_of_two_answers_both_must_be_right() -> None:
    text = "Ann had 7 figs and ate 3. How many are left?"
    problem = Problem(id="a/1", body=text, quantities=quantities(text), answers=parse_answers("4; 10"))
    symbols = Symbols(("+", "-"), (), 2)
    assert len(problem.accepted_answers[0]) == 2
    assert not any(judge(problem, [operator, 2, 3], symbols, Kinds())[0] for operator in (0, 1))
