"""Datasets in the forms that other tools read, chosen by name, and read back by the look of the path."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path

from mwplab.errors import UnknownName
from mwplab.records.dataset import Dataset
from mwplab.records.hub import read_hf_folder, write_hf_folder
from mwplab.records.jsonl import read_jsonl, write_jsonl
from mwplab.records.tables import read_csv, read_parquet, write_csv, write_parquet


class Form(StrEnum):
    """What a dataset can be written as."""

    JSONL = "jsonl"
    """JSON Lines, exactly."""

    CSV = "csv"
    """The problems exactly, with the names of their splits."""

    PARQUET = "parquet"
    """Parquet, exactly."""

    HF = "hf"
    """A folder that the Hugging Face library loads."""


_WRITERS: dict[Form, Callable[[Dataset, Path], None]] = {
    Form.JSONL: write_jsonl,
    Form.CSV: write_csv,
    Form.PARQUET: write_parquet,
    Form.HF: write_hf_folder,
}

_READERS: dict[str, Callable[[Path], Dataset]] = {
    ".jsonl": read_jsonl,
    ".csv": read_csv,
    ".parquet": read_parquet,
}


def export(dataset: Dataset, form: Form, path: Path) -> None:
    """Write a dataset in a form, whole or not at all.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     export(Dataset(name="mine"), Form.CSV, Path(folder) / "mine.csv")
    ...     import_file(Path(folder) / "mine.csv").name
    'mine'
    """
    _WRITERS[form](dataset, path)


def import_file(path: Path) -> Dataset:
    """Read a dataset from a file, by its suffix, or from a Hugging Face folder of ours.

    >>> import_file(Path("mine.xlsx"))
    Traceback (most recent call last):
    mwplab.errors.UnknownName: no reader for files named '.xlsx'; there are: .jsonl, .csv, .parquet
    """
    if path.is_dir():
        return read_hf_folder(path)
    suffix = path.suffix.lower()
    if suffix not in _READERS:
        raise UnknownName.among("reader for files", suffix, _READERS)
    return _READERS[suffix](path)
