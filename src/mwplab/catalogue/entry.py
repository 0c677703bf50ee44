"""What the catalogue knows of a dataset: its card, its files with their checksums, and how they are read."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files

from mwplab.catalogue.folder import Folder
from mwplab.records import Card, Dataset, from_json

Reader = Callable[[Folder], Dataset]


@dataclass(frozen=True, slots=True)
class Upstream:
    """A repository that publishes some of the files."""

    repository: str
    """``owner/name`` on GitHub."""

    commit: str
    """The commit whose files were read and hashed."""

    files: Mapping[str, str]
    """Path below the data folder to SHA-256 checksum."""

    folder: str | None = None
    """Where the files lie in the repository; ``None``: its archive is searched by checksum."""


@dataclass(frozen=True)
class Entry:
    """One edition of a dataset in the catalogue."""

    name: str
    """As users write it, ``mawps/addsub``."""

    read: Reader
    """Makes the dataset from its files."""

    edition: str = ""
    """The edition's name where several circulate."""

    stem: str = ""
    """The stem of its card; by default the name."""

    @property
    def full_name(self) -> str:
        """Return name and edition as a spec."""
        return f"{self.name}@{self.edition}" if self.edition else self.name

    @cached_property
    def _card_data(self) -> dict[str, object]:
        stem = self.stem or self.name.replace("/", "-")
        return tomllib.loads(
            (files("mwplab.catalogue") / "cards" / f"{stem}.toml").read_text(encoding="utf-8")
        )

    @cached_property
    def card(self) -> Card:
        """Return source, licence, citation, counts and known errors."""
        return from_json(Card, {key: value for key, value in self._card_data.items() if key != "upstream"})

    @cached_property
    def upstreams(self) -> tuple[Upstream, ...]:
        """Return the repositories that publish the files; none for what ships inside the package."""
        return tuple(Upstream(**part) for part in self._card_data.get("upstream", []))  # type: ignore[attr-defined]

    @property
    def checksums(self) -> dict[str, str]:
        """Return every file of the dataset with its checksum."""
        return {path: digest for upstream in self.upstreams for path, digest in upstream.files.items()}
