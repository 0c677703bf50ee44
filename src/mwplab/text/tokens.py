"""Words, numbers and punctuation with their places in the text."""

from __future__ import annotations

import re
from dataclasses import dataclass

from mwplab.text.abbreviations import ABBREVIATIONS

_DOTTED = "|".join(re.escape(name) for name in sorted(ABBREVIATIONS, key=len, reverse=True) if "." in name)
_PLAIN = "|".join(re.escape(name) for name in sorted(ABBREVIATIONS, key=len, reverse=True) if "." not in name)

_TOKEN = re.compile(
    rf"""
      (?<![^\W\d_]) (?:{_DOTTED}|{_PLAIN}) \.(?!\w)       # Mr. p.m. sq.
    | (?<!\w) [A-Z]\. (?=[A-Z]\.|[ ][A-Z])                 # initials: J. K. Rowling
    | [0-9]+ (?:,[0-9]{{3}}(?![0-9]))* (?:\.[0-9]+)? (?:(?:st|nd|rd|th)\b)?   # 12 1,200.50 2nd
    | (?<![0-9]) \.[0-9]+                                  # .5
    | [^\W\d_]+ (?= n['’]t\b )                             # did, of didn't
    | (?:(?<=[^\W\d_])|(?<=\s)|^) n['’]t \b                # n't
    | ['’] (?:s|re|ve|ll|d|m) \b                           # 's
    | [^\W\d_]+ (?: [-'’] (?! (?:s|re|ve|ll|d|m)\b ) [^\W\d_]+ )*   # twenty-five, o'clock
    | \.\.+ | --+ | \w | [^\w\s]
    """,
    re.VERBOSE | re.IGNORECASE,
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
    return tuple(Token(match.group(), match.start(), match.end()) for match in _TOKEN.finditer(text))
