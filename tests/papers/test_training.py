"""Experiments planned, carried out and kept."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, permutations
from pathlib import Path

import pytest
import torch

from mwplab.catalogue import load
from mwplab.errors import MissingDependency
from mwplab.papers import Experiment, Kept, NotRun, Outcome, Training, reproduce
from mwplab.papers import training as training_module
from mwplab.papers import trial as trial_module
from mwplab.papers.arrivals import Arrivals
from mwplab.papers.experiments import NOT_ASKED
from mwplab.papers.lots import TOO_LATE, TOO_LATE_KEPT, TOO_LATE_QUICK, Answered, Done, Lot, Trial
from mwplab.papers.planning import Wishes
from mwplab.papers.solving import experiment_of
from mwplab.papers.trial import carry_out
from mwplab.perturb import perturb
from mwplab.records import Verdict
from mwplab.runs.probe.settings import folder_name
from mwplab.runs.selection import Selection

PARTS = {"test": "starter[type=Addition]", "train": ("starter[type=Subtraction]",)}
WHOLE = Experiment(solver="majority", **PARTS, by_folds=False, repeats=2)  # type: ignore[arg-type]
GTS, CONSTRAINED = Experiment(solver="gts", test="a"), Experiment(solver="constrained", test="a")
ENCODED = replace(GTS, solver="gts(encoder=minilm)", repeats=1)


@dataclass
class Machine:
    """Stands in for the one that trains, and remembers every lot."""

    lots: list[Lot] = field(default_factory=list)
    failing: str = ""

    def __call__(self, lot: Lot) -> Done:
        self.lots.append(lot)
        if self.failing and self.failing in lot.trials[0].experiment.key:
            return Done(failures={one.experiment.key: "it did not work" for one in lot.trials}, seconds=1.0)
        return Done(
            answered={
                (one.experiment.key, one.seed, change): Answered(
                    signature=f"seed:{one.seed}", verdicts={f"a/{one.seed}": Verdict.CORRECT}
                )
                for one in lot.trials
                for change in one.changes
            },
            seconds=1.0,
            notes=("slowly",),
        )

    @property
    def said(self) -> list[list[tuple[str, int, tuple[str, ...]]]]:
        """Return the lots in short."""
        return [[(one.experiment.solver, one.seed, one.changes) for one in lot.trials] for lot in self.lots]


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    made = Machine()
    monkeypatch.setattr(training_module, "carry_out", made)
    monkeypatch.setattr(training_module, "choose_device", lambda device: device or "cpu")
    return made


def trained(training: Training, experiment: Experiment, change: str = "") -> Outcome | NotRun:
    """Train what is lacking of an experiment and return what came of it."""
    training.train([(experiment, change)])
    return training.outcome(experiment, change)


def test_all_seeds_of_an_experiment_and_all_that_is_asked_make_one_lot(machine: Machine) -> None:
    Training(device="cuda").train([(GTS, ""), (GTS, "question-removed")])
    assert machine.said == [[("gts", seed, ("", "question-removed")) for seed in range(3)]]
    assert machine.lots[0].options == {"device": "cuda", "precision": "bf16"}


LOTS = [
    # models at once, experiments -> experiments of each lot
    (15, [GTS, replace(GTS, test="b")], [1, 1]),
    (30, [GTS, replace(GTS, test="b")], [2]),
    (30, [GTS, CONSTRAINED], [1, 1]),
    (6, [replace(GTS, by_folds=False, test=name) for name in "abc"], [2, 1]),
    (12, [GTS], [1, 1]),
    (2, [GTS], [1, 1, 1]),
]


@pytest.mark.parametrize(("together", "experiments", "expected"), LOTS)
def test_lots_fill_a_gpu_with_seeds_of_one_solver(
    machine: Machine, together: int, experiments: list[Experiment], expected: list[int]
) -> None:
    Training(device="cuda", together=together).train([(one, "") for one in experiments])
    assert [len({one.experiment.key for one in lot.trials}) for lot in machine.lots] == expected


def test_on_a_processor_each_seed_is_a_lot_that_can_be_taken_up_again(
    machine: Machine, tmp_path: Path
) -> None:
    wishes = [(replace(GTS, test=name), "") for name in "ab"]
    Training(device="cpu", together=99, runs=tmp_path).train(wishes)
    assert [lot.runs for lot in machine.lots] == [tmp_path] * 6
    Training(device="cuda", together=99, runs=tmp_path).train(wishes)
    assert machine.lots[6].runs is None


def test_solvers_from_scratch_come_first_and_with_an_encoder_the_published_choice(machine: Machine) -> None:
    on_test = replace(ENCODED, selection=Selection.BEST_ON_TEST)
    Training(device="cpu").train([(ENCODED, ""), (on_test, ""), (GTS, "")])
    order = [(lot.trials[0].experiment.solver, lot.trials[0].experiment.selection) for lot in machine.lots]
    assert [one for one, _ in groupby(order)] == [  # the seeds of each side by side
        ("gts", Selection.HELD_OUT),
        ("gts(encoder=minilm)", Selection.BEST_ON_TEST),
        ("gts(encoder=minilm)", Selection.HELD_OUT),
    ]


def test_of_lots_of_one_kind_the_longest_is_begun_first(machine: Machine) -> None:
    def on(train: str, **changed: object) -> Experiment:
        return replace(WHOLE, solver="gts", train=(f"starter[{train}]",), **changed)  # type: ignore[arg-type]

    short, long, missing = on("grade=1"), on("grade>=2"), on("grade=1", test="nowhere")
    encoded = [replace(one, solver="gts(encoder=minilm)") for one in (short, long)]
    Training(device="cuda", together=2).train([(one, "") for one in (*encoded, missing, short, long)])
    assert [lot.trials[0].experiment for lot in machine.lots] == [long, short, missing, *reversed(encoded)]
    assert all([one.seed for one in lot.trials] == [0, 1] for lot in machine.lots)


def test_only_what_is_lacking_is_trained_and_added_to_what_is_kept(machine: Machine, tmp_path: Path) -> None:
    kept = Kept(tmp_path)
    kept.keep(GTS, "", Outcome(signature="seed:0", verdicts=({"a/0": Verdict.WRONG},)))
    Training(device="cuda", kept=kept).train([(GTS, ""), (GTS, "question-removed")])
    asked = [(seed, changes) for _, seed, changes in machine.said[0]]
    assert asked == [
        (0, ("question-removed",)),
        (1, ("", "question-removed")),
        (2, ("", "question-removed")),
    ]
    found = kept.outcome(GTS)
    assert isinstance(found, Outcome)
    assert found.verdicts == ({"a/0": Verdict.WRONG}, {"a/1": Verdict.CORRECT}, {"a/2": Verdict.CORRECT})
    assert found.signature == "seed:0"
    again = Training(device="cuda", kept=kept)
    assert trained(again, GTS) == found
    assert len(machine.lots) == 1


def test_more_seeds_of_the_same_experiment_are_made_when_they_are_asked_for(machine: Machine) -> None:
    training = Training(device="cuda")
    trained(training, GTS)
    more = trained(training, replace(GTS, repeats=5))
    assert isinstance(more, Outcome)
    assert len(more.verdicts) == 5
    assert [seed for _, seed, _ in machine.said[1]] == [3, 4]


def test_what_fails_takes_nothing_else_along_and_is_not_tried_twice(machine: Machine) -> None:
    machine.failing = "constrained"
    told: list[str] = []
    training = Training(device="cuda", tell=told.append)
    training.train([(CONSTRAINED, ""), (GTS, "")])
    assert training.outcome(CONSTRAINED) == NotRun("it did not work")
    assert isinstance(training.outcome(GTS), Outcome)
    assert len(machine.lots) == 2
    assert told == [
        "training on a GPU: experiments 2, solvers 30; --recorded shows kept results, --quick takes minutes",
        "1 of 2: constrained on a, trained on other folds, held-out: it did not work (1 s)",
        "2 of 2: gts on a, trained on other folds, held-out: 100.0, 100.0, 100.0 % right (1 s); slowly",
    ]


def test_seeds_that_fail_leave_those_that_are_kept_and_are_not_tried_twice(
    machine: Machine, tmp_path: Path
) -> None:
    kept = Kept(tmp_path)
    kept.keep(GTS, "", Outcome(signature="seed:0", verdicts=({"a/0": Verdict.WRONG},)))
    machine.failing = "gts"
    training = Training(device="cuda", kept=kept)
    for _ in range(3):
        found = trained(training, GTS)
        assert isinstance(found, Outcome)
        assert found.verdicts == ({"a/0": Verdict.WRONG},)
    assert len(machine.lots) == 1


def test_a_quick_run_has_one_seed_and_one_fold_and_keeps_nothing(machine: Machine, tmp_path: Path) -> None:
    training = Training(device="cpu", quick=True, kept=Kept(tmp_path))
    training.train([(GTS, ""), (replace(GTS, selection=Selection.BEST_ON_TEST), ""), (ENCODED, "")])
    assert machine.said == [[("gts", 0, ("",))], [("gts(encoder=minilm)", 0, ("",))]]
    assert [lot.one_fold for lot in machine.lots] == [True, True]
    assert [lot.options.get("freeze") for lot in machine.lots] == [None, True]
    found = training.outcome(GTS)
    assert isinstance(found, Outcome)
    assert found.quick
    assert list(tmp_path.iterdir()) == []


def test_only_the_choice_of_epoch_that_is_named_is_trained_for_and_what_is_kept_is_there(
    machine: Machine, tmp_path: Path
) -> None:
    kept = Kept(tmp_path)
    kept.keep(GTS, "", Outcome(signature="seed:0", verdicts=({"a/0": Verdict.WRONG},)))
    training = Training(device="cuda", kept=kept, selection=Selection.BEST_ON_TEST)
    published = replace(GTS, selection=Selection.BEST_ON_TEST)
    training.train([(GTS, ""), (published, ""), (CONSTRAINED, "")])
    assert [lot.trials[0].experiment for lot in machine.lots] == [published]
    found = training.outcome(GTS)
    assert isinstance(found, Outcome)
    assert len(found.verdicts) == 1
    assert training.outcome(CONSTRAINED) == NOT_ASKED


def test_a_quick_run_takes_the_choice_of_epoch_that_is_named(machine: Machine) -> None:
    published = replace(GTS, selection=Selection.BEST_ON_TEST)
    training = Training(device="cpu", quick=True, selection=Selection.BEST_ON_TEST)
    training.train([(GTS, ""), (published, "")])
    assert [lot.trials[0].experiment for lot in machine.lots] == [published]


def test_a_device_that_is_not_there_is_said_at_once() -> None:
    with pytest.raises(MissingDependency, match="the device 'cuda:77' cannot be used here"):
        trained(Training(device="cuda:77"), WHOLE)


def test_wishes_keep_the_most_seeds() -> None:
    wishes = Wishes()
    for repeats in (3, 5, 1):
        wishes.outcome(replace(GTS, repeats=repeats))
    assert [(one.repeats, change) for one, change in wishes.noted.values()] == [(5, "")]


@pytest.mark.realdata
def test_a_table_is_planned_whole_before_anything_is_trained(machine: Machine) -> None:
    machine.failing = "constrained"
    reproduce(["svamp.table5", "svamp.table12"], Training(device="cuda"))
    solvers = {lot.trials[0].experiment.solver for lot in machine.lots}
    assert solvers == {experiment_of(f"constrained/{kind}", "mawps").solver for kind in "SR"}
    assert sum(len(lot.trials) for lot in machine.lots) == 3 * 2 * (3 + 1)


@pytest.mark.realdata
def test_only_the_rows_that_are_named_are_trained_and_shown(machine: Machine) -> None:
    cells = reproduce(["svamp.table2", "svamp.table10"], Training(device="cuda"), rows="gts/S")
    assert {lot.trials[0].experiment.solver for lot in machine.lots} == {"gts"}
    assert sum(len(lot.trials) for lot in machine.lots) == 3 * 2 * 3
    assert {(cell.row, cell.table) for cell in cells} == {
        ("gts/S", "svamp.table2"),
        ("gts/S", "svamp.table10"),
    }


def test_what_was_not_trained_says_so() -> None:
    assert Training(device="cpu").outcome(GTS) == NotRun("this was not trained")


def trial(**changed: object) -> Trial:
    return Trial(experiment=replace(WHOLE, **changed), seed=0)  # type: ignore[arg-type]


def test_a_trial_has_a_verdict_for_every_problem_and_for_variants_under_their_originals() -> None:
    both = replace(trial(), changes=("", "question-removed"))
    done = carry_out(Lot(trials=(both,)))
    plain, blind = (done.answered[WHOLE.key, 0, change] for change in both.changes)
    ids = {problem.id for problem in load(WHOLE.test)}
    assert plain.verdicts.keys() == ids
    assert blind.verdicts.keys() <= ids
    assert "solver:majority" in plain.signature
    assert "question-removed" in blind.signature


@pytest.mark.realdata
@pytest.mark.parametrize("one_fold", [False, True])
def test_folds_are_asked_what_they_were_not_trained_on(one_fold: bool) -> None:
    experiment = Experiment(solver="majority", test="asdiv-a")
    done = carry_out(Lot(trials=(Trial(experiment=experiment, seed=0),), one_fold=one_fold))
    found = done.answered[experiment.key, 0, ""]
    assert len(found.verdicts) == (238 if one_fold else 1218)
    assert ("split:folds(official)" in found.signature) is not one_fold


def test_a_lot_that_comes_too_late_is_not_begun() -> None:
    late = carry_out(Lot(trials=(trial(),), until=time.time() - 1))
    assert late == Done(failures={trial().experiment.key: TOO_LATE})


@pytest.mark.parametrize(("keeps", "quick"), [(True, False), (True, True), (False, False)])
def test_only_where_something_is_kept_the_same_command_goes_on(
    keeps: bool, quick: bool, tmp_path: Path
) -> None:
    training = Training(device="cpu", quick=quick, kept=Kept(tmp_path) if keeps else None, until=0.0)
    reason = TOO_LATE_QUICK if quick else TOO_LATE_KEPT if keeps else TOO_LATE
    assert trained(training, WHOLE) == NotRun(reason)


FAILING = [
    (trial(test="nowhere"), "no dataset named 'nowhere'"),
    (trial(train=("starter",)), "is a test problem and would be trained on"),
    (trial(solver="gts(epochs=0)"), "the option 'epochs' is 0"),
]


@pytest.mark.parametrize(("failing", "reason"), FAILING)
def test_what_cannot_be_carried_out_says_why_and_leaves_the_rest_of_its_lot_alone(
    failing: Trial, reason: str
) -> None:
    done = carry_out(Lot(trials=(failing, trial())))
    assert reason in done.failures[failing.experiment.key]
    assert done.failures.keys() == {failing.experiment.key}
    assert done.answered.keys() == {(WHOLE.key, 0, "")}


def test_what_could_not_be_trained_together_is_trained_by_itself_and_noted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("CUDA error: nothing\nworks")

    monkeypatch.setattr(trial_module, "train_together", broken)
    one = trial(solver="constrained(hidden=8, epochs=1)")
    done = carry_out(Lot(trials=(one,)))
    assert not done.failures
    assert len(done.answered) == 1
    assert done.notes == ("not all were trained together: RuntimeError: CUDA error: nothing works",)


def test_seeds_before_one_that_fails_are_taken_and_the_line_says_what_failed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    experiment = replace(WHOLE, solver="constrained(hidden=8, epochs=1, held_out=0.0)", repeats=3)

    def carry_out_with_a_change(lot: Lot) -> Done:
        changed = (replace(one, changes=("no-such-change",)) if one.seed == 2 else one for one in lot.trials)
        return carry_out(replace(lot, trials=tuple(changed)))

    monkeypatch.setattr(training_module, "carry_out", carry_out_with_a_change)
    told: list[str] = []
    training = Training(device="cpu", tell=told.append)
    found = trained(training, experiment)
    assert isinstance(found, Outcome)
    assert len(found.verdicts) == 2
    assert "% right" in told[-1]
    assert "no-such-change" in told[-1]


@pytest.mark.parametrize("order", [*permutations(range(3))])
def test_seeds_that_arrive_in_any_order_are_kept_in_theirs_and_told_of_once(
    machine: Machine, tmp_path: Path, order: Sequence[int]
) -> None:
    kept, told = Kept(tmp_path / "verdicts"), list[str]()
    training = Training(device="cpu", kept=kept, tell=told.append)
    lots = [Lot(trials=(Trial(experiment=GTS, seed=seed),), runs=tmp_path / "runs") for seed in range(3)]
    folders = [tmp_path / "runs" / folder_name(GTS.key) / f"seed{seed}" for seed in range(3)]
    for folder in folders:
        folder.mkdir(parents=True)
    arrivals = Arrivals(training, lots)
    for count, seed in enumerate(order, start=1):
        arrivals.write(seed, machine(lots[seed]))
        there = next((seed for seed in range(3) if seed not in order[:count]), 3)
        found = kept.outcome(GTS)
        seeds = [list(one) for one in found.verdicts] if isinstance(found, Outcome) else []
        assert seeds == [[f"a/{seed}"] for seed in range(there)]
        # What was learnt stays as long as its verdicts wait for others.
        assert [folder.exists() for folder in folders] == [seed >= there for seed in range(3)]
    assert told == [f"1 of 1: {GTS.key}: 100.0, 100.0, 100.0 % right (3 s); slowly"]


def test_seeds_after_one_that_fails_are_not_taken(machine: Machine) -> None:
    told = list[str]()
    training = Training(device="cuda", together=5, tell=told.append)
    lots = [Lot(trials=(Trial(experiment=GTS, seed=seed),)) for seed in range(3)]
    arrivals = Arrivals(training, lots)
    for seed in (2, 0):
        arrivals.write(seed, machine(lots[seed]))
    machine.failing = "gts"
    arrivals.write(1, machine(lots[1]))
    found = training.outcome(GTS)
    assert isinstance(found, Outcome)
    assert [list(one) for one in found.verdicts] == [["a/0"]]
    assert told == [f"1 of 1: {GTS.key}: 100.0 % right (3 s); slowly; it did not work"]


def test_trainings_that_lost_their_way_are_counted_over_all_seeds(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    sound = iter([True, False, True, True, True, False])  # by epoch, of three seeds one after another

    def all_finite(weights: Sequence[torch.Tensor]) -> torch.Tensor:
        return torch.tensor(len(weights) > 1 and next(sound))  # asked of one alone when it is told which

    monkeypatch.setattr("mwplab.solvers.neural.training.all_finite", all_finite)
    experiment = replace(WHOLE, solver="constrained(hidden=8, epochs=2)", repeats=1)
    kept = Kept(tmp_path)
    for repeats, lost in ((1, 1), (3, 2)):  # the first seed is kept, and others are added
        trained(Training(device="cpu", kept=kept), replace(experiment, repeats=repeats))
        found = kept.outcome(experiment)
        assert isinstance(found, Outcome)
        assert (len(found.verdicts), found.lost) == (repeats, lost)


def test_seeds_that_were_made_otherwise_are_not_added_to(machine: Machine, tmp_path: Path) -> None:
    kept, told = Kept(tmp_path), list[str]()
    kept.keep(GTS, "", Outcome(signature="dropout:0.1|seed:0", verdicts=({"a/0": Verdict.WRONG},)))
    training = Training(device="cuda", kept=kept, tell=told.append)
    found = trained(training, GTS)
    assert isinstance(found, Outcome)
    assert found.verdicts == ({"a/0": Verdict.WRONG},)
    assert kept.outcome(GTS) == found
    assert "made otherwise, dropout:0.1|seed:0, and nothing is added to them" in told[-1]


def test_processes_make_what_one_makes(tmp_path: Path) -> None:
    wishes = [(WHOLE, ""), (replace(WHOLE, solver="nearest"), ""), (replace(WHOLE, solver="random"), "")]
    found = []
    for jobs in (1, 2):
        training = Training(device="cpu", jobs=jobs, kept=Kept(tmp_path / str(jobs)))
        training.train(wishes)
        found.append(training.found)
    assert found[0] == found[1]
    files = [(tmp_path / str(jobs)).glob("*.json") for jobs in (1, 2)]
    assert len({path.read_text(encoding="utf-8") for some in files for path in some}) == 1


def test_a_network_is_trained_once_and_goes_on_from_what_is_kept(tmp_path: Path) -> None:
    small = replace(WHOLE, solver="constrained(hidden=8, epochs=1)", repeats=1)
    training = Training(device="cpu", kept=Kept(tmp_path / "verdicts"), runs=tmp_path / "runs")
    first, blind = trained(training, small), trained(training, small, "question-removed")
    assert isinstance(first, Outcome)
    assert isinstance(blind, Outcome)
    assert len(first.verdicts[0]) == len(load(small.test))
    assert blind.verdicts[0].keys() <= first.verdicts[0].keys()
    assert not any((tmp_path / "runs").glob("*/*"))  # what was learnt went when the verdicts were there
    again = trained(Training(device="cpu", kept=Kept(tmp_path / "verdicts")), small)
    assert isinstance(again, Outcome)
    assert again.verdicts == first.verdicts


def test_what_was_learnt_stays_until_its_verdicts_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(self: Kept, *_: object) -> None:
        raise KeyboardInterrupt

    small = replace(WHOLE, solver="constrained(hidden=8, epochs=1)", repeats=1)
    monkeypatch.setattr(Kept, "keep", stopped)
    training = Training(device="cpu", kept=Kept(tmp_path / "verdicts"), runs=tmp_path / "runs")
    with pytest.raises(KeyboardInterrupt):
        trained(training, small)
    assert list((tmp_path / "runs").rglob("model.safetensors"))


def test_a_stopped_training_is_taken_up(tmp_path: Path) -> None:
    experiment = replace(WHOLE, solver="constrained(hidden=8, epochs=1)", repeats=2)
    trials = tuple(Trial(experiment=experiment, seed=seed) for seed in range(2))
    stopped = carry_out(
        Lot(trials=(trials[0], replace(trials[1], changes=("no-such-change",))), runs=tmp_path)
    )
    assert "no-such-change" in stopped.failures[experiment.key]
    models = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("model.safetensors")}
    assert models
    done = carry_out(Lot(trials=trials, runs=tmp_path))
    assert not done.failures
    fresh = carry_out(Lot(trials=trials))
    assert done.answered == fresh.answered


@pytest.mark.gpu
@pytest.mark.parametrize("encoder", ["", ", encoder=minilm", ", encoder=minilm, freeze=True"])
@pytest.mark.parametrize("solver", ["seq2seq", "gts", "graph2tree", "constrained"])
def test_on_a_gpu_seeds_are_trained_at_once_and_every_step_is_captured(solver: str, encoder: str) -> None:
    experiment = replace(WHOLE, solver=f"{solver}(hidden=16, epochs=2{encoder})")
    trials = tuple(Trial(experiment=experiment, seed=seed) for seed in range(2))
    done = carry_out(Lot(trials=trials, options={"device": "cuda", "precision": "bf16"}, together=2))
    assert (done.failures, done.notes) == ({}, ())
    assert len(done.answered) == 2


def test_training_problems_come_with_their_variants_where_an_experiment_says_so() -> None:
    change = "add-irrelevant-information(way=aside)"
    plain, varied = replace(WHOLE, repeats=1), replace(WHOLE, repeats=1, variants=change)
    assert varied.key == (
        "majority on starter[type=Addition], trained on starter[type=Subtraction] "
        "+ add-irrelevant-information(way=aside) of these, held-out"
    )
    lots = [Lot(trials=(Trial(experiment=one, seed=0),)) for one in (plain, varied)]
    alone, more = map(trial_module.work, lots)
    problems = len(load("starter[type=Subtraction]"))
    assert alone == problems
    assert 1.8 * problems < more <= 2 * problems
    (done,) = carry_out(lots[1]).answered.values()
    assert f"perturb(seed=0, with=['{change}'])" in done.signature
    assert done.verdicts.keys() == {one.id for one in load("starter[type=Addition]")}


@pytest.mark.realdata
def test_by_folds_the_signature_tells_the_variants_apart_too() -> None:
    change = "add-irrelevant-information(way=aside)"
    experiment = Experiment(solver="majority", test="asdiv-a", variants=change, repeats=1)
    (done,) = carry_out(Lot(trials=(Trial(experiment=experiment, seed=0),))).answered.values()
    whole = load("asdiv-a")
    varied = perturb(whole, [change]).dataset
    assert f"|split:folds(official);train:{whole.full_name}#{varied.fingerprint}(perturb(" in done.signature
    assert len(done.verdicts) == len(whole)
