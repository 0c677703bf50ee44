"""The few distributions that the tests and intervals need, to about twelve digits.

The standard library has the normal one. Binomial and hypergeometric probabilities are written with Loader's
saddle-point form ("Fast and accurate computation of binomial probabilities", 2000): differences of log-gamma
values would lose half of the digits at a million trials.
"""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

from mwplab.statistics.checks import Floats

_NORMAL = NormalDist()
_EXACT_STIRLING = np.array(
    [0.0]
    + [math.lgamma(n + 1) - (n + 0.5) * math.log(n) + n - 0.5 * math.log(2 * math.pi) for n in range(1, 16)]
)


def normal_quantile(probability: float) -> float:
    """Return the point that a standard normal value stays below with the given probability.

    >>> round(normal_quantile(0.975), 6)
    1.959964
    """
    return _NORMAL.inv_cdf(probability)


def normal_tail(distance: float) -> float:
    """Return the probability of a standard normal value at least so far from 0, on either side.

    >>> round(normal_tail(1.959964), 6)
    0.05
    """
    return math.erfc(abs(distance) / math.sqrt(2))


def t_tail(distance: float, freedom: float) -> float:
    """Return the probability of a value of Student's t at least so far from 0, on either side.

    >>> round(t_tail(2.776445, 4), 6)
    0.05
    """
    square = distance * distance
    return 1 - _incomplete_beta(0.5, freedom / 2, square / (freedom + square))


def t_quantile(probability: float, freedom: float) -> float:
    """Return the point that Student's t stays below; infinite where no freedom is left.

    >>> round(t_quantile(0.975, 4), 6), t_quantile(0.975, 0)
    (2.776445, inf)
    """
    if freedom <= 0:
        return math.copysign(math.inf, probability - 0.5)
    if probability < 0.5:
        return -t_quantile(1 - probability, freedom)
    low, high = 0.0, 1.0
    while t_tail(high, freedom) > 2 * (1 - probability):
        low, high = high, high * 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if t_tail(middle, freedom) > 2 * (1 - probability) else (low, middle)
    return (low + high) / 2


def binomial(successes: npt.ArrayLike, trials: int, share: float) -> Floats:
    """Return the probability of each number of successes.

    >>> binomial([0, 1, 2], 2, 0.5).round(12).tolist()
    [0.25, 0.5, 0.25]
    """
    return np.asarray(np.exp(_log_binomial(np.asarray(successes, dtype=np.float64), trials, share)))


def hypergeometric(drawn: npt.ArrayLike, marked: int, unmarked: int, draws: int) -> Floats:
    """Return the probability of each number of marked items among those drawn without putting back.

    >>> hypergeometric([0, 1, 2, 3, 4], 4, 4, 4) * 70
    array([ 1., 16., 36., 16.,  1.])
    """
    found = np.asarray(drawn, dtype=np.float64)
    total = marked + unmarked
    share = draws / total
    logs = (
        _log_binomial(found, marked, share)
        + _log_binomial(draws - found, unmarked, share)
        - _log_binomial(np.array([float(draws)]), total, share)
    )
    return np.asarray(np.exp(logs))


def _log_binomial(successes: Floats, trials: int, share: float) -> Floats:
    failures = trials - successes
    if share in (0.0, 1.0):
        return np.where((failures if share else successes) == 0, 0.0, -np.inf)
    with np.errstate(divide="ignore", invalid="ignore"):
        logs = (
            _stirling_error(np.full_like(successes, trials))
            - _stirling_error(successes)
            - _stirling_error(failures)
            - _deviance(successes, trials * share)
            - _deviance(failures, trials * (1 - share))
            + 0.5 * np.log(trials / (2 * math.pi * successes * failures))
        )
    logs = np.where(successes == 0, trials * math.log1p(-share), logs)
    return np.where(failures == 0, trials * math.log(share), logs)


def _stirling_error(count: Floats) -> Floats:
    """The logarithm of n! minus Stirling's formula for it."""
    small = _EXACT_STIRLING[np.minimum(count, 15).astype(np.int64)]
    inverse = 1 / np.maximum(count, 15)
    square = inverse * inverse
    series = 1 / 12 - square * (1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square / 1188)))
    return np.where(count <= 15, small, inverse * series)


def _deviance(seen: Floats, expected: float) -> Floats:
    """``seen * log(seen / expected) + expected - seen``, without cancellation where the two are close."""
    ratio = (seen - expected) / (seen + expected)
    square = ratio * ratio
    series = np.zeros_like(seen)
    for term in range(10, 0, -1):
        series = square * (series + 1 / (2 * term + 1))
    near = (seen - expected) * ratio + 2 * seen * ratio * series
    far = seen * np.log(seen / expected) + expected - seen
    return np.where(np.abs(ratio) < 0.1, near, far)


def _incomplete_beta(first: float, second: float, point: float) -> float:
    """The regularized incomplete beta function, by Lentz's evaluation of its continued fraction."""
    if point <= 0 or point >= 1:
        return 0.0 if point <= 0 else 1.0
    if point > (first + 1) / (first + second + 2):
        return 1 - _incomplete_beta(second, first, 1 - point)
    scale = math.exp(
        first * math.log(point)
        + second * math.log1p(-point)
        + math.lgamma(first + second)
        - math.lgamma(first)
        - math.lgamma(second)
    )
    numerator, denominator = 1.0, 1 / (1 - (first + second) * point / (first + 1))
    fraction = denominator
    for step in range(1, 10_000):
        even = step * (second - step) * point / ((first + 2 * step - 1) * (first + 2 * step))
        odd = (
            -(first + step) * (first + second + step) * point / ((first + 2 * step) * (first + 2 * step + 1))
        )
        for term in (even, odd):
            denominator = 1 / (1 + term * denominator)
            numerator = 1 + term / numerator
            fraction *= numerator * denominator
        if abs(numerator * denominator - 1) < 1e-15:
            break
    return scale * fraction / first
