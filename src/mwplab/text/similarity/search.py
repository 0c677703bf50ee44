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
from mwplab.text.similarity.kept import Block, kept_blocks
from mwplab.text.similarity.rough import Rough, gather
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

    recall: float = 1.0
    """The share of texts whose value is that of an exact search: of a sample, after a rough one."""


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
    rough: Rough | None = None,
    jobs: int | None = None,
    cluster: str | None = None,
    progress: bool | None = None,
) -> Neighbours:
    """Return for each text the most similar other one, of its own group where groups are given.

    A rough search is for millions: it compares each text with those that share its rarest n-grams alone, and
    measures on a sample how often that misses the nearest.

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
    engine = _Engine(jobs, cluster, progress, rough)
    owns, values, others, recall = _search(
        found.texts, 0, found.firsts, found.seconds >= 0, similarity, engine
    )
    here = np.arange(len(texts))
    copies = np.where(here == found.firsts[found.of], found.seconds[found.of], found.firsts[found.of])
    places = np.where(others >= 0, found.firsts[others], -1)[found.of]
    values = values[found.of]
    as_near = (copies >= 0) & (owns[found.of] == values)
    places = np.where(as_near & ((places < 0) | (copies < places)), copies, places)
    places = np.where(values > 0, places, _first_others(groups or [None] * len(texts)))
    return Neighbours(places, np.where(places >= 0, values, np.nan), recall)


def nearest_among(
    texts: Sequence[Collection[Hashable]],
    pool: Sequence[Collection[Hashable]],
    similarity: Similarity,
    *,
    rough: Rough | None = None,
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
    engine = _Engine(jobs, cluster, progress, rough)
    _, values, others, recall = _search(joined, queries, firsts, repeated, similarity, engine)
    places = np.where(others >= 0, firsts[others], 0 if pool else -1)
    return Neighbours(places[asking.of], values[asking.of] if pool else np.full(len(texts), np.nan), recall)


@dataclass(frozen=True, slots=True)
class _Engine:
    """How a search is done, whatever it is for."""

    jobs: int | None
    cluster: str | None
    progress: bool | None
    rough: Rough | None


def _search(
    texts: Encoded,
    queries: int,
    firsts: Integers,
    repeated: npt.NDArray[np.bool_],
    similarity: Similarity,
    engine: _Engine,
) -> tuple[Floats, Floats, Integers, float]:
    from mwplab.text.similarity import kernels
    from mwplab.text.similarity.signs import sign

    setting = similarity.setting(int(texts.lengths.max(initial=0)))
    terms = index_terms(texts, setting.counted, queries=queries)
    sizes, signs = np.unique(texts.lengths[queries:]), sign(terms.frozen())
    asking = texts.lengths[:queries] if queries else texts.lengths
    # Texts of the same length share their bounds, and the rows of a block stay near each other.
    order = np.argsort(asking, kind="stable")

    def blocks(order: Integers, rough: Rough | None) -> Block:
        def block(begin: int) -> Block:
            held = terms.frozen()
            wanted = frozen(order[begin : begin + BLOCK])
            given = frozen(firsts), frozen(repeated), wanted
            if rough is None:
                return kernels.search(setting, held, frozen(sizes), frozen(signs), *given)
            starts, candidates = gather(held, wanted, rough.candidates)
            return kernels.compare(setting, held, *given, frozen(starts), frozen(candidates))

        searched = (texts.tokens, texts.lengths, firsts, repeated, order)
        how = f"{setting}|{queries}|{BLOCK}|{rough}"
        parts = map_many(
            block,
            range(0, max(1, len(order)), BLOCK),
            jobs=engine.jobs,
            cluster=engine.cluster,
            progress=engine.progress,
            description="neighbours",
            keep=kept_blocks(searched, how),
        )
        return tuple(map(np.concatenate, zip(*parts, strict=True)))

    back = np.argsort(order)
    owns, values, places = (column[back] for column in blocks(order, engine.rough))
    if engine.rough is None or not len(order):
        return owns, values, places, 1.0
    random = np.random.default_rng(engine.rough.seed)
    chosen = np.sort(random.choice(len(order), min(engine.rough.sample, len(order)), replace=False))
    _, exact, _ = blocks(order[chosen], None)
    return owns, values, places, float(np.mean(values[order[chosen]] == exact))


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
