"""What the inner loops need to know of a similarity: numbers instead of names."""

from __future__ import annotations

from typing import NamedTuple

METHOD_0, METHOD_1, METHOD_2, METHOD_3, METHOD_4, METHOD_5, METHOD_6, METHOD_7 = range(8)
NONE, FLOOR, ADD_K, EXPONENTIAL, JACCARD = range(8, 13)


class Setting(NamedTuple):
    """A similarity of two texts as a function of their lengths and of the number of n-grams they share."""

    method: int
    """One of the numbers above: a smoothing of BLEU by NLTK (0 to 7) or sacreBLEU, or Jaccard."""

    order: int = 1
    """The greatest n of the n-grams that the value is made of."""

    value: float = 0.0
    """The number that the smoothing adds, multiplies or divides by."""

    brevity: bool = True
    """Whether a hypothesis shorter than its reference is punished."""

    effective: bool = False
    """Whether orders are left out for which the hypothesis is too short."""

    counted: int = 1
    """The greatest n of the n-grams that are counted; methods 5 and 7 look at 5-grams in any case."""

    prunes: bool = True
    """Whether a further match never lowers the value, so that bounds may be used."""

    stage: int = 0
    """Without bounds: the order (from 0) of which a pair must share a term to have a value above 0."""
