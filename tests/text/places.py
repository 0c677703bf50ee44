"""Where people saw numbers, compared with where the reader sees them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isclose

from mwplab.text import Quantity

# The published values are floats of single precision.
PRECISION = 1e-6


@dataclass(frozen=True, slots=True)
class Annotated:
    """A word that people took for a number."""

    start: int
    """The place of its first character."""

    end: int
    """The place behind its last character."""

    value: float
    """What they said that it is."""


def which_are_found(annotated: Sequence[Annotated], own: Sequence[Quantity]) -> list[bool]:
    """Say of each annotated word whether the reader has its number there.

    People pointed at one word each. It may be any word of a longer number ("half" of "one half") or hold more
    than the number ("+8"), so word and quantity need only share a letter.
    """
    return [
        any(
            one.start < quantity.end
            and quantity.start < one.end
            and isclose(one.value, quantity.value, rel_tol=PRECISION)
            for quantity in own
        )
        for one in annotated
    ]
