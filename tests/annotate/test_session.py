"""One annotator at work, without a screen."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwplab.annotate import Action, Log, Mode, Session, queue
from mwplab.errors import RecordError
from tests.annotate.problems import hats

ITEMS = queue(hats(3)).items


def ticking(step: float = 10.0) -> Iterator[float]:
    return (number * step for number in count())


def session(path: Path, annotator: str = "ann", mode: Mode = Mode.QUEUE) -> Session:
    return Session(ITEMS, Log(path), annotator=annotator, mode=mode, clock=ticking().__next__)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "decisions.jsonl"


def at(one: Session) -> str:
    return "" if one.current is None else one.current.problem.key


def test_a_choice_is_written_with_its_marks_note_and_time(path: Path) -> None:
    work = session(path)
    assert work.mark("q0 q1") == ((0, 1),)
    work.remark = "both are the hats"
    decision = work.choose(1)
    assert decision.derivation is not None
    assert decision.derivation.alignment == (0, 2)
    assert decision.derivation.equivalent == ((0, 1),)
    assert (decision.seconds, decision.note, decision.mode) == (10.0, "both are the hats", Mode.QUEUE)
    assert Log(path).decisions == [decision]
    assert (at(work), work.done, work.marks, work.remark) == ("2", 1, (), "")


def test_a_later_session_goes_on_where_the_earlier_one_stopped(path: Path) -> None:
    session(path).choose(0)
    assert at(session(path)) == "2"
    assert at(session(path, annotator="bo")) == "1"
    assert at(session(path, mode=Mode.CONTROL)) == "1"


def test_what_is_skipped_comes_again_at_the_end_and_in_the_next_session(path: Path) -> None:
    work = session(path)
    work.skip()
    assert at(work) == "2"
    work.choose(0)
    work.choose(0)
    assert at(work) == "1"
    assert at(session(path)) == "1"
    assert Log(path).decisions[0].action is Action.SKIPPED


def test_undo_opens_the_latest_decision_again_also_from_an_earlier_session(path: Path) -> None:
    work = session(path)
    work.choose(0)
    work.choose(1)
    assert at(session(path)) == "3"
    again = session(path)
    again.undo()
    assert (at(again), again.done) == ("2", 1)
    again.undo()
    assert (at(again), again.done) == ("1", 0)
    assert again.undo() is None
    assert [one.action for one in Log(path).decisions] == [Action.CHOSEN] * 2 + [Action.UNDONE] * 2


def test_undo_leaves_other_annotators_alone(path: Path) -> None:
    session(path, annotator="bo").choose(0)
    assert session(path).undo() is None
    assert session(path, annotator="bo").done == 1


def test_marks_are_taken_back_by_an_empty_line(path: Path) -> None:
    work = session(path)
    work.mark("0 1")
    assert work.mark(" ") == ()


def test_a_derivation_is_written_by_hand(path: Path) -> None:
    work = session(path, mode=Mode.CONTROL)
    with pytest.raises(RecordError, match="has other solutions"):
        work.write("x = A * B", "0 2")
    assert (at(work), Log(path).decisions) == ("1", [])
    decision = work.write("x = A + B", "0 2")
    assert (decision.mode, decision.seconds) == (Mode.CONTROL, 10.0)


def test_when_all_is_decided_there_is_nothing_to_answer(path: Path) -> None:
    work = session(path)
    for _ in ITEMS:
        work.choose(0)
    assert work.current is None
    for answer in (
        lambda: work.choose(0),
        work.skip,
        lambda: work.mark("0 1"),
        lambda: work.write("x = A", "0"),
    ):
        with pytest.raises(RecordError, match="every problem of the queue is decided"):
            answer()
    work.undo()
    assert at(work) == "3"


@given(st.lists(st.sampled_from(["0", "1", "skip", "undo", "again"]), max_size=25))
def test_a_session_and_its_log_never_part(moves: list[str]) -> None:
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        path = Path(folder) / "decisions.jsonl"
        work = session(path)
        for move in moves:
            match move:
                case "undo":
                    work.undo()
                case "again":
                    work = session(path)
                case "skip" if work.current:
                    work.skip()
                case _ if move.isdigit() and work.current:
                    work.choose(int(move))
            assert work.done == len(work.decided())
            assert {*work.waiting, *work.decided()} == {item.problem.id for item in ITEMS}
            assert len(work.waiting) == len(set(work.waiting))
            assert session(path).done == work.done
