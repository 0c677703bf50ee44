"""``mwp reproduce`` where tables take training, as users type it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mwplab.cli import app, main


@pytest.mark.realdata
def test_no_training_is_begun_when_the_time_is_over(tmp_path: Path) -> None:
    words = ["reproduce", "svamp.table12", "--device", "cpu", "--keep", str(tmp_path), "--minutes", "0"]
    result = CliRunner().invoke(app, [*words, "--json"], catch_exceptions=False)
    records = {one["row"]: one for one in map(json.loads, result.stdout.splitlines())}
    assert records["constrained/S"]["status"] == "not run"
    assert "there was no time left" in records["constrained/S"]["note"]
    assert records["majority"]["status"] == "equal"
    assert [line.partition(":")[0] for line in result.stderr.splitlines()] == [
        "training on a CPU",
        *(f"{n} of 4" for n in (1, 2, 3, 4)),
    ]
    assert not (tmp_path / "verdicts").exists()


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
