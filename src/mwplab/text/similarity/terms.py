"""Tokens to numbers: n-grams of many texts as integers, by text and by n-gram.

A clipped count of matches is a sum of smaller counts, ``min(3, 2) = 2``. If the first "the" of a text is one
term, the second "the" another, and so on, then the clipped count is the number of terms in common, and a
multiset is a set. So everything below is about sets of terms, and the memory is two integers for each.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable
from itertools import count
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from mwplab.errors import StatisticsError

Integers = npt.NDArray[np.int64]
Small = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float64]


class Terms(NamedTuple):
    """Texts as sorted rows of terms for each order, and for each term the texts that have it.

    Terms that cannot be shared, since only one text has them, are left out. They are numbered by order,
    then from the rarest to the most frequent.
    """

    orders: int
    """The greatest n of the n-grams."""

    lengths: Integers
    """The number of tokens of each text."""

    row_starts: Integers
    """Where in ``row_terms`` the row ``text * orders + order`` starts (orders from 0); the next ends it."""

    row_terms: Small
    """The terms of each row, the rarest first."""

    posting_starts: Integers
    """Where in ``postings`` the texts of a term start."""

    postings: Small
    """The texts that have each term, in order."""

    def frozen(self) -> Terms:
        """Return the same terms as arrays that cannot be written."""
        rows = frozen(self.row_starts), frozen(self.row_terms)
        return Terms(
            self.orders, frozen(self.lengths), *rows, frozen(self.posting_starts), frozen(self.postings)
        )


def frozen(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return an array that cannot be written, the same kind of thing in this process and in a worker.

    >>> frozen(np.arange(3)).flags.writeable
    False
    """
    # A worker may hold a map of a file, and numba compiles once more for each kind.
    view = np.asarray(array).view(np.ndarray)
    view.flags.writeable = False
    return view


class Encoded(NamedTuple):
    """Texts as numbers, one after the other."""

    tokens: Integers
    """The number of each token."""

    lengths: Integers
    """The number of tokens of each text."""


def encode(texts: Iterable[Collection[Hashable]], groups: Iterable[Hashable] | None = None) -> Encoded:
    """Number the tokens of texts; those of different groups get different numbers, so they never match.

    >>> encode([["a", "b"], ["b"]]).tokens.tolist()
    [0, 1, 1]
    >>> encode([["a", "b"], ["b"]], groups=["sum", "product"]).tokens.tolist()
    [0, 1, 2]
    """
    number = count().__next__
    vocabularies: dict[Hashable, defaultdict[Hashable, int]] = defaultdict(lambda: defaultdict(number))
    everyone = vocabularies[None]
    tokens: list[int] = []
    lengths: list[int] = []
    labels = None if groups is None else iter(groups)
    for text in texts:
        if isinstance(text, str):
            raise StatisticsError(
                f"expected a sequence of tokens, found the text {text[:40]!r}; split it first"
            )
        vocabulary = everyone if labels is None else vocabularies[next(labels)]
        tokens += [vocabulary[token] for token in text]
        lengths.append(len(text))
    return Encoded(np.array(tokens, dtype=np.int64), np.array(lengths, dtype=np.int64))


def as_sets(texts: Encoded) -> Encoded:
    """Return texts with each token once, in the order of their numbers.

    >>> as_sets(encode([["b", "a", "b"], ["a", "b"]])).tokens.tolist()
    [0, 1, 0, 1]
    """
    text = np.repeat(np.arange(len(texts.lengths)), texts.lengths)
    vocabulary = int(texts.tokens.max(initial=0)) + 1
    # Sorted in place, which is several times quicker than numpy's unique.
    members = text * vocabulary + texts.tokens
    members.sort()
    distinct = members[np.diff(members, prepend=-1) != 0]
    lengths = np.bincount(distinct // vocabulary, minlength=len(texts.lengths))
    return Encoded(distinct % vocabulary, lengths)


def index_terms(texts: Encoded, orders: int, *, queries: int = 0) -> Terms:
    """Return the terms of texts; where the first ``queries`` only ask, the postings have the others alone.

    >>> terms = index_terms(encode([["a", "b", "a"], ["c", "a"], ["a", "b"]]), orders=2)
    >>> terms.row_terms.tolist()  # b: 0, a: 1, and the pair "a b": 2
    [0, 1, 2, 1, 0, 1, 2]
    >>> terms.postings.tolist()
    [0, 2, 0, 1, 2, 0, 2]
    """
    total = len(texts.lengths)
    ends = np.cumsum(texts.lengths)
    text = np.repeat(np.arange(total), texts.lengths)
    positions = np.arange(len(texts.tokens))
    vocabulary = int(texts.tokens.max(initial=0)) + 1
    grams = texts.tokens
    sizes, rows, frequencies, postings, known = [], [], [], [], 0
    for order in range(orders):
        if order:
            inside = positions + order < ends[text]
            positions, text, grams = positions[inside], text[inside], grams[inside]
            keys = grams * vocabulary + texts.tokens[positions + order]
            grams = np.unique(keys, return_inverse=True)[1]
        terms = _occurrences(grams, text)
        numbers, frequency = _numbered(terms, text, queries)
        shared = numbers >= 0
        held = text[shared] * len(frequency) + numbers[shared]
        held.sort()
        owners, members = np.divmod(held, max(1, len(frequency)))
        sizes.append(np.bincount(owners, minlength=total))
        rows.append((members + known).astype(np.int32))
        pool = owners >= queries
        listed = members[pool] * total + owners[pool]
        listed.sort()
        frequencies.append(frequency)
        postings.append((listed % max(1, total)).astype(np.int32))
        known += len(frequency)
        # An n-gram is shared only where its beginning is, so the others need not be lengthened.
        alive = np.zeros(int(terms.max(initial=0)) + 1, dtype=bool)
        alive[terms[shared & (terms == grams)]] = True
        going = alive[grams]
        positions, text, grams = positions[going], text[going], grams[going]
    row_starts, row_terms = _interleaved(sizes, rows)
    posting_starts = _starts(np.concatenate(frequencies))
    return Terms(orders, texts.lengths, row_starts, row_terms, posting_starts, np.concatenate(postings))


def _occurrences(grams: Integers, text: Integers) -> Integers:
    # The first occurrence of a gram in a text keeps its number; each further one is a term of its own.
    terms = grams.copy()
    grams_known = int(grams.max(initial=0)) + 1
    order = np.argsort(text * grams_known + grams)
    same = np.zeros(len(order), dtype=bool)
    same[1:] = (grams[order[1:]] == grams[order[:-1]]) & (text[order[1:]] == text[order[:-1]])
    runs = np.arange(len(order))
    ranks = runs - np.maximum.accumulate(np.where(same, 0, runs))
    again = order[same]
    if len(again):
        keys = grams[again] * (int(ranks.max()) + 1) + ranks[same]
        terms[again] = grams_known + np.unique(keys, return_inverse=True)[1]
    return terms


def _numbered(terms: Integers, text: Integers, queries: int) -> tuple[Integers, Integers]:
    # Each place's new number, or -1 where no other text can share the term; and how many of the pool have it.
    known = int(terms.max(initial=0)) + 1
    frequency = np.bincount(terms[text >= queries], minlength=known)
    if queries:
        shared = np.flatnonzero((frequency > 0) & (np.bincount(terms[text < queries], minlength=known) > 0))
    else:
        shared = np.flatnonzero(frequency > 1)
    rarest_first = shared[np.argsort(frequency[shared], kind="stable")]
    numbers = np.full(known, -1, dtype=np.int64)
    numbers[rarest_first] = np.arange(len(rarest_first))
    return numbers[terms], frequency[rarest_first]


def _interleaved(sizes: list[Integers], rows: list[Small]) -> tuple[Integers, Small]:
    # From order by order to text by text, so that what is read together stands together.
    starts = _starts(np.stack(sizes, axis=1).ravel())
    together = np.empty(starts[-1], dtype=np.int32)
    for order, (size, row) in enumerate(zip(sizes, rows, strict=True)):
        shift = starts[order : -1 : len(sizes)] - (np.cumsum(size) - size)
        together[np.arange(len(row)) + np.repeat(shift, size)] = row
    return starts, together


def _starts(sizes: Integers) -> Integers:
    starts = np.zeros(len(sizes) + 1, dtype=np.int64)
    np.cumsum(sizes, out=starts[1:])
    return starts
