"""What of a text the diversity measures compare: its content words, or its tags."""

from __future__ import annotations

from collections.abc import Iterator
from sys import intern

from mwplab.text.analysis.record import Analysis

NUMBER = "<number>"
"""Stands for any number."""

NAME = "<name>"
"""Stands for any person."""


def normalise(
    analysis: Analysis,
    *,
    lemmas: bool = True,
    stop_words: bool = False,
    punctuation: bool = False,
    numbers: bool = False,
    names: bool = False,
) -> tuple[str, ...]:
    """Return the words of a text that count, in lower case, as ASDiv's lexicon diversity has them.

    Words become lemmas; stop words and punctuation go; numbers and person names are masked, one mask for
    words that stand side by side. Each option set the other way keeps the words as they are.

    >>> from mwplab.text.analysis.shelf import analyse
    >>> [found] = analyse(["Emily Jones bought 12 red apples and ate twenty two of them."])
    >>> normalise(found)
    ('<name>', 'buy', '<number>', 'red', 'apple', 'eat', '<number>')
    >>> normalise(found, numbers=True, names=True)[:5]
    ('emily', 'jones', 'buy', '12', 'red')
    """
    mask: str | None
    last: str | None = None
    kept: list[str] = []
    for word, mask, stops in _parts(analysis, lemmas=lemmas, numbers=numbers, names=names):
        if mask is None:
            marks = not any(map(str.isalnum, word))
            if (punctuation or not marks) and (stop_words or marks or not stops):
                kept.append(word)
        elif mask != last:
            kept.append(mask)
        last = mask
    return tuple(kept)


def _parts(
    analysis: Analysis, *, lemmas: bool, numbers: bool, names: bool
) -> Iterator[tuple[str, str | None, bool]]:
    """Yield for each word its form, the mask instead of it if there is one, and whether it is a stop word."""
    words = analysis.lemmas if lemmas else analysis.words
    stops = analysis.stop_words
    numeric = [False] * len(words) if numbers else list(map(_is_number, analysis.words, analysis.tags))
    persons = [False] * len(words) if names else analysis.person_names
    for word, stop, number, person in zip(words, stops, numeric, persons, strict=True):
        yield intern(word.lower()), NUMBER if number else NAME if person else None, stop


def _is_number(word: str, tag: str) -> bool:
    return word[0].isdigit() or (tag == "CD" and word[-1].isalnum())


def tag_sequence(analysis: Analysis, *, punctuation: bool = False) -> tuple[str, ...]:
    """Return the parts of speech of a text, as ASDiv's syntactic diversity compares them.

    >>> from mwplab.text.analysis.shelf import analyse
    >>> tag_sequence(*analyse(["Emily bought three cookies."]))
    ('NNP', 'VBD', 'CD', 'NNS')
    """
    pairs = zip(analysis.words, analysis.tags, strict=True)
    return tuple([tag for word, tag in pairs if punctuation or any(map(str.isalnum, word))])
