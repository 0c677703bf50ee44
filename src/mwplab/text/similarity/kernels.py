"""The search for nearest neighbours, text by text and stage by stage."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from mwplab.text.similarity.bounds import SETTLED, Scratch, make_scratch
from mwplab.text.similarity.compiled import compiled
from mwplab.text.similarity.scores import similarity
from mwplab.text.similarity.setting import Setting
from mwplab.text.similarity.signs import Signs
from mwplab.text.similarity.stages import evaluate, search_stage
from mwplab.text.similarity.terms import Floats, Integers, Small, Terms


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
