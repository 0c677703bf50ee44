"""Every dataset of the catalogue, by name; plugins add theirs by the same door."""

from __future__ import annotations

from mwplab.catalogue import asdiv, dolphin1878, mawps, mawps_folds, paramawps, starter, svamp
from mwplab.catalogue.entry import Entry, Reader
from mwplab.registry import Registry

datasets: Registry[Entry] = Registry("dataset", entry_point_group="mwplab.datasets")


def add(name: str, read: Reader, *, edition: str = "", stem: str = "") -> None:
    """Put a dataset on the shelf; ``name@edition`` where another edition has the plain name."""
    entry = Entry(name.partition("@")[0], read, edition or name.partition("@")[2], stem)
    datasets.add(name, lambda: entry)


add("starter", starter.read, edition="1.0")
add("svamp", svamp.read, edition="1.0")
add("asdiv", asdiv.read, edition="1.0")
add("asdiv-a", asdiv.read_arithmetic, edition="1.0")
add("mawps/addsub", mawps.read_addsub)
add("mawps/singleop", mawps.read_singleop)
add("mawps/multiarith", mawps.read_multiarith)
add("mawps/singleeq", mawps.read_singleeq)
add("mawps/simuleq-s", mawps.read_simuleq_s)
add("mawps/simuleq-l", mawps.read_simuleq_l)
add("mawps", mawps_folds.read, edition="1921")
add("mawps@2373", mawps.read_2373, stem="mawps-2373")
add("mawps@3220", mawps.read_3220, stem="mawps-3220")
add("mawps@3915", mawps.read_3915, stem="mawps-3915")
add("paramawps", paramawps.read)
add("dolphin1878", dolphin1878.read)
