"""The folder that holds published files, each read only if it is the one that was published."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from pathlib import Path

from platformdirs import user_cache_path

from mwplab.errors import DataError

VARIABLE = "MWPLAB_DATA"
"""Names a folder with files in the catalogue's layout, looked at before the cache."""


def cache_folder() -> Path:
    """Return the folder that downloads and imports go to."""
    return user_cache_path("mwplab") / "datasets"


def data_folders() -> list[Path]:
    """Return where files are looked for, first the folder that the user names."""
    named = os.environ.get(VARIABLE)
    return [*([Path(named)] if named else []), cache_folder()]


def digest(content: bytes) -> str:
    """Return the SHA-256 checksum of a file's content.

    >>> digest(b"")[:8]
    'e3b0c442'
    """
    return hashlib.sha256(content).hexdigest()


class Folder:
    """The files of one dataset, wherever they lie."""

    def __init__(self, name: str, checksums: Mapping[str, str], folders: list[Path] | None = None) -> None:
        self.name = name
        self.checksums = checksums
        self.folders = data_folders() if folders is None else folders

    def paths(self) -> list[str]:
        """Return the paths of the dataset's files, in the card's order."""
        return list(self.checksums)

    def bytes(self, path: str) -> bytes:
        """Return a file's content after checking that it is what was published."""
        found = next((folder / path for folder in self.folders if (folder / path).is_file()), None)
        if found is None:
            raise DataError(
                f"{self.name} is not on this machine ({path} is missing); "
                f"get it with: mwp data get {self.name}"
            )
        content = found.read_bytes()
        if digest(content) != self.checksums[path]:
            raise DataError(
                f"{found} is not the published file (its checksum differs); "
                f"replace it with: mwp data get {self.name} --force"
            )
        return content

    def text(self, path: str) -> str:
        """Return a file's content as text."""
        return self.bytes(path).decode("utf-8-sig")

    def is_intact(self) -> bool:
        """Tell whether every file is there and is what was published."""
        try:
            for path in self.checksums:
                self.bytes(path)
        except DataError:
            return False
        return True

    def is_complete(self) -> bool:
        """Tell whether every file is there, without reading them."""
        return all(any((folder / path).is_file() for folder in self.folders) for path in self.checksums)
