"""Training through runs: selection is signed, folds train side by side, what was stopped goes on."""

from __future__ import annotations

import json
import os
import tomllib
from itertools import count, islice
from pathlib import Path
from typing import Any

import pytest

from mwplab.catalogue import load
from mwplab.errors import DataError, RecordError
from mwplab.records import Dataset, Row
from mwplab.runs import train as runs_train
from mwplab.runs.crossvalidate import crossvalidate
from mwplab.runs.evaluate import evaluate, run_plan
from mwplab.runs.plan import make_plan
from mwplab.runs.signature import settled
from mwplab.runs.together import train_together
from mwplab.runs.train import solve_texts, train
from mwplab.runs.tune import Attempt, Tuned, grid, tune
from mwplab.solvers import (
    Neural,
    fingerprint,
    fit_together,
    load_solver,
    marks,
    save_solver,
    solvers,
    stored_lessons,
)
from mwplab.solvers.neural import resuming
from mwplab.solvers.neural.defaults import tuned
from mwplab.spec import Spec
from tests.models.made import tiny_bert

TINY = "constrained(hidden=8, embedding=8, layers=1, epochs=2, device=cpu)"
DATA = "starter[grade<=2]"


def predicted(rows: tuple[Row, ...]) -> list[str]:
    return [f"{row.problem.id} {row.prediction.equations} {row.prediction.confidence}" for row in rows]


def test_choosing_by_the_test_problems_is_signed() -> None:
    usual = evaluate(TINY, DATA, train=["starter[grade=3]"])
    peeked = evaluate(TINY, DATA, train=["starter[grade=3]"], selection="best-on-test")
    assert "|selection:best-on-test|" in peeked.signature
    assert "selection" not in usual.signature
    assert usual.signature == peeked.signature.replace("selection:best-on-test|", "")


def test_choosing_by_the_test_problems_hands_them_to_the_solver() -> None:
    plan = make_plan(TINY, DATA, train=["starter[grade=3]"], selection="best-on-test")
    assert plan.lessons[1] == load(DATA).problems
    assert make_plan(TINY, DATA, train=["starter[grade=3]"]).lessons[1] is None
    with pytest.raises(RecordError, match="leave out the validation problems"):
        make_plan(TINY, DATA, train=["starter[grade=3]"], valid=DATA, selection="best-on-test")
    with pytest.raises(RecordError, match="no selection is called 'best'; there are: held-out, best-on-test"):
        make_plan(TINY, DATA, selection="best")


@pytest.mark.slow
def test_folds_in_processes_give_what_folds_in_turn_give(tmp_path: Path) -> None:
    in_turn = crossvalidate(TINY, DATA, folds=2)
    in_processes = crossvalidate(TINY, DATA, folds=2, jobs=2, folder=tmp_path / "run")
    assert predicted(in_turn.rows) == predicted(in_processes.rows)
    assert in_turn.signature == in_processes.signature
    assert not list((tmp_path / "run").rglob("*.safetensors"))


def test_a_solver_that_was_trained_before_its_run_is_not_trained_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def plans() -> list[tuple[object, Path]]:
        made = [make_plan(TINY, DATA, train=["starter[grade=3]"], seed=seed) for seed in (0, 1)]
        return [(plan, tmp_path / str(number)) for number, plan in enumerate(made)]

    train_together(plans(), jobs=2)  # type: ignore[arg-type]
    assert sorted(path.name for path in (tmp_path / "0" / "solver").iterdir()) == [
        "learnt.json",
        "model.safetensors",
    ]

    def never(*_: object) -> None:
        raise AssertionError("trained again")

    monkeypatch.setattr(Neural, "fit", never)
    again = plans()
    train_together(again, jobs=2)  # type: ignore[arg-type]
    for plan, folder in again:
        assert len(run_plan(plan, folder).rows) == len(load(DATA))  # type: ignore[arg-type]


def test_a_training_leaves_a_solver_and_its_curves(tmp_path: Path) -> None:
    done = train(TINY, ["starter[grade=2]", "starter[grade=3]"], tmp_path / "model", seed=4)
    told = Spec.parse(done.solver).options
    assert told == {**tuned("constrained")["scratch"], **Spec.parse(TINY).options, "seed": 4}
    curves = json.loads((tmp_path / "model" / "curves.json").read_text())
    assert [point["epoch"] for point in curves] == [1, 2]
    assert (tmp_path / "model" / "curves.svg").read_text().startswith("<svg")
    assert [path.name for path in tmp_path.iterdir()] == ["model"]
    [(question, prediction)] = solve_texts(tmp_path / "model", ["Ann had 7 figs and ate 3."])
    endless = (f"Ann had {number} figs and ate 3." for number in count(4))
    first = [question.text for question, _ in islice(solve_texts(tmp_path / "model", endless), 300)]
    assert first[299] == "Ann had 303 figs and ate 3."
    assert [str(one.value) for one in question.quantities] == ["7", "3"]
    assert "attention" in prediction.trace
    with pytest.raises(DataError, match="exists already"):
        train(TINY, [DATA], tmp_path / "model")
    with pytest.raises(RecordError, match="nothing to train on"):
        train(TINY, [], tmp_path / "other")
    (tmp_path / "third.training").touch()
    with pytest.raises(DataError, match=r"'.*third.training' is a file, .*; move it, or train into another"):
        train(TINY, [DATA], tmp_path / "third")
    assert not (tmp_path / "third").exists()


def test_how_far_a_training_was_is_kept_until_the_solver_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resuming, "SECONDS", 0.0)
    there: list[bool] = []

    def save_noted(*given: Any) -> None:
        there.append((tmp_path / "model.training" / resuming.FILE).is_file())
        save_solver(*given)

    monkeypatch.setattr(runs_train, "save_solver", save_noted)
    train(TINY, ["starter[grade=3]"], tmp_path / "model")
    assert there == [True]
    assert [path.name for path in tmp_path.iterdir()] == ["model"]
    run = tmp_path / "run"
    evaluate(TINY, DATA, train=["starter[grade=3]"], folder=run)
    assert not [*run.rglob("*.safetensors")]


@pytest.mark.parametrize("solver", ["nearest", TINY])
def test_a_folder_of_somebody_elses_beside_it_stays(solver: str, tmp_path: Path) -> None:
    precious = tmp_path / "model.training" / "precious.txt"
    precious.parent.mkdir()
    precious.write_text("mine")
    train(solver, [DATA], tmp_path / "model")
    assert [path.name for path in precious.parent.iterdir()] == ["precious.txt"]


def test_who_trains_longer_for_the_same_place_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fit(self: Neural, *given: Any) -> None:
        (tmp_path / "model").mkdir()
        real(self, *given)

    real = Neural.fit
    monkeypatch.setattr(Neural, "fit", fit)
    found = train(TINY, [DATA], tmp_path / "model")
    assert found.out == tmp_path / "model-2"
    assert found.notes[-1] == f"{str(tmp_path / 'model')!r} was made by somebody else meanwhile"
    assert load_solver(found.out)[0].name == Spec.parse(TINY).name


def test_two_searches_in_one_file_count_a_combination_once(tmp_path: Path) -> None:
    found = tune(SEARCHED, "starter[grade=3]", tmp_path / "study", trials=1)
    last = (tmp_path / "study").read_text().splitlines()[-1]
    with (tmp_path / "study").open("a") as file:
        file.write(f"{last}\n")  # the same one, by another process
    assert tune(SEARCHED, "starter[grade=3]", tmp_path / "study", trials=0) == found


def test_a_solver_finds_its_encoder_from_other_folders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bert").mkdir()
    (tmp_path / "other").mkdir()
    tiny_bert(tmp_path / "bert")
    monkeypatch.chdir(tmp_path)
    train("constrained(hidden=8, layers=1, epochs=1, encoder=./bert, device=cpu)", [DATA], tmp_path / "model")
    monkeypatch.chdir(tmp_path / "other")
    _, solver = load_solver(tmp_path / "model")
    assert len(solver.solve([load(DATA).problems[0].as_question()])) == 1
    (tmp_path / "bert").rename(tmp_path / "gone")
    with pytest.raises(DataError, match=r"not there any more: there is no model folder .*/bert"):
        load_solver(tmp_path / "model")


def test_networks_that_come_as_objects_sign_with_their_options_and_what_they_learnt(tmp_path: Path) -> None:
    first, second = solvers.make(TINY), solvers.make(TINY.replace("hidden=8", "hidden=16"))
    asked = "starter[grade=3]"
    found = evaluate(first, asked, train=[DATA], folder=tmp_path / "run")
    with pytest.raises(DataError, match="holds another run: its solver is constrained"):
        evaluate(second, asked, train=[DATA], folder=tmp_path / "run")
    assert evaluate(first, asked, train=[DATA], folder=tmp_path / "run").rows == found.rows
    before = evaluate(first, asked).signature
    save_solver(first, Spec.parse(TINY), tmp_path / "kept")
    assert f"learnt:{fingerprint(tmp_path / 'kept')}" in before
    first.fit(load("starter[grade=4]").problems)
    assert evaluate(first, asked).signature != before


def test_what_was_trained_on_is_told_as_it_was(tmp_path: Path) -> None:
    grades = [load(f"starter[grade={grade}]") for grade in (1, 2, 3)]
    sizes = [len(part) for part in grades]
    done = train("nearest", grades, tmp_path / "model", limit=sizes[0] + 2, valid="starter[grade=4]")
    assert done.problems == sizes[0] + 2
    assert [line.partition("(")[2] for line in done.train] == [
        "select(grade=1))",
        "select(grade=2);first(2))",
    ]
    assert done.valid.endswith("(select(grade=4))")
    kept = stored_lessons(tmp_path / "model")
    assert (kept.train, kept.valid) == (done.train, done.valid)
    assert kept.seen == marks([*grades[0], *grades[1].problems[:2], *load("starter[grade=4]")])


def test_a_place_that_cannot_be_written_to_is_known_before_the_training(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Neural, "fit", lambda *_: pytest.fail("trained for nothing"))
    (tmp_path / "file").write_text("")
    with pytest.raises(DataError, match="file/model' cannot be written"):
        train(TINY, [DATA], tmp_path / "file" / "model")


def test_a_combination_that_loses_its_way_is_the_worst_and_not_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = "constrained(hidden=8, embedding=8, layers=1, epochs=1, batch=8, device=cpu, clip=0.0, warmup=0.0)"
    monkeypatch.setattr("mwplab.runs.tune.grid", lambda _: {"learning_rate": [1e38, 1e-3]})
    found = tune(spec, "starter[grade=3]", tmp_path / "study")
    assert [one.options["learning_rate"] for one in found.attempts] == [1e-3, 1e38]
    assert (found.attempts[1].accuracy, found.attempts[1].epoch) == (0.0, 0)
    monkeypatch.setattr("mwplab.runs.tune.fit_together", lambda *_, **__: pytest.fail("tried again"))
    assert tune(spec, "starter[grade=3]", tmp_path / "study") == found


def test_a_search_goes_on_where_it_was_left(tmp_path: Path) -> None:
    study = tmp_path / "study.journal"
    spec = "constrained(hidden=8, embedding=8, layers=1, epochs=1, device=cpu)"
    first = tune(spec, "starter[grade=3]", study, trials=1)
    rest = tune(spec, "starter[grade=3]", study)
    assert (len(first.attempts), len(rest.attempts), rest.combinations) == (1, 4, 4)
    assert {tuple(one.options.values()) for one in rest.attempts} == {
        (rate, size) for rate in (1e-3, 2e-3) for size in (8, 16)
    }
    assert rest.attempts[0].accuracy == max(one.accuracy for one in rest.attempts)
    assert [-one.accuracy for one in rest.attempts] == sorted(-one.accuracy for one in rest.attempts)
    assert tune(spec, "starter[grade=3]", study, trials=3) == rest
    with pytest.raises(DataError, match="holds another search"):
        tune(spec, "starter[grade=2]", study)
    with pytest.raises(DataError, match=r"holds another search: constrained\(device=cpu, dropout=0.1, "):
        tune(spec.replace("epochs=1", "epochs=1, dropout=0.2"), "starter[grade=3]", study)
    with pytest.raises(RecordError, match="'nearest' has no grid of options"):
        tune("nearest", DATA, tmp_path / "other")
    with pytest.raises(RecordError, match="0 models cannot be trained at once"):
        tune(spec, DATA, tmp_path / "other", together=0)


SEARCHED = "constrained(hidden=8, embedding=8, layers=1, epochs=1, device=cpu)"


@pytest.mark.parametrize("torn", [1, 30])
def test_a_search_whose_last_line_was_torn_goes_on(tmp_path: Path, torn: int) -> None:
    study = tmp_path / "study.journal"
    whole = tune(SEARCHED, "starter[grade=3]", study, trials=2)
    os.truncate(study, study.stat().st_size - torn)
    assert len(tune(SEARCHED, "starter[grade=3]", study, trials=0).attempts) == 1
    assert tune(SEARCHED, "starter[grade=3]", study, trials=1) == whole


def test_a_search_with_a_result_that_is_no_number_is_told(tmp_path: Path) -> None:
    study = tmp_path / "study"
    found = tune(SEARCHED, "starter[grade=3]", study, trials=1)
    damaged = study.read_text().replace(f'"value":{found.attempts[0].accuracy}', '"value":"x"')
    study.write_text(damaged)
    with pytest.raises(DataError, match="trial 0 of the search cannot be read"):
        tune(SEARCHED, "starter[grade=3]", study, trials=0)


def test_a_search_touches_no_file_of_another_kind(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_text("a line\nhalf a line")
    with pytest.raises(DataError, match="is not the file of a search; name another one"):
        tune(SEARCHED, DATA, other, trials=0)
    assert other.read_text() == "a line\nhalf a line"
    with pytest.raises(DataError, match="other/study' cannot be written"):
        tune(SEARCHED, DATA, other / "study", trials=0)


@pytest.mark.parametrize(
    ("solver", "limit", "message"),
    [
        (
            SEARCHED,
            4,
            "a share of 0.2 judges the trials, and of 4 problems that can be learnt from that is none",
        ),
        (SEARCHED.replace("epochs", "held_out=0.0, epochs"), None, "a share of 0 judges the trials"),
    ],
)
def test_a_search_that_nothing_would_judge_is_refused(
    tmp_path: Path, solver: str, limit: int | None, message: str
) -> None:
    with pytest.raises(RecordError, match=message):
        tune(solver, "starter[type=Addition]", tmp_path / "study", limit=limit)
    assert not (tmp_path / "study").exists()
    assert tune(SEARCHED, "starter[type=Addition]", tmp_path / "study", limit=5, trials=1).attempts


def test_a_dataset_with_folds_is_searched_in_the_training_part_of_each(tmp_path: Path) -> None:
    problems = load("starter[grade<=3]").problems
    ids = tuple(problem.id for problem in problems)
    splits = {f"fold{fold}/train": ids[fold::2] for fold in (0, 1)}
    splits |= {f"fold{fold}/test": ids[1 - fold :: 2] for fold in (0, 1)}
    whole = Dataset(name="made", problems=problems, splits=splits)
    solver = TINY.replace("epochs=2", "epochs=3, learning_rate=0.01")
    found = tune(solver, whole, tmp_path / "both", trials=1)
    single = [tune(solver, whole.split(f"fold{fold}/train"), tmp_path / str(fold)) for fold in (0, 1)]
    each = [
        one.accuracy for part in single for one in part.attempts if one.options == found.attempts[0].options
    ]
    assert len(each) == 2
    assert found.attempts[0].accuracy == pytest.approx(sum(each) / 2)
    assert found.data.endswith(", the training part of each fold")


def test_how_combinations_are_grouped_changes_no_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = "constrained(hidden=8, embedding=8, layers=1, epochs=1, device=cpu)"
    alone = tune(spec, "starter[grade=3]", tmp_path / "alone")
    groups = []

    def noted(group: list[Neural], *rest: Any, **options: Any) -> None:
        groups.append([solver.settings.batch for solver in group])
        fit_together(group, *rest, **options)

    monkeypatch.setattr(Neural, "on_gpu", True)
    monkeypatch.setattr("mwplab.runs.tune.fit_together", noted)
    assert tune(spec, "starter[grade=3]", tmp_path / "together", together=2) == alone
    assert sorted(groups) == [[8, 8], [16, 16]]  # those that take as many steps


@pytest.mark.parametrize(
    ("solver", "part", "unchanged"),
    [("gts", "scratch", "pretrained"), ("gts(encoder='minilm@0.1.0')", "pretrained", "scratch")],
)
def test_what_was_found_takes_the_place_of_the_defaults(solver: str, part: str, unchanged: str) -> None:
    spec = Spec.parse(solver)
    spec = Spec(spec.name, {**spec.options, "hidden": 384, "patience": 9, "seed": 0, "device": "cpu"})
    best = Attempt(options={"batch": 32, "learning_rate": 0.003}, accuracy=0.75, epoch=7)
    found = Tuned(solver=str(spec), data="starter@1.0", attempts=(best, best), combinations=5)
    text = found.toml()
    before, after = tuned("gts"), tomllib.loads(text)
    changed = {"hidden": 384, "patience": 9, "batch": 32, "learning_rate": 0.003}
    assert after == {part: {**before[part], **changed}, unchanged: before[unchanged]}
    comment = [line for line in text.split(f"[{part}]")[1].splitlines() if line.startswith("#")]
    told = " ".join(line.removeprefix("# ") for line in comment)
    assert told.startswith("batch, learning_rate: the best of 2 of 5 combinations for gts(")
    assert told.endswith("0.7500 of the training problems held out were right after epoch 7.")
    assert all(len(line) <= 110 for line in text.splitlines())


@pytest.mark.parametrize("kind", ["seq2seq", "constrained", "gts", "graph2tree"])
def test_the_defaults_are_in_the_grid(kind: str) -> None:
    for spec in (kind, f"{kind}(encoder=minilm)"):
        solver = solvers.make(spec)
        assert isinstance(solver, Neural)
        for name, values in grid(solver).items():
            assert getattr(solver.settings, name) in values, (spec, name)


@pytest.mark.parametrize(
    ("given", "meant"),
    [("word_dropout=None", "word_dropout=5.0"), ("warmup=0", "warmup=0.0"), ("batch=8", "batch=8")],
)
def test_a_solver_has_one_name_however_its_options_are_written(given: str, meant: str) -> None:
    first, second = (settled(Spec.parse(f"seq2seq(hidden=8, {one})"), 0) for one in (given, meant))
    assert str(first) == str(second)
    assert meant in str(first)


def test_what_holds_no_solver_says_what_would(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"holds no solver; give a folder that 'mwp train --out' has made"):
        load_solver(tmp_path / "nope")


def test_a_frozen_encoder_has_no_rate_to_search() -> None:
    frozen, learning = (grid(Neural("gts", encoder="minilm", freeze=freeze)) for freeze in (True, False))
    assert learning.keys() - frozen.keys() == {"encoder_learning_rate"}


def test_an_oracle_cannot_be_kept(tmp_path: Path) -> None:
    with pytest.raises(
        RecordError, match="is told about the problems it is asked, so there is nothing to keep"
    ):
        train("oracle-template", [DATA], tmp_path / "oracle")
