"""Finished blocks of a search on disk, so that one that was broken off goes on from there."""

from __future__ import annotations

import hashlib
import os
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from mwplab.version import __version__

Block = tuple[npt.NDArray[Any], ...]

_folder: ContextVar[Path | None] = ContextVar("folder of finished blocks", default=None)


@contextmanager
def keeping(folder: Path | None) -> Iterator[None]:
    """Keep the finished blocks of every search made meanwhile in a folder, and take those that are there.

    >>> import tempfile
    >>> from mwplab.text.similarity import Jaccard, nearest
    >>> with tempfile.TemporaryDirectory() as folder, keeping(Path(folder)):
    ...     nearest([{"red", "owl"}, {"owl"}], Jaccard()).values.tolist()
    ...     len(list(Path(folder).glob("*/block-*.npz")))
    [0.5, 0.5]
    1
    """
    before = _folder.set(folder)
    try:
        yield
    finally:
        _folder.reset(before)


def kept_blocks(searched: Iterable[npt.NDArray[Any]], how: str) -> KeptBlocks | None:
    """Return where the blocks of a search are kept, if they are."""
    folder = _folder.get()
    return None if folder is None else KeptBlocks(folder, searched, how)


class KeptBlocks:
    """The blocks of one search in a folder of their own, named by what was searched and how.

    >>> import tempfile
    >>> kept = KeptBlocks(Path(tempfile.mkdtemp()), [np.arange(3)], "bleu")
    >>> kept.write(0, (np.array([0.5]), np.array([7])))
    >>> kept.read(0), kept.read(1)
    ((array([0.5]), array([7])), None)
    """

    def __init__(self, folder: Path, searched: Iterable[npt.NDArray[Any]], how: str) -> None:
        digest = hashlib.sha256(f"{how}|{__version__}".encode())
        for array in searched:
            digest.update(f"{array.dtype}{array.shape}".encode())
            digest.update(np.ascontiguousarray(array).data)
        self.folder = folder / digest.hexdigest()[:24]
        self.folder.mkdir(parents=True, exist_ok=True)

    def read(self, place: int) -> Block | None:
        """Return a block; one that is missing or damaged is not there."""
        try:
            with self._path(place).open("rb") as file, np.load(file, allow_pickle=False) as found:
                return tuple(found[name] for name in found.files)
        except (OSError, ValueError, EOFError, zipfile.BadZipFile):
            return None

    def write(self, place: int, output: Block) -> None:
        """Write a block, whole or not at all."""
        draft = self.folder / f"draft-{os.getpid()}.npz"
        np.savez(draft, *output)
        draft.replace(self._path(place))

    def _path(self, place: int) -> Path:
        return self.folder / f"block-{place:06}.npz"
