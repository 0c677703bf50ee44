"""Problems and datasets as a notebook shows them: HTML without scripts, every text escaped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING

from mwplab.equations import render
from mwplab.text import Quantity

if TYPE_CHECKING:
    from mwplab.records.dataset import Dataset
    from mwplab.records.problem import Problem

SHOWN_PROBLEMS = 3
"""How many problems of a dataset are shown."""

SHOWN_TYPES = 12
"""How many types of problems are counted one by one."""

# Neither colours nor fonts are set, so that the page's own theme, light or dark, stays readable.
_BOX = "max-width: 60em; line-height: 1.6; text-align: left"
_CELL = "text-align: left; vertical-align: baseline; padding: 0.15em 1.2em 0.15em 0"
_TABLE = "border-collapse: collapse; border: 0; font-size: inherit; margin: 0.2em 0"
_QUIET = "opacity: 0.65; font-size: 0.9em"


def mark_quantities(text: str, found: Sequence[Quantity]) -> str:
    """Return a text as HTML with each quantity underlined and named as equations name it.

    >>> from mwplab.text import quantities
    >>> mark_quantities("I have two < 3", quantities("I have two < 3"))
    'I have <u>two</u><sub>q0</sub> &lt; <u>3</u><sub>q1</sub>'
    """
    parts, position = [], 0
    for index, quantity in enumerate(found):
        parts.append(escape(text[position : quantity.start]))
        parts.append(f"<u>{escape(text[quantity.start : quantity.end])}</u><sub>q{index}</sub>")
        position = quantity.end
    return "".join([*parts, escape(text[position:])])


def problem_html(problem: Problem) -> str:
    """Return a problem with its quantities marked, its equations and its answers.

    >>> from mwplab.records import Problem
    >>> "<b>mine/1</b>" in problem_html(Problem(id="mine/1", question="How many owls?"))
    True
    """
    grade = "" if problem.grade is None else f"grade {problem.grade}"
    about = " · ".join(filter(None, (problem.type, grade, problem.source)))
    marked = mark_quantities(problem.text, problem.quantities)
    rows = [(name, shown) for name, shown in _facts(problem) if shown]
    return (
        f'<div style="{_BOX}; margin-bottom: 0.8em"><b>{escape(problem.id)}</b> '
        f'<span style="{_QUIET}">{escape(about)}</span>'
        f'<p style="margin: 0.3em 0">{marked}</p>{_table(rows)}</div>'
    )


def dataset_html(dataset: Dataset) -> str:
    """Return a dataset's name and size, how many problems there are of each type, and the first problems.

    >>> from mwplab.records import Dataset
    >>> "0 problems" in dataset_html(Dataset(name="mine"))
    True
    """
    sizes = f"{len(dataset):,} problems · {len(dataset.splits)} splits · #{dataset.fingerprint}"
    title = f" · {dataset.card.title}" if dataset.card.title else ""
    counts = Counter(problem.type for problem in dataset if problem.type)
    rest = sum(counts.values()) - sum(count for _, count in counts.most_common(SHOWN_TYPES))
    types = [(escape(name), f"{count:,}") for name, count in counts.most_common(SHOWN_TYPES)]
    if rest:
        types.append((f"{len(counts) - SHOWN_TYPES} other types", f"{rest:,}"))
    problems = "".join(map(problem_html, dataset.problems[:SHOWN_PROBLEMS]))
    return (
        f'<div style="{_BOX}"><b>{escape(dataset.full_name)}</b> '
        f'<span style="{_QUIET}">{escape(sizes + title)}</span>{_table(types, across=3)}'
        f'<div style="margin-top: 0.6em">{problems}</div></div>'
    )


def _facts(problem: Problem) -> Iterable[tuple[str, str]]:
    """Yield what is known besides the text, as HTML."""
    if problem.equations is not None:
        yield "equation", _code(str(problem.equations))
    yield "asked", _code("; ".join(map(render, problem.asked)))
    yield "answer", escape("; ".join(map(str, problem.answers)))
    yield "options", escape("; ".join(problem.options))
    yield "made from", escape(" ← ".join(filter(None, (", ".join(problem.changes), problem.parent))))


def _code(text: str) -> str:
    return f"<code>{escape(text)}</code>" if text else ""


def _table(pairs: Sequence[tuple[str, str]], across: int = 1) -> str:
    """Return pairs of a name and its HTML as a table, so many pairs side by side."""
    cells = [
        f'<td style="{_CELL}; {_QUIET}">{name}</td><td style="{_CELL}">{shown}</td>' for name, shown in pairs
    ]
    rows = ["".join(cells[start : start + across]) for start in range(0, len(cells), across)]
    shown = "".join(f"<tr>{row}</tr>" for row in rows)
    return f'<table style="{_TABLE}">{shown}</table>' if rows else ""
