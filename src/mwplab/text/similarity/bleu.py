"""Sentence BLEU of two token sequences, as NLTK and as sacreBLEU compute it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np

from mwplab.errors import StatisticsError, UnknownName
from mwplab.text.similarity import setting as names
from mwplab.text.similarity.setting import Setting
from mwplab.text.similarity.terms import Encoded, Integers

SMOOTHINGS: dict[str, tuple[int, float]] = {
    **{f"method{number}": (number, value) for number, value in enumerate([0, 0.1, 0, 0, 5, 0, 5, 5])},
    "none": (names.NONE, 0),
    "floor": (names.FLOOR, 0.1),
    "add-k": (names.ADD_K, 1),
    "exp": (names.EXPONENTIAL, 0),
}
"""The smoothings by NLTK's and by sacreBLEU's name, each with its number and the usual value, 0 for none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bleu:
    """Sentence BLEU with one reference, between 0 and 1, or 4/3 with the methods 5 and 7, which add to it.

    >>> cat, mat = "the cat sat on the mat".split(), "a cat sat on a red mat".split()
    >>> round(Bleu().score(cat, mat), 6)
    0.274825
    >>> Bleu().similarity(cat, mat) == (Bleu().score(cat, mat) + Bleu().score(mat, cat)) / 2
    True
    """

    order: int = 4
    """The greatest n of the n-grams, all of the same weight."""

    smoothing: str = "method3"
    """What stands for a precision of 0: ``method0`` to ``method7`` as in NLTK, or sacreBLEU's ``none``,
    ``floor``, ``add-k`` and ``exp``. ``method3`` and ``exp`` differ only for texts shorter than the order."""

    value: float | None = None
    """The number that method1 and floor take for no match, add-k adds, method4 and method7 divide by and
    method6 weighs its guess with; None means what NLTK and sacreBLEU take."""

    brevity_penalty: bool = True
    """Whether a hypothesis shorter than its reference is punished."""

    effective_order: bool = False
    """Whether orders are left out for which the hypothesis is too short, as sacreBLEU has it for sentences
    and NLTK calls it ``auto_reweigh``."""

    def __post_init__(self) -> None:
        if self.smoothing not in SMOOTHINGS:
            raise UnknownName.among("smoothing", self.smoothing, SMOOTHINGS)
        if self.order < 1:
            raise StatisticsError(f"BLEU cannot have the order {self.order}; give 1 or more")
        if self.smoothing == "method6" and self.order < 3:
            raise StatisticsError(
                f"method6 guesses from the orders before, so {self.order} is too low; give 3 or more"
            )
        if self.value is not None and SMOOTHINGS[self.smoothing][1] == 0:
            raise StatisticsError(
                f"the smoothing {self.smoothing} takes no value, found {self.value}; leave it out"
            )
        if self.value is not None and not 0 < self.value < math.inf:
            raise StatisticsError(f"a smoothing cannot have the value {self.value}; give a number above 0")

    def score(self, hypothesis: Sequence[Hashable], reference: Sequence[Hashable]) -> float:
        """Return the BLEU of the hypothesis; 0 where method6 has no shared trigram to start from.

        >>> Bleu(order=1, smoothing="none").score(["a", "a", "b"], ["a", "b", "c"])
        0.6666666666666666
        """
        from mwplab.text.similarity import scores

        room = np.zeros(self.order + 1)
        matches = self._matches(hypothesis, reference)
        return float(scores.bleu(self.setting(), matches, len(hypothesis), len(reference), room))

    def similarity(self, one: Sequence[Hashable], other: Sequence[Hashable]) -> float:
        """Return the mean of both directions.

        >>> Bleu(order=1).similarity(["a", "b"], ["a"]) == Bleu(order=1).similarity(["a"], ["a", "b"])
        True
        """
        from mwplab.text.similarity import scores

        room = np.zeros(self.order + 1)
        matches = self._matches(one, other)
        return float(scores.similarity(self.setting(), matches, len(one), len(other), room))

    def setting(self, longest: int = 0) -> Setting:
        """Return what the inner loops need, for a corpus whose longest text is so long."""
        method, usual = SMOOTHINGS[self.smoothing]
        value = float(usual if self.value is None else self.value)
        fifth = method in (names.METHOD_5, names.METHOD_7)
        prunes = method != names.METHOD_6
        # With a great value a match would count for less than what stands for no match.
        if method in (names.METHOD_1, names.FLOOR):
            prunes = value <= 1
        elif method in (names.METHOD_4, names.METHOD_7):
            prunes = math.log(max(1, longest)) <= 2 * value
        return Setting(
            method=method,
            order=self.order,
            value=value,
            brevity=self.brevity_penalty,
            effective=self.effective_order,
            counted=max(self.order, 5) if fifth else self.order,
            prunes=prunes,
            stage=2 if method == names.METHOD_6 else 0,
        )

    def encoded(self, texts: Encoded) -> Encoded:
        """Return numbered texts as this similarity sees them: as they are."""
        return texts

    def _matches(self, one: Sequence[Hashable], other: Sequence[Hashable]) -> Integers:
        orders = range(1, self.setting().counted + 1)
        shared = (Counter(ngrams(one, order)) & Counter(ngrams(other, order)) for order in orders)
        return np.array([counts.total() for counts in shared], dtype=np.int64)


def ngrams(tokens: Sequence[Hashable], order: int) -> Iterator[tuple[Hashable, ...]]:
    """Yield the n-grams of a sequence.

    >>> list(ngrams("abc", 2))
    [('a', 'b'), ('b', 'c')]
    """
    return zip(*(islice(tokens, start, None) for start in range(order)), strict=False)
