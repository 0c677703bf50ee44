"""What is printed never steers the terminal, whoever wrote it."""

from __future__ import annotations

import io
import json
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console, Group
from rich.text import Text

from mwplab.cli import main
from mwplab.cli.output import _Harmless, print_json
from mwplab.errors import ModelError
from mwplab.reports.harmless import harmless
from mwplab.reports.terminal import table

STEERING = ["\x1b[2J", "\x1b]0;title\x07", "\x9b31m", "\x08\x08", "\r", "\x00", "\u202e", "\u2066", "\x7f"]


@pytest.mark.parametrize("signs", STEERING, ids=ascii)
def test_signs_that_steer_do_not_reach_the_terminal(signs: str, capsys: pytest.CaptureFixture[str]) -> None:
    file = io.StringIO()
    view = Group(f"a{signs}b", Text(f"c{signs}d", style="bold"), table([(f"e{signs}f", "1")], ["x", "y"]))
    console = Console(file=file, force_terminal=True, width=60, color_system="standard", markup=False)
    console.print(_Harmless(view))
    shown = file.getvalue()
    assert not set(shown) & (set(signs) - set("[]0;title2J31m\x1b\r"))
    assert signs not in shown
    assert "\x1b[1mc" in shown, "styles of our own are obeyed"
    record = {"text": f"a{signs}b"}
    print_json([record])
    line = capsys.readouterr().out
    assert json.loads(line) == record
    assert line[:-1].isprintable()


@given(st.text())
def test_a_harmless_text_is_the_text_without_controls(text: str) -> None:
    found = harmless(text)
    assert harmless(found) == found
    assert all(sign.isprintable() or sign in "\t\n" or sign not in "\x1b\x9b\r\x07\x08" for sign in found)
    assert [sign for sign in found if sign.isalnum()] == [sign for sign in text if sign.isalnum()]


def test_an_error_in_a_server_s_words_is_printed_harmless(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> None:
        raise ModelError("the server says 401: \x1b[31mno\x1b]0;x\x07")

    monkeypatch.setattr("mwplab.cli.app", fail)
    monkeypatch.setattr(sys, "argv", ["mwp"])
    with pytest.raises(SystemExit):
        main()
    assert capsys.readouterr().err == "mwp: the server says 401: [31mno]0;x\n"
