"""Sentences with their places in the text."""

from __future__ import annotations

import re
from dataclasses import dataclass

from mwplab.text.abbreviations import ABBREVIATIONS, INITIALISMS, TITLES

_CLOSERS = "\"'”’)]"
_STOP = re.compile(r"[.?!]+(?:[ ]?[\"'”’)\]]+(?=\s|$))?")
_WORD_BEFORE = re.compile(r"[^\W\d_]+(?:\.[^\W\d_]+)*$")
_LONGEST_ABBREVIATION = 12
_STARTERS = frozenset(
    "the he she it they we i you there this that these those his her their its our my a an if when how what which who "
    "whose where why in on at after before each every one two three some all then now next later find both during".split()
)


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a text."""

    start: int
    """The place of its first character."""

    end: int
    """The place behind its last character."""

    def of(self, text: str) -> str:
        """Return the stretch itself.

        >>> Span(2, 5).of("a dog ran")
        'dog'
        """
        return text[self.start : self.end]


def sentences(text: str) -> tuple[Span, ...]:
    """Return the sentences of a text, without the white space between them.

    >>> text = "Mr. Ode came at 5 p.m. with $ 5.50 . Did he pay?"
    >>> [span.of(text) for span in sentences(text)]
    ['Mr. Ode came at 5 p.m. with $ 5.50 .', 'Did he pay?']
    """
    spans = []
    start = 0
    for stop in _STOP.finditer(text):
        if _ends_sentence(text, stop.start(), stop.end()):
            spans.append(_trimmed(text, start, stop.end()))
            start = stop.end()
    spans.append(_trimmed(text, start, len(text)))
    return tuple(span for span in spans if span.start < span.end)


def _ends_sentence(text: str, start: int, end: int) -> bool:
    """Tell whether the marks at ``text[start:end]`` end a sentence."""
    following = _following_word(text, end)
    if not following:
        return True
    spaced = text[end].isspace()
    closed = text[end - 1] in _CLOSERS
    if start > 0 and text[start - 1].isspace():
        return spaced and not (closed and following[0].islower())
    if not spaced:
        return not closed and text[start - 1 : start].islower() and following[0].isupper() and len(following) > 1 and not (
            _abbreviated(text, start)
        )
    if closed and following[0].islower():
        return False
    if text[start] != "." or end - start > 1:
        return text[start] != "." or not following[0].islower()
    return _ends_after_word(text, start, following)


def _ends_after_word(text: str, stop: int, following: str) -> bool:
    """Tell whether a single full stop behind a word and before white space ends the sentence."""
    word = _word_before(text, stop)
    if word.lower() in TITLES and (word.lower() in ABBREVIATIONS or following[0].isdigit()):
        return False
    if len(word) == 1 and word.isupper() and word != "I":
        return following.lower() in _STARTERS
    if "." in word or word.lower() in INITIALISMS:
        return following.lower() in _STARTERS and following[0].isupper()
    if word.lower() in ABBREVIATIONS:
        return following[0].isupper() and following.lower() in _STARTERS
    return True


def _abbreviated(text: str, stop: int) -> bool:
    return _word_before(text, stop).lower() in ABBREVIATIONS


def _word_before(text: str, stop: int) -> str:
    match = _WORD_BEFORE.search(text[max(0, stop - _LONGEST_ABBREVIATION) : stop])
    return match.group() if match else ""


_FOLLOWING = re.compile(r"[\s\"'“‘(\[]*(\w+|\S?)")


def _following_word(text: str, place: int) -> str:
    match = _FOLLOWING.match(text, place)
    return match.group(1) if match else ""


def _trimmed(text: str, start: int, end: int) -> Span:
    piece = text[start:end]
    return Span(start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip()) if piece.strip() else start)
