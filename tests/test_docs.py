"""What the documentation shows is run: Python examples as doctests, commands as typed."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mwplab.cli import app

ROOT = Path(__file__).parent.parent
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])
BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)


def commands(page: Path) -> list[str]:
    blocks = BLOCK.findall(page.read_text(encoding="utf-8"))
    lines = [line for block in blocks for line in block.splitlines() if line.startswith("$ mwp ")]
    return [line[6:].partition("  #")[0] for line in lines]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_python_examples_of_a_page_hold(page: Path) -> None:
    text = re.sub(r"^```.*$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    examples = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples).failed == 0


@pytest.mark.parametrize("page", [page for page in PAGES if commands(page)], ids=lambda page: page.name)
def test_the_commands_of_a_page_run_one_after_the_other(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for command in commands(page):
        result = CliRunner().invoke(app, shlex.split(command), catch_exceptions=False)
        assert result.exit_code == 0, f"{command}: {result.output}"


def test_every_room_has_its_page_and_the_index_links_it() -> None:
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    rooms = [path.parent.name for path in (ROOT / "src" / "mwplab").glob("*/__init__.py")]
    for room in rooms:
        assert f"({room}.md)" in index, f"docs/index.md does not link {room}.md"
        assert (ROOT / "docs" / f"{room}.md").is_file()


def test_every_command_has_its_line_on_the_page() -> None:
    page = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    for command in app.registered_commands:
        assert f"`mwp {command.name}" in page
