"""Starter: problems written for this project, 15 for each of ASDiv's 24 types, over grades 1 to 6."""

from __future__ import annotations

from importlib.resources import files

from mwplab.catalogue.folder import Folder
from mwplab.records import Dataset
from mwplab.records.jsonl import parse_jsonl


def read(folder: Folder) -> Dataset:
    """Read the problems that ship inside the package; the folder holds nothing of theirs."""
    source = files("mwplab.catalogue") / "starter" / "starter.jsonl"
    return parse_jsonl(source.read_text(encoding="utf-8").splitlines(), name="starter", place="starter.jsonl")
