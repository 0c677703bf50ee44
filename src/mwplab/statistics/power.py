"""What a comparison can see: its power, and the smallest difference that it would notice.

The normal approximations of McNemar's test (Miettinen 1968, Connor 1987) and of the score test for two
proportions, both two-sided. For grouped problems give the number that they are worth: the number of problems
divided by the design effect.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from statistics import NormalDist

from mwplab.errors import StatisticsError
from mwplab.statistics.checks import check_share
from mwplab.statistics.distributions import normal_quantile

_NORMAL = NormalDist()


def paired_power(pairs: float, difference: float, discordance: float, *, alpha: float = 0.05) -> float:
    """Return how often McNemar's test finds a difference between two solvers on the same problems.

    ``discordance`` is the share of problems that only one of the two solves.

    >>> round(paired_power(1000, 0.03, 0.10), 3)
    0.852
    """
    check_share(alpha, "level alpha")
    _check_size(pairs)
    _check_discordance(discordance)
    if not 0 <= abs(difference) <= discordance:
        raise StatisticsError(
            f"a difference of {difference} needs as large a share of discordant pairs, not {discordance}"
        )
    reach = normal_quantile(1 - alpha / 2) * math.sqrt(discordance)
    return _power(abs(difference) * math.sqrt(pairs), reach, discordance - difference**2)


def unpaired_power(
    first_size: float, second_size: float, first_share: float, second_share: float, *, alpha: float = 0.05
) -> float:
    """Return how often the score test finds the difference between two shares in separate samples.

    >>> round(unpaired_power(1000, 1000, 0.55, 0.50), 3)
    0.61
    """
    check_share(alpha, "level alpha")
    _check_size(first_size)
    _check_size(second_size)
    for share in (first_share, second_share):
        if not 0 <= share <= 1:
            raise StatisticsError(f"a share of {share} cannot be; shares lie between 0 and 1")
    pooled = (first_size * first_share + second_size * second_share) / (first_size + second_size)
    reach = normal_quantile(1 - alpha / 2) * math.sqrt(
        pooled * (1 - pooled) * (1 / first_size + 1 / second_size)
    )
    variance = first_share * (1 - first_share) / first_size + second_share * (1 - second_share) / second_size
    return _power(abs(first_share - second_share), reach, variance)


def detectable_paired(
    pairs: float, discordance: float, *, alpha: float = 0.05, power: float = 0.8
) -> float | None:
    """Return the smallest difference that a paired comparison notices with the given power.

    None where even a difference as large as the discordance would be missed.

    >>> round(detectable_paired(1000, 0.10), 4)
    0.028
    >>> detectable_paired(20, 0.10) is None
    True
    """
    check_share(power, "power")
    _check_discordance(discordance)
    return _smallest(
        lambda difference: paired_power(pairs, difference, discordance, alpha=alpha), discordance, power
    )


def detectable_unpaired(
    first_size: float, second_size: float, share: float, *, alpha: float = 0.05, power: float = 0.8
) -> float | None:
    """Return the smallest gain over a share of the second sample that an unpaired comparison notices.

    None where even a share of 1 would be missed. A loss from a share is a gain from one minus that share.

    >>> round(detectable_unpaired(1000, 1000, 0.5), 4)
    0.0625
    """
    check_share(power, "power")
    return _smallest(
        lambda gain: unpaired_power(first_size, second_size, min(share + gain, 1.0), share, alpha=alpha),
        1 - share,
        power,
    )


def _check_size(size: float) -> None:
    if not 0 < size < math.inf:
        raise StatisticsError(f"a sample of {size} cannot be; give a size above 0")


def _check_discordance(discordance: float) -> None:
    if not 0 < discordance <= 1:
        raise StatisticsError(f"the discordance is {discordance}; give a share above 0 and at most 1")


def _power(effect: float, reach: float, variance: float) -> float:
    """The chance that a normal value around the effect lies beyond the reach on either side."""
    if variance <= 0:
        return float(effect >= reach)
    deviation = math.sqrt(variance)
    return _NORMAL.cdf((effect - reach) / deviation) + _NORMAL.cdf((-effect - reach) / deviation)


def _smallest(power_at: Callable[[float], float], largest: float, power: float) -> float | None:
    if power_at(largest) < power:
        return None
    low, high = 0.0, largest
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if power_at(middle) >= power else (middle, high)
    return high
