"""Parts of speech by the averaged perceptron, greedily from left to right.

The same features and the same choices as NLTK's tagger (by M. Honnibal), in whole numbers. What a word adds
to the scores of itself and of its neighbours depends on the word alone, hence it is summed once per word.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from mwplab.text.analysis.weights import Weights

Scores = NDArray[np.int32]

KEPT = 50_000  # sums kept for each role before the store is emptied

_START = ("-START-", "-START2-")
_END = ("-END-", "-END2-")
_NONE: Mapping[int, str] = {}


class _Sums(dict[tuple[str, ...], Scores]):
    """Sums of feature rows, made when first asked for."""

    def __init__(self, make: Callable[[tuple[str, ...]], Scores]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, key: tuple[str, ...]) -> Scores:
        if len(self) >= KEPT:
            self.clear()
        value = self[key] = self._make(key)
        return value


class Tagger:
    """Gives each word of a sentence its tag."""

    def __init__(self, weights: Weights) -> None:
        self._tags = weights.tags
        self._known = weights.known
        self._rows = {feature: row for row, feature in enumerate(weights.features)}
        self._matrix = weights.matrix
        self._own = _Sums(self._of_word)
        self._before = _Sums(self._of_words_before)
        self._after = _Sums(self._of_words_after)
        self._history = _Sums(self._of_tags)
        self._bound = _Sums(self._of_tag_and_word)

    def tag(self, words: Sequence[str], fixed: Mapping[int, str] = _NONE) -> list[str]:
        """Return the tags of a sentence's words; some may be fixed beforehand, by place."""
        context = [*_START, *map(_shape, words), *_END]
        previous, earlier = _START
        found = []
        for place, word in enumerate(words, start=2):
            tag = fixed.get(place - 2) or self._known.get(word)
            if tag is None:
                shape = context[place]
                scores = self._own[word, shape] + self._before[context[place - 1], context[place - 2]]
                scores += self._after[context[place + 1], context[place + 2]]
                scores += self._history[previous, earlier]
                scores += self._bound[previous, shape]
                tag = self._tags[scores.argmax()]
            found.append(tag)
            previous, earlier = tag, previous
        return found

    def _of_word(self, key: tuple[str, ...]) -> Scores:
        word, shape = key
        return self._sum("bias", f"i suffix {word[-3:]}", f"i pref1 {word[:1]}", f"i word {shape}")

    def _of_words_before(self, key: tuple[str, ...]) -> Scores:
        last, earlier = key
        return self._sum(f"i-1 word {last}", f"i-1 suffix {last[-3:]}", f"i-2 word {earlier}")

    def _of_words_after(self, key: tuple[str, ...]) -> Scores:
        following, later = key
        return self._sum(f"i+1 word {following}", f"i+1 suffix {following[-3:]}", f"i+2 word {later}")

    def _of_tags(self, key: tuple[str, ...]) -> Scores:
        last, earlier = key
        return self._sum(f"i-1 tag {last}", f"i-2 tag {earlier}", f"i tag+i-2 tag {last} {earlier}")

    def _of_tag_and_word(self, key: tuple[str, ...]) -> Scores:
        tag, shape = key
        return self._sum(f"i-1 tag+i word {tag} {shape}")

    def _sum(self, *features: str) -> Scores:
        rows = [self._rows[feature] for feature in features if feature in self._rows]
        scores: Scores = self._matrix[rows].sum(axis=0, dtype=np.int32)
        return scores


def _shape(word: str) -> str:
    """Return a word as the features have it: numbers and compounds by kind, others in lower case."""
    if "-" in word and word[0] != "-":
        return "!HYPHEN"
    if word.isdigit() and len(word) == 4:
        return "!YEAR"
    if word[:1].isdigit():
        return "!DIGITS"
    return word.lower()
