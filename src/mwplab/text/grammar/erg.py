"""The English Resource Grammar, run by ACE: a sentence is grammatical if it has at least one reading.

ACE and a compiled grammar are the user's to get (delph-in.net). ACE reads one sentence a line and answers
each on its standard output; what it notes on standard error is not needed:

    SENT: Dogs sleep.                                      a sentence with a reading,
    [ LTOP: h0 INDEX: e2 ... ] ;  (root_strict ...)        the reading itself,
                                                           and two empty lines
    SKIP: Dogs sleeps the.                                 a sentence without
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from mwplab.errors import DataError, MissingDependency
from mwplab.spec import Spec
from mwplab.text.grammar.program import as_line, find_program, one_by_one, run_program

INSTALL = "get ACE from http://sweaglesw.org/linguistics/ace and put it on the search path"
LOADING = 60.0
"""Seconds that ACE may take to load its grammar."""

PROBE = "Dogs sleep."

_ANSWERS = {"SENT: ": True, "SKIP: ": False}


class EnglishResourceGrammar:
    """Accepts a sentence for which ACE finds a reading."""

    def __init__(self, *, grammar: str, program: str = "ace", seconds: int = 30) -> None:
        self.name = str(Spec("erg", {"grammar": Path(grammar).name}))
        self._seconds = seconds
        self._program = find_program(program, INSTALL)
        self._grammar = Path(grammar).expanduser()
        if not self._grammar.is_file():
            raise DataError(f"there is no compiled grammar at {grammar}; name a file such as erg-2018.dat")
        written, complaint = self._run([PROBE])
        if len(_read(written)) != 1:
            reason = complaint.strip() or "it ended without an answer"
            raise MissingDependency(f"{program!r} does not parse with the grammar {grammar}: {reason}")

    def accepts(self, sentences: Sequence[str]) -> list[bool]:
        """Return for each sentence whether it has a reading; an empty or a slow one has none."""
        lines = [as_line(sentence) for sentence in sentences]
        # ACE passes over an empty line without an answer.
        answers = iter(one_by_one(self._answers, [line for line in lines if line]))
        return [bool(line) and next(answers) for line in lines]

    def _answers(self, lines: Sequence[str]) -> list[bool]:
        return _read(self._run(lines)[0])

    def _run(self, lines: Sequence[str]) -> tuple[str, str]:
        # One reading is enough, hence -1.
        command = [self._program, "-g", str(self._grammar), "-1", f"--timeout={self._seconds}"]
        return run_program(command, lines, LOADING + (self._seconds + 5) * len(lines))


def _read(written: str) -> list[bool]:
    return [_ANSWERS[line[:6]] for line in written.split("\n") if line[:6] in _ANSWERS]
