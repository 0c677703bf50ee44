"""A run that is killed goes on where it was, and ends as if nothing had happened."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

PROGRAM = '''
import sys, time
from fractions import Fraction
from pathlib import Path
from mwplab.catalogue import load
from mwplab.records import Answer, Prediction
from mwplab.runs.evaluate import evaluate

class Slow:
    """Takes its time over each question and logs it."""

    def __init__(self, log, pause):
        self.log, self.pause, self.words = log, pause, 0

    def note(self, line):
        with self.log.open("a") as file:
            file.write(line + "\\n")

    def fit(self, train, valid=None):
        self.note("fit")
        self.words = sum(len(problem.text.split()) for problem in train)

    def solve(self, questions):
        predictions = []
        for question in questions:
            self.note(question.id)
            time.sleep(self.pause)
            value = sum((quantity.value for quantity in question.quantities), Fraction(self.words % 2))
            predictions.append(Prediction(problem=question.id, answers=(Answer(value),)))
        return predictions

    def save(self, folder):
        (folder / "words.txt").write_text(str(self.words))

    def load(self, folder):
        self.note("load")
        self.words = int((folder / "words.txt").read_text())

folder, log, pause, jobs = Path(sys.argv[1]), Path(sys.argv[2]), float(sys.argv[3]), int(sys.argv[4])
train = ["starter[grade>=5]"]
evaluate(Slow(log, pause), "starter[grade<=3]", train=train, folder=folder, limit=60, batch=4, jobs=jobs)
'''

COMPARED = ("run.json", "problems.jsonl", "rows.jsonl", "result.json")


def start(tmp_path: Path, folder: Path, log: Path, pause: float, jobs: int = 1) -> subprocess.Popen[bytes]:
    script = tmp_path / "program.py"
    script.write_text(PROGRAM)
    return subprocess.Popen([sys.executable, str(script), str(folder), str(log), str(pause), str(jobs)])


def solved(log: Path) -> list[str]:
    return [line for line in log.read_text().splitlines() if "/" in line]


def whole_lines(path: Path) -> list[str]:
    return path.read_text().splitlines(keepends=True) if path.exists() else []


@pytest.mark.parametrize("torn", [b"", b'{"problem": "starter/addi'])
def test_a_killed_run_solves_nothing_twice_and_ends_the_same(torn: bytes, tmp_path: Path) -> None:
    straight = tmp_path / "straight"
    assert start(tmp_path, straight, tmp_path / "straight.log", 0).wait(timeout=120) == 0

    folder, first_log, second_log = tmp_path / "killed", tmp_path / "first.log", tmp_path / "second.log"
    process = start(tmp_path, folder, first_log, 0.05)
    deadline = time.monotonic() + 60
    while len(whole_lines(folder / "rows.jsonl")) < 12:
        assert process.poll() is None, "the run ended before it could be killed"
        assert time.monotonic() < deadline
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGKILL)
    assert process.wait(timeout=30) == -signal.SIGKILL
    with (folder / "rows.jsonl").open("ab") as file:
        file.write(torn)

    finished = [
        json.loads(line)["problem"] for line in whole_lines(folder / "rows.jsonl") if line.endswith("\n")
    ]
    assert 12 <= len(finished) < 60
    assert not (folder / "result.json").exists()
    assert start(tmp_path, folder, second_log, 0).wait(timeout=120) == 0

    assert set(solved(second_log)).isdisjoint(finished)
    assert len(solved(second_log)) == 60 - len(finished)
    assert first_log.read_text().splitlines()[0] == "fit"
    assert second_log.read_text().splitlines()[0] == "load"
    for name in COMPARED:
        assert (folder / name).read_bytes() == (straight / name).read_bytes(), name
    assert not (folder / "solver").exists()


def test_a_finished_run_is_read_and_not_repeated(tmp_path: Path) -> None:
    folder, log = tmp_path / "run", tmp_path / "log"
    assert start(tmp_path, folder, log, 0).wait(timeout=120) == 0
    before = {name: (folder / name).read_bytes() for name in COMPARED}
    asked = log.read_text()
    assert start(tmp_path, folder, log, 0).wait(timeout=120) == 0
    assert log.read_text() == asked
    assert {name: (folder / name).read_bytes() for name in COMPARED} == before


def test_two_processes_write_the_same_files_as_one(tmp_path: Path) -> None:
    for jobs in (1, 2):
        process = start(tmp_path, tmp_path / str(jobs), tmp_path / f"{jobs}.log", 0, jobs)
        assert process.wait(timeout=120) == 0
    for name in COMPARED:
        assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "2" / name).read_bytes(), name
