"""From a name to a dataset, a problem, or an entry of the catalogue."""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from mwplab.catalogue.entry import Entry
from mwplab.catalogue.fixes import apply_fixes
from mwplab.catalogue.folder import Folder, data_folders
from mwplab.catalogue.names import PART, DatasetName, selector
from mwplab.catalogue.shelf import datasets
from mwplab.errors import UnknownName
from mwplab.records import Dataset, Problem
from mwplab.records.export import import_file

_FILE = re.compile(rf"^(?P<path>.+?\.(?:jsonl|csv|parquet)){PART}$", re.IGNORECASE)


def load(spec: str | Path) -> Dataset:
    """Return the dataset with this name, or in this file.

    >>> len(load("starter")) >= 360
    True
    >>> {problem.grade for problem in load("starter[grade<=2]")}
    {1, 2}
    """
    text = str(spec)
    if file := _FILE.match(text):
        return _part(import_file(Path(file["path"])), file["split"] or "", file["selection"] or "")
    name = parse_name(text)
    if name.key:
        raise UnknownName(
            f"no dataset named {text!r}; {name.name!r} is one, and {text!r} would be a problem of it"
        )
    return _load(name)


def is_file_name(text: str) -> bool:
    """Tell whether a text names a file or a part of one, and not a dataset of the catalogue.

    >>> is_file_name("mine.jsonl"), is_file_name("mine.jsonl:fold0/train"), is_file_name("svamp")
    (True, True, False)
    """
    return _FILE.match(text) is not None


def find(spec: str) -> Problem:
    """Return the problem with this id.

    >>> find("starter/addition-01").type
    'Addition'
    """
    name = parse_name(spec)
    return _load(replace(name, key=""))[name.key]


def parse_name(text: str) -> DatasetName:
    """Return what a text names, judged by the names on the shelf."""
    return DatasetName.parse(text, dict.fromkeys(name.partition("@")[0] for name in datasets))


def entry_of(name: DatasetName) -> Entry:
    """Return the catalogue's entry for a name, in the edition that it asks for."""
    editions = {entry.edition: entry for entry in map(datasets.make, _registered(name.name))}
    if not name.edition:
        return datasets.make(name.name)
    if name.edition not in editions:
        raise UnknownName.among(f"edition of {name.name}", name.edition, editions)
    return editions[name.edition]


def _registered(name: str) -> list[str]:
    return [one for one in datasets if one.partition("@")[0] == name]


def _load(name: DatasetName) -> Dataset:
    dataset = _read(entry_of(name), tuple(data_folders()))
    return _part(apply_fixes(dataset) if name.fixes else dataset, name.split, name.selection)


def _part(dataset: Dataset, split: str, selection: str) -> Dataset:
    if split:
        dataset = dataset.split(split)
    if selection:
        dataset = dataset.select(selector(selection), f"select({selection})")
    return dataset


@lru_cache(maxsize=16)
def _read(entry: Entry, folders: tuple[Path, ...]) -> Dataset:
    with _without_collection():
        dataset = entry.read(Folder(entry.full_name, entry.checksums, list(folders)))
    return replace(dataset, card=entry.card)


@contextmanager
def _without_collection() -> Iterator[None]:
    """Pause the garbage collector, which would visit a million new objects again and again for nothing."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
