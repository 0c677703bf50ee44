"""Verdicts that were kept of trained solvers."""

from __future__ import annotations

import json
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mwplab
from mwplab.errors import RecordError
from mwplab.papers import Experiment, Kept, NotRun, Outcome
from mwplab.papers.kept import FOLDER
from mwplab.records import Verdict
from mwplab.runs.selection import Selection
from mwplab.runs.signature import settled
from mwplab.spec import Spec

GTS = Experiment(solver="gts", test="made-up")
RIGHT, WRONG = Verdict.CORRECT, Verdict.WRONG


def outcome(*runs: dict[str, Verdict]) -> Outcome:
    return Outcome(signature="data:made-up|solver:gts", verdicts=runs)


def test_what_is_kept_reads_back_with_its_version(tmp_path: Path) -> None:
    made = outcome({"a/1": RIGHT, "a/2": WRONG}, {"a/1": Verdict.NO_ANSWER, "a/2": RIGHT})
    Kept(tmp_path).keep(GTS, "", made)
    assert Kept(tmp_path).outcome(GTS) == replace(made, version=mwplab.__version__)


def test_how_many_trainings_lost_their_way_is_kept(tmp_path: Path) -> None:
    Kept(tmp_path).keep(GTS, "", replace(outcome({"a/1": RIGHT}), lost=2))
    found = Kept(tmp_path).outcome(GTS)
    assert isinstance(found, Outcome)
    assert found.lost == 2


def test_experiments_on_one_test_set_stand_apart(tmp_path: Path) -> None:
    kept = Kept(tmp_path)
    on_test = replace(GTS, selection=Selection.BEST_ON_TEST)
    kept.keep(GTS, "", outcome({"a/1": RIGHT}))
    kept.keep(on_test, "", outcome({"a/1": WRONG}))
    kept.keep(GTS, "question-removed", outcome({"a/1": Verdict.UNREADABLE}))
    found = [kept.outcome(GTS), kept.outcome(on_test), kept.outcome(GTS, "question-removed")]
    verdicts = [one.verdicts[0]["a/1"] for one in found if isinstance(one, Outcome)]
    assert verdicts == [RIGHT, WRONG, Verdict.UNREADABLE]
    assert {path.name for path in tmp_path.iterdir()} == {"made-up.json", ".lock"}


def keep_ten(folder: Path, name: str) -> None:
    """Keep ten results, each large enough for others to come between."""
    verdicts = {f"a/{number}": RIGHT for number in range(2000)}
    for number in range(10):
        Kept(folder).keep(replace(GTS, solver=f"{name}{number}"), "", outcome(verdicts))


def test_commands_side_by_side_lose_nothing(tmp_path: Path) -> None:
    commands = [get_context("spawn").Process(target=keep_ten, args=(tmp_path, name)) for name in "abc"]
    for command in commands:
        command.start()
    for command in commands:
        command.join(timeout=120)
    assert [command.exitcode for command in commands] == [0, 0, 0]
    assert len(json.loads((tmp_path / "made-up.json").read_text())["runs"]) == 30


def test_whoever_is_slower_with_the_same_seeds_takes_none_away(tmp_path: Path) -> None:
    def seeds(count: int, width: int = 8) -> Outcome:
        signature = f"solver:gts(hidden={width}, seed=0)|seed:0"
        return Outcome(signature=signature, verdicts=tuple({"a/1": RIGHT} for _ in range(count)))

    kept, there = Kept(tmp_path), list[int]()
    for outcome in (seeds(1), seeds(5), seeds(2), seeds(6), seeds(1, width=9)):
        kept.keep(GTS, "", outcome)
        found = kept.outcome(GTS)
        assert isinstance(found, Outcome)
        there.append(len(found.verdicts))
    assert there == [1, 5, 5, 6, 1]  # the last one is another solver


def test_what_was_never_run_is_named() -> None:
    missing = Kept(FOLDER).outcome(replace(GTS, solver="gts(hidden=3)"))
    assert missing == NotRun("no kept result of gts(hidden=3) on made-up, trained on other folds, held-out")


runs = st.dictionaries(
    st.sampled_from([f"a/{n}" for n in range(9)]), st.sampled_from(list(Verdict)), min_size=1
)


@given(st.lists(st.tuples(st.sampled_from(["", "one", "two"]), runs), min_size=1, max_size=6))
def test_the_last_word_on_each_experiment_stays(kept: list[tuple[str, dict[str, Verdict]]]) -> None:
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        for change, verdicts in kept:
            Kept(Path(folder)).keep(GTS, change, outcome(verdicts))
        for change, verdicts in dict(kept).items():
            found = Kept(Path(folder)).outcome(GTS, change)
            assert isinstance(found, Outcome)
            assert found.verdicts == (verdicts,)


DAMAGED = [
    ("{", "does not hold kept verdicts"),
    ('{"schema": 1}', "does not hold kept verdicts: KeyError"),
    ("[]", "does not hold kept verdicts"),
    ('{"schema": 1, "problems": [], "runs": []}', "does not hold kept verdicts: AttributeError"),
    ('{"schema": 7, "problems": [], "runs": {}}', "has the layout 7; this version reads layout 1"),
]


@pytest.mark.parametrize(("text", "message"), DAMAGED)
def test_a_damaged_file_is_told(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "made-up.json").write_text(text, encoding="utf-8")
    with pytest.raises(RecordError, match=message):
        Kept(tmp_path).outcome(GTS)


LINES = [
    ({"signature": "s", "version": "1", "verdicts": [], "lost": -3}, "ValueError"),
    ({"signature": "s", "version": "1", "verdicts": [], "lost": 1e400}, "ValueError"),
    ({"signature": "s", "version": "1"}, "KeyError"),
    ({"signature": "s", "version": "1", "verdicts": ["CX"]}, "KeyError"),
    ({"signature": "s", "version": "1", "verdicts": ["C"]}, "ValueError"),
    ({"signature": "s", "version": "1", "verdicts": 7}, "TypeError"),
]


@pytest.mark.parametrize(("line", "error"), LINES)
def test_a_damaged_line_is_told_with_its_experiment(
    tmp_path: Path, line: dict[str, object], error: str
) -> None:
    data = {"schema": 1, "problems": ["a/1", "a/2"], "runs": {GTS.key: line}}
    (tmp_path / "made-up.json").write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(RecordError, match=f"made-up.json': gts on made-up, .* does not hold .*: {error}"):
        Kept(tmp_path).outcome(GTS)


def test_what_ships_was_made_with_the_defaults_of_today() -> None:
    for path in FOLDER.glob("*.json"):
        for key, run in json.loads(path.read_text(encoding="utf-8"))["runs"].items():
            asked = settled(Spec.parse(key.partition(" on ")[0]), 0)
            made = Spec.parse(run["signature"].partition("solver:")[2].partition("|judge:")[0])
            passing = ("device", "precision", "encoder")
            assert {name: value for name, value in made.options.items() if name not in passing} == {
                name: value for name, value in asked.options.items() if name not in passing
            }, key


def test_what_ships_is_small_and_holds_no_texts() -> None:
    for path in FOLDER.glob("*.json"):
        data = json.loads(path.read_text(encoding="utf-8"))
        assert path.stat().st_size < 1_000_000
        assert all(" " not in id for id in data["problems"])
        for run in data["runs"].values():
            assert {len(letters) for letters in run["verdicts"]} == {len(data["problems"])}
            assert set("".join(run["verdicts"])) <= set("CWNRJ.")
