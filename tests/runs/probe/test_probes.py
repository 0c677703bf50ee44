"""The battery: each probe against solvers whose weakness is known, and how the battery is run."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mwplab.catalogue import load
from mwplab.curate.folds import By
from mwplab.errors import DataError, RecordError, SpecError, UnknownName
from mwplab.records import Dataset, Prediction, Problem, Question, Verdict
from mwplab.reports.battery import Section
from mwplab.runs.crossvalidate import crossvalidate
from mwplab.runs.evaluate import evaluate
from mwplab.runs.probe import Settings, probe, probes, write_battery
from mwplab.runs.probe.bench import make_bench
from mwplab.runs.probe.changed import without_questions
from mwplab.runs.report import make_report, read_results
from mwplab.runs.reread import load_result
from mwplab.solvers import Neural, save_solver, solvers
from mwplab.solvers.baselines.nearest import Nearest
from mwplab.solvers.neural.learning import Begun
from mwplab.spec import Spec
from tests.runs.probe.made import Scripted, corpus, reads_question, sees_each, told


def run(solver: object, *only: str, **options: object) -> dict[str, Section]:
    battery = probe(solver, corpus(), only=only, **options)  # type: ignore[arg-type]
    return {section.name: section for section in battery.sections}


def values(section: Section) -> dict[str, float]:
    return {score.slice: score.value for score in section.scores}


def test_a_solver_that_reads_the_question_fails_without_it() -> None:
    (section,) = run(Scripted(reads_question), "question-removed").values()
    assert values(section) == {"original": 1.0, "without question": 0.0}
    (difference,) = section.differences
    assert (difference.only_first, difference.only_second) == (12, 0)
    assert difference.comparison.p_value == pytest.approx(2 * 0.5**12)
    assert "is more than chance" in section.sentences[0]
    assert "0 (0%) stay right without it" in section.sentences[1]


def test_a_solver_that_sees_a_cue_does_not_miss_the_question() -> None:
    found = run(Scripted(sees_each), "question-removed", "shuffled-words", "easy-and-hard")
    assert values(found["question-removed"]) == {"original": 2 / 3, "without question": 2 / 3}
    assert values(found["shuffled-words"]) == {"original": 2 / 3, "words shuffled": 2 / 3}
    assert "may be chance" in found["shuffled-words"].sentences[0]
    assert values(found["easy-and-hard"]) == {"set=Easy": 1.0, "set=Hard": 0.0}
    assert "100% of what it gets right is Easy" in found["easy-and-hard"].sentences[1]


def test_easy_and_hard_are_named_even_if_all_are_one() -> None:
    (section,) = run(Scripted(reads_question), "easy-and-hard").values()
    assert section.sentences == ("All 12 problems are Hard.",)


def test_problems_without_a_story_are_named_where_the_question_is_taken_away() -> None:
    bare = told("bare", "How many are 12 rows of 5 beans each?", "", "x = q0 * q1")
    dataset = replace(corpus(), problems=(*corpus().problems, bare))
    battery = probe(Scripted(sees_each), dataset, only=["question-removed", "easy-and-hard"])
    removed, parts = (section.sentences[-1] for section in battery.sections)
    assert removed == "1 of 13 problems have no such variant and are not compared."
    assert parts == "1 of 13 problems have no such variant and belong to neither part."
    assert not any(
        "no such variant" in one
        for one in run(Scripted(sees_each), "question-removed")["question-removed"].sentences
    )


def test_a_solver_that_remembers_answers_is_found_out_by_other_numbers() -> None:
    known = {problem.text: problem.answers[0].value for problem in corpus()}
    remembers = Scripted(lambda question: known.get(question.text))  # type: ignore[arg-type, return-value]
    (section,) = run(remembers, "resampled-numbers(count=2)").values()
    assert values(section) == {"original": 1.0, "other numbers": 0.0}
    assert len(section.results["other numbers"].rows) == 24
    assert section.sentences[1].startswith("Some answers depend on the very numbers")
    (honest,) = run(Scripted(sees_each), "resampled-numbers").values()
    assert values(honest)["other numbers"] == values(honest)["original"]
    assert honest.sentences[1].startswith("There is no sign")


def test_a_solver_that_uses_every_number_is_found_out_by_one_more() -> None:
    def uses_more(question: Question) -> str:
        usual = 2 if "field" in question.text else 3
        used = 2 if len(question.quantities) == usual else len(question.quantities)
        return "x = " + " * ".join(f"q{place}" for place in range(used))

    (section,) = run(Scripted(uses_more), "add-irrelevant-information(way=aside)").values()
    assert values(section) == {"original": pytest.approx(2 / 3), "one number more": 0.0}
    assert section.sentences[1] == "Of 8 answers that were right 8 are lost: it uses what it need not."
    (reads,) = run(Scripted(sees_each), "add-irrelevant-information(way=aside)").values()
    assert values(reads)["one number more"] == values(reads)["original"]
    assert reads.sentences[1].startswith("There is no sure sign")


def test_where_nothing_was_right_a_change_says_nothing() -> None:
    changes = ("question-removed", "shuffled-words", "resampled-numbers", "add-irrelevant-information")
    only = (*changes, "easy-and-hard")
    for name, section in run(Scripted(lambda question: "x = q0 + q1"), *only).items():
        assert len(section.sentences) == 2, name
        assert section.sentences[1].startswith("Nothing was right"), name
    (section,) = run(Scripted(reads_question), "shuffled-words").values()
    assert section.sentences[1] == "Nothing that was right stays right."


def test_parts_are_those_of_the_evaluation() -> None:
    found = run(Scripted(sees_each), "quantities", "types", "operators")
    assert values(found["types"]) == {"": 2 / 3, "type=Common-Division": 0.0, "type=Multiplication": 1.0}
    assert found["types"].adjusted["solution-accuracy", "type=Common-Division"] < 0.05
    assert "type=Common-Division (p" in found["types"].sentences[1]
    assert values(found["quantities"]) == {"": 2 / 3, "quantities=2": 0.5, "quantities=3": 1.0}
    assert found["operators"].not_run == "the problems of made have no two different numbers of operators"


def test_removed_categories_and_variations_are_those_of_the_tables() -> None:
    changes = {"rows": ("invert-operation",), "bags": ("change-information", "add-irrelevant-information")}
    problems = [
        told(
            one.key,
            one.body,
            one.question,
            str(one.equations),
            changes=changes.get(one.key.split("-")[0], ()),
        )
        for one in corpus()
    ]
    dataset = Dataset(name="made", problems=tuple(problems))
    battery = probe(Scripted(sees_each), dataset, only=["categories", "variations"])
    categories, variations = map(values, battery.sections)
    assert categories == {
        "without category=reasoning-ability": pytest.approx(2 / 3 - 0),
        "without category=structural-invariance": pytest.approx(2 / 3 - 1 / 2),
    }
    assert variations["without variation=invert-operation"] == pytest.approx(2 / 3 - 1 / 2)
    (missing,) = run(Scripted(sees_each), "variations").values()
    assert "says which variation made it" in missing.not_run


def test_training_is_done_once_for_all_probes_and_kept_runs_are_not_made_again(tmp_path: Path) -> None:
    first, second = Scripted(sees_each), Scripted(sees_each)
    options = {"train": [load("starter[type=Addition]")], "folder": tmp_path / "run"}
    only = ("question-removed", "shuffled-words", "easy-and-hard", "resampled-numbers")
    one = run(first, *only, **options)
    assert first.fits == 1
    assert len(first.asked) == 4 * 12
    two = run(second, *only, **options)
    assert (second.fits, second.asked) == (0, [])
    assert [section.sentences for section in two.values()] == [section.sentences for section in one.values()]
    results = read_results([tmp_path / "run" / "original", tmp_path / "run" / "question-removed"])
    assert make_report(results).title.endswith("on made")


def test_on_folds_the_problems_as_they_are_give_what_cross_validation_gives(tmp_path: Path) -> None:
    starter = load("starter[grade<=3]")
    bench = make_bench("nearest", starter, folds=3, by=By.TYPE, folder=tmp_path / "run")
    expected = crossvalidate("nearest", starter, folds=3, by=By.TYPE)
    found = bench.ask()
    assert [(row.problem.id, row.verdicts) for row in found.rows] == [
        (row.problem.id, row.verdicts) for row in expected.rows
    ]
    assert found.signature == expected.signature
    blind = bench.ask("question-removed")
    assert "question-removed" in blind.signature
    assert load_result(tmp_path / "run" / "question-removed").scores == blind.scores
    assert sorted(path.name for path in (tmp_path / "run" / "models").iterdir()) == [
        "fold0",
        "fold1",
        "fold2",
    ]
    again = make_bench("nearest", starter, folds=3, by=By.TYPE, folder=tmp_path / "run")
    assert again.ask("shuffled-words").rows
    assert again.ask() == found


def test_without_questions_in_training_the_solver_is_trained_anew() -> None:
    starter = load("starter[grade<=2]")
    battery = probe("nearest", starter, folds=3, only=["question-removed", "question-removed(train=True)"])
    usual = battery.sections[0].results["without question"]
    trained = battery.sections[1].results["trained and asked without question"]
    assert "train:question-removed" in trained.signature
    assert [section.title for section in battery.sections] == [
        "Question removed",
        "Question removed, in training too",
    ]
    assert "in training as well" in battery.sections[1].sentences[0]
    one, other = ([row.prediction.equations for row in run.rows] for run in (usual, trained))
    assert one != other


def test_training_problems_lose_their_questions_and_test_problems_stay() -> None:
    bench = make_bench("nearest", load("starter[grade<=2]"), folds=3)
    for before, after in zip(bench.divisions, without_questions(bench).divisions, strict=True):
        taught = [problem for part in after.train for problem in part]
        assert taught
        assert not any(problem.question for problem in taught)
        assert after.test.problems == before.test.problems


def test_probes_that_train() -> None:
    small, other = load("starter[grade=2]"), "starter[grade=3]"
    battery = probe(
        "nearest",
        small,
        train=[other],
        only=["majority-template", f"cross-corpus(other='{other}')", "added-to-training(folds=3)"],
    )
    majority, crossed, added = battery.sections
    expected = evaluate("majority", small, train=[other])
    assert majority.results["majority"].rows[0].verdicts == expected.rows[0].verdicts
    assert values(majority)["majority"] == next(
        one.value for one in expected.scores if one.name == "solution-accuracy" and not one.slice
    )
    assert "have it." in majority.sentences[1]
    assert [len(result.rows) for result in crossed.results.values()] == [len(load(other)), len(small)]
    back = evaluate("nearest", small, train=[other])
    assert [row.verdicts for row in list(crossed.results.values())[1].rows] == [
        row.verdicts for row in back.rows
    ]
    assert f"Trained on {other}, tested on starter@1.0, select(grade=2): " in crossed.sentences[1]
    assert values(added)["not added"] == next(
        one.value for one in back.scores if one.name == "solution-accuracy" and not one.slice
    )
    assert "may stand in training and test" in added.sentences[1]
    more = crossvalidate("nearest", small, folds=3, by=By.TYPE, train=[other])
    assert {row.problem.id: row.verdicts for row in added.results["added"].rows} == {
        row.problem.id: row.verdicts for row in more.rows
    }


@pytest.mark.parametrize("as_folder", [True, False])
def test_a_solver_that_comes_as_it_is_gets_the_probes_that_need_no_training(
    as_folder: bool, tmp_path: Path
) -> None:
    solver = solvers.make("nearest")
    solver.fit(load("starter[grade>=4]").problems)
    save_solver(solver, Spec("nearest"), tmp_path / "model")
    battery = probe(
        tmp_path / "model" if as_folder else solver,
        load("starter[grade<=3]"),
        only=[*probes, "question-removed(train=True)", "cross-corpus(other=starter)"],
    )
    reasons = {section.name: section.not_run for section in battery.sections}
    trained = [name for name, reason in reasons.items() if "the solver comes as it is" in reason]
    assert trained == [
        "majority-template",
        "added-to-training",
        "question-removed(train=True)",
        "cross-corpus(other=starter)",
    ]
    assert not reasons["question-removed"]
    assert "no other corpus is named" in reasons["cross-corpus"]
    assert "does not say what it attends to" in reasons["attention"]


def families() -> Dataset:
    """Six stories with three variants each."""
    problems = tuple(
        told(
            f"{story}-{number}",
            f"Pen {story} holds {number + 3} pigs.",
            "How many pigs?",
            "x = q0",
            seed=f"s/{story}",
        )
        for story in range(6)
        for number in range(3)
    )
    return Dataset(name="made", problems=problems)


def folds_of(parts: Sequence[Sequence[int]]) -> Dataset:
    """Return the families with folds whose test parts are given by place."""
    whole = families()
    ids = [problem.id for problem in whole]
    splits = {}
    for number, part in enumerate(parts):
        splits[f"fold{number}/test"] = tuple(ids[place] for place in part)
        splits[f"fold{number}/train"] = tuple(id for place, id in enumerate(ids) if place not in part)
    return replace(whole, splits=splits)


HALVES = [range(9), range(9, 18)], "The folds are those that the problems were published with."
EVEN_AND_ODD = [range(0, 18, 2), range(1, 18, 2)], "The folds keep all variants of one seed together."


@pytest.mark.parametrize(("parts", "told"), [HALVES, EVEN_AND_ODD])
def test_published_folds_are_taken_unless_they_part_a_seed(
    parts: Sequence[Sequence[int]], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lessons: list[set[str]] = []
    monkeypatch.setattr(Nearest, "fit", lambda _, train, valid=None: lessons.append(ids_of(train)))
    monkeypatch.setattr(Nearest, "solve", lambda _, asked: [Prediction(problem=one.id) for one in asked])
    dataset = folds_of(parts)
    battery = probe("nearest", dataset, train=["starter[grade=1]"], only=["added-to-training(folds=3)"])
    assert battery.sections[0].sentences[1] == told
    added = [{id for id in met if id.startswith("made/")} for met in lessons[1:]]
    if parts is HALVES[0]:
        assert added == [ids_of(dataset.split(f"fold{number}/train")) for number in range(2)]
    else:
        seeds = [{problem.seed for problem in dataset if problem.id in met} for met in added]
        assert [len(met) for met in seeds] == [4, 4, 4]
        assert [len(met) for met in added] == [12, 12, 12]


def ids_of(problems: Iterable[Problem]) -> set[str]:
    return {problem.id for problem in problems}


def test_seeds_keep_folds_apart_where_there_are_none() -> None:
    battery = probe("nearest", families(), train=["starter[grade=1]"], only=["added-to-training(folds=3)"])
    assert battery.sections[0].sentences[1] == "The folds keep all variants of one seed together."


def test_fewer_seeds_than_folds_stop_no_other_probe() -> None:
    only = ["added-to-training(folds=9)", "shuffled-words"]
    added, shuffled = probe("nearest", families(), train=["starter[grade=1]"], only=only).sections
    assert "9 folds" in added.not_run
    assert shuffled.not_run == ""


def bare(key: str, text: str) -> Problem:
    return told(key, "", text, "x = q0", type="Addition")


def test_where_no_question_can_be_taken_away_the_others_are_asked() -> None:
    only = ["question-removed", "easy-and-hard", "question-removed(train=True)", "shuffled-words"]
    dataset = Dataset(name="made", problems=tuple(bare(str(n), f"What are {n} and 2 pigs?") for n in (4, 5)))
    battery = probe("nearest", dataset, train=["starter[grade=1]"], only=only)
    without, parts, trained, shuffled = (section.not_run for section in battery.sections)
    assert without == parts == trained == "no problem of made can be changed by question-removed"
    assert shuffled == ""


def test_a_fold_without_variants_is_left_out_of_what_is_asked() -> None:
    whole = folds_of([range(9), range(9, 18)])
    problems = tuple(
        one if place >= 9 else bare(one.key, "What are 3 and 2 pigs?") for place, one in enumerate(whole)
    )
    dataset = replace(whole, problems=problems)
    only = ["question-removed", "easy-and-hard", "question-removed(train=True)"]
    *asked, trained = probe("nearest", dataset, folds="official", only=only).sections
    assert [section.not_run for section in asked] == ["", ""]
    left_out = "9 of 18 problems have no such variant"
    for section in asked:
        assert any(sentence.startswith(left_out) for sentence in section.sentences)
    assert "no training problem has a question that can be taken away" in trained.not_run


def test_a_probe_that_trains_leaves_an_object_as_it_is() -> None:
    solver, alone = Nearest(), Nearest()
    asked: dict[str, Any] = {"train": ["starter[grade=1]"], "dataset": "starter[grade=3]"}
    battery = probe(solver, only=["question-removed(train=True)", "shuffled-words"], **asked)
    (other,) = probe(alone, only=["shuffled-words"], **asked).sections
    trained, shuffled = battery.sections
    assert "the solver comes as it is" in trained.not_run
    assert values(shuffled) == values(other)


@pytest.mark.parametrize(
    ("only", "options", "error", "message"),
    [
        (["question-remove"], {}, UnknownName, "did you mean 'question-removed'"),
        (["question-removed(trian=True)"], {}, SpecError, "did you mean 'train'"),
        ([], {"folds": 3}, RecordError, "cannot be trained on folds"),
        ([], {"dataset": Dataset(name="none")}, RecordError, "has no problems to probe"),
    ],
)
def test_what_cannot_be_done_is_said(
    only: list[str], options: dict[str, object], error: type[Exception], message: str
) -> None:
    given: dict[str, object] = {"dataset": corpus(), **options}
    with pytest.raises(error, match=message):
        probe(Scripted(sees_each), only=only, **given)  # type: ignore[arg-type]


def test_several_judges_are_compared_and_the_first_is_put_in_words() -> None:
    settings = Settings(judges=("exact", "solution"))
    (section,) = run(Scripted(reads_question), "question-removed", settings=settings).values()
    assert [one.judge for one in section.differences] == ["exact", "solution"]
    assert {score.name for score in section.scores} == {"exact-accuracy"}


def test_the_report_says_it_as_a_page_and_as_markdown(tmp_path: Path) -> None:
    battery = probe(Scripted(reads_question), corpus(), only=["question-removed", "variations"])
    for name in ("report.html", "report.md"):
        write_battery(battery, tmp_path / name)
        text = (tmp_path / name).read_text(encoding="utf-8")
        assert "Question removed" in text
        assert "is more than chance" in text
        assert "Not run" in text
    assert "<svg" in (tmp_path / "report.html").read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_network_is_trained_once_kept_and_says_what_it_attends_to(tmp_path: Path) -> None:
    solver = "constrained(embedding=8, hidden=8, epochs=2, held_out=0.2, attention=True, device=cpu)"
    only = ["attention(least=1)", "question-removed", "shuffled-words"]
    options: dict[str, object] = {"only": only, "folds": 2, "folder": tmp_path / "run"}
    battery = probe(solver, corpus(), **options)  # type: ignore[arg-type]
    attention, blind, shuffled = battery.sections
    assert attention.looks
    assert not blind.not_run
    assert not shuffled.not_run
    assert sorted(path.name for path in (tmp_path / "run" / "models").iterdir()) == ["fold0", "fold1"]
    (section,) = probe(solver, corpus(), **{**options, "only": ["resampled-numbers"]}).sections  # type: ignore[arg-type]
    assert values(section)["original"] == values(blind)["original"]
    again = probe(tmp_path / "run" / "models" / "fold0", corpus(), only=["question-removed"])
    assert again.sections[0].scores


QUIET = "constrained(embedding=8, hidden=8, epochs=2, held_out=0.2, device=cpu)"


def test_a_network_is_told_to_say_what_it_attends_to_by_this_probe_only(tmp_path: Path) -> None:
    options: dict[str, object] = {"folds": 2, "folder": tmp_path / "run"}
    found = run(QUIET, "types", "attention(least=1)", "shuffled-words", **options)
    clean, attended, shuffled = (next(iter(one.results.values())) for one in found.values())
    assert found["attention(least=1)"].looks
    assert all("attention" in row.prediction.trace for row in attended.rows if row.prediction.equations)
    assert attended.signature == clean.signature
    assert [row.verdicts for row in attended.rows] == [row.verdicts for row in clean.rows]
    others = [*clean.rows, *shuffled.rows, *found["shuffled-words"].results["words shuffled"].rows]
    assert all("attention" not in row.prediction.trace for row in others)
    again = run(QUIET, "attention(least=1)", **options)
    assert again["attention(least=1)"].looks == found["attention(least=1)"].looks
    bench = make_bench(tmp_path / "run" / "models" / "fold0", load("starter[grade=1]"))
    before = bench.ask().rows[0].prediction
    assert probes.make("attention")(bench).looks
    assert [one.settings.attention for one in bench.networks()] == [False]
    (network,) = bench.networks()
    assert network.solve([bench.whole.problems[0].as_question()])[0].trace == before.trace


def attends(question: Question) -> dict[str, object]:
    words = question.text.rstrip("?.").split()
    weights = [0.9 if word.startswith("each") else 0.1 / len(words) for word in words]
    return {"words": words, "symbols": ["*", "q0", "q1"], "weights": [weights] * 3}


def test_attention_finds_the_cue_and_how_often_it_misleads() -> None:
    (section,) = run(Scripted(sees_each, attends), "attention").values()
    assert section.sentences[0].startswith("In 12 problems the commonest cue is 'each'")
    rows = {(row[0], row[1]): row[2:] for row in section.tables[0].rows}
    attended, weight, present, holds, misled, share = rows["each", "*"]
    assert (attended, weight, present, holds, misled) == ("4", "0.90", "12", "8", "4")
    assert share.startswith("1.000")
    assert rows["each.", "*"][:1] == ("4",)
    assert section.tables[1].rows[0][1] == "x = A * B"
    right = [look.title.endswith("(correct)") for look in section.looks]
    assert right == [True, False, True, False, True, False]
    assert Verdict.CORRECT.value in section.looks[0].title


class Stopped(BaseException):
    """Somebody pressed Ctrl-C."""


def test_a_battery_stopped_while_training_is_not_taken_up_by_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    starter = load("starter[grade<=3]")
    fitted: list[int] = []
    plain = Nearest.fit

    def fit(self: Nearest, train: Sequence[Problem], valid: Sequence[Problem] | None = None) -> None:
        fitted.append(len(train))
        if len(fitted) == 3:
            raise Stopped
        plain(self, train, valid)

    monkeypatch.setattr(Nearest, "fit", fit)
    options: dict[str, Any] = {"folds": 3, "only": ["types"], "folder": tmp_path / "run"}
    with pytest.raises(Stopped):
        probe("nearest", starter, **options)
    assert sorted(path.name for path in (tmp_path / "run" / "models").iterdir()) == ["fold0", "fold1"]
    with pytest.raises(DataError, match=r"holds another run: .*seed"):
        probe("nearest", starter, **options, settings=Settings(seed=1))
    taken_up = probe("nearest", starter, **options)
    assert len(fitted) == 4  # the third fold only
    fresh = probe("nearest", starter, folds=3, only=["types"])
    assert values(taken_up.sections[0]) == values(fresh.sections[0])


def test_what_one_probe_meets_does_not_stop_the_others() -> None:
    small = load("starter[grade=2]")
    wanted = ["cross-corpus(other='starter[grade>=2]')", "cross-corpus(other=no-such)"]
    wanted += ["cross-corpus(other='no/such.jsonl')", "types"]
    battery = probe("nearest", small, train=["starter[grade=3]"], only=wanted)
    shared, unknown, missing, types = (section.not_run for section in battery.sections)
    assert "would be trained on" in shared
    assert "no-such" in unknown
    assert "no/such.jsonl" in missing
    assert types == ""


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("resampled-numbers(count=two)", "the option 'count' cannot be 'two'; give a whole number"),
        ("resampled-numbers(count=1.5)", "the option 'count' cannot be 1.5; give a whole number"),
        ("question-removed(train=no)", "the option 'train' cannot be 'no'; give True or False"),
        ("shuffled-words(numbers=5)", "the option 'numbers' cannot be 5; give True or False"),
        ("attention(least=two)", "the option 'least' cannot be 'two'; give a whole number"),
        ("cross-corpus(other=3)", "the option 'other' cannot be 3; give the name of a dataset"),
    ],
)
def test_options_of_another_kind_are_refused_before_anything_is_asked(spec: str, message: str) -> None:
    with pytest.raises(SpecError, match=message):
        probe("nearest", "starter[grade=2]", train=["starter[grade=3]"], only=[spec])


def test_probes_that_differ_in_options_have_folders_of_their_own(tmp_path: Path) -> None:
    small = load("starter[grade=2]")
    wanted = ["added-to-training(folds=3)", "added-to-training(folds=5)"]
    wanted += ["cross-corpus(other='starter[grade<2]')", "cross-corpus(other='starter[grade=4]')"]
    options: dict[str, Any] = {"train": ["starter[grade=3]"], "only": wanted}
    kept = probe("nearest", small, **options, folder=tmp_path / "run")
    assert [section.not_run for section in kept.sections] == [""] * 4
    assert [values(one) for one in kept.sections] == [
        values(one) for one in probe("nearest", small, **options).sections
    ]


def test_the_best_epoch_is_chosen_by_the_problems_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen_by: list[Sequence[Problem]] = []
    plain = Neural.begin

    def begin(self: Neural, train: Sequence[Problem], valid: Sequence[Problem] | None) -> Begun:
        chosen_by.append(valid or ())
        return plain(self, train, valid)

    monkeypatch.setattr(Neural, "begin", begin)
    small = load("starter[grade=2]")
    settings = Settings(selection="best-on-test")
    options: dict[str, Any] = {"train": ["starter[grade=3]"], "settings": settings}
    probe(QUIET, small, **options, only=["question-removed(train=True)"])
    assert len(chosen_by) == 2  # with questions in training, and without
    for valid in chosen_by:
        assert [one.question for one in valid] == [one.question for one in small]
