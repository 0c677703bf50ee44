"""What an equation may be at most, so that no text from a stranger costs more than a moment."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeVar

from mwplab.equations.nodes import Node, depth
from mwplab.errors import TooLarge

NodeT = TypeVar("NodeT", bound=Node)

MAX_LENGTH = 10_000
"""Characters in one text."""

MAX_DEPTH = 100
"""Nodes on the longest way from the root of a tree to a leaf."""

MAX_BITS = 4096
"""Binary digits of a numerator or a denominator."""


def check_length(text: str) -> None:
    """Refuse a text that is too long to read.

    >>> check_length("1+" * 6000)
    Traceback (most recent call last):
    mwplab.errors.TooLarge: the equation has 12000 characters; at most 10000 are read
    """
    if len(text) > MAX_LENGTH:
        raise TooLarge(f"the equation has {len(text)} characters; at most {MAX_LENGTH} are read")


def check_depth(node: NodeT) -> NodeT:
    """Return the tree, or refuse one that is nested too deeply."""
    found = depth(node)
    if found > MAX_DEPTH:
        raise TooLarge(f"the equation is nested {found} deep; at most {MAX_DEPTH} is read")
    return node


def check_size(value: Fraction) -> Fraction:
    """Return the number, or refuse one that is too large to go on with.

    >>> check_size(Fraction(7, 2))
    Fraction(7, 2)
    """
    if max(value.numerator.bit_length(), value.denominator.bit_length()) > MAX_BITS:
        raise TooLarge(f"a number has more than {MAX_BITS} binary digits; that is refused, not computed")
    return value
