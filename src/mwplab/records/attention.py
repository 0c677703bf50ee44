"""What a solver looked at while it wrote: a weight for each word, by each symbol of the equation."""

from __future__ import annotations

import math
from dataclasses import dataclass

from mwplab.errors import RecordError
from mwplab.records.outcome import Prediction

ATTENTION = "attention"
"""The key in a prediction's trace: ``{"words": [...], "symbols": [...], "weights": [[...], ...]}``."""


@dataclass(frozen=True, slots=True)
class Attention:
    """Which words a solver attended to, symbol by symbol."""

    words: tuple[str, ...]
    """The words as the solver read them."""

    symbols: tuple[str, ...]
    """What it wrote, in its own order."""

    weights: tuple[tuple[float, ...], ...]
    """For each symbol the weight of each word, from 0 to 1."""

    @classmethod
    def of(cls, prediction: Prediction) -> Attention | None:
        """Return what the trace of a prediction says; none where it says nothing about attention.

        >>> trace = {"attention": {"words": ["each", "owl"], "symbols": ["*"], "weights": [[0.9, 0.1]]}}
        >>> Attention.of(Prediction(problem="a/1", trace=trace)).weights
        ((0.9, 0.1),)
        """
        found = prediction.trace.get(ATTENTION)
        match found:
            case None:
                return None
            case {"words": list(words), "symbols": list(symbols), "weights": list(weights)}:
                table = tuple(_weights(line, prediction.problem) for line in weights)
                if len(table) != len(symbols) or any(len(line) != len(words) for line in table):
                    raise RecordError(
                        f"the attention of the prediction for {prediction.problem} has {len(words)} words "
                        f"and {len(symbols)} symbols, but its weights are not a table of that size"
                    )
                return cls(tuple(map(str, words)), tuple(map(str, symbols)), table)
            case _:
                raise _unreadable(prediction.problem)

    def top(self, symbol: int) -> tuple[str, float] | None:
        """Return the word that a symbol attends to most, with its weight; none where there is no word.

        >>> Attention(("each", "owl"), ("*",), ((0.9, 0.1),)).top(0)
        ('each', 0.9)
        """
        line = self.weights[symbol]
        return max(zip(self.words, line, strict=True), key=lambda pair: pair[1]) if line else None


def _weights(line: object, problem: str) -> tuple[float, ...]:
    if not isinstance(line, list):
        raise _unreadable(problem)
    numbers = tuple(float(one) for one in line if isinstance(one, int | float))
    if len(numbers) != len(line) or not all(math.isfinite(one) for one in numbers):
        raise _unreadable(problem)
    return numbers


def _unreadable(problem: str) -> RecordError:
    return RecordError(
        f"the attention of the prediction for {problem} cannot be read; it is an object of words, "
        "symbols, and a list of numbers for each symbol"
    )
