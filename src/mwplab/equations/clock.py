"""A limit on time that long computations ask, so that none of them hangs."""

from __future__ import annotations

import time

from mwplab.errors import Unsolvable


class Clock:
    """Counts down from a number of seconds.

    >>> Clock(60).left() > 59
    True
    >>> Clock(0).check()
    Traceback (most recent call last):
    mwplab.errors.Unsolvable: the equations were not solved within 0 seconds; allow more, or ask for less
    """

    __slots__ = ("_end", "_seconds")

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._end = time.monotonic() + seconds

    def left(self) -> float:
        """Return the seconds that are left, negative when the time is over."""
        return self._end - time.monotonic()

    def check(self) -> None:
        """Do nothing while there is time, and raise `Unsolvable` afterwards."""
        if self.left() <= 0:
            raise self.over()

    def over(self) -> Unsolvable:
        """Return the error that says how much time was allowed."""
        return Unsolvable(
            f"the equations were not solved within {self._seconds:g} seconds; allow more, or ask for less"
        )
