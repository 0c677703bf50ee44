"""Replies on disk, each found by the hash of its request, so that no request is paid for twice.

    replies/3f.jsonl   one line per reply to a request whose hash begins with 3f, appended in one go

Any number of processes share a folder. Lines are only ever added, so the first reply to a request stands, for
all of them. A line that was torn by a kill is as good as not there. A file per reply would do as well, but
making one costs the kernel more than all the rest of a request. Requests are kept with their replies, so that
the files can be read and searched; keys are in neither.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from platformdirs import user_cache_path

from mwplab.errors import DataError, RecordError
from mwplab.models.chat.messages import Reply
from mwplab.records import from_json, to_json
from mwplab.records.files import reading
from mwplab.records.jsonl import parse_line

_BEGIN, _END = b'{"mwplab": "reply", "schema": 1, "hash": "', b', "whole": true}'
"""How every whole line begins, its hash behind it, and how it ends."""

_HASH = slice(len(_BEGIN), len(_BEGIN) + 64)


class ResponseCache:
    """A folder of replies.

    >>> from tempfile import TemporaryDirectory
    >>> from mwplab.models.chat import ChatRequest, Message
    >>> request = ChatRequest(model="m", messages=(Message("user", "2 + 2?"),))
    >>> canonical = request.canonical("http://localhost/v1")
    >>> with TemporaryDirectory() as folder:
    ...     cache = ResponseCache(Path(folder))
    ...     before = cache.get(canonical)
    ...     _ = cache.put(canonical, Reply(text="4"))
    ...     before, cache.get(canonical).text, len(cache)
    (None, '4', 1)
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = user_cache_path("mwplab") / "replies" if folder is None else folder
        self._shards: dict[str, _Shard] = {}

    def get(self, canonical: str) -> Reply | None:
        """Return the kept reply to a request in its canonical form, or none."""
        digest = hashlib.sha256(canonical.encode()).hexdigest()
        return _first_read(self._shard(digest).lines(digest))

    def put(self, canonical: str, reply: Reply) -> Reply:
        """Keep a reply, and return the one that stands: another process may have been first."""
        digest = hashlib.sha256(canonical.encode()).hexdigest()
        shard = self._shard(digest)
        said = json.dumps(to_json(reply), ensure_ascii=True)
        told = f'{digest}", "request": {canonical}, "reply": {said}'
        shard.append(b"".join((_BEGIN, told.encode(), _END)))
        if len(shard.places(digest)) == 1:
            return reply
        return _first_read(shard.lines(digest)) or reply

    def make_ready(self) -> None:
        """Make the folder, or say that nothing can be kept there, before anything is paid for."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if not os.access(self.folder, os.W_OK | os.X_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        except OSError as error:
            raise _unwritable(self.folder, error) from error

    def __len__(self) -> int:
        """Return how many requests have a reply."""
        return sum(len(self._shard(path.stem).known()) for path in self.folder.glob("??.jsonl"))

    def _shard(self, digest: str) -> _Shard:
        name = digest[:2]
        if name not in self._shards:
            self._shards[name] = _Shard(self.folder / f"{name}.jsonl")
        return self._shards[name]

    def __getstate__(self) -> dict[str, object]:
        # Another process finds out for itself what is where.
        return {**self.__dict__, "_shards": {}}


@dataclass(slots=True)
class _Shard:
    """One file of lines, and where each reply stands in as much of it as was looked at."""

    path: Path
    scanned: int = 0
    found: dict[bytes, list[tuple[int, int]]] = field(default_factory=dict)

    def known(self) -> dict[bytes, list[tuple[int, int]]]:
        """Return every hash with the places of its lines, new lines of other processes included."""
        try:
            size = self.path.stat().st_size
        except FileNotFoundError:
            size = 0
        except OSError as error:
            raise DataError(f"{str(self.path)!r} cannot be read: {error.strerror or error}") from error
        if size < self.scanned:
            self.scanned, self.found = 0, {}
        if size > self.scanned:
            self._scan()
        return self.found

    def places(self, digest: str) -> list[tuple[int, int]]:
        """Return where the lines of a hash stand, in the order they were added."""
        return self.known().get(digest.encode(), [])

    def lines(self, digest: str) -> Iterator[bytes]:
        """Yield the lines of a hash."""
        places = self.places(digest)
        if places:
            with reading(self.path), self.path.open("rb") as file:
                for start, end in places:
                    file.seek(start)
                    yield file.read(end - start)

    def append(self, line: bytes) -> None:
        """Add a line in one go; it begins anew even where the last one was torn."""
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT
        try:
            try:
                descriptor = os.open(self.path, flags, 0o644)
            except FileNotFoundError:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                descriptor = os.open(self.path, flags, 0o644)
            with os.fdopen(descriptor, "wb", buffering=0) as file:
                file.write(b"\n" + line + b"\n")
        except OSError as error:
            raise _unwritable(self.path, error) from error

    def _scan(self) -> None:
        with reading(self.path), self.path.open("rb") as file:
            file.seek(self.scanned)
            new = file.read()
        place = self.scanned
        for line in new[: new.rfind(b"\n") + 1].splitlines(keepends=True):
            end = place + len(line)
            if line.startswith(_BEGIN) and line.endswith(_END + b"\n"):
                self.found.setdefault(line[_HASH], []).append((place, end))
            place = end
        self.scanned = place


def _unwritable(path: Path, error: OSError) -> DataError:
    return DataError(f"{str(path)!r} cannot be written: {error.strerror or error}; name another cache")


def _first_read(lines: Iterator[bytes]) -> Reply | None:
    """Return the first reply among lines that can be read."""
    for line in lines:
        try:
            return replace(from_json(Reply, parse_line(line.decode())["reply"]), cached=True)
        except (UnicodeDecodeError, RecordError, KeyError):
            continue
    return None
