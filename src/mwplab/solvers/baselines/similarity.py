"""The most similar of many texts, by an inverted index of words and pairs of words."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from mwplab.text import Quantity
from mwplab.text.words import masked_words


def features(text: str, quantities: tuple[Quantity, ...]) -> tuple[str, ...]:
    """Return the words of a text in lower case and its pairs of neighbouring words, numbers alike.

    >>> from mwplab.text import quantities
    >>> features("Two red owls", quantities("Two red owls"))
    ('#', 'red', 'owls', '# red', 'red owls')
    """
    words = masked_words(text, quantities)
    return (*words, *(f"{one} {other}" for one, other in pairwise(words)))


class Index:
    """Texts ready to be asked which of them is most similar: the cosine of TF-IDF vectors.

    >>> index = Index([("a", "b"), ("b", "c"), ("a", "b", "b")])
    >>> place, similarity = index.nearest(("c", "b"))[0]
    >>> place, round(similarity, 6)
    (1, 1.0)
    """

    def __init__(self, texts: Sequence[Sequence[str]]) -> None:
        self.size = len(texts)
        counts = [Counter(text) for text in texts]
        found = Counter(feature for count in counts for feature in count)
        self.weights = {
            feature: math.log((1 + self.size) / (1 + times)) + 1 for feature, times in found.items()
        }
        postings: dict[str, list[tuple[int, float]]] = {}
        for place, count in enumerate(counts):
            for feature, value in self._vector(count).items():
                postings.setdefault(feature, []).append((place, value))
        self.postings: dict[str, tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]] = {
            feature: (np.array([place for place, _ in posting]), np.array([value for _, value in posting]))
            for feature, posting in postings.items()
        }

    def nearest(self, text: Sequence[str], most: int = 1) -> list[tuple[int, float]]:
        """Return the places of the most similar texts with their similarities, of equals the first."""
        scores = np.zeros(self.size)
        for feature, value in self._vector(Counter(text)).items():
            if feature in self.postings:
                places, values = self.postings[feature]
                scores[places] += value * values
        # Rounded, so that the order of additions does not decide between equals.
        order = np.argsort(-scores.round(12), kind="stable")[:most]
        return [(int(place), float(scores[place])) for place in order]

    def _vector(self, count: Mapping[str, int]) -> dict[str, float]:
        rare = math.log(1 + self.size) + 1
        weighed = {
            feature: (1 + math.log(times)) * self.weights.get(feature, rare)
            for feature, times in count.items()
        }
        length = math.sqrt(sum(value * value for value in weighed.values()))
        return {feature: value / length for feature, value in weighed.items()}
