"""link-grammar: a sentence is grammatical if the rules of the dictionary link all its words.

The program ``link-parser`` does the work, since the Python module is built for one version of Python only.
After each sentence it is given a command whose echo separates the answers:

    Found 8 linkages (8 had no P.P. violations)
    width set to 16381
    No complete linkages found.
    width set to 16381
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from mwplab.errors import MissingDependency
from mwplab.spec import Spec
from mwplab.text.grammar.program import as_line, find_program, one_by_one, run_program

INSTALL = (
    "install link-grammar with: apt-get install link-grammar link-grammar-dictionaries-en, "
    "or: brew install link-grammar"
)
LOADING = 30.0
"""Seconds that the program may take to load its dictionary."""

PROBE = "The dog sleeps."

_WIDTH = 16381  # as it is by default, so that the command changes nothing
_FOUND = re.compile(r"\((\d+) (?:of \d+ random linkages )?had no P\.P\. violations\)")
_OPTIONS = ("-null=0", "-panic=0", "-spell=0", "-graphics=0", "-limit=100", "-verbosity=1")


class LinkGrammar:
    """Accepts a sentence that has at least one complete linkage."""

    def __init__(self, *, program: str = "link-parser", seconds: int = 5) -> None:
        self.name = str(Spec("link-grammar", {"seconds": seconds} if seconds != 5 else {}))
        self._seconds = seconds
        self._program = find_program(program, INSTALL)
        if self._answers([PROBE]) != [True]:
            raise MissingDependency(f"{program!r} does not find its English dictionary; {INSTALL}")

    def accepts(self, sentences: Sequence[str]) -> list[bool]:
        """Return for each sentence whether it is grammatical; one that takes too long is not."""
        return one_by_one(self._answers, sentences)

    def _answers(self, sentences: Sequence[str]) -> list[bool]:
        # A leading blank keeps an exclamation mark from being read as a command, and harms nothing else.
        lines = [line for sentence in sentences for line in (f" {as_line(sentence)}", f"!width={_WIDTH}")]
        command = [self._program, "en", "--quiet", f"-timeout={self._seconds}", *_OPTIONS]
        written, _ = run_program(command, lines, LOADING + (self._seconds + 1) * len(sentences))
        answers = written.split(f"width set to {_WIDTH}\n")[:-1]
        return [_is_linked(answer) for answer in answers]


def _is_linked(answer: str) -> bool:
    found = _FOUND.search(answer)
    return found is not None and int(found[1]) > 0
