"""A parser that runs as a program: sentences in, one a line, its answers out."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

from mwplab.errors import MissingDependency


def find_program(name: str, advice: str) -> str:
    """Return where a program is; an error with the advice where it is not."""
    found = shutil.which(Path(name).expanduser())
    if found is None:
        raise MissingDependency(f"there is no program {name!r} here; {advice}")
    return str(found)


def as_line(sentence: str) -> str:
    r"""Return a sentence as one line of input.

    >>> as_line(" Two\n  lines. ")
    'Two lines.'
    """
    # Control characters end a line, or the whole input, for some programs.
    return " ".join("".join(mark if mark.isprintable() else " " for mark in sentence).split())


def one_by_one(answers: Callable[[Sequence[str]], list[bool]], sentences: Sequence[str]) -> list[bool]:
    """Return an answer for each sentence, from a parser that may break off; where it does, the answer is no.

    >>> def fragile(sentences):
    ...     return [] if sentences[0] == "crash" else [True]
    >>> one_by_one(fragile, ["fine", "crash", "fine"])
    [True, False, True]
    """
    found: list[bool] = []
    while len(found) < len(sentences):
        rest = sentences[len(found) :]
        some = answers(rest)
        found += some[: len(rest)] if len(some) >= len(rest) else [*some, False]
    return found


def run_program(command: Sequence[str], lines: Sequence[str], seconds: float) -> tuple[str, str]:
    """Return what a program writes, and what it complains of; what came in time, should it hang."""
    # The parsers read bytes by the locale, so it is set to the one that all of them understand.
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    given = "".join(f"{line}\n" for line in lines).encode(errors="replace")
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=environment) as process:
        try:
            written, complaint = process.communicate(given, timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            written, complaint = process.communicate()
        except BaseException:
            process.kill()
            raise
    return written.decode(errors="replace"), complaint.decode(errors="replace")
