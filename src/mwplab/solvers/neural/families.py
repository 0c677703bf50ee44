"""Training problems that were made from others: what they teach again is not counted again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from mwplab.records import Problem
from mwplab.solvers.neural.words import Reading

End = int | str
"""Where a chain of parents ends: the place of an original, or what the family of a missing one is called."""


def originals(problems: Sequence[Problem]) -> list[int]:
    """Return for each problem the place of the one that it was made from, its own where there is none.

    Where an original is not there, the first of its variants by id stands for it.

    >>> one, other = Problem(id="a/1"), Problem(id="a/1~shuffled-words-1", parent="a/1")
    >>> apart = [Problem(id=f"b/2~shuffled-words-{number}", parent="b/2") for number in (2, 1)]
    >>> originals([other, one, *apart])
    [1, 1, 3, 3]
    """
    places = {problem.id: place for place, problem in enumerate(problems)}
    ends: dict[int, End] = {}
    for place in range(len(problems)):
        if place not in ends:
            _follow(place, problems, places, ends)
    stands_for: dict[str, int] = {}
    for place in sorted(ends, key=lambda place: problems[place].id):
        end = ends[place]
        if isinstance(end, str):
            stands_for.setdefault(end, place)
    found = (ends[place] for place in range(len(problems)))
    return [stands_for[end] if isinstance(end, str) else end for end in found]


def _follow(place: int, problems: Sequence[Problem], places: Mapping[str, int], ends: dict[int, End]) -> None:
    """Note where the chain of parents of a problem ends, for all that it passes."""
    path = [place]
    met = {place}
    while True:
        parent, seed = problems[path[-1]].parent, problems[path[-1]].seed
        if parent is None:
            end: End = path[-1]
            break
        following = next((places[id] for id in (parent, seed or parent) if id in places), None)
        if following is None:
            end = seed or parent
            break
        if following in ends:
            end = ends[following]
            break
        if following in met:  # a circle
            end = min(path[path.index(following) :], key=lambda one: problems[one].id)
            break
        path.append(following)
        met.add(following)
    ends.update(dict.fromkeys(path, end))


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
