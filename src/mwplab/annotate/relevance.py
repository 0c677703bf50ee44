"""Which numbers of a text are needed: labels that come out of derivations, to train on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from mwplab.annotate.queue import settle
from mwplab.errors import RecordError
from mwplab.records import Problem, to_json
from mwplab.records.jsonl import write_atomically, write_line


def relevance(problem: Problem) -> tuple[bool, ...]:
    """Return for each quantity whether the solution needs it, or one that means the same.

    >>> from mwplab.equations import parse
    >>> from mwplab.text import quantities
    >>> text = "Ann has 5 hats and 3 caps, and buys 2 hats. How many hats?"
    >>> problem = Problem(id="a/1", body=text, quantities=quantities(text), equations=parse("x = 5 + 2"))
    >>> relevance(problem)
    (True, False, True)
    """
    derivation = problem.derivation or settle(problem)
    if derivation is None:
        raise RecordError(f"{problem.id}: which numbers are needed is not settled; align it first")
    needed = set(derivation.alignment)
    needed.update(*(group for group in derivation.equivalent if needed.intersection(group)))
    return tuple(position in needed for position in range(len(problem.quantities)))


def relevance_rows(problems: Iterable[Problem]) -> Iterator[dict[str, Any]]:
    """Yield a row of training data for each problem with numbers of which it is settled which are needed."""
    for problem in problems:
        if problem.quantities and (problem.derivation or settle(problem)):
            found = [to_json(quantity) for quantity in problem.quantities]
            needed = list(relevance(problem))
            yield {"id": problem.id, "text": problem.text, "quantities": found, "needed": needed}


def write_relevance(problems: Iterable[Problem], path: Path) -> int:
    """Write the labels as JSON Lines, and return how many problems have some."""
    lines = [write_line(row, row["id"]) for row in relevance_rows(problems)]
    write_atomically(path, "".join(lines))
    return len(lines)
