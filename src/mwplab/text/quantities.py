"""From text to the quantities in it."""

from __future__ import annotations

from collections.abc import Collection

from mwplab.text.lexicon import CENTS, CURRENCIES, MONEY, PERCENT
from mwplab.text.numbers import with_dozen
from mwplab.text.pages import Page, Reading, page_of
from mwplab.text.quantity import DEFAULT, Flag, Form, Quantity
from mwplab.text.readers import READERS, read_amount

_NONE: frozenset[Flag] = frozenset()
_BEFORE = dict.fromkeys(CURRENCIES, frozenset({Flag.MONEY}))
_BEHIND = (
    dict.fromkeys(PERCENT, frozenset({Flag.PERCENT}))
    | dict.fromkeys(MONEY, frozenset({Flag.MONEY}))
    | dict.fromkeys(CENTS, frozenset({Flag.MONEY, Flag.CENTS}))
)


def quantities(text: str, *, count: Collection[Form] = DEFAULT) -> tuple[Quantity, ...]:
    """Return the quantities of the given forms in reading order, none overlapping.

    >>> [str(quantity.value) for quantity in quantities("Two dozen eggs at $ 2.50, a third of 1,200.")]
    ['24', '5/2', '1/3', '1200']
    >>> [quantity.surface for quantity in quantities("The first of 5", count={Form.ORDINAL})]
    ['first']
    """
    page = page_of(text)
    found = []
    place = 0
    for index, word in enumerate(page.words):
        reader = READERS.get(word)
        if reader is None:
            if not "0" <= word[-1:] <= "9":
                continue
            reader = read_amount
        reading = reader(page, index) if index >= place else None
        if reading is None:
            continue
        if Form.DOZEN in count:
            reading = with_dozen(page, reading)
        place = reading.end
        if reading.form in count:
            found.append(_quantity(text, page, reading))
    return tuple(found)


def _quantity(text: str, page: Page, reading: Reading) -> Quantity:
    start, end = page.starts[reading.start], page.ends[reading.end - 1]
    return Quantity(
        value=reading.value,
        start=start,
        end=end,
        surface=text[start:end],
        form=reading.form,
        flags=_flags(page, reading),
    )


def _flags(page: Page, reading: Reading) -> frozenset[Flag]:
    """Look at what stands before and behind a number."""
    words = page.words
    before = words[reading.start - 1]
    place = page.joined(reading.end)
    behind = words[place]
    flags = _BEHIND.get(behind, _NONE) | _BEFORE.get(before, _NONE)
    if behind == "per" and words[place + 1] == "cent":
        flags |= {Flag.PERCENT}
    if before == "." and words[reading.start - 2] == "rs":
        flags |= {Flag.MONEY}
    if reading.value.numerator < 0:
        flags |= {Flag.NEGATIVE}
    return flags
