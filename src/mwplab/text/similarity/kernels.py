"""The inner loops: scores from counts of matches, and the staged search.

numba compiles them where it is installed. They stand in one file because its cache notices a change of the
file alone in which a function stands, not of the functions that it calls.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from mwplab.text.similarity import setting as names
from mwplab.text.similarity.compiled import compiled, inlined
from mwplab.text.similarity.setting import Setting
from mwplab.text.similarity.terms import Floats, Integers, Small, Terms

LEAST = 2.2250738585072014e-308  # what NLTK takes for a precision of nothing: the least normal number
SMALL = 1e-100  # products of precisions go on as logarithms before they leave the range of floats
SLACK = 1 + 1e-9  # a bound is computed in floats too, so it may come out a little below what it bounds
SETTLED = -1  # in place of a number of shared terms: this text has been looked at
ANY = 48  # so many shared terms of a lower order, or more, are not told apart in bounds
WORTH = 8  # to compare two texts takes as long as to read so many postings


@inlined
def nltk_precisions(setting: Setting, matches: Integers, hypothesis: int, precisions: Floats) -> None:
    """Write the smoothed precision of each order as NLTK has it."""
    method, value = setting.method, setting.value
    halved = 1.0
    for n in range(setting.order):
        total = max(1, hypothesis - n)
        precisions[n] = matches[n] / total
        if method == names.METHOD_2 and n > 0:
            precisions[n] = (matches[n] + 1) / (total + 1)
        elif matches[n] == 0:
            if method == names.METHOD_0:
                precisions[n] = LEAST
            elif method == names.METHOD_1:
                precisions[n] = value / total
            elif method == names.METHOD_3:
                halved *= 2
                precisions[n] = 1 / (halved * total)
            elif (method == names.METHOD_4 or method == names.METHOD_7) and hypothesis > 1:
                halved *= 2
                precisions[n] = math.log(hypothesis) / (halved * value * total)
    if method == names.METHOD_5 or method == names.METHOD_7:
        # NLTK takes the 5-grams for the order after the last, whatever the last is.
        fifth = matches[4] / max(1, hypothesis - 4)
        before = precisions[0] + 1
        for n in range(setting.order):
            after = precisions[n + 1] if n + 1 < setting.order else fifth
            before = (before + precisions[n] + after) / 3
            precisions[n] = before
    elif method == names.METHOD_6:
        for n in range(2, setting.order):
            prior = precisions[n - 1] ** 2 / precisions[n - 2]
            precisions[n] = (matches[n] + value * prior) / (max(0, hypothesis - n) + value)


@inlined
def sacrebleu_precisions(setting: Setting, matches: Integers, hypothesis: int, precisions: Floats) -> None:
    """Write the smoothed precision of each order as sacreBLEU has it."""
    halved = 1.0
    for n in range(setting.order):
        total = max(0, hypothesis - n)
        if setting.method == names.ADD_K and n > 0:
            precisions[n] = (matches[n] + setting.value) / (total + setting.value)
        elif matches[n] > 0:
            precisions[n] = matches[n] / total
        elif total > 0 and setting.method == names.EXPONENTIAL:
            halved *= 2
            precisions[n] = 1 / (halved * total)
        elif total > 0 and setting.method == names.FLOOR:
            precisions[n] = setting.value / total
        else:
            precisions[n] = 0.0


@inlined
def bleu(setting: Setting, matches: Integers, hypothesis: int, reference: int, precisions: Floats) -> float:
    """Return the BLEU of a hypothesis from its matches with the reference and the lengths of both."""
    if matches[0] == 0 or (setting.method == names.METHOD_6 and matches[2] == 0):
        return 0.0
    if setting.method < names.NONE:
        nltk_precisions(setting, matches, hypothesis, precisions)
    else:
        sacrebleu_precisions(setting, matches, hypothesis, precisions)
    orders = setting.order
    if setting.effective and setting.method != names.ADD_K:
        orders = min(orders, hypothesis)
    product, logarithm = 1.0, 0.0
    for n in range(orders):
        if precisions[n] == 0.0:
            if setting.method >= names.NONE:
                return 0.0
        elif precisions[n] < SMALL:
            logarithm += math.log(precisions[n])
        else:
            product *= precisions[n]
            if product < SMALL:
                logarithm += math.log(product)
                product = 1.0
    if orders == 4 and logarithm == 0:
        score = math.sqrt(math.sqrt(product))  # the usual case, and much quicker
    else:
        score = math.exp((logarithm + math.log(product)) / orders)
    if setting.brevity and hypothesis < reference:
        score *= math.exp(1 - reference / hypothesis)
    return score


@compiled
def similarity(setting: Setting, matches: Integers, one: int, other: int, precisions: Floats) -> float:
    """Return the similarity of two texts from their matches and lengths; of BLEU the mean of both ways."""
    if setting.method == names.JACCARD:
        return matches[0] / (one + other - matches[0]) if matches[0] > 0 else 0.0
    there = bleu(setting, matches, one, other, precisions)
    return (there + bleu(setting, matches, other, one, precisions)) / 2


Signs = npt.NDArray[np.uint64]


class Scratch(NamedTuple):
    """What a search writes on."""

    marks: npt.NDArray[np.uint8]
    """For each term whether the text that asks has it."""

    shared: Small
    """For each text the number of terms found in common in this stage, or SETTLED."""

    below: Small
    """For each text the number of terms of the order below found in common in this stage."""

    touched: Small
    """The texts with anything but 0 in ``shared``."""

    ceilings: Floats
    """The bounds known for this length, by order and number of shared terms; -1 where not yet computed."""

    finer: Floats
    """The bounds known for this length, by order, number of shared terms, of those of the order below, and of
    words, where ANY stands for so many or more; -1 where not yet computed."""

    matches: Integers
    """The number of shared terms of each order, or a bound of it."""

    precisions: Floats
    """Room for the precisions of one score."""


@compiled
def highest(
    setting: Setting,
    scratch: Scratch,
    sizes: Integers,
    length: int,
    order: int,
    shared: int,
    below: int,
    words: int,
) -> float:
    """Return the most that a text can reach with so many shared terms of an order, the one below, and words.

    It shares none of a higher order, and of the others as many as there can be, never more than of a lower.
    """
    most = 0.0
    for size in sizes:
        shorter = min(length, size)
        for n in range(setting.counted):
            known = shared if n == order else below if n == order - 1 else length
            scratch.matches[n] = min(known, words, max(0, shorter - n)) if n <= order else 0
        most = max(most, similarity(setting, scratch.matches, length, size, scratch.precisions))
    return most * SLACK


@inlined
def ceiling(
    setting: Setting, scratch: Scratch, sizes: Integers, length: int, order: int, shared: int
) -> float:
    """Return the most that a text can reach with so many shared terms of an order."""
    if scratch.ceilings[order, shared] < 0:
        bound = highest(setting, scratch, sizes, length, order, shared, length, length)
        scratch.ceilings[order, shared] = bound
    return float(scratch.ceilings[order, shared])


@inlined
def known_bound(finer: Floats, order: int, shared: int, below: int, words: int) -> float:
    """Return what is known of a bound, or -1."""
    return float(finer[order, min(shared, ANY), min(below, ANY), min(words, ANY)])


@compiled
def finer_bound(
    setting: Setting,
    scratch: Scratch,
    sizes: Integers,
    length: int,
    order: int,
    shared: int,
    below: int,
    words: int,
) -> float:
    """Return and note the most that a text can reach with so many shared terms of three orders."""
    shared, below, words = min(shared, ANY), min(below, ANY), min(words, ANY)
    bound = highest(
        setting,
        scratch,
        sizes,
        length,
        order,
        shared if shared < ANY else length,
        below if below < ANY else length,
        words if words < ANY else length,
    )
    scratch.finer[order, shared, below, words] = bound
    return bound


@compiled
def least_shared(
    setting: Setting, scratch: Scratch, sizes: Integers, length: int, order: int, best: float, least: int
) -> int:
    """Return how many terms of an order, at least, a text must share to be as good as the best, or more."""
    if not setting.prunes:
        return 0
    most = max(0, length - order) + 1
    while least < most:
        middle = (least + most) // 2
        bound = ceiling(setting, scratch, sizes, length, order, middle)
        if bound < best or bound == 0:
            least = middle + 1
        else:
            most = middle
    return least


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


@compiled
def make_scratch(setting: Setting, terms: Terms, queries: Integers) -> Scratch:
    """Return room for a search."""
    longest = 0
    for query in queries:
        longest = max(longest, terms.lengths[query])
    total = len(terms.lengths)
    return Scratch(
        np.zeros(len(terms.posting_starts), dtype=np.uint8),
        np.zeros(total, dtype=np.int32),
        np.zeros(total, dtype=np.int32),
        np.zeros(total + 1, dtype=np.int32),
        np.empty((setting.counted, longest + 1)),
        np.empty((setting.counted, ANY + 1, ANY + 1, ANY + 1)),
        np.zeros(setting.counted, dtype=np.int64),
        np.zeros(setting.order + 1),
    )


@compiled
def copy_value(setting: Setting, scratch: Scratch, length: int) -> float:
    """Return the similarity of a text of this length to a copy of itself."""
    for n in range(setting.counted):
        scratch.matches[n] = max(0, length - n)
    return float(similarity(setting, scratch.matches, length, length, scratch.precisions))


@compiled
def mark(setting: Setting, terms: Terms, scratch: Scratch, one: int, sign: int) -> None:
    """Set or clear the mark of each term of the text that asks."""
    row = one * setting.counted
    for at in range(terms.row_starts[row], terms.row_starts[row + setting.counted]):
        scratch.marks[terms.row_terms[at]] = sign


@compiled
def compare(
    setting: Setting,
    terms: Terms,
    firsts: Integers,
    repeated: npt.NDArray[np.bool_],
    queries: Integers,
    starts: Integers,
    candidates: Small,
) -> tuple[Floats, Floats, Integers]:
    """Return what `search` does, from a look at the candidates of each query alone."""
    owns, values = np.zeros(len(queries)), np.zeros(len(queries))
    places = np.full(len(queries), -1, dtype=np.int64)
    scratch = make_scratch(setting, terms, queries)
    highest = setting.counted - 1
    for at in range(len(queries)):
        one = queries[at]
        length = terms.lengths[one]
        if repeated[one]:
            owns[at] = copy_value(setting, scratch, length)
        mark(setting, terms, scratch, one, 1)
        best, place = owns[at], -1
        for known in range(starts[at], starts[at + 1]):
            text = candidates[known]
            value = evaluate(setting, terms, scratch, one, text, highest, length, length, best)
            if value > best or (value == best and value > 0 and (place < 0 or firsts[text] < firsts[place])):
                best, place = value, text
        values[at], places[at] = best, place
        mark(setting, terms, scratch, one, 0)
    return owns, values, places


@compiled
def search(
    setting: Setting,
    terms: Terms,
    sizes: Integers,
    signs: Signs,
    firsts: Integers,
    repeated: npt.NDArray[np.bool_],
    queries: Integers,
) -> tuple[Floats, Floats, Integers]:
    """Return each query's similarity to a copy of itself, if there is one, the best value, and its place."""
    owns, values = np.zeros(len(queries)), np.zeros(len(queries))
    places = np.full(len(queries), -1, dtype=np.int64)
    scratch = make_scratch(setting, terms, queries)
    length = -1
    for at in range(len(queries)):
        one = queries[at]
        if terms.lengths[one] != length:
            length = terms.lengths[one]
            scratch.ceilings[:, : length + 1] = -1.0
            scratch.finer[:] = -1.0
        if repeated[one]:
            owns[at] = copy_value(setting, scratch, length)
        mark(setting, terms, scratch, one, 1)
        best, place, count, ended = owns[at], -1, 1, False
        scratch.touched[0], scratch.shared[one] = one, SETTLED
        order = setting.counted - 1 if setting.prunes else setting.stage
        while order >= 0 and not ended:
            best, place, count, ended = search_stage(
                setting, terms, sizes, firsts, signs, scratch, one, order, best, place, count
            )
            order = order - 1 if setting.prunes else -1
        values[at], places[at] = best, place
        for known in range(count):
            scratch.shared[scratch.touched[known]] = 0
        mark(setting, terms, scratch, one, 0)
    return owns, values, places
