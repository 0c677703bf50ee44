"""Small problems written for these tests, and decisions on them."""

from __future__ import annotations

from typing import Any

from mwplab.annotate import Decision
from mwplab.equations import induce, parse
from mwplab.records import Dataset, Problem
from mwplab.text import quantities

HATS = "Ann has 5 hats and 5 caps, and buys 2 hats. How many hats has she?"
"""The likeliest candidate for x = 5 + 2 takes the second 5, which stands nearer."""


def made(id: str, text: str, equations: str | None, **fields: Any) -> Problem:
    """Return a problem whose quantities are read from its text."""
    system = None if equations is None else parse(equations)
    return Problem(id=id, body=text, quantities=quantities(text), equations=system, **fields)


def hats(count: int, equations: str = "x = 5 + 2") -> Dataset:
    """Return a dataset of so many problems about hats, all alike but for their ids."""
    return Dataset(
        name="hats",
        problems=tuple(made(f"hats/{number}", HATS, equations) for number in range(1, count + 1)),
    )


def said(problem: str, annotator: str, equations: str, *marks: tuple[int, ...], **fields: Any) -> Decision:
    """Return the decision for equations over quantities."""
    derivation = induce(parse(equations), tuple(marks))
    return Decision(problem=problem, annotator=annotator, derivation=derivation, **fields)
