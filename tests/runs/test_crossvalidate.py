"""Cross-validation: every problem is asked once per repeat, by a solver that has not seen it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from statistics import fmean, stdev

import pytest

from mwplab.catalogue import load
from mwplab.curate import make_folds
from mwplab.curate.folds import By
from mwplab.errors import DataError, RecordError
from mwplab.records import Result, Verdict
from mwplab.runs.crossvalidate import crossvalidate
from mwplab.runs.evaluate import evaluate
from mwplab.runs.reread import load_result

STARTER = load("starter")
PARTED = make_folds(STARTER, 4, by=By.TYPE, seed=3)


def value(result: Result, name: str, slice: str = "") -> float:
    (found,) = [score.value for score in result.scores if score.name == name and score.slice == slice]
    return found


def test_official_folds_are_evaluated_one_by_one_and_pooled() -> None:
    result = crossvalidate("nearest", PARTED)
    assert [row.problem.id for row in result.rows] == [problem.id for problem in STARTER]
    right = 0
    for fold in PARTED.folds:
        alone = evaluate("nearest", PARTED.split(f"{fold}/test"), train=[PARTED.split(f"{fold}/train")])
        assert value(result, "solution-accuracy", f"fold={fold}") == value(alone, "solution-accuracy")
        right += sum(row.verdicts["solution"] is Verdict.CORRECT for row in alone.rows)
    assert value(result, "solution-accuracy") == pytest.approx(right / len(STARTER))
    assert "|split:folds(by=type, folds=4, seed=3);folds(official)|" in result.signature


def test_a_limit_keeps_what_is_left_of_each_official_fold() -> None:
    result = crossvalidate("majority", PARTED, limit=40)
    assert [row.problem.id for row in result.rows] == [problem.id for problem in STARTER.problems[:40]]
    assert ";first(40);folds(official)|" in result.signature


def test_repeats_have_a_mean_and_a_deviation() -> None:
    result = crossvalidate("random", STARTER, folds=3, by=By.TYPE, repeats=3, seed=5)
    alone = [
        value(crossvalidate("random", STARTER, folds=3, by=By.TYPE, seed=seed), "solution-accuracy")
        for seed in (5, 6, 7)
    ]
    assert len(set(alone)) > 1
    assert value(result, "solution-accuracy-mean") == pytest.approx(fmean(alone))
    assert value(result, "solution-accuracy-deviation") == pytest.approx(stdev(alone))
    assert value(result, "solution-accuracy") == pytest.approx(fmean(alone))
    assert Counter(row.problem.id for row in result.rows) == {problem.id: 3 for problem in STARTER}
    assert "repeats(3)" in result.signature


def test_seeds_stay_together() -> None:
    families = tuple(replace(one, seed=f"s{place // 6}") for place, one in enumerate(STARTER))
    seeded = replace(STARTER, problems=families)
    result = crossvalidate("majority", seeded, folds=3, by=By.SEED)
    assert "folds(by=seed, folds=3, seed=0)" in result.signature
    assert value(result, "solution-seed-consistency") <= value(result, "solution-accuracy")


def test_other_data_joins_every_training_part() -> None:
    additions, rest = load("starter[type=Addition]"), load("starter[type=Subtraction]")
    alone = crossvalidate("majority", additions, folds=3)
    joined = crossvalidate("majority", additions, folds=3, train=[rest, load("starter[type=Difference]")])
    assert value(alone, "solution-accuracy") > 0.7
    assert value(joined, "solution-accuracy") < 0.1
    assert f"|train:starter@1.0#{rest.fingerprint}(select(type=Subtraction))+" in joined.signature


def test_a_stopped_cross_validation_goes_on(tmp_path: Path) -> None:
    straight = crossvalidate("nearest", PARTED, folder=tmp_path / "straight")
    stopped = tmp_path / "stopped"
    crossvalidate("nearest", PARTED, folder=stopped)
    for lost in ("rows.jsonl", "result.json", "repeat0/fold2/result.json"):
        (stopped / lost).unlink()
    rows = stopped / "repeat0" / "fold2" / "rows.jsonl"
    rows.write_bytes(rows.read_bytes()[:500])
    again = crossvalidate("nearest", PARTED, folder=stopped)
    assert again.scores == straight.scores
    for name in ("run.json", "rows.jsonl", "result.json", "repeat0/fold2/rows.jsonl"):
        assert (stopped / name).read_bytes() == (tmp_path / "straight" / name).read_bytes()
    assert load_result(stopped).scores == straight.scores


def test_a_folder_of_other_folds_is_refused(tmp_path: Path) -> None:
    crossvalidate("majority", STARTER, folds=3, folder=tmp_path)
    with pytest.raises(DataError, match="holds another run: its split is folds"):
        crossvalidate("majority", STARTER, folds=4, folder=tmp_path)


def test_a_dataset_without_folds_asks_how_many_to_make() -> None:
    with pytest.raises(RecordError, match="was published without folds; say how many to make"):
        crossvalidate("majority", STARTER)


def test_a_part_without_whole_folds_says_so() -> None:
    folded = make_folds(STARTER, 5)
    with pytest.raises(RecordError, match=r"first\(3\), has no whole fold; take a larger part"):
        crossvalidate("majority", folded.derive(folded.problems[:3], "first(3)"))


@pytest.mark.parametrize(
    ("words", "message"), [({"folds": "many"}, "'official' or a number"), ({"repeats": 0}, "no result")]
)
def test_words_that_make_no_sense_are_refused(words: dict[str, object], message: str) -> None:
    with pytest.raises(RecordError, match=message):
        crossvalidate("majority", STARTER, **words)  # type: ignore[arg-type]


@pytest.mark.realdata
def test_on_the_folds_of_the_release_the_majority_equation_is_the_one_of_the_whole() -> None:
    for name, paper in (("mawps", 17.7), ("asdiv-a", 21.2)):
        dataset = load(name)
        result = crossvalidate("majority(reading=frequency)", dataset)
        predicted = Counter(str(row.prediction.equations) for row in result.rows if row.prediction.equations)
        assert len(predicted) == 1
        same = sum(row.prediction.equations == row.problem.equations for row in result.rows)
        assert 100 * same / len(result.rows) == pytest.approx(paper, abs=0.1)
        assert value(result, "solution-accuracy") > same / len(result.rows)
