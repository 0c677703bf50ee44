"""Attention as a heat map: in the terminal as shades beneath the words, on a page as shaded cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.text import Text

from mwplab.records import Row, Verdict
from mwplab.records.attention import Attention

SHADES = " ░▒▓█"
"""From nothing to everything."""

FAINTEST = 0.05
"""The least weight that has a shade."""

WIDTH = 78
"""Characters in a line."""


EXAMPLES = 6
"""Problems whose heat maps are shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What a solver attended to in one problem."""

    title: str
    """Which problem, what was said of it, and whether that was right."""

    attention: Attention
    """The weights."""


def example_looks(rows: Sequence[Row], judge: str, count: int = EXAMPLES) -> tuple[Look, ...]:
    """Return what some rows attended to: right and wrong answers in turn, as far as there are both."""
    seen = [(row, found) for row in rows if (found := Attention.of(row.prediction)) is not None]
    right = [pair for pair in seen if pair[0].verdicts.get(judge) is Verdict.CORRECT]
    wrong = [pair for pair in seen if pair[0].verdicts.get(judge) is not Verdict.CORRECT]
    both = min(len(right), len(wrong))
    turns = [pair for pairs in zip(right, wrong, strict=False) for pair in pairs]
    chosen = [*turns, *right[both:], *wrong[both:]][:count]
    return tuple(Look(title=_title(row, judge), attention=attention) for row, attention in chosen)


def _title(row: Row, judge: str) -> str:
    said = row.prediction.equations or "; ".join(map(str, row.prediction.answers)) or "nothing"
    verdict = row.verdicts.get(judge, Verdict.UNJUDGED).value.replace("_", " ")
    return f"{row.problem.id}: {said} ({verdict})"


def attention_lines(attention: Attention, width: int = WIDTH) -> list[str]:
    """Return the words in lines, and beneath each line what every symbol attends to, as shades.

    >>> seen = Attention(("2", "for", "each", "lawn"), ("*", "2"), ((0.0, 0.1, 0.9, 0.0), (1, 0, 0, 0)))
    >>> print("\\n".join(attention_lines(seen)))
       2 for each lawn
    *    ░░░ ████
    2  █
    """
    margin = max((len(_plain(symbol)) for symbol in attention.symbols), default=0) + 2
    words = [_plain(word) for word in attention.words]
    lines: list[str] = []
    for places in _wrapped(words, max(width - margin, 1)):
        lines.append(" " * margin + " ".join(words[place] for place in places))
        for symbol, weights in zip(attention.symbols, attention.weights, strict=True):
            shaded = " ".join(shade(weights[place]) * cell_len(words[place]) for place in places)
            lines.append((_plain(symbol).ljust(margin) + shaded).rstrip())
    for symbol, weights in zip(attention.symbols, attention.weights, strict=True):
        if weights and max(weights) < FAINTEST:
            said = f"spread over all words, at most {max(weights):.3f} on one"
            lines.append(_plain(symbol).ljust(margin) + said)
    return lines


def attention_view(title: str, attention: Attention) -> RenderableType:
    """Return a heat map with a title, for a terminal."""
    return Group(Text(title, style="bold"), *map(Text, attention_lines(attention)))


def shade(weight: float) -> str:
    """Return the shade of a weight from 0 to 1.

    >>> "".join(map(shade, (0.0, 0.1, 0.4, 0.6, 1.0)))
    ' ░▒▓█'
    """
    bounds = (FAINTEST, 0.25, 0.5, 0.75)
    return SHADES[sum(weight >= bound for bound in bounds)]


def _plain(word: str) -> str:
    """Return a word with a mark in the place of every control sign."""
    return "".join(letter if letter.isprintable() else "�" for letter in word) or "�"


def _wrapped(words: Sequence[str], width: int) -> list[list[int]]:
    """Return the places of the words of each line."""
    lines: list[list[int]] = []
    room = 0
    for place, word in enumerate(words):
        if not lines or cell_len(word) + 1 > room:
            lines.append([])
            room = width + 1
        lines[-1].append(place)
        room -= cell_len(word) + 1
    return lines
