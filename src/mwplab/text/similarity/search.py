"""The nearest neighbour of every text, exactly, without looking at all pairs."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from mwplab.errors import StatisticsError
from mwplab.parallel import map_many
from mwplab.text.similarity.compiled import require_numba
from mwplab.text.similarity.setting import Setting
from mwplab.text.similarity.terms import Encoded, Floats, Integers, encode, frozen, index_terms

BLOCK = 1024
"""How many texts are searched for before the progress bar moves."""


class Similarity(Protocol):
    """What a search needs of a similarity: ``Bleu`` and ``Jaccard`` have it."""

    def setting(self, longest: int = 0) -> Setting:
        """Return what the inner loops need, for a corpus whose longest text is so long."""

    def encoded(self, texts: Encoded) -> Encoded:
        """Return numbered texts as this similarity sees them."""


@dataclass(frozen=True, slots=True, eq=False)
class Neighbours:
    """For each text the most similar one."""

    places: Integers
    """Where it stands; of equals the first. -1 where there is no other text to compare with."""

    values: Floats
    """How similar it is. NaN where there is no other text."""


@dataclass(frozen=True, slots=True, eq=False)
class _Distinct:
    """The different texts among many."""

    texts: Encoded
    of: Integers
    """Which of them each text is."""
    firsts: Integers
    """Where each of them stands first."""
    seconds: Integers
    """Where each of them stands for the second time, or -1."""


def nearest(
    texts: Sequence[Collection[Hashable]],
    similarity: Similarity,
    *,
    groups: Sequence[Hashable] | None = None,
    jobs: int | None = None,
    cluster: str | None = None,
    progress: bool | None = None,
) -> Neighbours:
    """Return for each text the most similar other one, of its own group where groups are given.

    >>> from mwplab.text.similarity import Bleu
    >>> texts = [text.split() for text in ("Ada has two figs", "Bo has two figs", "Cy sold a red kite")]
    >>> found = nearest(texts, Bleu(order=2))
    >>> found.places.tolist(), found.values.round(3).tolist()
    ([1, 0, 0], [0.707, 0.707, 0.0])
    """
    require_numba("a search for nearest neighbours")
    if groups is not None and len(groups) != len(texts):
        raise StatisticsError(
            f"there are {len(texts)} texts but {len(groups)} groups; give one group for each text"
        )
    found = _distinct(similarity.encoded(encode(texts, groups)))
    owns, values, others = _search(
        found.texts, 0, found.firsts, found.seconds >= 0, similarity, jobs, cluster, progress
    )
    here = np.arange(len(texts))
    copies = np.where(here == found.firsts[found.of], found.seconds[found.of], found.firsts[found.of])
    places = np.where(others >= 0, found.firsts[others], -1)[found.of]
    values = values[found.of]
    as_near = (copies >= 0) & (owns[found.of] == values)
    places = np.where(as_near & ((places < 0) | (copies < places)), copies, places)
    places = np.where(values > 0, places, _first_others(groups or [None] * len(texts)))
    return Neighbours(places, np.where(places >= 0, values, np.nan))


def nearest_among(
    texts: Sequence[Collection[Hashable]],
    pool: Sequence[Collection[Hashable]],
    similarity: Similarity,
    *,
    jobs: int | None = None,
    cluster: str | None = None,
    progress: bool | None = None,
) -> Neighbours:
    """Return for each text the most similar one of a pool, such as a test problem's among those of training.

    >>> from mwplab.text.similarity import Jaccard
    >>> found = nearest_among([{"red", "owl"}, {"kite"}], [{"owl"}, {"red", "owl", "sings"}], Jaccard())
    >>> found.places.tolist(), found.values.round(3).tolist()
    ([1, 0], [0.667, 0.0])
    """
    require_numba("a search for nearest neighbours")
    both = similarity.encoded(encode([*texts, *pool]))
    cut = int(both.lengths[: len(texts)].sum())
    asking = _distinct(Encoded(both.tokens[:cut], both.lengths[: len(texts)]))
    asked = _distinct(Encoded(both.tokens[cut:], both.lengths[len(texts) :]))
    queries = len(asking.firsts)
    joined = Encoded(*(np.concatenate(parts) for parts in zip(asking.texts, asked.texts, strict=True)))
    firsts = np.concatenate([np.zeros(queries, dtype=np.int64), asked.firsts])
    repeated = np.zeros(len(firsts), dtype=np.bool_)
    _, values, others = _search(joined, queries, firsts, repeated, similarity, jobs, cluster, progress)
    places = np.where(others >= 0, firsts[others], 0 if pool else -1)
    return Neighbours(places[asking.of], values[asking.of] if pool else np.full(len(texts), np.nan))


def _search(
    texts: Encoded,
    queries: int,
    firsts: Integers,
    repeated: npt.NDArray[np.bool_],
    similarity: Similarity,
    jobs: int | None,
    cluster: str | None,
    progress: bool | None,
) -> tuple[Floats, Floats, Integers]:
    setting = similarity.setting(int(texts.lengths.max(initial=0)))
    terms = index_terms(texts, setting.counted, queries=queries)
    sizes = np.unique(texts.lengths[queries:])
    asking = texts.lengths[:queries] if queries else texts.lengths
    # Texts of the same length share their bounds, and the rows of a block stay near each other.
    order = np.argsort(asking, kind="stable")

    def block(begin: int) -> tuple[Floats, Floats, Integers]:
        from mwplab.text.similarity import kernels

        arrays = map(frozen, (sizes, firsts, repeated, order[begin : begin + BLOCK]))
        return kernels.search(setting, terms.frozen(), *arrays)

    parts = map_many(
        block,
        range(0, max(1, len(order)), BLOCK),
        jobs=jobs,
        cluster=cluster,
        progress=progress,
        description="neighbours",
    )
    back = np.argsort(order)
    owns, values, places = (np.concatenate(part)[back] for part in zip(*parts, strict=True))
    return owns, values, places


def _distinct(texts: Encoded) -> _Distinct:
    numbers: dict[bytes, int] = {}
    of: list[int] = []
    firsts: list[int] = []
    seconds: list[int] = []
    starts = np.cumsum(texts.lengths) - texts.lengths
    for place, (start, length) in enumerate(zip(starts.tolist(), texts.lengths.tolist(), strict=True)):
        number = numbers.setdefault(texts.tokens[start : start + length].tobytes(), len(numbers))
        of.append(number)
        if number == len(firsts):
            firsts.append(place)
            seconds.append(-1)
        elif seconds[number] < 0:
            seconds[number] = place
    kept = np.zeros(len(texts.lengths), dtype=np.bool_)
    kept[firsts] = True
    only = Encoded(texts.tokens[np.repeat(kept, texts.lengths)], texts.lengths[kept])
    return _Distinct(only, *(np.array(column, dtype=np.int64) for column in (of, firsts, seconds)))


def _first_others(groups: Sequence[Hashable]) -> Integers:
    # The first other member of each one's group, for texts that are like none.
    heads: dict[Hashable, list[int]] = {}
    for place, group in enumerate(groups):
        if len(members := heads.setdefault(group, [])) < 2:
            members.append(place)
    chosen = [next((one for one in heads[group] if one != place), -1) for place, group in enumerate(groups)]
    return np.array(chosen, dtype=np.int64)
