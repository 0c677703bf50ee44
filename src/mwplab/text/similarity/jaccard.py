"""Jaccard: the share of common members of two sets."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

from mwplab.text.similarity import setting as names
from mwplab.text.similarity.bleu import ngrams
from mwplab.text.similarity.setting import Setting
from mwplab.text.similarity.terms import Encoded, as_sets


def shingles(sentences: Iterable[Sequence[Hashable]], orders: Sequence[int] = (1, 2)) -> frozenset[Hashable]:
    """Return the n-grams of the given orders that lie within a sentence.

    >>> sorted(shingles([["red", "owls"], ["owls", "fly"]], orders=(2,)))
    [('owls', 'fly'), ('red', 'owls')]
    """
    held = [tuple(sentence) for sentence in sentences]
    return frozenset(gram for sentence in held for order in orders for gram in ngrams(sentence, order))


@dataclass(frozen=True, slots=True)
class Jaccard:
    """The size of the intersection of two sets over that of the union; 0 where both are empty.

    >>> Jaccard().similarity({"red", "owls"}, {"owls", "fly"})
    0.3333333333333333
    """

    def similarity(self, one: Iterable[Hashable], other: Iterable[Hashable]) -> float:
        """Return the similarity of two collections, each member counted once."""
        first, second = set(one), set(other)
        return len(first & second) / len(first | second) if first or second else 0.0

    def setting(self, longest: int = 0) -> Setting:
        """Return what the inner loops need."""
        return Setting(method=names.JACCARD)

    def encoded(self, texts: Encoded) -> Encoded:
        """Return numbered texts as this similarity sees them: each member once, in no order."""
        return as_sets(texts)
