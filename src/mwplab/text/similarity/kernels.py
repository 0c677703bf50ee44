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


class Scratch(NamedTuple):
    """What a search writes on."""

    marks: npt.NDArray[np.uint8]
    """For each term whether the text that asks has it."""

    shared: Small
    """For each text the number of terms found in common in this stage, or SETTLED."""

    touched: Small
    """The texts with anything but 0 in ``shared``."""

    ceilings: Floats
    """The bounds known for this length, by order and number of shared terms; -1 where not yet computed."""

    matches: Integers
    """The number of shared terms of each order, or a bound of it."""

    precisions: Floats
    """Room for the precisions of one score."""


@compiled
def ceiling(
    setting: Setting, scratch: Scratch, sizes: Integers, length: int, order: int, shared: int
) -> float:
    """Return the most that a text can reach with so many shared terms of an order and none of a higher."""
    if scratch.ceilings[order, shared] < 0:
        most = 0.0
        for size in sizes:
            shorter = min(length, size)
            for n in range(setting.counted):
                scratch.matches[n] = max(0, shorter - n) if n < order else 0
            scratch.matches[order] = min(shared, max(0, shorter - order))
            most = max(most, similarity(setting, scratch.matches, length, size, scratch.precisions))
        scratch.ceilings[order, shared] = most * SLACK
    return float(scratch.ceilings[order, shared])


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
def evaluate(
    setting: Setting,
    terms: Terms,
    scratch: Scratch,
    one: int,
    other: int,
    order: int,
    limit: int,
    exact: bool,
    best: float,
) -> float:
    """Return the similarity of two texts, or -1 as soon as it cannot reach the best.

    They share at most, or exactly, so many terms of the order, and with bounds none of a higher one.
    """
    length, size = terms.lengths[one], terms.lengths[other]
    own, row = one * setting.counted, other * setting.counted
    highest = order if setting.prunes else setting.counted - 1
    matches = scratch.matches
    for n in range(setting.counted):
        held = min(
            terms.row_starts[own + n + 1] - terms.row_starts[own + n],
            terms.row_starts[row + n + 1] - terms.row_starts[row + n],
        )
        matches[n] = held if n <= highest else 0
    matches[order] = min(matches[order], limit)
    for n in range(highest, -1, -1):
        if n == order and exact:
            continue
        if setting.prunes and similarity(setting, matches, length, size, scratch.precisions) * SLACK < best:
            return -1.0
        matches[n] = 0
        for at in range(terms.row_starts[row + n], terms.row_starts[row + n + 1]):
            matches[n] += scratch.marks[terms.row_terms[at]]
    return similarity(setting, matches, length, size, scratch.precisions)


@compiled
def search_stage(
    setting: Setting,
    terms: Terms,
    sizes: Integers,
    firsts: Integers,
    scratch: Scratch,
    one: int,
    order: int,
    best: float,
    place: int,
    count: int,
) -> tuple[float, int, int, bool]:
    """Look at the texts that share a term of an order; the last value says whether all others are worse."""
    length = terms.lengths[one]
    row = one * setting.counted + order
    at, end = terms.row_starts[row], terms.row_starts[row + 1]
    least = least_shared(setting, scratch, sizes, length, order, best, 0)
    begin, record = count, 0
    # Rare terms come first, so what is left out when too few are left are the longest postings.
    while at < end and end - at >= least:
        term = terms.row_terms[at]
        for posting in range(terms.posting_starts[term], terms.posting_starts[term + 1]):
            text = terms.postings[posting]
            if scratch.shared[text] == SETTLED:
                continue
            if scratch.shared[text] == 0:
                scratch.touched[count] = text
                count += 1
            scratch.shared[text] += 1
            if scratch.shared[text] > record:
                record = scratch.shared[text]
                value = evaluate(setting, terms, scratch, one, text, order, length, False, best)
                scratch.shared[text] = SETTLED
                if value > best or (
                    value == best and value > 0 and (place < 0 or firsts[text] < firsts[place])
                ):
                    best, place = value, text
                    least = least_shared(setting, scratch, sizes, length, order, best, least)
        at += 1
    for known in range(begin, count):
        text = scratch.touched[known]
        limit = scratch.shared[text] + end - at
        scratch.shared[text], met = SETTLED, scratch.shared[text]
        if met != SETTLED and limit >= least:
            value = evaluate(setting, terms, scratch, one, text, order, limit, at == end, best)
            if value > best or (value == best and value > 0 and (place < 0 or firsts[text] < firsts[place])):
                best, place = value, text
                least = least_shared(setting, scratch, sizes, length, order, best, least)
    return best, place, count, least > 0


@compiled
def search(
    setting: Setting,
    terms: Terms,
    sizes: Integers,
    firsts: Integers,
    repeated: npt.NDArray[np.bool_],
    queries: Integers,
) -> tuple[Floats, Floats, Integers]:
    """Return each query's similarity to a copy of itself, if there is one, the best value, and its place."""
    owns, values = np.zeros(len(queries)), np.zeros(len(queries))
    places = np.full(len(queries), -1, dtype=np.int64)
    total = len(terms.lengths)
    longest = 0
    for query in queries:
        longest = max(longest, terms.lengths[query])
    scratch = Scratch(
        np.zeros(len(terms.posting_starts), dtype=np.uint8),
        np.zeros(total, dtype=np.int32),
        np.zeros(total + 1, dtype=np.int32),
        np.empty((setting.counted, longest + 1)),
        np.zeros(setting.counted, dtype=np.int64),
        np.zeros(setting.order + 1),
    )
    length = -1
    for at in range(len(queries)):
        one = queries[at]
        if terms.lengths[one] != length:
            length = terms.lengths[one]
            scratch.ceilings[:, : length + 1] = -1.0
        if repeated[one]:
            for n in range(setting.counted):
                scratch.matches[n] = max(0, length - n)
            owns[at] = similarity(setting, scratch.matches, length, length, scratch.precisions)
        row = one * setting.counted
        begin, end = terms.row_starts[row], terms.row_starts[row + setting.counted]
        for entry in range(begin, end):
            scratch.marks[terms.row_terms[entry]] = 1
        best, place, count, ended = owns[at], -1, 1, False
        scratch.touched[0], scratch.shared[one] = one, SETTLED
        order = setting.counted - 1 if setting.prunes else setting.stage
        while order >= 0 and not ended:
            best, place, count, ended = search_stage(
                setting, terms, sizes, firsts, scratch, one, order, best, place, count
            )
            order = order - 1 if setting.prunes else -1
        values[at], places[at] = best, place
        for known in range(count):
            scratch.shared[scratch.touched[known]] = 0
        for entry in range(begin, end):
            scratch.marks[terms.row_terms[entry]] = 0
    return owns, values, places
