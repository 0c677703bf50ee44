"""One stage of a search: the texts that share an n-gram of one order with the text that asks."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from mwplab.text.similarity.bounds import (
    ANY,
    SETTLED,
    SLACK,
    Scratch,
    finer_bound,
    known_bound,
    least_shared,
)
from mwplab.text.similarity.compiled import compiled, inlined
from mwplab.text.similarity.scores import similarity
from mwplab.text.similarity.setting import Setting
from mwplab.text.similarity.signs import Signs, common_bits
from mwplab.text.similarity.terms import Integers, Small, Terms

WORTH = 8  # to compare two texts takes as long as to read so many postings


@inlined
def count_shared(row_starts: Integers, row_terms: Small, marks: npt.NDArray[np.uint8], row: int) -> int:
    """Return how many terms of a row the text that asks has as well."""
    shared = 0
    for at in range(row_starts[row], row_starts[row + 1]):
        shared += marks[row_terms[at]]
    return shared


@compiled
def evaluate(
    setting: Setting,
    terms: Terms,
    scratch: Scratch,
    one: int,
    other: int,
    order: int,
    limit: int,
    below: int,
    best: float,
) -> float:
    """Return the similarity of two texts, or -1 as soon as it cannot reach the best.

    They share at most so many terms of the order and of the one below, and with bounds none of a higher one.
    """
    starts, row_terms, marks, precisions = (
        terms.row_starts,
        terms.row_terms,
        scratch.marks,
        scratch.precisions,
    )
    length, size = terms.lengths[one], terms.lengths[other]
    own, row = one * setting.counted, other * setting.counted
    top = order if setting.prunes else setting.counted - 1
    matches = scratch.matches
    for n in range(setting.counted):
        held = min(starts[own + n + 1] - starts[own + n], starts[row + n + 1] - starts[row + n])
        matches[n] = held if n <= top else 0
    matches[order] = min(matches[order], limit)
    if order > 0:
        matches[order - 1] = min(matches[order - 1], below)
    for n in range(top + 1):
        matches[n] = count_shared(starts, row_terms, marks, row + n)
        if setting.prunes:
            # No more terms of a higher order are shared than of a lower one.
            for above in range(n + 1, top + 1):
                matches[above] = min(matches[above], matches[n])
            if similarity(setting, matches, length, size, precisions) * SLACK < best:
                return -1.0
    return similarity(setting, matches, length, size, precisions)


@compiled
def count_below(
    setting: Setting, terms: Terms, scratch: Scratch, one: int, order: int, candidates: int
) -> int:
    """Count the terms of the order below that candidates share; return how many of them were not read.

    Most candidates share one frequent term and little else, and a look at the rarer terms of the order below
    tells so for all of them at once.
    """
    if order == 0 or not setting.prunes:
        return int(terms.lengths[one])
    postings, shared, below = terms.postings, scratch.shared, scratch.below
    row = one * setting.counted + order - 1
    at, end = terms.row_starts[row], terms.row_starts[row + 1]
    while at < end:
        term = terms.row_terms[at]
        begin, stop = terms.posting_starts[term], terms.posting_starts[term + 1]
        if stop - begin > WORTH * candidates:
            break
        for posting in range(begin, stop):
            text = postings[posting]
            if shared[text] > 0:
                below[text] += 1
        at += 1
    return int(end - at)


@compiled
def search_stage(
    setting: Setting,
    terms: Terms,
    sizes: Integers,
    firsts: Integers,
    signs: Signs,
    scratch: Scratch,
    one: int,
    order: int,
    best: float,
    place: int,
    count: int,
) -> tuple[float, int, int, bool]:
    """Look at the texts that share a term of an order; the last value says whether all others are worse."""
    # Under names of their own, since numba counts who holds an array each time it is taken out of a tuple.
    starts, row_terms, postings = terms.row_starts, terms.row_terms, terms.postings
    shared, touched, lower = scratch.shared, scratch.touched, scratch.below
    finer, marks = scratch.finer, scratch.marks
    length = terms.lengths[one]
    row = one * setting.counted + order
    at, end = starts[row], starts[row + 1]
    least = least_shared(setting, scratch, sizes, length, order, best, 0)
    begin, record = count, 0
    # Rare terms come first, so what is left out when too few are left are the longest postings.
    while at < end and end - at >= least:
        term = row_terms[at]
        for posting in range(terms.posting_starts[term], terms.posting_starts[term + 1]):
            text = postings[posting]
            met = shared[text]
            if met == SETTLED:
                continue
            if met == 0:
                touched[count] = text
                count += 1
            shared[text] = met + 1
            if met == record:
                record += 1
                value = evaluate(setting, terms, scratch, one, text, order, length, length, best)
                shared[text] = SETTLED
                if value > best or (
                    value == best and value > 0 and (place < 0 or firsts[text] < firsts[place])
                ):
                    best, place = value, text
                    least = least_shared(setting, scratch, sizes, length, order, best, least)
        at += 1
    unread = count_below(setting, terms, scratch, one, order, count - begin)
    # Words of one text that fall on the same bit.
    own = one * setting.counted
    alike = starts[own + 1] - starts[own] - common_bits(signs, one, one)
    for known in range(begin, count):
        text = touched[known]
        met = shared[text]
        limit, below = met + end - at, lower[text] + unread
        shared[text], lower[text] = SETTLED, 0
        if met == SETTLED or limit < least:
            continue
        if setting.prunes and order > 0:
            bound = known_bound(finer, order, limit, below, ANY)
            if bound < 0:
                bound = finer_bound(setting, scratch, sizes, length, order, limit, below, ANY)
            if bound < best:
                continue
        if setting.prunes and order > 1:
            # Where a text lies is not near, so its words are read only if its bits say that it is worth it.
            words = common_bits(signs, one, text) + alike
            bound = known_bound(finer, order, limit, below, words)
            if bound < 0:
                bound = finer_bound(setting, scratch, sizes, length, order, limit, below, words)
            if bound < best:
                continue
            words = count_shared(starts, row_terms, marks, text * setting.counted)
            bound = known_bound(finer, order, limit, below, words)
            if bound < 0:
                bound = finer_bound(setting, scratch, sizes, length, order, limit, below, words)
            if bound < best:
                continue
        value = evaluate(setting, terms, scratch, one, text, order, limit, below, best)
        if value > best or (value == best and value > 0 and (place < 0 or firsts[text] < firsts[place])):
            best, place = value, text
            least = least_shared(setting, scratch, sizes, length, order, best, least)
    return best, place, count, least > 0
