"""Files that are written whole or not at all, and read with errors that name them."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from os.path import lexists
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import uuid4

from mwplab.errors import DataError


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Give a draft to write, a file or a folder; it takes the path's place when all went well.

    A reader sees the old content or the new one, never a part, and after an error the draft is gone.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "one.txt"
    ...     with replacing(path) as draft:
    ...         _ = draft.write_text("whole")
    ...     path.read_text()
    'whole'
    """
    draft = path.with_name(f".{path.name[:100]}.{uuid4().hex[:12]}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        yield draft
        draft.replace(path)
    except OSError as error:
        raise DataError(f"{str(path)!r} cannot be written: {error.strerror or error}") from error
    finally:
        if draft.is_dir():
            shutil.rmtree(draft, ignore_errors=True)
        elif draft.exists():
            draft.unlink(missing_ok=True)


def check_writable(path: Path) -> None:
    """Refuse a place where nothing can be written, before long work that would end there.

    >>> check_writable(Path("/dev/null/model"))
    Traceback (most recent call last):
    mwplab.errors.DataError: '/dev/null/model' cannot be written: '/dev/null' is no folder
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        TemporaryDirectory(prefix=f".{path.name[:100]}.", dir=path.parent).cleanup()
    except (FileExistsError, NotADirectoryError) as error:
        raise DataError(f"{str(path)!r} cannot be written: {error.filename!r} is no folder") from error
    except OSError as error:
        raise DataError(f"{str(path)!r} cannot be written: {error.strerror or error}") from error


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold a folder's lock; another process that asks for it waits until then, or until this one dies.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder, locked(Path(folder)):
    ...     [path.name for path in Path(folder).iterdir()]
    ['.lock']
    """
    from filelock import FileLock  # here, since it takes longer to import than all else in this room

    lock = FileLock(folder / ".lock")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except OSError as error:
        raise DataError(f"{str(folder)!r} cannot be written: {error.strerror or error}") from error
    try:
        yield
    finally:
        lock.release()


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Turn what can go wrong in reading a file into an error that names it.

    >>> with reading(Path("nowhere.jsonl")):
    ...     Path("nowhere.jsonl").read_text()
    Traceback (most recent call last):
    mwplab.errors.DataError: there is no file 'nowhere.jsonl'
    """
    try:
        yield
    except FileNotFoundError as error:
        if lexists(path):  # some libraries say so of files that nobody may read
            raise DataError(f"{str(path)!r} cannot be read") from error
        raise DataError(f"there is no file {str(path)!r}") from error
    except UnicodeDecodeError as error:
        raise DataError(f"{str(path)!r} is not UTF-8 text: {error.reason} at byte {error.start}") from error
    except OSError as error:
        raise DataError(f"{str(path)!r} cannot be read: {error.strerror or error}") from error
