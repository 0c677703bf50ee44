"""A text cut into atoms, with room to look left and right."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from mwplab.text.lexicon import GLYPHS
from mwplab.text.quantity import Form

_ATOM = re.compile(
    rf"[^\W\d_{''.join(GLYPHS)}]+|[0-9]+(?:,[0-9]{{3}}(?![0-9]))*(?:\.[0-9]+)?|(?<![^\W_])\.[0-9]+|\S"
)
_MARGIN = 6
LONGEST_NUMERAL = 40


@dataclass(frozen=True, slots=True)
class Page:
    """The atoms of a text: runs of letters, numerals and single marks, between which only white space stands.

    A margin of empty atoms behind the last one serves both ends, since ``words[-1]`` looks left of the first.
    """

    words: list[str]
    """The atoms in lower case, then the margin."""

    starts: list[int]
    """Where each atom starts."""

    ends: list[int]
    """Where each atom ends."""

    def glued(self, index: int) -> bool:
        """Tell whether an atom follows the one before it without white space."""
        return self.starts[index] == self.ends[index - 1]

    def joined(self, index: int) -> int:
        """Return the place of the next word, which may stand behind a hyphen."""
        return index + 1 if self.words[index] == "-" else index


class Reading(NamedTuple):
    """A number found among the atoms."""

    value: Fraction
    """What it says."""

    start: int
    """Its first atom."""

    end: int
    """The atom behind its last."""

    form: Form
    """How it is written."""


def page_of(text: str) -> Page:
    """Cut a text into atoms.

    >>> page_of("A 5-lb. bag").words[:6]
    ['a', '5', '-', 'lb', '.', 'bag']
    """
    matches = list(_ATOM.finditer(text))
    return Page(
        words=[match.group().lower() for match in matches] + [""] * _MARGIN,
        starts=[match.start() for match in matches] + [len(text) + 2] * _MARGIN,
        ends=[match.end() for match in matches] + [-1] * _MARGIN,
    )


def is_numeral(word: str) -> bool:
    """Tell whether an atom is written in digits.

    >>> is_numeral("1,200.5"), is_numeral("five"), is_numeral("")
    (True, False, False)
    """
    return "0" <= word[-1:] <= "9"


@lru_cache(maxsize=4096)
def numeral_value(word: str) -> Fraction | None:
    """Return what a numeral says; one that is longer than any amount says nothing.

    >>> numeral_value("1,200.5"), numeral_value("7" * 99)
    (Fraction(2401, 2), None)
    """
    if len(word) > LONGEST_NUMERAL:
        return None
    whole, _, decimals = word.replace(",", "").partition(".")
    if not decimals:
        return Fraction(int(whole))
    return Fraction(int(whole + decimals), 10 ** len(decimals))
