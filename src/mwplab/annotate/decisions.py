"""What annotators decide, one record per answer; what stands of a log of them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from mwplab.equations import Derivation
from mwplab.errors import RecordError


class Mode(StrEnum):
    """What the annotator was asked to do."""

    QUEUE = "queue"
    """To choose among candidates where a number stands in the text more than once."""

    VERIFY = "verify"
    """To look at an alignment that the machine settled."""

    CONTROL = "control"
    """To write the whole derivation from scratch, so that the time saved can be measured."""

    ADJUDICATE = "adjudicate"
    """To decide where annotators disagree."""


class Action(StrEnum):
    """What the annotator did."""

    CHOSEN = "chosen"
    """Gave a derivation."""

    SKIPPED = "skipped"
    """Left the problem open."""

    UNDONE = "undone"
    """Took the latest answer on the problem back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """One answer of one annotator on one problem."""

    problem: str
    """The problem's id."""

    annotator: str
    """Who answered."""

    action: Action = Action.CHOSEN
    """What was done."""

    derivation: Derivation | None = None
    """Template, chosen alignment, and the quantities marked as equivalent (EquivTNum)."""

    seconds: float = 0.0
    """How long the problem was on the screen before the answer."""

    mode: Mode = Mode.QUEUE
    """What was asked."""

    note: str = ""
    """What the annotator wrote down."""

    def __post_init__(self) -> None:
        if not self.problem or not self.annotator:
            raise RecordError("a decision names a problem and an annotator; one of them is empty")
        if not (math.isfinite(self.seconds) and self.seconds >= 0):
            raise RecordError(f"{self.problem}: {self.seconds} seconds were measured; time does not run back")
        if (self.action is Action.CHOSEN) != (self.derivation is not None):
            raise RecordError(f"{self.problem}: a decision is {self.action} with a derivation or without one")

    @property
    def key(self) -> tuple[str, str, Mode]:
        """Return what at most one decision stands for: problem, annotator and mode."""
        return self.problem, self.annotator, self.mode


def standing(decisions: Iterable[Decision]) -> tuple[Decision, ...]:
    """Return the decisions that stand: of each annotator, problem and mode the latest not undone.

    An undo takes back the latest answer, so that the one before it stands again. Skips and undone answers
    stay in the log for the time they took.

    >>> from mwplab.equations import induce, parse
    >>> first, second = induce(parse("x = q0 + q2")), induce(parse("x = q1 + q2"))
    >>> log = [Decision(problem="a/1", annotator="ann", derivation=one) for one in (first, second)]
    >>> standing(log) == (log[1],)
    True
    >>> standing([*log, Decision(problem="a/1", annotator="ann", action=Action.UNDONE)]) == (log[0],)
    True
    """
    stacks: dict[tuple[str, str, Mode], list[Decision]] = {}
    for decision in decisions:
        stack = stacks.setdefault(decision.key, [])
        if decision.action is Action.CHOSEN:
            stack.append(decision)
        elif decision.action is Action.UNDONE and stack:
            stack.pop()
    return tuple(stack[-1] for _, stack in sorted(stacks.items()) if stack)
