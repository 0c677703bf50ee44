"""Words as bits: 256 for each text, which tell how many words two texts can have in common at most."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from mwplab.text.similarity.compiled import compiled, inlined
from mwplab.text.similarity.terms import Terms

Signs = npt.NDArray[np.uint64]


@compiled
def sign(terms: Terms) -> Signs:
    """Return for each text 256 bits, those set on which its words fall."""
    signs = np.zeros((len(terms.lengths), 4), dtype=np.uint64)
    for text in range(len(terms.lengths)):
        row = text * terms.orders
        for at in range(terms.row_starts[row], terms.row_starts[row + 1]):
            bit = terms.row_terms[at] & 255
            signs[text, bit >> 6] |= np.uint64(1) << np.uint64(bit & 63)
    return signs


@inlined
def common_bits(signs: Signs, one: int, other: int) -> int:
    """Return how many bits two texts have in common."""
    found = 0
    for part in range(4):
        word = signs[one, part] & signs[other, part]
        word = word - ((word >> np.uint64(1)) & np.uint64(0x5555555555555555))
        word = (word & np.uint64(0x3333333333333333)) + (
            (word >> np.uint64(2)) & np.uint64(0x3333333333333333)
        )
        word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
        found += int((word * np.uint64(0x0101010101010101)) >> np.uint64(56))
    return found
