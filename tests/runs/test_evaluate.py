"""Evaluation: what is asked, what is kept, what is refused."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from mwplab.catalogue import load
from mwplab.errors import DataError, MwplabError, RecordError
from mwplab.records import Answer, Dataset, Prediction, Problem, Question, Verdict, write_jsonl
from mwplab.runs.evaluate import evaluate
from mwplab.runs.folder import RunFolder, read_row, row_data
from mwplab.runs.overlap import overlap
from mwplab.runs.probe import probe
from mwplab.runs.reread import load_result, rejudge
from mwplab.runs.signature import train_lines
from mwplab.runs.train import train
from mwplab.solvers import learnt_by, save_solver, solvers
from mwplab.spec import Spec
from mwplab.statistics import wilson
from mwplab.text import quantities
from tests.runs.made import Parrot, problem

STARTER = load("starter")
EASY = load("starter[grade<=2]")
HARD = load("starter[grade>=5]")
HARDER = load("starter[grade=4]")


def counting(size: int) -> Dataset:
    """Problems 0 to size - 1 whose answers are their numbers."""
    made = (problem(str(number), answers=(Answer(Fraction(number)),)) for number in range(size))
    return Dataset(name="made", problems=tuple(made))


def test_accuracy_is_the_share_of_right_answers_with_wilson_s_interval() -> None:
    parrot = Parrot({f"made/{number}": number if number % 3 else -1 for number in range(30)})
    result = evaluate(parrot, counting(30))
    (score,) = [one for one in result.scores if one.name == "solution-accuracy" and not one.slice]
    expected = wilson(20, 30)
    assert (score.value, score.low, score.high, score.n) == (20 / 30, expected.low, expected.high, 30)
    assert [row.problem.id for row in result.rows] == [f"made/{number}" for number in range(30)]


def test_the_signature_names_data_part_training_solver_judges_seed_and_version() -> None:
    result = evaluate(
        "random",
        "starter[grade<=2]",
        train=["starter[grade>=5]"],
        judges=["solution", "exact"],
        seed=7,
        limit=9,
    )
    assert result.signature == (
        f"data:starter@1.0#{EASY.derive(EASY.problems[:9], 'first(9)').fingerprint}"
        "|split:select(grade<=2);first(9)"
        f"|train:starter@1.0#{HARD.fingerprint}(select(grade>=5))"
        "|solver:random(seed=7)|judge:solution+exact|seed:7|version:0.1.0"
    )
    lines = {score.signature for score in result.scores if score.name.startswith("exact-")}
    assert lines == {result.signature.replace("solution+exact", "exact")}


def test_a_solver_sees_questions_in_batches_and_its_training_data() -> None:
    parrot = Parrot()
    evaluate(parrot, EASY, train=[HARD], valid=load("starter[grade=4]"), batch=7)
    assert parrot.asked == [one.id for one in EASY]
    assert parrot.trained == [one.id for one in HARD]
    assert parrot.valid == [one.id for one in load("starter[grade=4]")]


def test_what_guided_choices_stands_in_the_signature() -> None:
    seen = load("starter[grade=4]")
    result = evaluate("majority", EASY, train=[HARD], valid=seen)
    assert f"|valid:starter@1.0#{seen.fingerprint}(select(grade=4))|" in result.signature


def test_training_on_the_test_problems_is_refused() -> None:
    with pytest.raises(RecordError, match="is a test problem and would be trained on"):
        evaluate("majority", "starter[grade<=3]", train=["starter[grade>=3]"])


def test_an_empty_part_is_refused() -> None:
    with pytest.raises(RecordError, match="has no problems to evaluate on"):
        evaluate(Parrot(), Dataset(name="none"))


def test_a_run_without_judges_is_refused() -> None:
    with pytest.raises(RecordError, match="a run needs a judge; there are: solution"):
        evaluate(Parrot(), EASY, judges=[])


class Muddled(Parrot):
    def solve(self, questions: Sequence[Question]) -> list[Prediction]:
        return super().solve(questions)[::-1]


def test_predictions_for_other_questions_are_refused() -> None:
    with pytest.raises(RecordError, match="predictions are not for these in order"):
        evaluate(Muddled(), EASY)


def test_a_trained_solver_comes_from_its_folder(tmp_path: Path) -> None:
    solver = solvers.make("majority")
    solver.fit(HARD.problems)
    save_solver(solver, Spec("majority"), tmp_path / "kept")
    fresh = evaluate("majority", EASY, train=[HARD])
    for place in (tmp_path / "kept", str(tmp_path / "kept")):
        from_folder = evaluate(place, EASY)
        assert [row.verdicts for row in from_folder.rows] == [row.verdicts for row in fresh.rows]
        assert "|solver:majority|" in from_folder.signature


def kept_solver(folder: Path, *, on: Dataset = HARD) -> Path:
    """Keep a solver that was trained on some problems."""
    train("majority", [on], folder)
    return folder


def test_a_kept_solver_is_signed_with_what_it_was_trained_on_and_what_it_learnt(tmp_path: Path) -> None:
    one, other = kept_solver(tmp_path / "one"), kept_solver(tmp_path / "other", on=HARDER)
    signature = evaluate(one, EASY, folder=tmp_path / "run").signature
    assert f"|train:{train_lines([HARD])[0]}|" in signature
    assert "|learnt:" in signature
    with pytest.raises(DataError, match="holds another run: its train is"):
        evaluate(other, EASY, folder=tmp_path / "run")


def test_equal_training_data_do_not_hide_that_something_else_was_learnt(tmp_path: Path) -> None:
    one = kept_solver(tmp_path / "one")
    evaluate(one, EASY, folder=tmp_path / "run")
    (learnt,) = (path for path in one.iterdir() if path.name != "solver.json")
    learnt.write_text(learnt.read_text() + " ")
    with pytest.raises(DataError, match="holds another run: its learnt is"):
        evaluate(one, EASY, folder=tmp_path / "run")


def test_a_run_kept_beside_the_solver_is_taken_up(tmp_path: Path) -> None:
    one = kept_solver(tmp_path / "one")
    first = evaluate(one, EASY, folder=one / "run")
    (one / "README").write_text("Trained on a Monday.")
    assert evaluate(one, EASY, folder=one / "run").signature == first.signature


def test_a_kept_solver_is_asked_nothing_that_it_was_trained_on(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=f"was trained on {HARD.problems[0].id}, or chosen by it"):
        evaluate(kept_solver(tmp_path / "one"), HARD)


@pytest.mark.parametrize("options", [{"train": [HARDER]}, {"valid": HARDER}, {"selection": "best-on-test"}])
def test_a_kept_solver_is_not_trained_again(tmp_path: Path, options: dict[str, Any]) -> None:
    with pytest.raises(RecordError, match=r"comes trained; .* name a fresh one such as 'majority\(\)'"):
        evaluate(kept_solver(tmp_path / "one"), EASY, **options)


def test_a_kept_solver_says_what_it_met_under_another_name(tmp_path: Path) -> None:
    train("nearest", [EASY], tmp_path / "model")
    renamed = [replace(one, id=f"mine/{number}") for number, one in enumerate(EASY.problems[:3])]
    asked = Dataset(name="mine", problems=(*renamed, HARD.problems[0]))

    def shares() -> dict[str, float]:
        scores = evaluate(tmp_path / "model", asked).scores
        return {score.name: score.value for score in scores if score.name.startswith("train-overlap")}

    assert shares() == {"train-overlap-exact": 0.75, "train-overlap-masked": 0.75}
    record = json.loads((tmp_path / "model" / "solver.json").read_text())
    del record["lessons"]["texts"]  # as older versions have it
    (tmp_path / "model" / "solver.json").write_text(json.dumps(record))
    assert shares() == {}


def test_a_network_that_has_learnt_something_else_learns_anew() -> None:
    spec = "seq2seq(hidden=8, embedding=8, epochs=1, device=cpu)"
    known, fresh, probed = solvers.make(spec), solvers.make(spec), solvers.make(spec)
    evaluate(known, EASY, train=["starter[grade=4]"])
    probe(probed, EASY, train=["starter[grade=4]"], only=["types"])
    asked = replace(HARD, problems=HARD.problems[:9])
    again, once = (evaluate(solver, asked, train=[EASY]) for solver in (known, fresh))
    battery = probe(probed, asked, train=[EASY], only=["quantities"])
    assert [row.prediction.equations for row in again.rows] == [row.prediction.equations for row in once.rows]
    assert again.signature == once.signature == battery.signature
    assert learnt_by(known) == learnt_by(fresh) == learnt_by(probed)


def test_a_folder_that_is_not_there_is_said_to_be_one() -> None:
    with pytest.raises(DataError, match=r"there is no folder './nowhere' with a trained solver"):
        evaluate("./nowhere", EASY)


def test_no_problem_is_trained_on_twice_or_chooses_what_it_trained() -> None:
    with pytest.raises(RecordError, match="is twice in the training data"):
        evaluate("majority", EASY, train=[HARD, HARDER, HARD])
    with pytest.raises(RecordError, match="would be trained on and choose the best epoch"):
        evaluate("majority", EASY, train=[HARD], valid=HARD)
    with pytest.raises(RecordError, match="has no problems to choose the best epoch by"):
        evaluate("majority", EASY, train=[HARD], valid="starter[grade=99]")


def test_the_oracle_is_told_the_templates_of_the_test_problems() -> None:
    result = evaluate("oracle-template", EASY)
    (score,) = [one for one in result.scores if one.name == "solution-accuracy" and not one.slice]
    assert score.value > 0.5
    assert "|solver:oracle-template(seed=0)|" in result.signature


def test_a_folder_reads_back_as_the_result(tmp_path: Path) -> None:
    result = evaluate(
        "nearest", EASY, train=[HARD], judges=["solution", "derivation"], folder=tmp_path / "run"
    )
    again = load_result(tmp_path / "run")
    assert again == result
    assert any(row.prediction.usage is not None for row in again.rows)


def test_rows_hold_no_time_and_usage_has_its_own_file(tmp_path: Path) -> None:
    evaluate("majority", EASY, train=[HARD], folder=tmp_path)
    assert "seconds" not in (tmp_path / "rows.jsonl").read_text() + (tmp_path / "result.json").read_text()
    usage = [json.loads(line) for line in (tmp_path / "usage.jsonl").read_text().splitlines()]
    assert [line["problem"] for line in usage] == [one.id for one in EASY]


CHANGES = [
    ({"seed": 1}, "its seed is 0, here it is 1"),
    ({"judges": ["exact"]}, "its judges is solution, here it is exact"),
    ({"solver": "nearest"}, "its solver is majority, here it is nearest"),
    ({"dataset": "starter[grade=3]"}, "its data is starter@1.0#"),
    ({"train": ["starter[grade=4]"]}, "its train is starter@1.0#"),
]


@pytest.mark.parametrize(("change", "message"), CHANGES)
def test_a_folder_of_another_run_is_refused(change: dict[str, object], message: str, tmp_path: Path) -> None:
    words: dict[str, object] = {
        "solver": "majority",
        "dataset": "starter[grade<=2]",
        "train": ["starter[grade>=5]"],
        "folder": tmp_path,
    }
    evaluate(**words)  # type: ignore[arg-type]
    before = (tmp_path / "rows.jsonl").read_bytes()
    with pytest.raises(DataError, match="holds another run") as caught:
        evaluate(**{**words, **change})  # type: ignore[arg-type]
    assert message in str(caught.value)
    assert (tmp_path / "rows.jsonl").read_bytes() == before


def test_a_folder_with_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(DataError, match="is there already and holds no run"):
        evaluate("majority", EASY, train=[HARD], folder=tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_any_cut_of_the_last_line_loses_that_line_only(tmp_path: Path) -> None:
    dataset = counting(5)
    whole = evaluate(Parrot(), dataset, folder=tmp_path / "whole", batch=2)
    content = (tmp_path / "whole" / "rows.jsonl").read_bytes()
    last = content[: content.rstrip(b"\n").rfind(b"\n") + 1]
    for cut in range(len(last), len(content), 7):
        folder = tmp_path / str(cut)
        place = RunFolder(folder)
        place.begin(RunFolder(tmp_path / "whole").signature(), dataset)
        (folder / "rows.jsonl").write_bytes(content[:cut])
        parrot = Parrot()
        again = evaluate(parrot, dataset, folder=folder, batch=2)
        assert parrot.asked == ["made/4"], cut
        assert (folder / "rows.jsonl").read_bytes() == content
        assert again.scores == whole.scores


class Bare:
    """Has what a solver needs to be evaluated, and no more."""

    def fit(self, train: Sequence[Problem], valid: Sequence[Problem] | None = None) -> None:
        raise AssertionError("nobody asked for this")

    def solve(self, questions: Sequence[Question]) -> list[Prediction]:
        return [Prediction(problem=question.id) for question in questions]


def test_an_object_need_not_know_how_to_be_kept() -> None:
    result = evaluate(Bare(), counting(3))  # type: ignore[arg-type]
    assert len(result.rows) == 3
    assert "solver:tests.runs.test_evaluate.Bare|" in result.signature
    assert "learnt:" not in result.signature


class Poet(Parrot):
    """Writes every sign that some programs take for the end of a line."""

    def solve(self, questions: Sequence[Question]) -> list[Prediction]:
        return [
            replace(one, samples=("one\u2028two\x85three\x0bfour\r\nfive",))
            for one in super().solve(questions)
        ]


def test_whatever_a_solver_writes_is_read_again(tmp_path: Path) -> None:
    first = evaluate(Poet(), counting(3), folder=tmp_path)
    silent = Poet()
    assert evaluate(silent, counting(3), folder=tmp_path).rows == first.rows
    assert silent.asked == []


def test_a_broken_line_in_the_middle_is_an_error_and_not_dropped(tmp_path: Path) -> None:
    evaluate(Parrot(), counting(4), folder=tmp_path)
    lines = (tmp_path / "rows.jsonl").read_text().splitlines()
    (tmp_path / "rows.jsonl").write_text("\n".join([lines[0], "{broken", *lines[2:]]) + "\n")
    with pytest.raises(DataError, match=r"rows\.jsonl', line 2"):
        load_result(tmp_path)


@pytest.mark.parametrize("lost", ["problem", "prediction", "verdicts"])
def test_a_row_without_a_field_is_refused(lost: str) -> None:
    dataset = counting(1)
    data = row_data(evaluate(Parrot(), dataset).rows[0])
    del data[lost]
    with pytest.raises(RecordError, match=f"a row needs the field '{lost}'"):
        read_row(data, dataset, None)


def test_an_unfinished_run_shows_what_is_there(tmp_path: Path) -> None:
    class Tired(Parrot):
        def solve(self, questions: Sequence[Question]) -> list[Prediction]:
            if len(self.asked) >= 8:
                raise KeyboardInterrupt
            return super().solve(questions)

    with pytest.raises(KeyboardInterrupt):
        evaluate(Tired(), counting(20), folder=tmp_path, batch=4)
    result = load_result(tmp_path)
    assert len(result.rows) == 8
    assert next(one.n for one in result.scores if one.name == "solution-accuracy") == 8


def test_judging_again_asks_nobody_and_equals_a_fresh_run(tmp_path: Path) -> None:
    words = {"train": ["starter[grade>=5]"], "judges": ["solution"]}
    evaluate("nearest", "starter[grade<=2]", folder=tmp_path / "old", **words)  # type: ignore[arg-type]
    again = rejudge(tmp_path / "old", ["exact", "derivation"])
    words["judges"] = ["exact", "derivation"]
    fresh = evaluate("nearest", "starter[grade<=2]", folder=tmp_path / "new", **words)  # type: ignore[arg-type]
    assert [row.verdicts for row in again.rows] == [row.verdicts for row in fresh.rows]
    assert again.signature == fresh.signature
    for name in ("run.json", "rows.jsonl"):
        assert (tmp_path / "old" / name).read_bytes() == (tmp_path / "new" / name).read_bytes()
    assert load_result(tmp_path / "old") == again


def test_judging_again_that_was_stopped_between_its_files_is_mended(tmp_path: Path) -> None:
    parrot = Parrot()
    straight = evaluate(parrot, counting(6), folder=tmp_path)
    lines = [json.loads(line) for line in (tmp_path / "rows.jsonl").read_text().splitlines()]
    for line in lines:
        line["verdicts"] = {"exact": "correct"}
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    with pytest.raises(DataError, match="was being judged anew when it was stopped"):
        load_result(tmp_path)
    asked = len(parrot.asked)
    assert evaluate(parrot, counting(6), folder=tmp_path).scores == straight.scores
    assert len(parrot.asked) == asked


@pytest.mark.parametrize("act", [load_result, lambda folder: rejudge(folder, ["solution"])])
def test_a_folder_without_a_run_is_named(act: object, tmp_path: Path) -> None:
    with pytest.raises(MwplabError, match="holds no run"):
        act(tmp_path)  # type: ignore[operator]


def test_what_was_not_judged_is_told_apart_from_wrong() -> None:
    dataset = Dataset(name="made", problems=(*counting(3).problems, problem("open")))
    result = evaluate(Parrot({"made/0": 0, "made/1": 5, "made/2": 2}), dataset)
    values = {one.name: (one.value, one.n) for one in result.scores if not one.slice}
    assert values["solution-accuracy"] == (2 / 3, 3)
    assert values["solution-unjudged"] == (0.25, 4)
    assert result.rows[3].verdicts["solution"] is Verdict.UNJUDGED


def told(id: str, text: str) -> Problem:
    return Problem(id=id, body=text, quantities=quantities(text), answers=(Answer(Fraction(1)),))


def test_overlap_tells_copies_from_copies_with_other_numbers() -> None:
    train = [told("a/1", "Ann has 3 hats."), told("a/2", "Bob  eats TWO figs.")]
    test = [
        told("b/1", "ann has 3 hats ."),
        told("b/2", "Ann has 17 hats."),
        told("b/3", "Bob eats 9 figs."),
        told("b/4", "Ann has 3 caps."),
    ]
    found = overlap(train, test)
    assert found.exact == {"b/1"}
    assert found.masked == {"b/1", "b/2", "b/3"}
    assert [found.label(one) for one in test] == ["exact", "masked", "masked", "none"]


def test_overlap_is_reported_with_the_accuracy_on_either_side() -> None:
    train = Dataset(name="a", problems=(told("a/1", "Ann has 3 hats."),))
    test = Dataset(name="b", problems=(told("b/1", "Ann has 4 hats."), told("b/2", "Cy saw 5 owls.")))
    result = evaluate(Parrot({"b/1": 1, "b/2": 0}), test, train=[train])
    values = {(one.name, one.slice): one.value for one in result.scores}
    assert values["train-overlap-exact", ""] == 0
    assert values["train-overlap-masked", ""] == 0.5
    assert values["solution-accuracy", "seen=masked"] == 1
    assert values["solution-accuracy", "seen=none"] == 0


def test_a_file_is_a_dataset_too(tmp_path: Path) -> None:
    write_jsonl(replace(EASY, name="mine"), tmp_path / "mine.jsonl")
    result = evaluate("majority", str(tmp_path / "mine.jsonl"), train=["starter[grade>=5]"])
    assert result.signature.startswith("data:mine@1.0#")


@pytest.mark.realdata
def test_two_corpora_train_a_solver_for_a_third() -> None:
    result = evaluate("majority", "svamp", train=["mawps", "asdiv-a"])
    values = {one.name: one.value for one in result.scores if not one.slice}
    assert values["train-overlap-masked"] < 0.05
    assert 0.1 < values["solution-accuracy"] < 0.2
