"""Programs as parsers: what hangs, breaks off or is missing."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from itertools import takewhile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwplab.errors import MissingDependency
from mwplab.text.grammar.program import as_line, find_program, one_by_one, run_program

ECHO = [sys.executable, "-c", "import sys; [print(line.strip().upper(), flush=True) for line in sys.stdin]"]
HANGS = [sys.executable, "-c", "import time; print('ready', flush=True); time.sleep(60)"]


def test_lines_go_in_and_answers_come_out() -> None:
    assert run_program(ECHO, ["one", "zwölf"], 30) == ("ONE\nZWÖLF\n", "")


def test_a_program_that_hangs_is_ended_and_what_it_wrote_is_kept() -> None:
    started = time.monotonic()
    written, _ = run_program(HANGS, ["one"], 3)
    assert written == "ready\n"
    assert time.monotonic() - started < 30


def test_a_missing_program_is_told_of_with_the_advice() -> None:
    with pytest.raises(MissingDependency, match="there is no program 'no-such-parser' here; get it there"):
        find_program("no-such-parser", "get it there")


@given(st.text())
def test_any_text_becomes_one_line(text: str) -> None:
    line = as_line(text)
    assert line.isprintable()
    assert len(line.splitlines()) <= 1
    assert as_line(line) == line


@given(st.lists(st.sampled_from(["yes", "no", "crash"])))
def test_a_parser_that_breaks_off_loses_that_one_sentence_only(sentences: list[str]) -> None:
    def fragile(rest: Sequence[str]) -> list[bool]:
        return [sentence == "yes" for sentence in takewhile(lambda each: each != "crash", rest)]

    assert one_by_one(fragile, sentences) == [sentence == "yes" for sentence in sentences]
