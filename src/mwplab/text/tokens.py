"""Words, numbers and punctuation with their places in the text."""

from __future__ import annotations

import re
from dataclasses import dataclass

from mwplab.text.abbreviations import ABBREVIATIONS

_TOKEN = re.compile(
    r"""
    (?=\S) (?:
      (?<!\w) (?: (?:[A-Za-z]\.){2,} | Ph\.D\. | [A-HJ-Z]\.(?=\ [A-Z][a-z.]) )  # U.S. p.m. J. (K. Rowling)
    | [0-9]+ (?:,[0-9]{3}(?![0-9]))* (?:\.[0-9]+)? (?:(?:st|nd|rd|th)\b)?        # 12 1,200.50 2nd
    | (?<![^\W_]) \.[0-9]+                                                      # .5
    | [^\W\d_]+ (?=n['’]t\b)                                                    # did, of didn't
    | n['’]t\b                                                                  # n't
    | ['’](?:s|re|ve|ll|d|m)\b                                                  # 's
    | [^\W\d_]+ (?:[-'’](?!(?:s|re|ve|ll|d|m)\b)[^\W\d_]+)*                    # twenty-five, o'clock
    | \.\.+ | --+ | \S
    )""",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a number or a mark of punctuation."""

    text: str
    """What stands in the text, letter by letter."""

    start: int
    """The place of its first character."""

    end: int
    """The place behind its last character."""


def tokens(text: str) -> tuple[Token, ...]:
    """Return the tokens of running or already tokenised text.

    >>> [token.text for token in tokens("Mr. Ode's 3 kids didn't pay $1,200.50.")]
    ['Mr.', 'Ode', "'s", '3', 'kids', 'did', "n't", 'pay', '$', '1,200.50', '.']
    """
    found: list[Token] = []
    for match in _TOKEN.finditer(text):
        token = Token(match.group(), match.start(), match.end())
        if (
            token.text == "."
            and found
            and found[-1].end == token.start
            and found[-1].text.lower() in ABBREVIATIONS
        ):
            found[-1] = Token(found[-1].text + ".", found[-1].start, token.end)
        else:
            found.append(token)
    return tuple(found)
