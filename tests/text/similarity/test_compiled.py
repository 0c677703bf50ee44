"""Machine code on disk: never older than any file that is compiled into it."""

from __future__ import annotations

import os
from pathlib import Path

from mwplab.text.similarity import compiled


def test_machine_code_older_than_a_file_of_the_package_is_dropped(tmp_path: Path) -> None:
    sources = Path(compiled.__file__).parent.glob("*.py")
    changed = max(source.stat().st_mtime for source in sources)
    for name, time in {"old.nbi": changed - 1, "new.nbi": changed + 1, "old.nbc": changed - 1}.items():
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (time, time))
    compiled._drop_stale(str(tmp_path))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["new.nbi", "old.nbc"]
