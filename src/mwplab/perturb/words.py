"""Words in any order: whoever still answers has not read sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar

from mwplab.errors import NoVariant
from mwplab.perturb.perturbation import signed
from mwplab.perturb.renumbering import renumbered
from mwplab.records import Problem
from mwplab.registry import check_kinds
from mwplab.text import Quantity


@dataclass(frozen=True, slots=True)
class Piece:
    """What moves as a whole: what stands between white space, or a number of several words."""

    text: str
    """Its words."""

    inside: tuple[int, ...]
    """The positions of the quantities in it."""

    start: int
    """Where it stands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShuffledWords:
    """Puts the words of a text in an order by chance, marks of punctuation on the words that they stand at.

    The first number stays the first, so that equations mean what they meant; with ``numbers`` the numbers
    are dealt as well, and the equations follow them.

    >>> from mwplab.text import quantities
    >>> body = "Ann has two dozen owls and 4 cats."
    >>> problem = Problem(id="a/1", body=body, quantities=quantities(body))
    >>> ShuffledWords()(problem, Random(4))[0].text
    'two dozen and cats. owls Ann 4 has'
    """

    numbers: bool = False
    """Whether the numbers change places among each other."""

    name: ClassVar[str] = "shuffled-words"
    chance: ClassVar[bool] = True

    def __post_init__(self) -> None:
        check_kinds(self)

    def __call__(self, problem: Problem, rng: Random) -> tuple[Problem, ...]:
        """Return the text in another order."""
        found = pieces(problem.text, problem.quantities)
        if len({piece.text for piece in found}) < 2 or not (self.numbers or _has_words(found)):
            raise NoVariant(f"{problem.id} has no words that could change places")
        order = list(found)
        while [piece.text for piece in order] == [piece.text for piece in found]:
            rng.shuffle(order)
            if not self.numbers:
                order = in_their_order(order)
        return signed(problem, [arranged(problem, order)], self)


def _has_words(found: Sequence[Piece]) -> bool:
    """Tell whether there is another order in which the numbers stay in theirs."""
    words = {piece.text for piece in found if not piece.inside}
    return len(words) > 1 or (len(words) == 1 and any(piece.inside for piece in found))


def pieces(text: str, quantities: Sequence[Quantity]) -> list[Piece]:
    """Return what stands between white space, with numbers of several words whole.

    >>> from mwplab.text import quantities
    >>> [piece.text for piece in pieces("two dozen owls.", quantities("two dozen owls."))]
    ['two dozen', 'owls.']
    """
    spans: list[tuple[int, int]] = []
    for match in re.finditer(r"\S+", text):
        start, end = match.span()
        if spans and any(one.start < spans[-1][1] and one.end > start for one in quantities):
            start = spans.pop()[0]
        spans.append((start, end))
    return [
        Piece(
            text[start:end],
            tuple(place for place, one in enumerate(quantities) if start <= one.start < end),
            start,
        )
        for start, end in spans
    ]


def in_their_order(order: Sequence[Piece]) -> list[Piece]:
    """Return the pieces with those that hold numbers in the order of the text, the others where they are."""
    numbers = iter(sorted((piece for piece in order if piece.inside), key=lambda piece: piece.start))
    return [next(numbers) if piece.inside else piece for piece in order]


def arranged(problem: Problem, order: Sequence[Piece]) -> Problem:
    """Return a problem whose text is these pieces, with its quantities and references where they are now."""
    moved: list[Quantity] = []
    places: dict[int, int] = {}
    position = 0
    for piece in order:
        for old in piece.inside:
            quantity = problem.quantities[old]
            shift = position - piece.start
            places[old] = len(moved)
            moved.append(replace(quantity, start=quantity.start + shift, end=quantity.end + shift))
        position += len(piece.text) + 1

    moved_text = replace(
        problem, body=" ".join(piece.text for piece in order), question="", quantities=tuple(moved)
    )
    return renumbered(moved_text, places)
