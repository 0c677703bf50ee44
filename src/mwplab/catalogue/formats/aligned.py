"""Problems whose source says where in the text the numbers of the equations stand."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from mwplab.catalogue.formats.build import stands_for_hundredths
from mwplab.equations import EquationSystem, Matched, match_numbers, snap
from mwplab.equations.matching import SCALE
from mwplab.equations.nodes import Binary, Expr, Leaf, Number, QuantityRef, map_system
from mwplab.errors import DataError
from mwplab.records.problem import join_parts
from mwplab.text import DEFAULT, EVERY, Form, Quantity, quantities, split_question

ADDED = "added"
"""The key in ``extra`` that lists the quantities which the source aligns and our own reader does not have."""

_WORD = re.compile(r"\S+")
_NUMERAL = re.compile(r"[0-9][0-9,]*(?:\.[0-9]+)?|\.[0-9]+")
_LETTERS = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a source sees a number."""

    start: int
    """The place of its first character."""

    value: Fraction
    """What the source says that it is."""


@dataclass(frozen=True, slots=True)
class Placed:
    """The quantities of a text, with all that a source aligns among them."""

    quantities: tuple[Quantity, ...]
    """In reading order, none overlapping."""

    positions: tuple[int, ...]
    """For each place that was asked for, the position of its quantity."""

    added: tuple[int, ...] = ()
    """Positions of the quantities that are here only because the source has them."""

    @property
    def surfaces(self) -> list[str]:
        """Return the added quantities as they are written."""
        return [self.quantities[position].surface for position in self.added]


def split_with_places(raw: str, places: Sequence[Place]) -> tuple[str, str, list[Place]]:
    """Return body, question, and the places in the text that they make, whose white space may differ.

    >>> split_with_places(" Ann has  5 figs.How many?", [Place(10, Fraction(5))])
    ('Ann has  5 figs.', 'How many?', [Place(start=9, value=Fraction(5, 1))])
    """
    body, question = split_question(raw)
    text = join_parts(body, question)
    if text == raw:
        return body, question, list(places)
    letters = [index for index, letter in enumerate(text) if not letter.isspace()]
    moved = [Place(letters[len("".join(raw[: place.start].split()))], place.value) for place in places]
    return body, question, moved


def place_quantities(text: str, places: Sequence[Place], count: Collection[Form] = DEFAULT) -> Placed:
    """Return the quantities of a text so that each place holds one with the value that the source says.

    >>> placed = place_quantities("Two odd numbers make 8.", [Place(4, Fraction(2)), Place(21, Fraction(8))])
    >>> placed.positions, placed.surfaces
    ((1, 2), ['odd'])
    """
    counted, every = quantities(text, count=count), quantities(text, count=EVERY)
    own = [_at(text, counted, place) for place in places]
    wanted = [
        found or _at(text, every, place) or _made(text, place)
        for place, found in zip(places, own, strict=True)
    ]
    # "One half" is one number to us; a source that aligns "one" as well has two there.
    wanted = [
        _made(text, place) if any(one != other and _overlap(one, other) for other in wanted) else one
        for place, one in zip(places, wanted, strict=True)
    ]
    kept = [one for one in counted if not any(_overlap(one, other) for other in wanted)]
    whole = sorted({*kept, *wanted}, key=lambda one: one.start)
    clash = next((two for one, two in pairwise(whole) if _overlap(one, two)), None)
    if clash is not None:
        raise DataError(
            f"two places of {text[:60]!r} overlap at {clash.surface!r}; a text has each quantity once"
        )
    added = sorted({whole.index(one) for one in wanted if one not in counted})
    return Placed(tuple(whole), tuple(whole.index(one) for one in wanted), tuple(added))


def reads(text: str, place: Place) -> bool:
    """Tell whether our own reader, with all forms, sees the number that the source sees at a place.

    >>> reads("Two odd numbers", Place(4, Fraction(2))), reads("Two odd numbers", Place(8, Fraction(2)))
    (True, False)
    """
    return _at(text, quantities(text, count=EVERY), place) is not None


def match_preferring(
    system: EquationSystem, found: Sequence[Quantity], preferred: Collection[int]
) -> Matched:
    """Refer numbers to quantities by value; where several have it, only the preferred ones are looked at.

    >>> from mwplab.equations import parse
    >>> str(match_preferring(parse("x = 5 + 3"), quantities("5 cats, 5 dogs, 3 hens"), {1}).system)
    'x = q1 + q2'
    """
    settled = {found[position].value for position in preferred}
    looked_at = [index for index, one in enumerate(found) if index in preferred or one.value not in settled]
    hundredths = [stands_for_hundredths(found[index]) for index in looked_at]
    matched = match_numbers(system, [found[index].value for index in looked_at], hundredths)
    if len(looked_at) == len(found):
        return matched

    def move(leaf: Leaf) -> Expr:
        return QuantityRef(looked_at[leaf.index]) if isinstance(leaf, QuantityRef) else leaf

    return Matched(map_system(matched.system, move), matched.ambiguous, matched.constants, matched.unmatched)


def refer_in_order(
    system: EquationSystem, found: Sequence[Quantity], positions: Sequence[int]
) -> EquationSystem:
    """Refer the i-th number of the equations to the i-th of the positions.

    >>> from mwplab.equations import parse
    >>> str(refer_in_order(parse("x = 5 - 0.03"), quantities("3 % of 5"), [1, 0]))
    'x = q1 - q0 / 100'
    """
    waiting = iter(positions)

    def refer(leaf: Leaf) -> Expr:
        if not isinstance(leaf, Number):
            return leaf
        position = next(waiting, None)
        if position is None:
            raise DataError(f"{system} has more numbers than the {len(positions)} that are aligned")
        return _reference(leaf.value, position, found[position])

    return map_system(system, refer)


def _reference(value: Fraction, position: int, quantity: Quantity) -> Expr:
    if snap(value) == snap(quantity.value):
        return QuantityRef(position)
    if stands_for_hundredths(quantity) and snap(value) == snap(quantity.value * SCALE):
        return Binary("/", QuantityRef(position), Number(1 / SCALE))
    raise DataError(
        f"the equation has {value} where the text has {quantity.surface!r}; the alignment is wrong"
    )


def _at(text: str, found: Sequence[Quantity], place: Place) -> Quantity | None:
    """Return the quantity with the value of a place that shares a letter with the word standing there."""
    start, end = _word(text, place.start)
    here = (one for one in found if one.start < end and start < one.end)
    return next((one for one in here if snap(one.value) == place.value), None)


def _made(text: str, place: Place) -> Quantity:
    """Return a quantity for the word at a place: its digits, or its letters, or all of it."""
    start, end = _word(text, place.start)
    digits, letters = _NUMERAL.search(text, start, end), _LETTERS.search(text, start, end)
    if digits or letters:
        start, end = (digits or letters).span()  # type: ignore[union-attr]
    form = Form.DIGITS if digits else Form.WORDS
    return Quantity(value=place.value, start=start, end=end, surface=text[start:end], form=form)


def _word(text: str, start: int) -> tuple[int, int]:
    found = _WORD.match(text, start)
    if found is None:
        raise DataError(f"no word starts at {start} of {text[:60]!r}, where the source sees a number")
    return found.span()


def _overlap(one: Quantity, other: Quantity) -> bool:
    return one.start < other.end and other.start < one.end
