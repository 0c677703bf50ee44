"""Which words make up which sentence."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from mwplab.text.sentences import sentences


def sentence_ranges(text: str, starts: Sequence[int]) -> list[range]:
    """Return the places of each sentence's words, given where in the text each word starts.

    >>> sentence_ranges("Ann ran. Bo sat.", (0, 4, 7, 9, 12, 15))
    [range(0, 3), range(3, 6)]
    """
    bounds = [0]
    for span in sentences(text):
        place = bounds[-1]
        while place < len(starts) and starts[place] < span.end:
            place += 1
        bounds.append(place)
    return [range(first, last) for first, last in pairwise(bounds)]
