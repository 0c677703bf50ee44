"""Sentences with their places in the text."""

from __future__ import annotations

import re
from dataclasses import dataclass

from mwplab.text.abbreviations import ABBREVIATIONS, AMBIGUOUS, TITLES
from mwplab.text.lexicon import word_set

_CLOSERS = "\"'”’)]"
_STOP = re.compile(r"[.?!]+(?:[ ]?[\"'”’)\]]+(?=\s|$))?")
_WORD_BEFORE = re.compile(r"[^\W\d_]+(?:\.[^\W\d_]+)*$")
_FOLLOWING = re.compile(r"[\s\"'“‘(\[]*(\w{1,20}|\S?)")
_LONGEST_ABBREVIATION = 12
_STARTERS = word_set(
    "the he she it they we i you there this that these those his her their its our my a an if when how "
    "what which who whose where why in on at after before each every one two three some all then "
    "now next later find both during"
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
    closed = text[end - 1] in _CLOSERS
    if not text[end].isspace():
        return _is_missing_space(text, start, following)
    if closed and following[0].islower():
        return False
    if start == 0 or text[start - 1].isspace() or text[start] != ".":
        return True
    if end - start > 1:
        return closed or not following[0].islower()
    return _ends_after_word(_word_before(text, start), following)


def _is_missing_space(text: str, stop: int, following: str) -> bool:
    """Tell whether a sentence ends although the next one starts at once: *two cars.The price*."""
    glued = text[stop + 1 : stop + 2] == following[0]
    word = _word_before(text, stop).lower()
    return glued and text[stop - 1 : stop].islower() and following[:2].istitle() and word not in ABBREVIATIONS


def _ends_after_word(word: str, following: str) -> bool:
    """Tell whether a full stop behind a word and before white space ends the sentence."""
    name = word.lower()
    starts = following[0].isupper() and following.lower() in _STARTERS
    if name in TITLES and (name not in AMBIGUOUS or following[0].isdigit()):
        return False
    if name in ABBREVIATIONS or "." in word or (len(word) == 1 and word.isupper() and word != "I"):
        return starts
    return not (name in AMBIGUOUS and following[0].islower())


def _word_before(text: str, stop: int) -> str:
    match = _WORD_BEFORE.search(text[max(0, stop - _LONGEST_ABBREVIATION) : stop])
    return match.group() if match else ""


def _following_word(text: str, place: int) -> str:
    match = _FOLLOWING.match(text, place)
    return match.group(1) if match else ""


def _trimmed(text: str, start: int, end: int) -> Span:
    piece = text[start:end]
    leading = len(piece) - len(piece.lstrip())
    return Span(start + leading, start + max(leading, len(piece.rstrip())))
