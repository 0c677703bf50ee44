"""``mwp reproduce`` where tables take training, as users type it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mwplab.cli import app, main
from mwplab.cli.reproduce import kept_by
from mwplab.errors import DataError
from mwplab.papers import Training


@pytest.mark.realdata
def test_no_training_is_begun_when_the_time_is_over(tmp_path: Path) -> None:
    words = ["reproduce", "svamp.table12", "--device", "cpu", "--keep", str(tmp_path), "--minutes", "0"]
    result = CliRunner().invoke(app, [*words, "--json"], catch_exceptions=False)
    records = {one["row"]: one for one in map(json.loads, result.stdout.splitlines())}
    assert records["constrained/S"]["status"] == "not run"
    assert records["constrained/S"]["note"].endswith("no time left; the same command goes on from here")
    assert records["majority"]["status"] == "equal"
    assert [line.partition(":")[0] for line in result.stderr.splitlines()] == [
        "training on a CPU",
        *(f"{n} of 4" for n in (1, 2, 3, 4)),
    ]
    assert not (tmp_path / "verdicts").exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--quick", "--keep", "kept"], "--quick keeps nothing; leave out --keep"),
        (["--recorded", "--quick"], "--recorded trains nothing; leave out --quick"),
        (["--recorded", "--keep", "kept"], "--recorded trains nothing; leave out --keep"),
        (["--recorded", "--device", "cpu"], "--recorded trains nothing; leave out --device"),
        (
            ["--recorded", "--selection", "held-out"],
            "--recorded trains nothing; leave out --selection",
        ),
        (["--recorded", "--minutes", "0"], "--recorded trains nothing; leave out --minutes"),
    ],
)
def test_options_that_exclude_each_other_are_a_matter_of_usage(
    words: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(app, ["reproduce", "svamp.table2", *words])
    assert result.exit_code == 2
    assert message in result.output
    assert not Path("kept").exists()


def test_a_folder_that_cannot_be_is_refused_before_anything_is_trained(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(DataError, match="file/kept/verdicts' cannot be written"):
        kept_by(Training(), tmp_path / "file" / "kept")


@pytest.mark.realdata
def test_a_device_that_is_not_there_ends_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["mwp", "reproduce", "svamp.table12", "--device", "cuda:77"])
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == 1
    error = capsys.readouterr().err
    assert error.startswith("mwp: the device 'cuda:77' cannot be used here")
    assert error.count("\n") == 1
