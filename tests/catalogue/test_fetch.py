"""Files downloaded from a real server on loopback, or imported, all of them or none."""

from __future__ import annotations

import io
import threading
import zipfile
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from mwplab.catalogue import fetch
from mwplab.catalogue.entry import Entry, Upstream
from mwplab.catalogue.folder import digest
from mwplab.errors import DataError
from mwplab.records import Dataset

CONTENT = {"toy/one.txt": b"first", "toy/deep/two.txt": b"second"}


def make_entry(folder: str | None, files: dict[str, bytes] = CONTENT) -> Entry:
    entry = Entry("toy", lambda folder: Dataset(name="toy"))
    checksums = {path: digest(content) for path, content in files.items()}
    entry.__dict__["upstreams"] = (Upstream("owner/toy", "abc", checksums, folder),)
    return entry


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setattr(fetch, "cache_folder", lambda: folder)
    return folder


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    folder = tmp_path / "site"
    for path, content in CONTENT.items():
        target = folder / "owner/toy/abc/data" / path.partition("/")[2]
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as members:
        members.writestr("toy-abc/somewhere/renamed.txt", b"first")
        members.writestr("toy-abc/../../evil.txt", b"second")
        members.writestr("toy-abc/other.txt", b"neither")
    (folder / "owner/toy/zip").mkdir(parents=True)
    (folder / "owner/toy/zip/abc").write_bytes(archive.getvalue())
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        base = f"http://127.0.0.1:{server.server_port}"
        monkeypatch.setattr(fetch, "GITHUB", base + "/{repository}/{commit}/{path}")
        monkeypatch.setattr(fetch, "ARCHIVE", base + "/{repository}/zip/{commit}")
        yield folder
        server.shutdown()


def read_cache(cache: Path) -> dict[str, bytes]:
    return {str(path.relative_to(cache)): path.read_bytes() for path in cache.rglob("*") if path.is_file()}


def test_files_are_downloaded_from_where_the_repository_has_them(cache: Path, site: Path) -> None:
    fetch.get(make_entry("data"))
    assert read_cache(cache) == CONTENT


def test_files_of_unknown_place_are_found_in_the_archive_by_checksum(cache: Path, site: Path) -> None:
    fetch.get(make_entry(None))
    assert read_cache(cache) == CONTENT
    assert not list(cache.parent.glob("**/evil.txt"))


def test_a_changed_file_ends_in_an_error_and_leaves_the_cache_as_it_was(cache: Path, site: Path) -> None:
    (site / "owner/toy/abc/data/deep/two.txt").write_bytes(b"tampered")
    with pytest.raises(DataError, match="is not the published file"):
        fetch.get(make_entry("data"))
    assert read_cache(cache) == {}


def test_a_partial_upstream_leaves_the_cache_as_it_was(cache: Path, site: Path) -> None:
    (site / "owner/toy/abc/data/deep/two.txt").unlink()
    with pytest.raises(DataError, match="could not be downloaded"):
        fetch.get(make_entry("data"))
    assert read_cache(cache) == {}


def test_an_archive_without_the_files_is_named(cache: Path, site: Path) -> None:
    with pytest.raises(DataError, match=r"does not hold toy/three.txt; import with --from DIR instead"):
        fetch.get(make_entry(None, {"toy/three.txt": b"third"}))


def test_a_broken_archive_is_refused(cache: Path, site: Path) -> None:
    (site / "owner/toy/zip/abc").write_bytes(b"PK no zip at all")
    with pytest.raises(DataError, match="did not give a readable archive"):
        fetch.get(make_entry(None))


def test_no_server_is_a_clear_error(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetch, "GITHUB", "http://127.0.0.1:9/{repository}/{commit}/{path}")
    with pytest.raises(DataError, match="could not be downloaded"):
        fetch.get(make_entry("data"))


@pytest.mark.parametrize("layout", ["toy", ""])
def test_files_are_imported_from_the_layout_or_its_subfolder(
    cache: Path, tmp_path: Path, layout: str
) -> None:
    source = tmp_path / "downloads"
    for path, content in CONTENT.items():
        target = source / (path if layout else path.partition("/")[2])
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    fetch.get(make_entry("data"), source=source)
    assert read_cache(cache) == CONTENT


def test_a_partial_folder_is_refused_by_the_file_that_is_missing(cache: Path, tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_bytes(b"first")
    with pytest.raises(DataError, match=r"toy needs deep/two.txt"):
        fetch.get(make_entry("data"), source=tmp_path)
    assert read_cache(cache) == {}


def test_a_tampered_import_is_refused(cache: Path, tmp_path: Path) -> None:
    for path in CONTENT:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(b"tampered")
    with pytest.raises(DataError, match=r"is not the published one\.txt: its checksum is"):
        fetch.get(make_entry("data"), source=tmp_path)


def test_a_bad_second_try_keeps_the_first(cache: Path, site: Path) -> None:
    fetch.get(make_entry("data"))
    (site / "owner/toy/abc/data/one.txt").write_bytes(b"tampered")
    with pytest.raises(DataError):
        fetch.get(make_entry("data"), force=True)
    assert read_cache(cache) == CONTENT


def test_a_damaged_cache_is_mended_without_being_told_to(cache: Path, site: Path) -> None:
    fetch.get(make_entry("data"))
    (cache / "toy/one.txt").write_bytes(b"damaged")
    fetch.get(make_entry("data"))
    assert read_cache(cache) == CONTENT


def test_what_is_here_is_not_fetched_again(cache: Path, site: Path) -> None:
    fetch.get(make_entry("data"))
    (site / "owner/toy/abc/data/one.txt").unlink()
    lines: list[str] = []
    fetch.get(make_entry("data"), report=lines.append)
    assert "is already in" in lines[0]
