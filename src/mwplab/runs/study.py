"""The file of a search: what was tried, one line each, read again when the search goes on."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from mwplab.errors import DataError, MissingDependency
from mwplab.records.files import check_writable, reading

if TYPE_CHECKING:
    from optuna import Study

JOURNAL = b'{"op_code":'
"""What such a file begins with."""


def open_study(path: Path, name: str) -> Study:
    """Return the study in a file, new or begun before with the same solver and data."""
    try:
        import optuna
        from optuna.storages import JournalStorage
        from optuna.storages.journal import JournalFileBackend
    except ImportError as error:
        raise MissingDependency.of("optuna", extra="neural", purpose="tuning") from error
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    check_writable(path)
    _drop_torn_line(path)
    try:
        storage = JournalStorage(JournalFileBackend(str(path)))
        names = optuna.get_all_study_names(storage)
    except Exception as error:  # a file of another kind raises nearly anything
        raise _not_a_search(path) from error
    if names and name not in names:
        raise DataError(f"{str(path)!r} holds another search: {names[0]}; name another file")
    return optuna.create_study(
        storage=storage,
        study_name=name,
        direction="maximize",
        load_if_exists=True,
        sampler=optuna.samplers.RandomSampler(seed=0),
    )


def _drop_torn_line(path: Path) -> None:
    """Cut off a last line that a kill left unfinished; what it was about is tried again."""
    if not path.exists():
        return
    with reading(path):
        content = path.read_bytes()
        if content[: len(JOURNAL)] != JOURNAL[: len(content)]:
            raise _not_a_search(path)
        whole = content.rfind(b"\n") + 1
        if whole < len(content):
            os.truncate(path, whole)


def _not_a_search(path: Path) -> DataError:
    return DataError(f"{str(path)!r} is not the file of a search; name another one")
