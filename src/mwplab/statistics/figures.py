"""The two nouns of the room: a figure with its interval, and a comparison of two samples."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Interval:
    """A figure and the range that its true value lies in with the given confidence.

    >>> print(Interval(0.75, 0.60, 0.86))
    0.7500 [0.6000, 0.8600]
    >>> 0.5 in Interval(0.75, 0.60, 0.86)
    False
    """

    value: float
    """The figure itself; score intervals are not centred on it."""

    low: float
    """The lower end."""

    high: float
    """The upper end."""

    confidence: float = 0.95
    """How often a range made in this way holds the true value."""

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high

    def __str__(self) -> str:
        return f"{self.value:.4f} [{self.low:.4f}, {self.high:.4f}]"


@dataclass(frozen=True, slots=True)
class Comparison:
    """What a test says of two samples.

    >>> print(Comparison(Interval(0.05, 0.01, 0.09), 0.0123, "exact McNemar"))
    0.0500 [0.0100, 0.0900], p = 0.0123 (exact McNemar)
    """

    difference: Interval
    """The mean of the first sample minus that of the second."""

    p_value: float
    """How often chance alone makes a difference at least as large, in either direction."""

    test: str
    """The name of the test."""

    def __str__(self) -> str:
        return f"{self.difference}, p = {self.p_value:.3g} ({self.test})"
