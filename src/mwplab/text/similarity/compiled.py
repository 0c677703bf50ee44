"""numba, where it is installed."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

from mwplab.errors import MissingDependency

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function, *, inline: bool = False) -> Function:
    """Return the function compiled by numba on its first call, or as it is where numba is not installed.

    The machine code is kept beside the source, or in the user's cache folder where that cannot be written.
    """
    try:
        from numba import njit
    except ImportError:
        return function
    fast = njit(cache=True, error_model="numpy", forceinline=inline, nogil=True)(function)
    _drop_stale(fast.stats.cache_path)
    return cast(Function, fast)


@cache
def _drop_stale(folder: str) -> None:
    # numba compares machine code with the file of its function alone, and what is compiled into a function
    # stands in other files of this package.
    changed = max(source.stat().st_mtime for source in Path(__file__).parent.glob("*.py"))
    for index in Path(folder).glob("*.nbi"):
        with suppress(OSError):  # another process may be quicker
            if index.stat().st_mtime < changed:
                index.unlink()


def inlined(function: Function) -> Function:
    """Return the function compiled into its callers, for what is called a million times a second."""
    return compiled(function, inline=True)


def require_numba(purpose: str) -> None:
    """Raise the error that names the extra, since uncompiled loops over a corpus would take hours.

    >>> require_numba("a search for nearest neighbours")
    """
    if importlib.util.find_spec("numba") is None:
        raise MissingDependency.of("numba", extra="nlp", purpose=purpose)
