"""Scores from counts of matches: BLEU in all its smoothings, and Jaccard."""

from __future__ import annotations

import math

from mwplab.text.similarity import setting as names
from mwplab.text.similarity.compiled import compiled, inlined
from mwplab.text.similarity.setting import Setting
from mwplab.text.similarity.terms import Floats, Integers

LEAST = 2.2250738585072014e-308  # what NLTK takes for a precision of nothing: the least normal number
SMALL = 1e-100  # products of precisions go on as logarithms before they leave the range of floats


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
