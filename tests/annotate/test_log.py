"""Decisions on the disk: whole lines only, never a lost answer."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwplab.annotate import Action, Decision, Log, read_decisions
from mwplab.annotate.log import decision_line, read_decision
from mwplab.errors import DataError, RecordError
from tests.annotate.problems import said
from tests.annotate.test_decisions import LOGS, decisions

FIRST = said("a/1", "ann", "x = q0 + q2", (0, 1), seconds=3.25, note="ü  \x85 line ends")
SECOND = Decision(problem="a/2", annotator="bo", action=Action.SKIPPED)


@given(decisions())
def test_a_decision_reads_back_as_it_was(decision: Decision) -> None:
    line = decision_line(decision)
    assert line.endswith("}\n")
    assert line.count("\n") == 1
    assert read_decision(line) == decision


@given(LOGS)
def test_a_log_reads_back_as_it_was_written(log: list[Decision]) -> None:
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        path = Path(folder) / "deep" / "decisions.jsonl"
        written = Log(path)
        for one in log:
            written.append(one)
        assert Log(path).decisions == written.decisions == log
        if log:
            assert list(read_decisions([path, path])) == log * 2


def test_a_line_cut_off_anywhere_costs_that_line_only(tmp_path: Path) -> None:
    path = tmp_path / "decisions.jsonl"
    whole, torn = decision_line(SECOND).encode(), decision_line(FIRST).encode()
    for cut in range(len(torn)):
        path.write_bytes(whole + torn[:cut])
        # All but the end of the line is a whole record.
        kept = [SECOND, FIRST] if cut == len(torn) - 1 else [SECOND]
        assert list(read_decisions([path])) == kept
        log = Log(path)
        assert log.decisions == kept
        log.append(SECOND)
        assert list(read_decisions([path])) == [*kept, SECOND]


def test_two_writers_at_once_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "decisions.jsonl"
    one, other = Log(path), Log(path)
    for _ in range(5):
        one.append(FIRST)
        other.append(SECOND)
    assert list(read_decisions([path])) == [FIRST, SECOND] * 5


BROKEN = [
    ('{"schema": 1, "problem": "a/1"}', "a Decision needs the field 'annotator'"),
    ('{"schema": 2, "problem": "a/1", "annotator": "ann"}', "schema version 2, this mwplab reads 1"),
    ('{"problem": "a/1", "annotator": "ann", "action": "skipped"}', "schema version None"),
    ("[1]", "expected an object"),
    ("{", "this is not JSON"),
]


@pytest.mark.parametrize(("line", "message"), BROKEN)
def test_a_broken_line_with_an_end_is_named_and_nothing_is_dropped(
    line: str, message: str, tmp_path: Path
) -> None:
    path = tmp_path / "decisions.jsonl"
    content = decision_line(SECOND) + line + "\n" + decision_line(FIRST)
    path.write_text(content, encoding="utf-8", newline="")
    with pytest.raises(RecordError, match=f"decisions.jsonl, line 2: .*{message}"):
        Log(path)
    assert path.read_bytes() == content.encode()


def test_a_place_that_cannot_be_read_or_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="there is no file"):
        read_decisions([tmp_path / "none.jsonl"])
    (tmp_path / "file").write_text("")
    with pytest.raises(DataError, match="cannot be written"):
        Log(tmp_path / "file" / "decisions.jsonl").append(SECOND)


@given(st.binary(max_size=60).filter(lambda tail: b"\n" not in tail))
def test_rubbish_behind_the_last_line_is_dropped(tail: bytes) -> None:
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        path = Path(folder) / "decisions.jsonl"
        path.write_bytes(decision_line(FIRST).encode() + tail)
        assert Log(path).decisions == [FIRST]
        assert path.read_bytes() == decision_line(FIRST).encode()
