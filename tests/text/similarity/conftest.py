"""Corpora on which searches are checked against the plain way."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from random import Random

import pytest

Texts = list[list[str]]


def make_corpus(seed: int, size: int, words: int, longest: int) -> Texts:
    """Return random texts, a third of them copies of others with or without a changed word."""
    random = Random(seed)
    texts = [
        [f"w{random.randrange(words)}" for _ in range(random.randrange(longest + 1))] for _ in range(size)
    ]
    for _ in range(size // 3):
        text = list(random.choice(texts))
        if text and random.random() < 0.6:
            text[random.randrange(len(text))] = f"w{random.randrange(words)}"
        texts.insert(random.randrange(len(texts)), text)
    return texts


@pytest.fixture(scope="session")
def corpus() -> Callable[[int, int, int, int], Texts]:
    return make_corpus


def plain_nearest(
    texts: Sequence[Sequence[Hashable]],
    similarity: Callable[[Sequence[Hashable], Sequence[Hashable]], float],
    *,
    groups: Sequence[Hashable] | None = None,
    pool: Sequence[Sequence[Hashable]] | None = None,
) -> list[tuple[int, float]]:
    """Return each text's nearest neighbour by looking at all pairs; of equals the first."""
    found = []
    for place, text in enumerate(texts):
        best, value = -1, -1.0
        for other_place, other in enumerate(texts if pool is None else pool):
            if pool is None and (other_place == place or (groups and groups[other_place] != groups[place])):
                continue
            if (now := similarity(text, other)) > value:
                best, value = other_place, now
        found.append((best, value))
    return found


@pytest.fixture(scope="session")
def by_all_pairs() -> Callable[..., list[tuple[int, float]]]:
    return plain_nearest
