"""Packed logs: the members of a ZIP file, read within bounds.

Those of inspect_ai are packed with Zstandard, which Python's ``zipfile`` before 3.14 does not know: such
members are found here and unpacked by Arrow.
"""

from __future__ import annotations

import struct
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from mwplab.errors import DataError
from mwplab.records.files import reading
from mwplab.runs.predictions.files import MAX_DOCUMENT, MAX_FILE

ZSTANDARD = 93
"""How a ZIP file names the method."""

_LOCAL = struct.Struct("<4s22xHH")
"""The head of a member: signature, lengths of the name and of the extra field."""


def members(path: Path, folder: str) -> Iterator[tuple[str, bytes]]:
    """Yield the JSON files in a folder of a ZIP file with their names."""
    total = 0
    try:
        with reading(path), zipfile.ZipFile(path) as archive, path.open("rb") as file:
            for member in archive.infolist():
                if not member.filename.startswith(folder) or not member.filename.endswith(".json"):
                    continue
                content = _content(archive, file, member)
                total += len(content)
                if len(content) > MAX_DOCUMENT or total > MAX_FILE:
                    raise DataError(
                        f"{path.name}: with {member.filename} unpacked there are {total:,} bytes; "
                        f"at most {MAX_DOCUMENT:,} of one sample and {MAX_FILE:,} in all are read"
                    )
                if zlib.crc32(content) != member.CRC:
                    raise zipfile.BadZipFile(f"the checksum of {member.filename} is another one")
                yield member.filename, content
    # Arrow's errors are kinds of OSError and ValueError; an encrypted member is a RuntimeError.
    except (zipfile.BadZipFile, zlib.error, struct.error, EOFError, ValueError, RuntimeError) as error:
        raise DataError(f"{path.name} is not packed as a log of inspect_ai is: {str(error)[:200]}") from error


def _content(archive: zipfile.ZipFile, file: IO[bytes], member: zipfile.ZipInfo) -> bytes:
    """Return what a member holds, or a byte more than may be read."""
    if member.compress_type != ZSTANDARD:
        with archive.open(member) as stream:
            return stream.read(MAX_DOCUMENT + 1)
    import pyarrow as pa

    file.seek(member.header_offset)
    signature, *lengths = _LOCAL.unpack(file.read(_LOCAL.size))
    if signature != b"PK\x03\x04" or member.flag_bits & 1:
        raise zipfile.BadZipFile(f"{member.filename} is not where it should be, or encrypted")
    file.seek(sum(lengths), 1)
    packed = pa.BufferReader(file.read(min(member.compress_size, MAX_DOCUMENT)))
    with pa.CompressedInputStream(packed, "zstd") as stream:
        found: bytes = stream.read(MAX_DOCUMENT + 1)
    return found
