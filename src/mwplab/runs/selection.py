"""Which problems may say when a solver was at its best."""

from __future__ import annotations

from enum import StrEnum


class Selection(StrEnum):
    """How the best epoch of a training is chosen."""

    HELD_OUT = "held-out"
    """By training problems that are kept back, or by ``valid``."""

    BEST_ON_TEST = "best-on-test"
    """By the test problems themselves, as published code has it: too good to be true, and marked so."""
