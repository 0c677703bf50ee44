"""What a backend of linguistic analysis promises."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from mwplab.text.analysis.record import Analysis, Layer


class Backend(Protocol):
    """Finds words, tags, lemmas and more in texts."""

    @property
    def name(self) -> str:
        """What it is, with what it was made of: printed with every number."""
        ...

    @property
    def lacks(self) -> frozenset[Layer]:
        """What it cannot find."""
        ...

    def analyse(self, texts: Sequence[str]) -> list[Analysis]:
        """Return one analysis per text, in order."""
        ...
