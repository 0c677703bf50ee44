"""``mwp evaluate`` and ``mwp compare`` as users type them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from mwplab.cli import compare, evaluate
from mwplab.errors import MwplabError

app = typer.Typer()
app.command("evaluate")(evaluate.run)
app.command("compare")(compare.run)


def invoke(*words: str) -> Result:
    return CliRunner().invoke(app, list(words), catch_exceptions=False)


def run(*words: str) -> str:
    result = invoke(*words)
    assert result.exit_code == 0, result.output
    return result.stdout


def lines(*words: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in run(*words, "--json").splitlines()]


EASY = ("starter[grade<=2]", "--train", "starter[grade>=5]")


def test_records_have_the_names_that_programs_rely_on() -> None:
    records = lines("evaluate", "majority", *EASY)
    whole = [one for one in records if one["slice"] == "" and one["score"] == "solution-accuracy"]
    assert len(whole) == 1
    assert list(whole[0]) == ["score", "slice", "value", "low", "high", "n", "signature"]
    part = next(one for one in records if str(one["slice"]).startswith("type="))
    assert list(part) == [*whole[0], "p", "p_adjusted"]
    assert {str(one["signature"]).partition("|")[0] for one in records} == {
        str(whole[0]["signature"]).partition("|")[0]
    }


def test_a_person_sees_scores_with_intervals_break_downs_and_the_signature() -> None:
    shown = run("evaluate", "nearest", *EASY, "--judge", "solution", "--judge", "derivation", "--limit", "30")
    for expected in ("solution-accuracy", "derivation-accuracy", "95 % interval", "grade=1", "p (Holm)"):
        assert expected in shown
    assert "judge:solution+derivation" in shown.replace("\n", "")


def test_folds_are_made_where_none_were_published() -> None:
    slices = {
        str(one["slice"]) for one in lines("evaluate", "majority", "starter", "--folds", "--by", "type")
    }
    assert {f"fold=fold{number}" for number in range(5)} <= slices
    records = lines("evaluate", "random", "starter", "--make-folds", "3", "--repeats", "2", "--seed", "4")
    scores = {str(one["score"]): one["n"] for one in records if one["slice"] == ""}
    assert scores["solution-accuracy-mean"] == 2
    assert "random(seed=4)" in str(records[0]["signature"])


def test_repeats_without_folds_are_a_mistake() -> None:
    result = invoke("evaluate", "majority", *EASY, "--repeats", "3")
    assert result.exit_code == 2
    assert "add --folds" in result.output


def test_compare_reads_two_folders(tmp_path: Path) -> None:
    one, two = str(tmp_path / "one"), str(tmp_path / "two")
    run("evaluate", "nearest", *EASY, "--out", one)
    run("evaluate", "majority", *EASY, "--out", two)
    records = lines("compare", one, two, "--by", "grade")
    contests = [record for record in records if "judge" in record]
    differing = [record for record in records if "verdicts" in record]
    assert [contest["slice"] for contest in contests] == ["", "grade=1", "grade=2"]
    assert contests[0]["p"] == contests[0]["p_mcnemar"]
    assert len(differing) >= int(str(contests[0]["only_first"])) + int(str(contests[0]["only_second"]))
    shown = run("compare", one, two, "--rows", "2")
    assert f"{len(differing)} problems are judged differently" in shown
    assert shown.count("starter/") == 2


def test_a_folder_that_is_no_run_is_one_clear_error(tmp_path: Path) -> None:
    with pytest.raises(MwplabError, match="holds no run; give a folder that 'mwp evaluate --out' has made"):
        invoke("compare", str(tmp_path), str(tmp_path))


PROGRAM = """
import signal, time
from mwplab.cli import main
from mwplab.solvers import solvers
from mwplab.solvers.baselines.majority import Majority

class Slow(Majority):
    def solve(self, questions):
        time.sleep(0.2)
        return super().solve(questions)

signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job is started without it
solvers.add("slow", Slow)
main()
"""


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM], ids=str)
def test_ctrl_c_or_kill_keeps_what_is_done_and_says_so(tmp_path: Path, stop: signal.Signals) -> None:
    script, out = tmp_path / "slow.py", tmp_path / "run"
    script.write_text(PROGRAM)
    words = [
        sys.executable,
        str(script),
        "evaluate",
        "slow",
        "starter",
        "--make-folds",
        "2",
        "--out",
        str(out),
    ]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    rows = out / "repeat0" / "fold0" / "rows.jsonl"
    deadline = time.monotonic() + 60
    while not (rows.exists() and rows.read_text().count("\n") >= 16):
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.02)
    os.kill(process.pid, stop)
    stdout, stderr = process.communicate(timeout=60)
    assert process.returncode == 130
    assert stdout == ""
    assert (
        stderr.strip() == f"mwp: stopped; what was done is in {out}, and the same command goes on from there"
    )
    assert rows.read_text().count("\n") >= 16
