"""``mwp report`` as users type it."""

from __future__ import annotations

from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from mwplab.cli import report
from mwplab.errors import DataError, RecordError
from mwplab.runs.evaluate import evaluate

app = typer.Typer()
app.command("report")(report.run)


def invoke(*words: str) -> Result:
    return CliRunner().invoke(app, list(words), catch_exceptions=False)


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    place = tmp_path_factory.mktemp("runs")
    for solver in ("nearest", "majority"):
        evaluate(solver, "starter[grade=1]", train=["starter[grade=2]"], folder=place / solver)
    return [str(place / "nearest"), str(place / "majority")]


@pytest.mark.parametrize(
    ("words", "start"),
    [
        (["--out", "page.html"], "<!doctype html>"),
        (["--out", "page.md"], "# nearest, majority"),
        (["--out", "page.tex"], "% Needs"),
        (["--out", "page.txt", "--as", "latex"], "% Needs"),
        (["--out", "page.html", "--as", "markdown", "--by", "type"], "# nearest, majority"),
    ],
)
def test_the_report_is_written_as_asked(
    words: list[str], start: str, folders: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = invoke(*folders, *words)
    assert done.exit_code == 0, done.output
    assert done.stdout == f"{words[1]}: nearest, majority on starter@1.0\n"
    text = (tmp_path / words[1]).read_text(encoding="utf-8")
    assert text.startswith(start)
    assert ("part by part" in text) == ("--by" in words)


def test_pictures_are_written_where_told(folders: list[str], tmp_path: Path) -> None:
    done = invoke(folders[0], "--out", str(tmp_path / "a.html"), "--plots", str(tmp_path / "plots"))
    count = len(list((tmp_path / "plots").glob("*.svg")))
    assert count >= 3
    assert f"{count} pictures" in done.stdout


def test_a_folder_without_a_run_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="holds no run"):
        invoke(str(tmp_path), "--out", str(tmp_path / "a.html"))


def test_an_ending_that_stands_for_no_form_is_refused_before_anything_is_read(tmp_path: Path) -> None:
    with pytest.raises(
        RecordError, match=r"'a\.pdf'; give a name that ends in \.html or \.htm or \.md or \.tex"
    ):
        invoke(str(tmp_path / "nowhere"), "--out", str(tmp_path / "a.pdf"))


def test_a_report_on_nothing_is_a_mistake() -> None:
    assert invoke().exit_code == 2
