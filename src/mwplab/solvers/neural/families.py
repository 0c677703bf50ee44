"""Training problems that were made from others: what they teach again is not counted again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from mwplab.records import Problem
from mwplab.solvers.neural.words import Reading


def originals(problems: Sequence[Problem]) -> list[int]:
    """Return for each problem the place of the one that it was made from, its own where that is not there.

    >>> one, other = Problem(id="a/1"), Problem(id="a/1~shuffled-words-1", parent="a/1")
    >>> originals([other, one, Problem(id="b/2~shuffled-words-1", parent="b/2")])
    [1, 1, 2]
    """
    places = {problem.id: place for place, problem in enumerate(problems)}
    return [_original(place, problems, places) for place in range(len(problems))]


def _original(place: int, problems: Sequence[Problem], places: dict[str, int]) -> int:
    met = {place}
    while (parent := problems[place].parent) in places and places[parent] not in met:
        place = places[parent]
        met.add(place)
    return place


def copies(problems: Sequence[Problem]) -> float:
    """Return how many problems there are for each that was made from none of the others.

    >>> copies([Problem(id="a/1"), Problem(id="a/1~shuffled-words-1", parent="a/1")])
    2.0
    """
    return len(problems) / len(set(originals(problems)))


def told_once(problems: Sequence[Problem], readings: Sequence[Reading]) -> Iterator[str]:
    """Yield the words of all texts, of a variant only those that its original has not.

    >>> problems = [Problem(id="a/1"), Problem(id="a/1~more-1", parent="a/1")]
    >>> short, long = (Reading(tuple(text.split()), (), ()) for text in ("two figs", "two red figs"))
    >>> list(told_once(problems, [short, long]))
    ['two', 'figs', 'red']
    """
    for place, original in enumerate(originals(problems)):
        words = Counter(readings[place].words)
        if original != place:
            words -= Counter(readings[original].words)
        yield from words.elements()
