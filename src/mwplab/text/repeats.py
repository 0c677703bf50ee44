"""Which texts repeat others: word for word, but for their numbers, or nearly.

One home for what leakage reports, cleans splits and warns of training data seen in a test.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from mwplab.text.quantity import Quantity
from mwplab.text.words import masked_words


class Repeat(StrEnum):
    """How a text repeats another, the nearest first; each holds those before it."""

    EXACT = "exact"
    """The same words, case and spacing aside."""

    MASKED = "masked"
    """The same words once all numbers have one sign."""

    SIMILAR = "similar"
    """So large a share of words and pairs of words in common as was asked for."""

    NONE = "none"
    """No repeat."""


@dataclass(frozen=True, slots=True)
class Texts:
    """What is compared of a text."""

    exact: tuple[str, ...]
    """Its words in lower case."""

    masked: tuple[str, ...]
    """The same with one sign for every number."""

    grams: frozenset[Hashable]
    """The words and pairs of words of the masked text; empty where no similarity is asked for."""

    @classmethod
    def of(cls, text: str, quantities: Sequence[Quantity], *, similar: bool = False) -> Texts:
        """Return what is compared of a text with these numbers, and of its similarity if that is wanted.

        >>> from mwplab.text import quantities
        >>> Texts.of("I saw 8 owls.", quantities("I saw 8 owls.")).masked
        ('i', 'saw', '#', 'owls', '.')
        """
        masked = masked_words(text, quantities)
        return cls(masked_words(text), masked, _grams(masked) if similar else frozenset())


@dataclass(frozen=True, slots=True)
class Repeats:
    """For each text how it repeats others."""

    kinds: tuple[Repeat, ...]
    """How it repeats the nearest."""

    places: tuple[int | None, ...]
    """Where the nearest stands among the others; None where it was not looked for."""

    values: tuple[float, ...]
    """Its similarity to the nearest; where none is asked for, 1 for a repeat and 0 else."""

    @property
    def repeated(self) -> frozenset[int]:
        """Return the places of the texts that repeat one of the others."""
        return frozenset(place for place, kind in enumerate(self.kinds) if kind is not Repeat.NONE)


def is_similarity(value: object) -> bool:
    """Tell whether a similarity may be required to be at least this.

    >>> is_similarity(0.8), is_similarity(0), is_similarity("much")
    (True, False, False)
    """
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 < value <= 1


def find_repeats(
    texts: Sequence[Texts],
    others: Sequence[Texts],
    *,
    above: float | None = None,
    jobs: int | None = 1,
    cluster: str | None = None,
) -> Repeats:
    """Return for each text how it repeats others; similar ones count from a similarity on, or not at all.

    >>> one, other = Texts(("1",), ("#",), frozenset()), Texts(("2",), ("#",), frozenset())
    >>> find_repeats([one, other], [other]).kinds
    (<Repeat.MASKED: 'masked'>, <Repeat.EXACT: 'exact'>)
    """
    exact, masked = _first_places(one.exact for one in others), _first_places(one.masked for one in others)
    near, values = _nearest(texts, others, above, jobs, cluster)
    kinds: list[Repeat] = []
    places: list[int | None] = []
    for number, one in enumerate(texts):
        kind, place = Repeat.NONE, near[number]
        if one.exact in exact:
            kind, place = Repeat.EXACT, exact[one.exact]
        elif one.masked in masked:
            kind, place = Repeat.MASKED, masked[one.masked]
        elif above is not None and values[number] >= above:
            kind = Repeat.SIMILAR
        kinds.append(kind)
        places.append(place)
    if above is None:
        values = [float(kind is not Repeat.NONE) for kind in kinds]
    return Repeats(tuple(kinds), tuple(places), tuple(values))


def _nearest(
    texts: Sequence[Texts],
    others: Sequence[Texts],
    above: float | None,
    jobs: int | None,
    cluster: str | None,
) -> tuple[list[int | None], list[float]]:
    if above is None or not texts or not others:
        return [None] * len(texts), [0.0] * len(texts)
    from mwplab.text.similarity import Jaccard, nearest_among

    ours, pool = [one.grams for one in texts], [one.grams for one in others]
    found = nearest_among(ours, pool, Jaccard(), jobs=jobs, cluster=cluster)
    return list(found.places.tolist()), found.values.tolist()


def _grams(text: tuple[str, ...]) -> frozenset[Hashable]:
    from mwplab.text.similarity import shingles

    return shingles([text])


def _first_places(texts: Iterable[tuple[str, ...]]) -> dict[tuple[str, ...], int]:
    places: dict[tuple[str, ...], int] = {}
    for place, text in enumerate(texts):
        places.setdefault(text, place)
    return places
