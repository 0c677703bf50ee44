"""Every dataset of the catalogue, by name; plugins add theirs by the same door."""

from __future__ import annotations

from mwplab.catalogue import starter, svamp
from mwplab.catalogue.entry import Entry, Reader
from mwplab.registry import Registry

datasets: Registry[Entry] = Registry("dataset", entry_point_group="mwplab.datasets")


def add(name: str, read: Reader, *, edition: str = "", stem: str = "") -> None:
    """Put a dataset on the shelf; ``name@edition`` where another edition has the plain name."""
    entry = Entry(name.partition("@")[0], read, edition or name.partition("@")[2], stem)
    datasets.add(name, lambda: entry)


add("starter", starter.read, edition="1.0")
add("svamp", svamp.read, edition="1.0")
