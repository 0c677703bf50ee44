"""Problems, datasets and tables as text for the terminal."""

from __future__ import annotations

import operator
import textwrap
from collections import deque
from collections.abc import Iterable, Sequence
from itertools import accumulate

from rich.cells import cell_len
from rich.console import Group, JustifyMethod, RenderableType
from rich.table import Table
from rich.text import Text

from mwplab.equations.nodes import Leaf, Number, QuantityRef, Slot
from mwplab.equations.numbers import write_number
from mwplab.equations.render import render_leaf
from mwplab.equations.tree import draw_tree
from mwplab.records import Dataset, Finding, Problem
from mwplab.reports.tables import Table as Cells
from mwplab.text import Quantity

LONGEST = 20_000
"""Characters of a text that are shown."""

WIDTH = 78
"""Characters in a line of a problem's text."""


def table(
    rows: Iterable[Sequence[object]], columns: Sequence[str], *, title: str | None = None, whole: int = 1
) -> Table:
    """Return rows as a table; numbers are set to the right, the first ``whole`` columns never folded."""
    cells = [["" if cell is None else str(cell) for cell in row] for row in rows]
    shown = Table(title=title, title_justify="left", box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for position, column in enumerate(columns):
        numeric = bool(cells) and all(_is_number(row[position]) for row in cells)
        side: JustifyMethod = "right" if numeric else "left"
        shown.add_column(column, justify=side, overflow="fold", no_wrap=position < whole)
    for row in cells:
        shown.add_row(*map(Text, row))
    return shown


def table_view(cells: Cells, *, title: str | None = None) -> Table:
    """Return one of a report's tables for a terminal, without columns that say nothing."""
    kept = cells.without_empty_columns()
    return table(kept.rows, kept.columns, title=title, whole=0)


def _is_number(cell: str) -> bool:
    return not cell.strip(" -+.,%0123456789")


def problem_view(problem: Problem) -> RenderableType:
    """Return a problem for a person: quantities marked, the equation as a tree, the answer."""
    parts: list[RenderableType] = [
        Text(problem.id, style="bold"),
        Text(marked_text(problem.text, problem.quantities)),
    ]
    facts = [("type", problem.type), ("grade", problem.grade), ("changes", ", ".join(problem.changes))]
    if known := [f"{name}: {value}" for name, value in facts if value]:
        parts.insert(1, Text("   ".join(known), style="dim"))
    if problem.equations is not None:
        parts.append(Text(f"{problem.equations}\n", style="bold cyan"))
        parts.append(Text(draw_tree(problem.equations, lambda leaf: _leaf(problem, leaf)) + "\n"))
    if problem.derivation is not None:
        pairs = enumerate(problem.derivation.alignment)
        aligned = ", ".join(f"{Slot(slot).name} = q{index}" for slot, index in pairs)
        parts.append(Text(f"template: {problem.derivation.template}   with {aligned or 'no numbers'}"))
    for option in problem.options:
        parts.append(Text(f"  {option}"))
    answers = "; ".join(map(str, problem.answers)) or "none given"
    parts.append(Text(f"answer: {answers}", style="bold green"))
    return Group(*parts)


def _leaf(problem: Problem, leaf: Leaf) -> str:
    if isinstance(leaf, QuantityRef):
        return f"{problem.quantities[leaf.index].surface} (q{leaf.index})"
    return write_number(leaf.value) if isinstance(leaf, Number) else render_leaf(leaf)


def marked_text(text: str, quantities: Sequence[Quantity], width: int = WIDTH) -> str:
    """Return a text in lines, each quantity underlined and numbered beneath; of a huge one the beginning.

    >>> from mwplab.text import quantities
    >>> print(marked_text("Two owls met 10 mice.", quantities("Two owls met 10 mice.")))
    Two owls met 10 mice.
    ▔▔▔q0        ▔▔q1
    """
    whole, text = text, text[:LONGEST]
    seen = [one for one in quantities if one.end <= LONGEST]
    shown, position, waiting = [], 0, deque(sorted(_places(text, seen)))
    for line in textwrap.wrap(" ".join(text.split()), width, break_on_hyphens=False, break_long_words=False):
        inside: list[tuple[int, int, str]] = []
        while waiting and waiting[0][0] < position + len(line):
            start, end, index = waiting.popleft()
            before, marked = line[: start - position], line[: end - position]
            inside.append((cell_len(before), cell_len(marked), f"q{index}"))
        shown += [line, *_underlines(inside)]
        position += len(line) + 1
    if len(whole) > LONGEST:
        shown.append(f"... and {len(whole) - LONGEST:,} more characters")
    return "\n".join(shown)


def _places(text: str, quantities: Sequence[Quantity]) -> list[tuple[int, int, int]]:
    """Return where each quantity stands once white space is single."""
    letters = [not letter.isspace() for letter in text]
    gaps = [one and not before for one, before in zip(letters, [True, *letters], strict=False)]
    at = [*accumulate(map(operator.add, letters, gaps), initial=0)]  # what is written before each letter
    lead = text[:1].isspace()  # the first gap is not written
    return [
        (at[one.start] + gaps[one.start] - lead, at[one.end] - lead, index)
        for index, one in enumerate(quantities)
    ]


def _underlines(marks: Sequence[tuple[int, int, str]]) -> list[str]:
    """Return the lines beneath a text; a mark that another leaves no room for goes one line further down."""
    lines: list[str] = []
    for start, end, label in marks:
        row = next((number for number, line in enumerate(lines) if len(line) < start or not line), len(lines))
        if row == len(lines):
            lines.append("")
        lines[row] = lines[row].ljust(start) + "▔" * (end - start) + label
    return lines


def card_view(dataset: Dataset) -> RenderableType:
    """Return a dataset's card: what it is, where it comes from, its parts, its known errors."""
    card = dataset.card
    facts = [
        ("problems", len(dataset)),
        ("fingerprint", dataset.fingerprint),
        ("source", card.source),
        ("licence", card.licence),
        ("cite", card.citation),
        ("category", card.category),
        ("annotation", card.annotation),
    ]
    parts: list[RenderableType] = [
        Text(f"{dataset.full_name}  {card.title}", style="bold"),
        Text(card.summary),
    ]
    parts.append(table([(name, value) for name, value in facts if value], ["", ""]))
    if dataset.splits:
        parts.append(table([(name, len(ids)) for name, ids in dataset.splits.items()], ["split", "problems"]))
    for title, lines in (("known errors", card.known_errors), ("notes", card.notes)):
        if lines:
            parts.append(Text(title, style="bold"))
            parts.extend(Text(f"- {line}") for line in lines)
    return Group(*parts)


def findings_view(findings: Sequence[Finding]) -> RenderableType:
    """Return findings as a table, one a row."""
    rows = [(one.problem, one.kind.value, one.expected, one.found, one.error_class) for one in findings]
    return table(rows, ["problem", "kind", "expected", "found", "error class"])
