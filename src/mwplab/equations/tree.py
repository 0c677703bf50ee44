"""Equations as trees drawn with lines for the terminal: operators above, operands below."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple
from unicodedata import combining, east_asian_width

from mwplab.equations.nodes import (
    Binary,
    Call,
    Choice,
    Comparison,
    Equation,
    EquationSystem,
    Leaf,
    Negate,
    Node,
    Number,
    QuantityRef,
    Ratio,
    Slot,
    Unknown,
    children,
    walk,
)
from mwplab.equations.render import render_leaf

_GAP = 3
_SIGNS = {"*": "×", "/": "÷", "-": "−", "<=": "≤", ">=": "≥", "!=": "≠"}


class _Branch(NamedTuple):
    """A label with branches below it."""

    label: str
    below: tuple[_Branch, ...]


class _Block(NamedTuple):
    """Drawn lines of one width, and the column at which a line from above meets them."""

    lines: list[str]
    width: int
    stem: int


def draw_tree(node: Node, names: Callable[[Leaf], str] | None = None, width: int = 80) -> str:
    """Return a node drawn as a tree; one that is wider than the terminal becomes an indented list.

    >>> from mwplab.equations.grammar import parse
    >>> print(draw_tree(parse("x = q0 - 2 * 3")))
        =
    ┌───┴───┐
    x       −
         ┌──┴──┐
        q0     ×
             ┌─┴─┐
             2   3
    >>> print(draw_tree(parse("x = q0 - 3"), width=5))
    =
    ├── x
    └── −
        ├── q0
        └── 3
    """
    if isinstance(node, EquationSystem):
        return "\n\n".join(draw_tree(statement, names, width) for statement in node.statements)
    branch = _branch(node, names or render_leaf)
    leaves = sum(not children(part) for part in walk(node))
    block = _draw(branch) if leaves <= width else None
    lines = block.lines if block and block.width <= width else _indent(branch)
    return "\n".join(line.rstrip() for line in lines)


def _branch(node: Node, names: Callable[[Leaf], str]) -> _Branch:
    match node:
        case Number() | QuantityRef() | Slot() | Unknown():
            return _Branch(" ".join(names(node).split()), ())
        case Choice(pick, options):
            shown = ((" ".join(label.split()), option) for label, option in options)
            return _Branch(
                pick, tuple(_Branch(f'"{label}"', (_branch(option, names),)) for label, option in shown)
            )
        case _:
            return _Branch(_sign(node), tuple(_branch(child, names) for child in children(node)))


def _sign(node: Node) -> str:
    match node:
        case Equation():
            return "="
        case Comparison(sign, _, _) | Binary(sign, _, _):
            return _SIGNS.get(sign, sign)
        case Negate():
            return "−"
        case Ratio():
            return ":"
        case Call(function, _):
            return function
        case _:
            return type(node).__name__


def _draw(branch: _Branch) -> _Block:
    size = _width(branch.label)
    if not branch.below:
        return _Block([branch.label], size, size // 2)
    blocks = [_draw(child) for child in branch.below]
    starts = [sum(block.width + _GAP for block in blocks[:position]) for position in range(len(blocks))]
    stems = [start + block.stem for start, block in zip(starts, blocks, strict=True)]
    # The label stands over the middle of its children; where it is wider than they are, they move right.
    middle = (stems[0] + stems[-1]) // 2
    shift = max(0, size // 2 - middle)
    left = middle + shift - size // 2
    width = max(starts[-1] + blocks[-1].width + shift, left + size)
    head = [" " * left + branch.label, " " * shift + _rail(stems, middle)]
    body = [" " * shift + line for line in _side_by_side(blocks)]
    return _Block([_pad(line, width) for line in head + body], width, middle + shift)


def _rail(stems: list[int], middle: int) -> str:
    """Return the line that joins a label with its children."""
    if len(stems) == 1:
        return " " * middle + "│"
    marks = ["─" if stems[0] < column < stems[-1] else " " for column in range(stems[-1] + 1)]
    for stem in stems:
        marks[stem] = "┬"
    marks[stems[0]], marks[stems[-1]] = "┌", "┐"
    marks[middle] = "┼" if middle in stems else "┴"
    return "".join(marks)


def _side_by_side(blocks: list[_Block]) -> Iterator[str]:
    for row in range(max(len(block.lines) for block in blocks)):
        yield (" " * _GAP).join(
            block.lines[row] if row < len(block.lines) else " " * block.width for block in blocks
        )


def _indent(branch: _Branch, first: str = "", later: str = "") -> Iterator[str]:
    yield first + branch.label
    for position, child in enumerate(branch.below, start=1):
        last = position == len(branch.below)
        yield from _indent(child, later + ("└── " if last else "├── "), later + ("    " if last else "│   "))


def _width(text: str) -> int:
    return sum(2 if east_asian_width(each) in "WF" else not combining(each) for each in text)


def _pad(line: str, width: int) -> str:
    return line + " " * (width - _width(line))
