"""One annotator at work: the problem at hand, what is staged for it, and what becomes of it.

The terminal screen and the web page are both thin over this: they show `current` and call one method a key.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence

from mwplab.annotate.decisions import Action, Decision, Mode, standing
from mwplab.annotate.log import Log
from mwplab.annotate.queue import Item
from mwplab.annotate.sameness import Classes
from mwplab.annotate.scratch import read_derivation, read_marks
from mwplab.equations import Derivation
from mwplab.errors import RecordError


class Session:
    """The items that an annotator has not decided yet, in order; each decision is in the log at once."""

    def __init__(
        self,
        items: Sequence[Item],
        log: Log,
        *,
        annotator: str,
        mode: Mode = Mode.QUEUE,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.items = {item.problem.id: item for item in items}
        self.log = log
        self.annotator = annotator
        self.mode = mode
        self.clock = clock
        self.waiting = deque(id for id in self.items if id not in self.decided())
        self.marks: Classes = ()
        self.remark = ""
        self._show()

    @property
    def current(self) -> Item | None:
        """Return the item at hand, or nothing when all are decided."""
        return self.items[self.waiting[0]] if self.waiting else None

    @property
    def done(self) -> int:
        """Return how many items are decided, earlier sessions included."""
        return len(self.items) - len(self.waiting)

    def decided(self) -> dict[str, Decision]:
        """Return the annotator's standing decisions on these items."""
        mine = [one for one in standing(self.log.decisions) if one.annotator == self.annotator]
        return {one.problem: one for one in mine if one.mode is self.mode and one.problem in self.items}

    def choose(self, number: int) -> Decision:
        """Decide for the candidate with this number, from 0."""
        return self._decide(self._item().marked(number, self.marks))

    def write(self, template: str, alignment: str) -> Decision:
        """Decide for a derivation written by hand."""
        return self._decide(read_derivation(self._item().problem, template, alignment, self.marks))

    def mark(self, positions: str) -> Classes:
        """Stage quantities as equivalent; an empty text takes all marks back."""
        problem = self._item().problem
        self.marks = read_marks(problem, positions, self.marks) if positions.strip() else ()
        return self.marks

    def skip(self) -> None:
        """Leave the item for later: it goes to the end, and comes again in the next session."""
        self._record(Action.SKIPPED, None)
        self.waiting.rotate(-1)
        self._show()

    def undo(self) -> Item | None:
        """Take the latest standing decision back and show its item again; nothing where there is none."""
        stands = self.decided()
        latest = next((one for one in reversed(self.log.decisions) if stands.get(one.problem) is one), None)
        if latest is None:
            return None
        undone = Decision(
            problem=latest.problem, annotator=self.annotator, mode=self.mode, action=Action.UNDONE
        )
        self.log.append(undone)
        if latest.problem in self.waiting:
            self.waiting.remove(latest.problem)
        self.waiting.appendleft(latest.problem)
        self._show()
        return self.current

    def _decide(self, derivation: Derivation) -> Decision:
        decision = self._record(Action.CHOSEN, derivation)
        self.waiting.popleft()
        self._show()
        return decision

    def _record(self, action: Action, derivation: Derivation | None) -> Decision:
        decision = Decision(
            problem=self._item().problem.id,
            annotator=self.annotator,
            action=action,
            derivation=derivation,
            seconds=round(self.clock() - self.shown, 3),
            mode=self.mode,
            note=self.remark,
        )
        self.log.append(decision)
        return decision

    def _item(self) -> Item:
        if self.current is None:
            raise RecordError("every problem of the queue is decided; there is nothing left to answer")
        return self.current

    def _show(self) -> None:
        self.marks, self.remark, self.shown = (), "", self.clock()
