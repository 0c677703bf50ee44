"""How many problems a model in training answers rightly, asked as it will be, while other trainings go on."""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence

import torch
from torch import Tensor

from mwplab.records import Problem, same_value
from mwplab.solvers.neural.batch import Batch
from mwplab.solvers.neural.decoding import Decoder, batches
from mwplab.solvers.neural.encoding import Cut
from mwplab.solvers.neural.plausible import Kinds, plausibility
from mwplab.solvers.neural.predicting import value
from mwplab.solvers.neural.symbols import Symbols
from mwplab.solvers.neural.targets import gold_answers
from mwplab.solvers.neural.transfers import on_processor, reached

SIZE, SIZE_ON_GPU = 64, 256
"""Problems decoded at once; on a GPU more, since there a few take as long as many."""


Judged = tuple[bool, float]
"""Whether an expression answers a problem rightly, and how plausible its value is."""

NOTHING = False, -math.inf
"""What is judged of an expression without a value."""


class Validation:
    """Problems that say which epoch was best."""

    def __init__(
        self,
        problems: Sequence[Problem],
        data: Batch,
        symbols: Symbols,
        device: torch.device,
        *,
        beam: int,
        kinds: Kinds,
    ) -> None:
        self.problems = problems
        self.symbols = symbols
        self.device = device
        self.beam = beam
        self.kinds = kinds
        on_gpu = SIZE_ON_GPU if beam == 1 else SIZE_ON_GPU // 2  # where several are followed, each takes room
        size = on_gpu if device.type == "cuda" else SIZE
        self.batches = batches(data, min(size, len(problems)), device)
        self.known: dict[tuple[int, tuple[int, ...]], Judged] = {}
        self.before = self.known  # of the last time, when much was written that is written again

    def accuracy(self, decoder: Decoder) -> Generator[None, None, float]:
        """Return the share of right answers; waits in pieces, so that others can go on meanwhile."""
        decoder.renew()
        self.before, self.known = self.known, {}
        found: list[tuple[Cut, Tensor, Tensor]] = []
        for cut, batch in self.batches:
            decoded = decoder(batch, self.beam)
            # (batch, beam, 1 + steps): how many symbols, and which
            written = torch.cat([decoded.lengths[..., None], decoded.ids], 2)
            found.append((cut, on_processor(written), on_processor(decoded.scores)))
        yield from reached(self.device)
        return sum(self._count(*one) for one in found) / len(self.problems)

    def _count(self, cut: Cut, written: Tensor, scores: Tensor) -> int:
        found = zip(cut.rows, written.tolist(), scores.tolist(), strict=True)
        return sum(self._right(row, *one) for row, *one in found if row < len(self.problems))

    def _right(self, row: int, written: Sequence[Sequence[int]], scores: Sequence[float]) -> bool:
        judged = [self._judged(row, tuple(ids[:length])) for length, *ids in written]
        weighed = [score + plausible for score, (_, plausible) in zip(scores, judged, strict=True)]
        return judged[weighed.index(max(weighed))][0]

    def _judged(self, row: int, ids: tuple[int, ...]) -> Judged:
        known = self.before.get((row, ids))
        if known is None:
            known = judge(self.problems[row], ids, self.symbols, self.kinds) if ids else NOTHING
        self.known[row, ids] = known
        return known


def judge(problem: Problem, ids: Sequence[int], symbols: Symbols, kinds: Kinds) -> Judged:
    """Tell whether an expression has the value of one of the gold answers, and how plausible that is.

    >>> from mwplab.records import parse_answers
    >>> from mwplab.text import quantities
    >>> text = "Ann had 7 figs and ate 3. How many are left?"
    >>> problem = Problem(id="a/1", body=text, quantities=quantities(text), answers=parse_answers("4"))
    >>> symbols = Symbols(("+", "-"), (), 2)
    >>> [judge(problem, ids, symbols, Kinds()) for ids in ([1, 2, 3], [0, 2, 3])]
    [(True, 0.0), (False, 0.0)]
    """
    question = problem.as_question()
    found = value(question, ids, symbols)
    if found is None:
        return NOTHING
    right = any(
        gold and all(same_value(found, each.value) for each in gold) for gold in gold_answers(problem)
    )
    return right, plausibility(question, found, kinds)
