"""Datasets for the Hugging Face library ``datasets``: in memory, and as a folder that ``load_dataset`` reads.

A folder has ``data/all.parquet`` with the whole dataset, exactly, and one Parquet file per split beside it.
Splits such as ``train`` and ``test`` are those of the default configuration; ``fold0/train`` is the split
``train`` of the configuration ``fold0``. Where there are no plain splits, all problems are in ``train``, as
that library has it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from mwplab.errors import DataError, MissingDependency, MwplabError, RecordError
from mwplab.records.dataset import Dataset
from mwplab.records.files import replacing
from mwplab.records.jsonl import Header, build_dataset, write_atomically
from mwplab.records.page import FEATURES, card_page, page_table
from mwplab.records.problem import Problem
from mwplab.records.rows import problem_table, row_problem, table_schema
from mwplab.records.tables import read_parquet, write_parquet

WHOLE = Path("data/all.parquet")
"""Where a folder keeps the whole dataset."""

REST = "unsplit"
"""The split of the problems that are in no other one, where there are some."""

DEFAULT = "default"
"""The configuration that is loaded when none is named."""

ALL = "all"
"""The configuration of the whole dataset, where the default one has its splits."""

_LICENCES = frozenset(
    {"apache-2.0", "cc-by-4.0", "cc-by-nc-4.0", "cc-by-sa-4.0", "cc0-1.0", "gpl-3.0", "mit"}
)
_SIZES = {"n<1K": 1_000, "1K<n<10K": 10_000, "10K<n<100K": 100_000, "100K<n<1M": 1_000_000}
_SPLIT = re.compile(r"\w[\w-]*(?:/\w[\w-]*)?")


def to_hf(dataset: Dataset) -> Any:
    """Return a ``datasets.Dataset``, or a ``DatasetDict`` where there are splits (``fold0.train``)."""
    library = _library()
    if not dataset.splits:
        return library.Dataset(problem_table(dataset.problems))
    parts = {_checked(name).replace("/", "."): dataset.split(name).problems for name in dataset.splits}
    named = {id for ids in dataset.splits.values() for id in ids}
    if rest := tuple(problem for problem in dataset if problem.id not in named):
        parts[REST] = rest
    return library.DatasetDict({name: library.Dataset(problem_table(part)) for name, part in parts.items()})


def from_hf(data: Any, *, name: str, edition: str = "") -> Dataset:
    """Return what a ``datasets.Dataset`` or ``DatasetDict`` holds, problems in the order of the splits."""
    parts = data if isinstance(data, _library().DatasetDict) else {REST: data}
    problems: dict[str, Problem] = {}
    splits: dict[str, tuple[str, ...]] = {}
    for part, rows in parts.items():
        found = list(_problems(rows, name, str(part)))
        for problem in found:
            if problems.setdefault(problem.id, problem) != problem:
                raise RecordError(f"{name}: the splits have different problems with the id {problem.id!r}")
        if part != REST:
            splits[str(part).replace(".", "/")] = tuple(problem.id for problem in found)
    header = replace(Header.named(name, splits), edition=edition)
    return build_dataset(header, problems.values(), "the Hugging Face dataset")


def _problems(rows: Iterable[Any], name: str, part: str) -> Iterator[Problem]:
    for number, row in enumerate(rows, start=1):
        try:
            yield row_problem(dict(row), name=name, key=str(number))
        except MwplabError as error:
            raise RecordError(f"{name}, split {part!r}, row {number}: {error}") from error


def write_hf_folder(dataset: Dataset, folder: Path) -> None:
    """Write a folder that ``datasets.load_dataset`` reads, with a page, whole or not at all."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise DataError(f"{str(folder)!r} is there already; give a new folder, or an empty one")
    files = _layout(dataset)
    with replacing(folder) as draft:
        write_parquet(dataset, draft / WHOLE)
        for (_, _), (path, split) in files.items():
            if split:
                write_parquet(dataset.split(split), draft / path)
        write_atomically(draft / "README.md", _page(dataset, files))


def read_hf_folder(folder: Path) -> Dataset:
    """Read the dataset in a folder that `write_hf_folder` made, exactly."""
    return read_parquet(folder / WHOLE)


Layout = Mapping[tuple[str, str], tuple[Path, str]]
"""Configuration and split to their file, and to the dataset's own name of the split, if it is one."""


def _layout(dataset: Dataset) -> Layout:
    files: dict[tuple[str, str], tuple[Path, str]] = {}
    for name in dataset.splits:
        first, slash, second = _checked(name).replace("-", "_").partition("/")
        place = (first, second) if slash else (DEFAULT, first)
        if place in files or first in (ALL, DEFAULT):
            raise RecordError(f"{dataset.name}: the split {name!r} needs another name for Hugging Face")
        files[place] = (Path("data", f"{'-'.join(place)}.parquet"), name)
    plain = any(configuration == DEFAULT for configuration, _ in files)
    return {(ALL if plain else DEFAULT, "train"): (WHOLE, ""), **files}


def _page(dataset: Dataset, files: Layout) -> str:
    """Return the page: the front that the library reads, what people read, splits and features."""
    counts = {place: len(dataset.splits[split] if split else dataset) for place, (_, split) in files.items()}
    splits = [(*place, f"{count:,}", files[place][0].as_posix()) for place, count in counts.items()]
    features = [(column.name, str(column.type), FEATURES[column.name]) for column in table_schema()]
    return (
        _front(dataset, files)
        + card_page(dataset)
        + page_table("Splits", ("configuration", "split", "problems", "file"), splits)
        + page_table("Features", ("column", "type", "meaning"), features)
    )


def _front(dataset: Dataset, files: Layout) -> str:
    """Return the part of the page that the library reads: YAML, with texts quoted as in JSON."""
    licence = dataset.card.licence.lower()
    size = next((name for name, most in _SIZES.items() if len(dataset) < most), "n>1M")
    lines = [
        f"pretty_name: {json.dumps(dataset.card.title or dataset.full_name, ensure_ascii=False)}",
        f"license: {licence if licence in _LICENCES else 'other' if licence else 'unknown'}",
        "language: [en]",
        f"size_categories: [{json.dumps(size)}]",
        "task_categories: [question-answering]",
        "tags: [math-word-problems]",
        "configs:",
    ]
    for name in sorted(
        {configuration for configuration, _ in files}, key=lambda name: (name != DEFAULT, name)
    ):
        lines += [f"- config_name: {json.dumps(name)}", "  data_files:"]
        for (configuration, split), (path, _) in files.items():
            if configuration == name:
                lines += [f"  - split: {json.dumps(split)}", f"    path: {json.dumps(path.as_posix())}"]
    return "\n".join(["---", *lines, "---", "", ""])


def _checked(split: str) -> str:
    if not _SPLIT.fullmatch(split):
        raise RecordError(f"the split {split!r} needs a name such as 'test' or 'fold0/test' for Hugging Face")
    return split


def _library() -> Any:
    try:
        import datasets
    except ImportError as error:
        raise MissingDependency.of("datasets", extra="hf", purpose="a Hugging Face dataset") from error
    return datasets
