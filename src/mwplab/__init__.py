"""A workbench for math word problems: it holds, builds, measures, varies and attacks collections of them.

>>> import mwplab
>>> mwplab.load("starter").name
'starter'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mwplab.version import __version__

if TYPE_CHECKING:
    from mwplab.catalogue import find, load
    from mwplab.records import Dataset, Problem

_HOMES = {
    "load": "mwplab.catalogue",
    "find": "mwplab.catalogue",
    "Dataset": "mwplab.records",
    "Problem": "mwplab.records",
}

__all__ = ["Dataset", "Problem", "__version__", "find", "load"]


def __getattr__(name: str) -> object:
    """Import a public name on first use, so that ``import mwplab`` stays quick."""
    if name not in _HOMES:
        raise AttributeError(f"module 'mwplab' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
