"""Texts by strangers, such as completions, without the signs that steer a terminal or turn a line around."""

from __future__ import annotations

import re

STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""Controls, escapes among them, and what turns the direction of writing; tabs and line ends may stay."""


def harmless(text: str) -> str:
    r"""Return a text without the signs that steer; whoever wrote them, they are not obeyed.

    >>> harmless("7\x1b[2J \u202e8\t9")
    '7[2J 8\t9'
    """
    return STEERING.sub("", text)


def one_line(text: str) -> str:
    r"""Return a text on one line, white space single, without the signs that steer.

    >>> one_line("7\x85\x1b apples\n ")
    '7 apples'
    """
    return " ".join(harmless(" ".join(text.split())).split())
