"""How many problems a model in training answers rightly, while other trainings go on."""

from __future__ import annotations

from collections.abc import Generator, Sequence

import torch
from torch import Tensor

from mwplab.records import Problem, same_value
from mwplab.solvers.neural.batch import Batch
from mwplab.solvers.neural.decoding import Decoder, batches
from mwplab.solvers.neural.encoding import Cut
from mwplab.solvers.neural.predicting import value
from mwplab.solvers.neural.symbols import Symbols
from mwplab.solvers.neural.transfers import on_processor, reached

SIZE, SIZE_ON_GPU = 64, 256
"""Problems decoded at once; on a GPU more, since there a few take as long as many."""


class Validation:
    """Problems that say which epoch was best."""

    def __init__(
        self, problems: Sequence[Problem], data: Batch, symbols: Symbols, device: torch.device
    ) -> None:
        self.problems = problems
        self.symbols = symbols
        self.device = device
        size = SIZE_ON_GPU if device.type == "cuda" else SIZE
        self.batches = batches(data, min(size, len(problems)), device)
        self.known: dict[tuple[int, tuple[int, ...]], bool] = {}
        self.before = self.known  # of the last time, when much was written that is written again

    def accuracy(self, decoder: Decoder) -> Generator[None, None, float]:
        """Return the share of right answers; waits in pieces, so that others can go on meanwhile."""
        decoder.renew()
        self.before, self.known = self.known, {}
        found: list[tuple[Cut, Tensor]] = []
        for cut, batch in self.batches:
            decoded = decoder(batch, 1)
            # (batch, 1 + steps): how many symbols, and which
            found.append((cut, on_processor(torch.cat([decoded.lengths[:, :1], decoded.ids[:, 0]], 1))))
        yield from reached(self.device)
        return sum(self._count(*one) for one in found) / len(self.problems)

    def _count(self, cut: Cut, decoded: Tensor) -> int:
        return sum(
            self._right(row, tuple(written[:length]))
            for row, (length, *written) in zip(cut.rows, decoded.tolist(), strict=True)
            if row < len(self.problems)
        )

    def _right(self, row: int, ids: tuple[int, ...]) -> bool:
        known = self.before.get((row, ids))
        if known is None:
            known = bool(ids) and answers_rightly(self.problems[row], ids, self.symbols)
        self.known[row, ids] = known
        return known


def answers_rightly(problem: Problem, ids: Sequence[int], symbols: Symbols) -> bool:
    """Tell whether an expression has the value of one of the accepted answers.

    >>> from mwplab.records import parse_answers
    >>> from mwplab.text import quantities
    >>> text = "Ann had 7 figs and ate 3. How many are left?"
    >>> problem = Problem(id="a/1", body=text, quantities=quantities(text), answers=parse_answers("4"))
    >>> symbols = Symbols(("+", "-"), (), 2)
    >>> answers_rightly(problem, [1, 2, 3], symbols), answers_rightly(problem, [0, 2, 3], symbols)
    (True, False)
    """
    found = value(problem.as_question(), ids, symbols)
    return found is not None and any(
        gold and all(same_value(found, each.value) for each in gold) for gold in problem.accepted_answers
    )
