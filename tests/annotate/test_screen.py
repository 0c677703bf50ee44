"""The screen, driven through a real pseudo-terminal and through pipes."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from mwplab.annotate import Action, Decision, Log, Mode, read_decisions
from mwplab.records import write_jsonl
from tests.annotate.problems import hats

PROGRAM = """
import signal, typer
from mwplab.cli import align
signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job is started without it
typer.run(align.run)
"""
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Terminal:
    """A program in a terminal of its own, with what it has shown so far."""

    def __init__(self, *words: str) -> None:
        self.master, self.slave = pty.openpty()
        self.before = termios.tcgetattr(self.slave)
        environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100", "LINES": "40"}
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, *words],
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            env=environment,
        )
        self.shown = ""

    def wait(self, text: str) -> str:
        """Read until a text has been shown, and return what came with it."""
        deadline = time.monotonic() + 60
        while text not in self.shown:
            assert time.monotonic() < deadline, f"{text!r} was not shown: {self.shown[-2000:]}"
            if select.select([self.master], [], [], 0.2)[0]:
                self.shown += ESCAPES.sub("", os.read(self.master, 65536).decode(errors="replace"))
        before, _, self.shown = self.shown.partition(text)
        return before

    def press(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def end(self) -> int:
        return self.process.wait(timeout=60)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.master)
        os.close(self.slave)


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, Path]:
    write_jsonl(hats(4), tmp_path / "hats.jsonl")
    return str(tmp_path / "hats.jsonl"), tmp_path / "decisions.jsonl"


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        terminal.close()


def chosen(path: Path) -> list[tuple[str, tuple[int, ...]]]:
    return [
        (one.problem, one.derivation.alignment)
        for one in read_decisions([path])
        if one.derivation is not None
    ]


def test_a_session_killed_in_the_middle_goes_on_where_it_stopped(
    files: tuple[str, Path], terminals: list[Terminal]
) -> None:
    name, out = files
    words = (name, "--annotator", "ann", "--out", str(out))
    first = Terminal(*words)
    terminals.append(first)
    assert "▔q0" in first.wait("2 candidates")
    first.wait("x = 5(q0) + 2(q2)")
    first.press("1")
    first.wait("hats/1: candidate 1 is saved")
    first.press("2")
    first.wait("hats/2: candidate 2 is saved")
    first.process.send_signal(signal.SIGKILL)
    assert first.end() == -signal.SIGKILL
    # A kill in the middle of a write leaves half a line.
    with out.open("ab") as file:
        file.write(b'{"schema": 1, "problem": "hats/3", "annot')

    second = Terminal(*words)
    terminals.append(second)
    second.wait("hats/3   2 of 4 decided")
    second.press("e")
    second.wait("numbers that mean the same")
    second.press("q0 q9\x7f1\r")
    second.wait("equivalent: q0 = q1")
    second.press("nonly her hats\r")
    second.wait("note: only her hats")
    second.press("1")
    second.wait("hats/4   3 of 4 decided")
    second.press("u")
    second.wait("hats/3 is open again")
    second.press("2")
    second.wait("hats/3: candidate 2 is saved")
    second.press("1")
    second.wait("4 of 4 decided by ann")
    assert second.end() == 0
    assert termios.tcgetattr(second.slave) == second.before

    log = Log(out).decisions
    assert chosen(out) == [
        ("hats/1", (1, 2)),
        ("hats/2", (0, 2)),
        ("hats/3", (1, 2)),
        ("hats/3", (0, 2)),
        ("hats/4", (1, 2)),
    ]
    assert [one.action for one in log] == [Action.CHOSEN] * 3 + [Action.UNDONE] + [Action.CHOSEN] * 2
    assert log[2].note == "only her hats"
    assert log[2].derivation is not None
    assert log[2].derivation.equivalent == ((0, 1),)
    assert all(0 <= one.seconds < 60 for one in log)
    assert log[0].seconds > 0


def test_an_interrupt_keeps_what_was_decided_and_sets_the_terminal_back(
    files: tuple[str, Path], terminals: list[Terminal]
) -> None:
    name, out = files
    terminal = Terminal(name, "--annotator", "ann", "--out", str(out))
    terminals.append(terminal)
    terminal.wait("0 of 4 decided")
    # Arrows are no answers.
    terminal.press("\x1b[A\x1bOB1")
    terminal.wait("hats/1: candidate 1 is saved")
    terminal.process.send_signal(signal.SIGINT)
    terminal.wait("1 of 4 decided by ann")
    assert terminal.end() == 0
    assert termios.tcgetattr(terminal.slave) == terminal.before
    assert chosen(out) == [("hats/1", (1, 2))]


def test_control_mode_asks_for_the_whole_derivation(
    files: tuple[str, Path], terminals: list[Terminal]
) -> None:
    name, out = files
    terminal = Terminal(name, "--annotator", "ann", "--out", str(out), "--control", "--limit", "1")
    terminals.append(terminal)
    shown = terminal.wait("write the derivation")
    assert "x = 5 + 2" in shown
    assert "candidates" not in shown
    terminal.press("1")
    terminal.wait("no answer has the key '1'")
    terminal.press("wx = A * B\rq0 q2\r")
    terminal.wait("has other solutions than x = 5 + 2")
    terminal.press("wx = A + B\rB=q2 A=q0\r")
    terminal.wait("1 of 1 decided by ann")
    assert terminal.end() == 0
    (decision,) = Log(out).decisions
    assert decision.mode is Mode.CONTROL
    assert chosen(out) == [("hats/1", (0, 2))]


def piped(keys: str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", PROGRAM, *words], input=keys, capture_output=True, text=True, timeout=60
    )


def test_lines_from_a_pipe_answer_as_keys_do(files: tuple[str, Path]) -> None:
    name, out = files
    done = piped("?\n\n1\ns\nn\na note\n2\nz\n", name, "--annotator", "bo", "--out", str(out))
    assert done.returncode == 0, done.stderr
    assert "undo the latest decision" in done.stdout
    assert "no answer has the key 'z'; ? shows the keys" in done.stdout
    assert f"{out}: 2 of 4 decided by bo" in done.stdout
    assert "\x1b" not in done.stdout
    assert chosen(out) == [("hats/1", (1, 2)), ("hats/3", (0, 2))]
    assert [(one.problem, one.action, one.note) for one in read_decisions([out])][1:] == [
        ("hats/2", Action.SKIPPED, ""),
        ("hats/3", Action.CHOSEN, "a note"),
    ]


def test_the_end_of_the_input_in_a_question_is_no_answer(files: tuple[str, Path]) -> None:
    name, out = files
    for keys in ("w\n", "w\nx = A + B\n", "e\n", "n\n", "m\n", "5\n"):
        done = piped(keys, name, "--annotator", "bo", "--out", str(out))
        assert done.returncode == 0, done.stderr
        assert "0 of 4 decided by bo" in done.stdout
    assert not out.exists()


def test_more_candidates_than_digits_are_shown_page_by_page(tmp_path: Path) -> None:
    from mwplab.records import Dataset
    from tests.annotate.problems import made

    text = "He counts 7, 7, 7, 7 and 7 owls, then 7, 7, 7, 7, 7 and 7 mice and 2 bats. How many?"
    write_jsonl(Dataset(name="owls", problems=(made("owls/1", text, "x = 7 + 2"),)), tmp_path / "owls.jsonl")
    out = tmp_path / "decisions.jsonl"
    done = piped("m\n2\n", str(tmp_path / "owls.jsonl"), "--annotator", "bo", "--out", str(out))
    assert "11 candidates, from 10 on" in done.stdout
    (decision,) = Log(out).decisions
    assert decision.derivation is not None
    assert decision.derivation.alignment == (0, 11)


def test_two_annotators_and_an_adjudicator_work_through_files(
    files: tuple[str, Path], tmp_path: Path
) -> None:
    name, _ = files
    paths = [tmp_path / f"{who}.jsonl" for who in ("ann", "bo", "cy")]
    piped("1\n1\n2\n1\n", name, "--annotator", "ann", "--out", str(paths[0]))
    piped("1\n2\n2\n1\n", name, "--annotator", "bo", "--out", str(paths[1]))
    said = [str(path) for path in paths[:2]]
    done = piped("1\n", name, *said, "--adjudicate", "--annotator", "cy", "--out", str(paths[2]))
    assert "hats/2   0 of 1 decided   adjudicate   cy" in done.stdout
    (word,) = Log(paths[2]).decisions
    assert (word.problem, word.mode, word.annotator) == ("hats/2", Mode.ADJUDICATE, "cy")
    first: Decision = Log(paths[0]).decisions[1]
    assert word.derivation == first.derivation
