"""Published files: downloaded with a pinned checksum, or imported from a folder; all of them or none."""

from __future__ import annotations

import shutil
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from mwplab.catalogue.entry import Entry, Upstream
from mwplab.catalogue.folder import Folder, cache_folder, digest
from mwplab.errors import DataError

GITHUB = "https://raw.githubusercontent.com/{repository}/{commit}/{path}"
"""The address of one file at a commit."""

ARCHIVE = "https://codeload.github.com/{repository}/zip/{commit}"
"""The address of a repository's archive at a commit."""

MAX_MEMBER = 64 * 2**20
"""Bytes of the largest archive member that is looked into."""

Report = Callable[[str], None]


def get(
    entry: Entry, *, source: Path | None = None, force: bool = False, report: Report = lambda line: None
) -> Path:
    """Bring a dataset's files into the cache and return the folder; a failure leaves the cache as it was."""
    target = cache_folder()
    if not entry.checksums:
        raise DataError(f"{entry.full_name} ships inside the package; there is nothing to get")
    if not force and Folder(entry.full_name, entry.checksums, [target]).is_intact():
        report(f"{entry.full_name} is already in {target}")
        return target
    with _staging(target) as staging:
        if source is None:
            for upstream in entry.upstreams:
                _download(entry.full_name, upstream, staging, report)
        else:
            _import(entry, source, staging)
        _settle(entry.checksums, staging, target)
    return target


@contextmanager
def _staging(target: Path) -> Iterator[Path]:
    target.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix=".incoming-", dir=target))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _settle(checksums: Mapping[str, str], staging: Path, target: Path) -> None:
    """Move the checked files into place, each in one step."""
    for path in checksums:
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        (staging / path).replace(target / path)


def _place(content: bytes, path: str, staging: Path) -> None:
    (staging / path).parent.mkdir(parents=True, exist_ok=True)
    (staging / path).write_bytes(content)


def _import(entry: Entry, source: Path, staging: Path) -> None:
    """Copy files from a folder that has the catalogue's layout, or is one of its subfolders."""
    if not source.is_dir():
        raise DataError(f"there is no folder {str(source)!r} to import {entry.full_name} from")
    for path, checksum in entry.checksums.items():
        inner = path.partition("/")[2]
        found = next((one for one in (source / path, source / inner) if one.is_file()), None)
        if found is None:
            raise DataError(
                f"{entry.full_name} needs {inner}, which is neither in {source} nor in {source / path}"
            )
        content = found.read_bytes()
        if digest(content) != checksum:
            differ = f"its checksum is {digest(content)[:12]}..., not {checksum[:12]}..."
            raise DataError(f"{found} is not the published {inner}: {differ}")
        _place(content, path, staging)


def _download(name: str, upstream: Upstream, staging: Path, report: Report) -> None:
    if upstream.folder is None:
        _download_archive(name, upstream, staging, report)
        return
    for path, checksum in upstream.files.items():
        inner = "/".join(part for part in (upstream.folder, path.partition("/")[2]) if part)
        address = GITHUB.format(repository=upstream.repository, commit=upstream.commit, path=inner)
        report(f"{name}: {inner} from {upstream.repository}")
        _place(_retrieve(address, checksum, staging), path, staging)


def _download_archive(name: str, upstream: Upstream, staging: Path, report: Report) -> None:
    """Take the files out of a repository's archive by their checksums, wherever they lie in it."""
    address = ARCHIVE.format(repository=upstream.repository, commit=upstream.commit)
    report(f"{name}: the archive of {upstream.repository}")
    wanted = {checksum: path for path, checksum in upstream.files.items()}
    archive = staging / ".archive.zip"
    archive.write_bytes(_retrieve(address, None, staging))
    try:
        with zipfile.ZipFile(archive) as members:
            for member in members.infolist():
                if not member.is_dir() and member.file_size <= MAX_MEMBER:
                    content = members.read(member)
                    if path := wanted.pop(digest(content), None):
                        _place(content, path, staging)
    except zipfile.BadZipFile as error:
        raise DataError(f"{address} did not give a readable archive: {error}") from error
    if wanted:
        missing = ", ".join(sorted(wanted.values()))
        raise DataError(
            f"the archive of {upstream.repository} does not hold {missing}; import with --from DIR instead"
        )


def _retrieve(address: str, checksum: str | None, staging: Path) -> bytes:
    """Download one address, checked against its checksum where one is known."""
    import pooch
    import requests

    pooch.get_logger().setLevel("WARNING")
    known = f"sha256:{checksum}" if checksum else None
    try:
        path = pooch.retrieve(
            address, known_hash=known, path=staging / ".download", fname="file", progressbar=False
        )
        content = Path(path).read_bytes()
        Path(path).unlink()
    except ValueError as error:
        raise DataError(
            f"{address} is not the published file (its checksum differs); nothing was kept"
        ) from error
    except (requests.RequestException, OSError) as error:
        raise DataError(
            f"{address} could not be downloaded: {error}; import with --from DIR instead"
        ) from error
    return content
