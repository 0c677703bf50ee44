"""What happens in a worker: the value of an item with its place, or the error in its stead."""

from __future__ import annotations

import copy
import pickle
import traceback
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import TypeVar

from mwplab.errors import MwplabError, ParallelError

Item = TypeVar("Item")
Output = TypeVar("Output")

NOT_SENT = "the work cannot be sent to another process: {}; use jobs=1"
DIED = "{} ended without an answer, perhaps for lack of memory; try fewer jobs"
RETRIES = 2  # how often what a dead worker left undone is tried again

_in_worker = False


@dataclass(frozen=True, slots=True)
class Failure:
    """What a worker sends in place of a value, since an error raised there takes finished values along."""

    error: Exception
    """As it was raised, or a `ParallelError` that tells of one which cannot be sent."""


Numbered = Generator[tuple[int, Output | Failure], None, None]
"""Values as they come, each with the place of its item."""


def in_worker() -> bool:
    """Say whether this process works for another, so that what it maps in turn stays here.

    >>> in_worker()
    False
    """
    return _in_worker


def numbered(function: Callable[[Item], Output], place: int, item: Item) -> tuple[int, Output | Failure]:
    """Return an item's place and the function's value, or the error that it raised."""
    global _in_worker
    _in_worker = True
    try:
        return place, function(item)
    except Exception as error:
        if not isinstance(error, MwplabError):
            # A traceback does not travel with its error; its text does.
            error.add_note(f"In a worker process:\n{traceback.format_exc()}")
        if _travels(error):
            return place, Failure(error)
        return place, Failure(ParallelError(f"{type(error).__name__} in a worker process: {error}"))


def _travels(error: Exception) -> bool:
    # Copying rebuilds the error as unpickling does, by calling its class with its arguments.
    try:
        pickle.dumps(error)
        return type(copy.copy(error)) is type(error)
    except Exception:  # a constructor may raise anything
        return False
